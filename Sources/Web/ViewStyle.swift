/// The one style sheet of the pages, and the colours that it is written from.
enum ViewStyle {
    /// A pair in which text is drawn; each has the contrast of WCAG 2.1 level AA, 4.5 to 1.
    struct Pair {
        let use: String
        /// `#rrggbb`, as the ground.
        let ink: String
        let ground: String
    }

    /// A colour of the sheet is one of these: `ink` of a use is its variable, and `-ground` its
    /// ground.
    static func pairs(isLight: Bool) -> [Pair] {
        let ground = isLight ? "#ffffff" : "#0c1118"
        let panel = isLight ? "#eef2f6" : "#18212d"
        let inks: [(String, String, String)] = [
            ("plain", "#10161d", "#f4f7fa"), ("faint", "#4c5866", "#aab6c3"),
            ("good", "#0a6632", "#67dd96"), ("attention", "#7a4a00", "#ffd166"),
            ("bad", "#a8161b", "#ff9a94"), ("link", "#0b4fae", "#8fc1ff"),
        ]
        return inks.flatMap { use, light, dark in
            let ink = isLight ? light : dark
            return [
                Pair(use: use, ink: ink, ground: ground),
                Pair(use: "\(use)-panel", ink: ink, ground: panel),
            ]
        } + [Pair(use: "alarm", ink: "#ffffff", ground: "#a8161b")]
    }

    static let text = colours + sheet + scales

    /// Variables for both themes; the light one also where a reader asks for it.
    static let colours: String = {
        let dark = variables(isLight: false)
        let light = variables(isLight: true)
        return """
            :root{\(dark)}
            .light{\(light)}
            @media (prefers-color-scheme:light){body:not(.overlay){\(light)}}

            """
    }()

    private static func variables(isLight: Bool) -> String {
        pairs(isLight: isLight)
            .map { "--\($0.use):\($0.ink);--\($0.use)-ground:\($0.ground);" }.joined()
    }

    /// The sizes of an overlay, `s5` to `s30` in tenths.
    private static let scales =
        (5...30)
        .map { ".s\($0){--scale:\($0 / 10).\($0 % 10)}" }.joined(separator: "\n") + "\n"

