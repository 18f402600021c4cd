import Documents
import LocalAPI
import ViewModels

/// The pages of the view door, in the order of the index.
enum PageName: String, CaseIterable {
    case hall
    case overlay
    case bench
    case announcer
    case game

    var purpose: String {
        switch self {
        case .hall: "score, clock and fouls, large, for the projector of a hall"
        case .overlay: "the score in a corner, without background, for a stream"
        case .bench: "box score of both sides with fouls and time-outs, for the benches"
        case .announcer: "the last moves in words, for the announcer"
        case .game: "box score, chart and play by play, for spectators"
        }
    }
}

// MARK: The names of each page

extension PageName {
    func bind(_ page: LivePage, _ models: PageModels) {
        page.bind("empty", models.hall.isEmpty) { .text($0 ? "No game yet." : "") }
        page.bind("link", models.library.connection) {
            $0.isConnected
                ? .text("") : .text("The scorebook is out of reach: this may be old.", .bad)
        }
        let hall = models.hall
        page.bind("home", hall.homeTeam)
        page.bind("away", hall.awayTeam)
        page.bind("homeScore", hall.homeScore)
        page.bind("awayScore", hall.awayScore)
        page.bind("period", hall.period)
        page.bind("clock", hall.reading) { .clock($0) }
        page.bind("homeFouls", hall.homeFouls, hall.homeFoulsTone)
        page.bind("awayFouls", hall.awayFouls, hall.awayFoulsTone)
        page.bind("state", hall.state, hall.tone)
        bindLists(page, models)
    }

    private func bindLists(_ page: LivePage, _ models: PageModels) {
        switch self {
        case .hall:
            page.bindMoves("scorers", atMost: WebLimits.scorersMax, models, Self.isBasket) { row in
                [row.score, models.team(row.entry.side), row.text]
            }
        case .overlay:
            page.bind("ending", models.hall.ending)
            page.bindMoves("latest", atMost: 1, models, Self.isBasket) { row in
                [models.team(row.entry.side), row.text]
            }
        case .bench:
            Self.bindBox(page, models)
            page.bind("agreement", models.hall.agreement)
        case .announcer:
            page.bindMoves("moves", atMost: WebLimits.spokenMovesMax, models, Self.isMove) { row in
                [
                    row.text, models.team(row.entry.side), row.score, row.clock,
                    models.sums(of: row.entry.player),
                ]
            }
        case .game:
            Self.bindBox(page, models)
            page.bindMoves("plays", atMost: WebLimits.playsMax, models, Self.isPlay) { row in
                [row.clock, models.team(row.entry.side), row.text, row.score, row.state]
            }
            page.bind("chart", models.chart.version) { .picture($0) }
            page.bindLines("facts", models.chart.model.facts)
        }
    }

    private static func bindBox(_ page: LivePage, _ models: PageModels) {
        page.bindGrid("homeBox", models.box.home, models)
        page.bindGrid("awayBox", models.box.away, models)
        page.bindLines("notes", models.box.notes)
    }

    private static func isMove(_ entry: EntryDocument) -> Bool {
        entry.side != nil && entry.state == .live
    }

    private static func isBasket(_ entry: EntryDocument) -> Bool {
        isMove(entry) && (entry.points ?? 0) > 0
    }

    private static func isPlay(_ entry: EntryDocument) -> Bool {
        entry.side != nil || entry.facts.isPlay
    }
}

// MARK: The parts of each page

extension PageName {
    /// The classes of the body, which the query of an overlay chooses.
    func classes(_ query: Target) -> String {
        guard self == .overlay else { return rawValue }
        func choice(_ name: String, _ words: [String]) -> String {
            words.first { $0 == query[name] } ?? words[0]
        }
        let scale = query["scale"].flatMap { Double($0) } ?? 1
        let tenths = scale.isFinite ? Int((min(3, max(0.5, scale)) * 10).rounded()) : 10
        return [
            rawValue, choice("anchor", ["tl", "tr", "bl", "br"]),
            choice("theme", ["dark", "light"]), "s\(tenths)",
            query["side"] == "swap" ? "swap" : "",
        ].filter { !$0.isEmpty }.joined(separator: " ")
    }

    func parts(_ query: Target) -> [PagePart] {
        let parts =
            switch self {
            case .hall: Self.bar + Self.board + Self.scorers
            case .overlay: Self.overlay(showing: query["show"])
            case .bench:
                Self.bar + Self.board + Self.box
                    + [.value("agreement", in: "p class=\"note\"")]
            case .announcer: Self.bar + Self.board + Self.moves
            case .game: Self.bar + Self.board + Self.box + Self.chart + Self.plays
            }
        return parts + [.markup("</main>")]
    }

    private static let bar: [PagePart] = [
        .markup("<header><p id=\"stale\" role=\"status\" hidden>not live: reconnecting …</p>"),
        .markup("<p id=\"tabs\" role=\"status\" hidden>More than five of these pages are open in"),
        .markup(" this browser: it may hold back the next. Close some.</p>"),
        .value("link", in: "p role=\"status\""), .value("empty", in: "p"),
        .markup("</header><main>"),
    ]

