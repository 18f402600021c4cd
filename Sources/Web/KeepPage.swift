import ViewModels

/// The page on which the keeper at a phone scores.
enum KeepPage {
    /// The names of actions in texts, as the page writes them on its buttons.
    static func name(of action: NamedAction) -> String {
        switch action {
        case .anything: "taps"
        case .choose, .takeOver: "Track"
        case .yes: "Yes"
        case .no: "No"
        case .both: "Two"
        case .pick: "Log"
        case .newGame: "New game"
        case .held: "Questions"
        case .games, .newerGame: "Other games"
        case .nextPeriod: "Next period"
        case .endGame: "End"
        case .sign: "Sign"
        case .void: "Void"
        case .fix: "Fix"
        case .newCode: "New code"
        }
    }

    static func bind(_ page: LivePage, _ desk: PhoneDeskViewModel) {
        func line(_ name: String, _ output: Dynamic<KeepMessage>) {
            page.bind(name, output) { .text(PageText.clean($0.text), $0.tone) }
        }
        func number(_ name: String, _ output: Dynamic<Int?>) {
            page.bind(name, output) { .text($0.map(String.init) ?? "") }
        }
        let editor = desk.keep.editor
        page.bind("device", desk.device)
        page.bind("title", editor.title)
        line("link", desk.link)
        page.bind("empty", desk.placeholder)
        page.bind("sync", desk.keep.verdict.line, desk.keep.verdict.tone)
        page.bind("home", editor.homeTeam)
        page.bind("away", editor.awayTeam)
        page.bind("homeScore", editor.homeScore)
        page.bind("awayScore", editor.awayScore)
        line("homeFouls", desk.homeFouls)
        line("awayFouls", desk.awayFouls)
        page.bind("period", editor.period)
        page.bind("clock", editor.reading) { .clock($0) }
        page.bind("state", editor.state, editor.stateTone)
        bindLists(page, desk)
        page.bind("asked", desk.end) { .text(PageText.clean($0.text), $0.tone) }
        page.bind("ask", desk.end) {
            .text($0.deed.map { $0 == .end ? "End the game" : "Sign" } ?? "")
        }
        page.bind("result", desk.result)
        page.bind("tracking", desk.tracking.title, desk.tracking.titleTone)
        page.bind("agreement", desk.keep.verdict.agreement)
        page.bind("turn", editor.reading) {
            .text($0?.isRunning == true ? "Stop clock" : "Start clock")
        }
        // For the script alone.
        page.bind("game", desk.game)
        page.bind("phase", desk.isLive) { .text($0 ? "live" : "") }
        number("periodNumber", desk.period)
        number("periodSeconds", desk.periodSeconds)
        page.bind("periodQuestion", desk.nextPeriod)
        page.bind("askedOrder", desk.end) { .text($0.deed?.rawValue ?? "") }
        page.bind("askedQuestion", desk.endQuestion)
    }

    private static func bindLists(_ page: LivePage, _ desk: PhoneDeskViewModel) {
        for (name, players) in [
            ("homePlayers", desk.homePlayers), ("awayPlayers", desk.awayPlayers),
        ] {
            page.bindRows(name, players, \.tone) {
                [$0.id, $0.number, $0.name, $0.points, $0.fouls, $0.counts, $0.keepers]
            }
        }
        page.bindRows("kinds", desk.kinds) { [$0.id, $0.label, $0.spoken] }
        page.bindRows("lines", desk.entries, \.row.tone) { entry in
            let mark = entry.isUndone ? "undo" : entry.canBeVoided ? "" : "void"
            let row = entry.row
            return [row.name, row.clock, row.text, row.score, row.outcome, mark]
        }
        // What each answer says, empty if the question does not allow it.
        page.bindRows("held", desk.held.rows, \.tone) { row in
            [row.id, row.question, row.side, row.detail]
                + HeldAnswer.allCases.map { answer in
                    row.answers.first { $0.answer == answer }?.words ?? ""
                }
        }
        page.bindRows("absent", desk.absent, \.tone) { [$0.id, $0.text] }
        page.bindRows("games", desk.games) { [$0.id, $0.text] }
        page.bindRows("signatures", desk.signatures, \.tone) {
            [$0.device, $0.score, $0.words, $0.isAgreed ? "agreed" : "differs"]
        }
        page.bindRows("unsigned", desk.unsigned, \.tone) { [$0.text] }
        page.bindRows("notes", desk.notes, \.tone) { [$0.text] }
    }
}

// MARK: The document

extension RowForm {
    /// A row to be tapped. The first cell is for orders, not for people.
    fileprivate static let button = RowForm(
        row: "button type=\"button\"", first: "b hidden", other: "span")
    fileprivate static let plain = RowForm(row: "li", first: "span", other: "span")
}

extension KeepPage {
    /// The same for everybody: what a phone shows comes with its stream.
    static let document = HTML.document(
        title: "keep - scored", style: #"<link rel="stylesheet" href="/k/keep.css">"#,
        classes: "keep",
        head: "<script src=\"/k/keep.js\" defer></script>",
        body: HTML.text(pairing + desk + keep + other + more, [:], at: .zero))

    private static let pairing: [PagePart] = [
        .markup(
            """
            <p id="stale" role="status" hidden>not live: reconnecting …</p>
            <p id="tab" role="status" hidden>Another page of this browser keeps score.</p>
            <section id="pair" aria-label="Pairing">
            <p id="pairText" aria-live="assertive">This page needs JavaScript.</p>
            <ol id="pairWords" hidden><template><li></li></template></ol>
            <button type="button" id="pairAgain" hidden>Try again</button></section>

            """)
    ]