    private static let sheet = """
        *{box-sizing:border-box;margin:0;padding:0}
        [hidden]{display:none!important}
        html{font:max(14px,min(1.7vw,2.6vh))/1.35 system-ui,sans-serif}
        body{color:var(--plain);background:var(--plain-ground);min-height:100vh}
        h1,h2,p,td,th,li{unicode-bidi:isolate;overflow-wrap:anywhere}
        h2{font-size:1.2em}
        ul,ol{list-style:none}
        main{padding:1.5vw;max-width:1800px;margin:0 auto}
        a{color:var(--link)}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px}
        .quiet{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        #stale,#tabs,header p.bad{color:var(--alarm);background:var(--alarm-ground)}
        header p{padding:.4em 1em;text-align:center;font-weight:600}
        .good{color:var(--good)}
        .attention{color:var(--attention)}
        .bad{color:var(--bad)}
        .faint{color:var(--faint)}
        .board{display:grid;grid-template-columns:1fr auto 1fr;gap:0 1vw;text-align:center}
        .side{grid-row:1/4;min-width:0;display:grid;grid-template-rows:subgrid}
        .side h2{grid-row:1;align-self:end;font-size:1.8em;line-height:1.15}
        .side .score{grid-row:2}
        .side .fouls{grid-row:3}
        .fouls{text-wrap:balance}
        .time{grid-row:2;align-self:center}
        .score,.clock{font-variant-numeric:tabular-nums;font-weight:700;line-height:1.05;
        overflow-wrap:normal;white-space:nowrap}
        .score{font-size:4em}
        .clock{font-size:2.4em}
        .period{font-size:1.4em;color:var(--faint)}
        .fouls{font-size:1.1em}
        .state,.note{text-align:center;padding:.6em 0}
        .lines li{display:flex;flex-wrap:wrap;gap:0 1em;padding:.3em .6em}
        .lines li+li{border-top:2px solid var(--plain-panel-ground)}
        .lines :empty{display:none}
        section>h2{margin:1em 0 .3em}
        .wide{overflow-x:auto}
        table{border-collapse:collapse;width:100%;margin-bottom:1em}
        td,thead th{text-align:right;padding:.15em .5em;font-variant-numeric:tabular-nums;
        white-space:nowrap}
        th:first-child{text-align:left;padding:.15em .5em;position:sticky;left:0;
        background:inherit;max-width:40vw;overflow:hidden;text-overflow:ellipsis;
        white-space:nowrap}
        tr{background:var(--plain-ground)}
        tbody tr:nth-child(even){background:var(--plain-panel-ground)}
        thead th{border-bottom:2px solid var(--faint)}
        img{max-width:100%;height:auto;background:#fff}
        .hall,.hall main{display:flex;flex-direction:column}
        .hall main{flex:1;width:100%;max-width:none;justify-content:space-around}
        .hall .side h2{font-size:min(4.4vw,6vh);display:-webkit-box;overflow:hidden;
        -webkit-box-orient:vertical;-webkit-line-clamp:2}
        .hall .score{font-size:min(15vw,33vh)}
        .hall .clock{font-size:min(9vw,16vh)}
        .hall .period{font-size:min(4.5vw,8vh)}
        .hall .state,.hall .lines{font-size:min(2.6vw,4.2vh)}
        .hall .fouls{font-size:min(2vw,4.2vh)}
        .announcer .lines{font-size:1.25em}
        .announcer .lines li:nth-child(2){font-size:1.5em}
        .pages{display:grid;grid-template-columns:repeat(auto-fill,minmax(15em,1fr));gap:1.5em}
        .pages svg{width:100%;max-width:16em;height:auto;background:#fff}
        .overlay{background:transparent;font-size:calc(max(9px,1.25vw)*var(--scale,1))}
        .overlay main{position:fixed;padding:0;margin:1.5vw;max-width:97vw}
        .tl main{top:0;left:0}
        .tr main{top:0;right:0}
        .bl main{bottom:0;left:0}
        .br main{bottom:0;right:0}
        .overlay .board{display:flex;align-items:center;gap:1.2em;width:max-content;
        max-width:97vw;background:var(--plain-ground);border-radius:.4em;padding:.5em 1em}
        .overlay.swap .board{flex-direction:row-reverse}
        .overlay .side{display:block}
        .overlay .score{font-size:2.2em}
        .overlay .clock{font-size:1.6em}
        .overlay .side h2{font-size:1.1em;white-space:nowrap;max-width:14em;margin:0 auto;
        overflow:hidden;text-overflow:ellipsis}
        .overlay .ending:not(:empty),.overlay .lower{margin-top:.5em}
        .overlay .ending:not(:empty){background:var(--plain-ground);border-radius:.4em;padding:.2em 1em;
        width:max-content}
        .overlay .lower li{background:var(--plain-ground);border-radius:.4em;padding:.4em 1em;
        width:max-content;max-width:97vw;display:flex;gap:.8em}
        .overlay #stale{padding:.1em .6em;width:max-content}
        @media (max-width:640px){.boxes table{font-size:.9em}.score{font-size:3em}
        .clock{font-size:1.8em}.side h2{font-size:1.2em}
        .hall main{justify-content:flex-start;gap:1em}
        .hall .board{grid-template-columns:1fr 1fr}
        .hall .time{grid-area:1/1/2/3}
        .hall .side{grid-row:2/5}
        .hall .side h2{font-size:6vw}
        .hall .score{font-size:21vw}
        .hall .clock{font-size:16vw}
        .hall .period{font-size:6vw}
        .hall .fouls,.hall .state,.hall .lines{font-size:1.1em}}
        @media (min-width:641px){.hall .lines li{flex-wrap:nowrap;white-space:nowrap}
        .hall .lines span{overflow:hidden;text-overflow:ellipsis}}
        @media (prefers-reduced-motion:no-preference){.lines .new,.lower .new{animation:pour .4s}}
        @keyframes pour{from{opacity:0;margin-top:-2em}}

        """
}
