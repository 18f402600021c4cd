/// The style sheet of the page on which a phone keeps score, in the colours of `ViewStyle`. Targets
/// are at least 48 px high, and what a thumb needs in a game is at the bottom.
enum KeepStyle {
    static let text = ViewStyle.colours + sheet

    private static let sheet = """
        *{box-sizing:border-box;margin:0;padding:0}
        [hidden]{display:none!important}
        html{font:16px/1.3 system-ui,sans-serif;-webkit-text-size-adjust:100%;
        overscroll-behavior:none;touch-action:manipulation}
        body{color:var(--plain);background:var(--plain-ground);min-height:100vh;max-width:1100px;
        margin:0 auto}
        h1,h2,p,li,span,b{unicode-bidi:isolate;overflow-wrap:anywhere}
        ul,ol{list-style:none}
        button,input{font:inherit;color:var(--plain);background:var(--plain-panel-ground);
        border:1px solid var(--faint);border-radius:8px;min-height:48px;padding:4px 12px;
        touch-action:manipulation}
        button{cursor:pointer;user-select:none;-webkit-user-select:none;-webkit-touch-callout:none}
        button:active,[aria-pressed=true]{color:var(--plain-ground);background:var(--link)}
        button:active *,[aria-pressed=true] *{color:inherit}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px}
        .good{color:var(--good)}
        .attention{color:var(--attention)}
        .bad{color:var(--bad)}
        .faint{color:var(--faint)}
        #stale,#tab,#waiting,#refused li{color:var(--alarm);background:var(--alarm-ground);
        padding:6px 12px;text-align:center;font-weight:600}
        #stale{position:fixed;top:0;left:0;right:0;z-index:1;padding:2px 12px}
        #waiting{font-size:28px;line-height:54px;padding:0 16px}
        #refused{position:fixed;top:0;left:0;right:0;z-index:2;max-height:50vh;overflow:auto}
        #refused button{flex:none}
        #refused li{display:flex;align-items:center;justify-content:space-between;gap:8px;
        text-align:left;border-bottom:1px solid var(--alarm)}
        #pair{padding:24px 16px;display:grid;gap:24px;font-size:20px}
        #pairWords{display:grid;gap:8px;font-size:40px;font-weight:700;text-align:center}
        #desk{display:grid;grid-template:auto auto 18px 36px/auto 1fr}
        #desk:not(.keeps){grid-template-rows:auto auto 18px minmax(36px,auto)}
        #desk>*{grid-column:1/3;min-width:0}
        #desk>.state{grid-area:3/2;white-space:nowrap;text-overflow:ellipsis}
        #desk>#outcome{grid-area:4/2}
        #desk.keeps>#outcome{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;
        max-height:36px}
        #desk>#waiting{grid-area:3/1/5/2}
        #views{grid-row:5}
        [id^=view]:not(nav){grid-row:6}
        header{display:flex;justify-content:center;gap:12px;padding:2px 8px;font-size:13px;
        min-height:26px;overflow:hidden}
        header *{min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
        [data-n=device]{flex:none;max-width:30%}
        [data-n=title]{flex-shrink:9}
        [data-n=link]{flex:none;max-width:100%;order:-1}
        .state,#outcome{padding:0 8px;font-size:14px;text-align:center;overflow:hidden}
        .board{display:flex;justify-content:space-between;gap:8px;padding:0 8px}
        .side{flex:1 1 0;min-width:0;text-align:center}
        .side h2,.fouls{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
        .side h2{font-size:16px}
        .score,.clock{font-variant-numeric:tabular-nums;font-weight:700;line-height:1.1;
        white-space:nowrap}
        .score{font-size:36px}
        .clock{font-size:28px}
        .time{text-align:center}
        .period,.fouls{font-size:13px;color:var(--faint)}
        .fouls.bad{color:var(--bad)}
        .fouls.attention{color:var(--attention)}
        nav,[aria-label=Game]{display:flex;gap:6px;padding:4px 8px}
        nav button,[aria-label=Game] button{flex:1 1 0;min-width:0;padding:4px;white-space:nowrap;
        overflow:hidden;text-overflow:ellipsis}
        .off{display:none}
        #homeSide,#awaySide{grid-template-columns:repeat(auto-fill,minmax(104px,1fr));gap:6px;
        padding:4px 8px}
        #homeSide:not(.off),#awaySide:not(.off){display:grid}
        [data-n$=Players]{display:contents}
        [data-n$=Players] button{display:grid;grid-template-columns:auto auto 1fr;gap:0 6px;
        align-items:baseline;align-content:center;text-align:left;padding:2px 8px;
        min-height:60px;font-size:14px}
        [data-n$=Players] .good{color:var(--plain);border:2px solid var(--good)}
        [data-n$=Players] .attention{color:var(--plain);border:2px dashed var(--attention)}
        [data-n$=Players] [aria-pressed=true]{color:var(--plain-ground)}
        [data-n$=Players] span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
        [data-n$=Players] span:nth-child(2){font-size:20px;font-weight:700}
        [data-n$=Players] span:nth-child(3){grid-column:2/4;font-size:16px}
        [data-n$=Players] span:nth-child(4)::after{content:" p"}
        [data-n$=Players] span:nth-child(5)::after{content:" f"}
        [data-n$=Players] span:nth-child(6){display:none}
        #pad{position:sticky;bottom:0;background:var(--plain-ground);border-top:1px solid var(--faint);
        padding-bottom:4px}
        #picked{float:left;max-width:calc(100% - 140px);max-height:56px;overflow:hidden;padding:8px;
        font-weight:600}
        #about{float:right;margin:4px 8px}
        [data-n=kinds]{clear:both;display:grid;gap:6px;padding:4px 8px;
        grid-template-columns:repeat(auto-fill,minmax(76px,1fr))}
        [data-n=kinds] button{padding:2px;font-size:13px;font-weight:600;line-height:1.1}
        .quiet,[data-n=kinds] span:nth-child(3){position:absolute;width:1px;height:1px;overflow:hidden;
        clip-path:inset(50%)}
        #queue li,#logRows li,#found li,#viewMore li{display:flex;flex-wrap:wrap;gap:0 12px;
        padding:8px}
        #queue li,#logRows li:nth-child(even),#found li:nth-child(even){
        background:var(--plain-panel-ground)}
        [data-n=held] span:nth-child(n+5),[data-n=lines] span:nth-child(7){display:none}
        [data-n=lines],#viewMore [role=group]{display:grid;gap:4px;padding:4px 8px}
        #viewMore [role=group]{padding:4px 0}
        [data-n=lines] button,#viewMore [role=group] button{display:flex;
        flex-wrap:wrap;gap:0 12px;align-items:center;text-align:left}
        #viewMore [data-n=games] button{justify-content:center}
        #viewMore>h2:has(+[role=group]>template:only-child),
        #viewMore>[role=group]:has(>template:only-child){display:none}
        [data-n=lines] span:nth-child(n+5){font-size:14px}
        #question,#sheet{position:fixed;left:0;right:0;bottom:0;z-index:1;display:grid;gap:8px;
        padding:16px;background:var(--plain-ground);border-top:4px solid var(--link);
        max-height:100vh;overflow:auto;font-size:18px}
        #question button,#sheet button{min-height:56px}
        #viewLog,#viewSearch,#viewMore{padding:8px}
        #viewSearch,#viewMore{display:grid;gap:8px}
        @media (min-width:700px){#sides{display:none}#viewKeep{display:grid;
        grid-template-columns:1fr 1fr;align-items:start}.off{display:grid}
        #pad,#queue,[data-n=lines]{grid-column:1/3}
        [data-n$=Players] span:nth-child(6){display:block;grid-column:1/4;grid-row:3}}
        @media (max-width:699px) and (max-height:740px){#pad:not(.open) [data-n=kinds]{
        display:none}}

        """
}