    private static let desk: [PagePart] =
        [
            .markup("<main id=\"desk\" hidden><header>"), .value("device", in: "p"),
            .value("title", in: "p"), .value("link", in: "p role=\"status\""),
            .value("empty", in: "p"), .value("sync", in: "p"), .markup("</header>"),
        ] + PageName.board + [
            .markup(
                """
                <p id="waiting" role="status" aria-live="polite" hidden></p>
                <p id="outcome" role="status" aria-live="polite" hidden></p>
                <ul id="refused"><template><li><span></span>\
                <button type="button">Dismiss</button></li></template></ul>
                <section id="question" role="alertdialog" aria-modal="true" \
                aria-labelledby="questionText" hidden><p id="questionText"></p>
                <button type="button" id="yes">Yes</button>
                <button type="button" id="no">No</button></section>
                <nav id="views" aria-label="Views">
                <button type="button" id="showKeep" aria-pressed="true">Keep</button>
                <button type="button" id="showLog" aria-pressed="false">Timeline</button>
                <button type="button" id="showSearch" aria-pressed="false">Search</button>
                <button type="button" id="showMore" aria-pressed="false">More</button></nav>

                """)
        ]

    private static let keep: [PagePart] = [
        .markup(
            """
            <section id="viewKeep" aria-label="Keep">
            <nav id="sides" aria-label="Sides">
            <button type="button" id="showHome" aria-pressed="true">Home</button>
            <button type="button" id="showAway" aria-pressed="false">Away</button></nav>
            <section id="homeSide" aria-label="Home">
            <button type="button" id="teamHome">Team</button>

            """),
        .rows("homePlayers", in: "div role=\"group\" aria-label=\"Home players\"", .button),
        .markup(
            """
            </section><section id="awaySide" aria-label="Away">
            <button type="button" id="teamAway">Team</button>

            """),
        .rows("awayPlayers", in: "div role=\"group\" aria-label=\"Away players\"", .button),
        .markup(
            """
            </section><div id="pad"><p id="picked" aria-live="polite" hidden></p>
            <button type="button" id="about" hidden>Tracking…</button>

            """),
        .rows("kinds", in: "div role=\"group\" aria-label=\"Moves\"", .button),
        .markup(
            """
            <div role="group" aria-label="Game">
            <button type="button" id="undo">Undo</button>
            <button type="button" id="redo">Redo</button>

            """),
        .value("turn", in: "button type=\"button\" id=\"turn\""),
        .markup(
            """
            </div></div>
            <ol id="queue" aria-label="On the way"><template><li><b></b><span></span></li>\
            </template></ol>

            """),
        .rows("lines", in: "div role=\"group\" aria-label=\"My entries\"", .button),
        .markup("</section>"),
    ]

    /// The parts that the script fills: the sheet of a row, the timeline and the search.
    private static let other: [PagePart] = [
        .markup(
            """
            <section id="sheet" role="dialog" aria-modal="true" aria-labelledby="sheetText" \
            hidden><p id="sheetText"></p>
            <button type="button" id="sheetThis"></button>
            <button type="button" id="sheetThat"></button>
            <button type="button" id="sheetBoth"></button>
            <button type="button" id="sheetAccept">Count it too</button>
            <button type="button" id="sheetVoid">Void</button>
            <button type="button" id="sheetFix">Change</button>
            <button type="button" id="sheetTrack">Track</button>
            <button type="button" id="sheetUntrack">Let go</button>
            <button type="button" id="sheetTake">Take over</button>
            <button type="button" id="sheetClose">Close</button></section>
            <section id="viewLog" aria-label="Timeline" hidden>
            <ol id="logRows"><template><li><b></b><span></span></li></template></ol>
            <button type="button" id="older">Older</button></section>
            <section id="viewSearch" aria-label="Search" hidden>
            <input id="searchText" type="search" aria-label="Search text" \
            placeholder="Game, player or move" maxlength="100" \
            autocomplete="off" autocorrect="off" autocapitalize="none" spellcheck="false">
            <button type="button" id="find">Search</button>
            <ol id="found"><template><li><b></b><span></span></li></template></ol></section>

            """)
    ]

    private static let more: [PagePart] = [
        .markup("<section id=\"viewMore\" aria-label=\"More\" hidden><h2>Result</h2>"),
        .value("asked", in: "p"), .value("result", in: "p class=\"words\""),
        .value("ask", in: "button type=\"button\" id=\"ask\""),
        .rows("signatures", in: "ul class=\"lines\" aria-label=\"Signatures\"", .line),
        .rows("unsigned", in: "ul class=\"lines\" aria-label=\"Not signed yet\"", .plain),
        .markup("<h2>Other games</h2>"),
        .rows("games", in: "div role=\"group\" aria-label=\"Other games\"", .button),
        .markup("<h2>Questions</h2>"),
        .rows("held", in: "div role=\"group\" aria-label=\"Questions\"", .button),
        .markup("<h2>Players</h2>"), .value("tracking", in: "p"),
        .rows("absent", in: "div role=\"group\" aria-label=\"Keepers who are away\"", .button),
        .markup(
            """
            <button type="button" id="trackHome">Track home</button>
            <button type="button" id="trackAway">Track away</button>
            <h2>Notes</h2>

            """),
        .rows("notes", in: "ul class=\"lines\" aria-label=\"Warnings\"", .plain),
        .markup(
            """
            <input id="noteText" aria-label="Note" placeholder="Note" maxlength="200" \
            autocomplete="off" autocorrect="off" spellcheck="false">
            <button type="button" id="note">Write note</button>
            <h2>Game</h2><button type="button" id="nextPeriod">Next period</button>

            """),
        .value("agreement", in: "p class=\"note\""),
        .markup(
            """
            <h2>This phone</h2>
            <button type="button" id="unpair">Forget this phone</button></section></main>

            """),
    ]
}
