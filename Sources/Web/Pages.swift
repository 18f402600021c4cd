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

    /// Its name for people; the raw value is that of its address.
    var title: Term {
        switch self {
        case .hall: .hall
        case .overlay: .overlay
        case .bench: .bench
        case .announcer: .announcer
        case .game: .game
        }
    }

    var purpose: Term {
        switch self {
        case .hall: .hallPurpose
        case .overlay: .overlayPurpose
        case .bench: .benchPurpose
        case .announcer: .announcerPurpose
        case .game: .gamePurpose
        }
    }
}

// MARK: The names of each page

extension PageName {
    func bind(_ page: LivePage, _ models: PageModels) {
        let words = models.words
        page.bind("empty", models.hall.isEmpty) { .text($0 ? words(.noGameOnPage) : "") }
        page.bind("link", models.library.connection) {
            $0.isConnected ? .text("") : .text(words(.outOfReach), .bad)
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
        .said("<header><p id=\"stale\" role=\"status\" hidden>%</p>", [.reconnecting]),
        .said("<p id=\"tabs\" role=\"status\" hidden>%</p>", [.manyPages]),
        .value("link", in: "p role=\"status\""), .value("empty", in: "p"),
        .markup("</header><main>"),
    ]

    static let board: [PagePart] = [
        .said(
            "<h1 class=\"quiet\">%</h1><section class=\"board\" aria-label=\"%\">",
            [.scoreTitle, .scoreTitle]),
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
        .said(
            "<section aria-label=\"%\"><h2 class=\"quiet\">%</h2>", [.lastScorers, .lastScorers]),
        .rows("scorers", in: "ol class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let moves: [PagePart] = [
        .said("<section aria-label=\"%\"><h2>%</h2>", [.lastMoves, .lastMoves]),
        .rows("moves", in: "ol class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let plays: [PagePart] = [
        .said("<section aria-label=\"%\"><h2>%</h2>", [.playByPlay, .playByPlay]),
        .rows("plays", in: "ol class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let chart: [PagePart] = [
        .said("<section aria-label=\"%\"><h2>%</h2>", [.runningScore, .runningScore]),
        .value("chart", in: "img", label: .chartOfScore),
        .rows("facts", in: "ul class=\"lines\"", .line), .markup("</section>"),
    ]

    private static let box: [PagePart] = [
        .said(
            "<section class=\"boxes\" aria-label=\"%\"><h2>%</h2>", [.boxScore, .boxScore]),
        .said(table, [.homeTitle]),
        .rows("homeBoxHead", in: "thead", .heading), .rows("homeBox", in: "tbody", .table),
        .markup("</table></div>"), .said(table, [.awayTitle]),
        .rows("awayBoxHead", in: "thead", .heading), .rows("awayBox", in: "tbody", .table),
        .markup("</table></div>"), .rows("notes", in: "ul class=\"lines\"", .line),
        .markup("</section>"),
    ]

    private static let table: StaticString =
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%\"><table>"

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
        return [.said("<main><h1 class=\"quiet\">%</h1><div class=\"board\">", [.scoreTitle])]
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
            + [.said("<p id=\"stale\" role=\"status\" hidden>%</p>", [.notLive])]
    }
}

// MARK: Documents

extension PageName {
    /// The page with its present values, useful without the stream.
    func document(
        _ page: LivePage, root: String, query: Target, in words: Catalogue, at now: Duration
    ) -> String {
        let body = HTML.text(
            parts(query), page.values, picture: "\(root)/chart.svg", in: words, at: now)
        return HTML.document(
            words, title: words(.pageTitle(words(title))), style: HTML.viewStyle,
            classes: classes(query),
            head: """
                <noscript><meta http-equiv="refresh" content="5"></noscript>
                <script src="\(root)/view.js" defer></script>
                """, body: body)
    }

    /// The index of the pages. `address` is what a reader's device puts before the path.
    static func index(root: String, address: String, in words: Catalogue) -> String {
        let entries = allCases.map { page in
            let path = "\(root)/\(page.rawValue)"
            let code = QRCode("\(address)\(path)")?.svg ?? ""
            return """
                <li><h2><a href="\(path)">\(PageText.escaped(words(page.title)))</a></h2>
                <p>\(PageText.escaped(words(page.purpose)))</p>\(code)</li>
                """
        }
        let body = """
            <main><h1>\(PageText.escaped(words(.pagesOfGame)))</h1><ul class="pages">
            \(entries.joined(separator: "\n"))
            </ul></main>
            """
        return HTML.document(
            words, title: words(.pagesTitle), style: HTML.viewStyle, classes: "index", head: "",
            body: body)
    }
}

extension HTML {
    /// In the page itself: nothing is painted before a style sheet has come.
    static let viewStyle = element("style", ViewStyle.text)

    static func document(
        _ words: Catalogue, title: String, style: String, classes: String, head: String,
        body: String
    ) -> String {
        """
        <!doctype html>
        <html lang="\(words.tag)"><head><meta charset="utf-8"><title>\(PageText.escaped(title))</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,">\(style)
        \(head)</head>
        <body class="\(classes)">\(body)</body></html>

        """
    }
}