    static let board: [PagePart] = [
        .markup("<h1 class=\"quiet\">Score</h1><section class=\"board\" aria-label=\"Score\">"),
        .markup("<div class=\"side\">"), .value("home", in: "h2"),
        .value("homeScore", in: "p class=\"score\" aria-live=\"polite\""),
        .value("homeFouls", in: "p class=\"fouls\""), .markup("</div><div class=\"time\">"),
        .value("period", in: "p class=\"period\""),
        .value("clock", in: "p class=\"clock\" role=\"timer\" aria-live=\"off\""),
        .markup("</div><div class=\"side\">"), .value("away", in: "h2"),
        .value("awayScore", in: "p class=\"score\" aria-live=\"polite\""),
        .value("awayFouls", in: "p class=\"fouls\""), .markup("</div></section>"),
        .value("state", in: "p class=\"state\""),
    ]

    private static let scorers: [PagePart] = [
        .markup("<section aria-label=\"Last scorers\"><h2 class=\"quiet\">Last scorers</h2>"),
        .rows("scorers", in: "ol class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let moves: [PagePart] = [
        .markup("<section aria-label=\"Last moves\"><h2>Last moves</h2>"),
        .rows("moves", in: "ol class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let plays: [PagePart] = [
        .markup("<section aria-label=\"Play by play\"><h2>Play by play</h2>"),
        .rows("plays", in: "ol class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let chart: [PagePart] = [
        .markup("<section aria-label=\"Running score\"><h2>Running score</h2>"),
        .value("chart", in: "img alt=\"Chart of the running score\""),
        .rows("facts", in: "ul class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let box: [PagePart] = [
        .markup("<section class=\"boxes\" aria-label=\"Box score\"><h2>Box score</h2>"),
        .markup("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Home\"><table>"),
        .rows("homeBoxHead", in: "thead", .heading), .rows("homeBox", in: "tbody", .table),
        .markup("</table></div>"),
        .markup("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Away\"><table>"),
        .rows("awayBoxHead", in: "thead", .heading), .rows("awayBox", in: "tbody", .table),
        .markup("</table></div>"), .rows("notes", in: "ul class=\"lines\"", .line),
        .markup("</section>"),
    ]

    /// The parts that `show` lists, separated by commas; all if it lists none.
    private static func overlay(showing list: String?) -> [PagePart] {
        let known = ["bug", "clock", "fouls", "lower"]
        let listed = (list ?? "").split(separator: ",").map(String.init).filter(known.contains)
        let shown = listed.isEmpty ? known : listed
        func side(_ side: String) -> [PagePart] {
            [.markup("<div class=\"side\">")]
                + (shown.contains("bug")
                    ? [
                        .value(side, in: "h2"),
                        .value("\(side)Score", in: "p class=\"score\" aria-live=\"polite\""),
                    ] : [])
                + (shown.contains("fouls")
                    ? [.value("\(side)Fouls", in: "p class=\"fouls\"")] : [])
                + [.markup("</div>")]
        }
        let hasSides = shown.contains("bug") || shown.contains("fouls")
        return [.markup("<main><h1 class=\"quiet\">Score</h1><div class=\"board\">")]
            + (hasSides ? side("home") : [])
            + (shown.contains("clock")
                ? [
                    .markup("<div class=\"time\">"), .value("period", in: "p class=\"period\""),
                    .value("clock", in: "p class=\"clock\" role=\"timer\" aria-live=\"off\""),
                    .markup("</div>"),
                ] : [])
            + (hasSides ? side("away") : [])
            + [.markup("</div>")]
            + (shown.contains("bug") ? [.value("ending", in: "p class=\"ending\"")] : [])
            + (shown.contains("lower") ? [.rows("latest", in: "ol class=\"lower\"", .line)] : [])
            + [.markup("<p id=\"stale\" role=\"status\" hidden>not live</p>")]
    }
}

// MARK: Documents

extension PageName {
    /// The page with its present values, useful without the stream.
    func document(_ page: LivePage, root: String, query: Target, at now: Duration) -> String {
        let body = HTML.text(
            parts(query), page.values, picture: "\(root)/chart.svg", at: now)
        return HTML.document(
            title: "\(rawValue) - scored", style: HTML.viewStyle, classes: classes(query),
            head: """
                <noscript><meta http-equiv="refresh" content="5"></noscript>
                <script src="\(root)/view.js" defer></script>
                """, body: body)
    }

    /// The index of the pages. `address` is what a reader's device puts before the path.
    static func index(root: String, address: String) -> String {
        let entries = allCases.map { page in
            let path = "\(root)/\(page.rawValue)"
            let code = QRCode("\(address)\(path)")?.svg ?? ""
            return """
                <li><h2><a href="\(path)">\(page.rawValue)</a></h2>
                <p>\(PageText.escaped(page.purpose))</p>\(code)</li>
                """
        }
        let body = """
            <main><h1>Pages of this game</h1><ul class="pages">
            \(entries.joined(separator: "\n"))
            </ul></main>
            """
        return HTML.document(
            title: "pages - scored", style: HTML.viewStyle, classes: "index", head: "",
            body: body)
    }
}

extension HTML {
    /// In the page itself: nothing is painted before a style sheet has come.
    static let viewStyle = element("style", ViewStyle.text)

    static func document(
        title: String, style: String, classes: String, head: String, body: String
    ) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">\(style)
        \(head)</head>
        <body class="\(classes)">\(body)</body></html>

        """
    }
}
