import Documents
import ViewModels

/// The page on which the keeper at a phone scores.
enum KeepPage {
    /// The names of actions in texts, as the page writes them on its buttons.
    static func term(of action: NamedAction) -> Term {
        switch action {
        case .anything: .taps
        case .choose, .takeOver: .track
        case .yes: .yes
        case .no: .no
        case .both: .two
        case .pick: .log
        case .newGame: .newGame
        case .held: .questionsTitle
        case .games, .newerGame: .otherGames
        case .nextPeriod: .nextPeriod
        case .endGame: .end
        case .sign: .sign
        case .void: .void
        case .fix: .fix
        case .newCode: .newCode
        }
    }

    static func bind(_ page: LivePage, _ desk: PhoneDeskViewModel, in words: Catalogue) {
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
        bindLists(page, desk, words)
        page.bind("asked", desk.end) { .text(PageText.clean($0.text), $0.tone) }
        page.bind("ask", desk.end) {
            .text($0.deed.map { words($0 == .end ? .endTheGame : .sign) } ?? "")
        }
        page.bind("result", desk.result)
        page.bind("tracking", desk.tracking.title, desk.tracking.titleTone)
        page.bind("agreement", desk.keep.verdict.agreement)
        page.bind("turn", editor.reading) {
            .text(words($0?.isRunning == true ? .stopClock : .startClock))
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

    private static func bindLists(
        _ page: LivePage, _ desk: PhoneDeskViewModel, _ words: Catalogue
    ) {
        for (name, players) in [
            ("homePlayers", desk.homePlayers), ("awayPlayers", desk.awayPlayers),
        ] {
            page.bindRows(name, players, \.tone) {
                [$0.id, $0.number, $0.name, $0.points, $0.fouls, $0.counts, $0.keepers]
            }
        }
        page.bindRows("kinds", desk.kinds) { [$0.id, $0.label, $0.spoken] }
        page.bindRows("lines", desk.entries, \.row.tone) { entry in
            let mark =
                entry.isUndone ? words(.undoMark) : entry.canBeVoided ? "" : words(.voidMark)
            let row = entry.row
            // The last cell is for the script alone.
            return [
                row.name, row.clock, row.text, row.score, row.outcome, mark,
                row.entry.state == .copy ? "copy" : entry.canBeVoided ? "" : "void",
            ]
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
            [$0.device, $0.score, $0.words, words($0.isAgreed ? .agreed : .differs)]
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
    static func document(in words: Catalogue) -> String {
        HTML.document(
            words, title: words(.keepTitle),
            style: #"<link rel="stylesheet" href="/k/keep.css">"#, classes: "keep",
            head: "<script src=\"/k/keep.js\" defer></script>",
            body: HTML.text(pairing + desk + keep + other + more, [:], in: words, at: .zero))
    }

    private static let pairing: [PagePart] = [
        .said(
            """
            <p id="stale" role="status" hidden>%</p>
            <p id="tab" role="status" hidden>%</p>
            <section id="pair" aria-label="%">
            <p id="pairText" aria-live="assertive">%</p>
            <ol id="pairWords" hidden><template><li></li></template></ol>
            <button type="button" id="pairAgain" hidden>%</button></section>

            """,
            [.reconnecting, .anotherPage, .pairing, .needsScript, .tryAgain])
    ]

    private static let desk: [PagePart] =
        [
            .markup("<main id=\"desk\" hidden><header>"), .value("device", in: "p"),
            .value("title", in: "p"), .value("link", in: "p role=\"status\""),
            .value("empty", in: "p"), .value("sync", in: "p"), .markup("</header>"),
        ] + PageName.board + [
            .said(
                """
                <p id="waiting" role="status" aria-live="polite" hidden></p>
                <p id="outcome" role="status" aria-live="polite" hidden></p>
                <ul id="refused"><template><li><span></span>\
                <button type="button">%</button></li></template></ul>
                <section id="question" role="alertdialog" aria-modal="true" \
                aria-labelledby="questionText" hidden><p id="questionText"></p>
                <button type="button" id="yes">%</button>
                <button type="button" id="no">%</button></section>
                <nav id="views" aria-label="%">
                <button type="button" id="showKeep" aria-pressed="true">%</button>
                <button type="button" id="showLog" aria-pressed="false">%</button>
                <button type="button" id="showSearch" aria-pressed="false">%</button>
                <button type="button" id="showMore" aria-pressed="false">%</button></nav>

                """,
                [.dismiss, .yes, .no, .views, .keep, .timeline, .search, .more])
        ]

    private static let keep: [PagePart] = [
        .said(
            """
            <section id="viewKeep" aria-label="%">
            <nav id="sides" aria-label="%">
            <button type="button" id="showHome" aria-pressed="true">%</button>
            <button type="button" id="showAway" aria-pressed="false">%</button></nav>
            <section id="homeSide" aria-label="%">
            <button type="button" id="teamHome">%</button>

            """,
            [.keep, .sides, .homeTitle, .awayTitle, .homeTitle, .teamButton]),
        .rows("homePlayers", in: "div role=\"group\"", .button, label: .homePlayers),
        .said(
            """
            </section><section id="awaySide" aria-label="%">
            <button type="button" id="teamAway">%</button>

            """,
            [.awayTitle, .teamButton]),
        .rows("awayPlayers", in: "div role=\"group\"", .button, label: .awayPlayers),
        .said(
            """
            </section><div id="pad"><p id="picked" aria-live="polite" hidden></p>
            <button type="button" id="about" hidden>%</button>

            """,
            [.trackingMore]),
        .rows("kinds", in: "div role=\"group\"", .button, label: .moves),
        .said(
            """
            <div role="group" aria-label="%">
            <button type="button" id="undo">%</button>
            <button type="button" id="redo">%</button>

            """,
            [.gameTitle, .undo, .redo]),
        .value("turn", in: "button type=\"button\" id=\"turn\""),
        .said(
            """
            </div></div>
            <ol id="queue" aria-label="%"><template><li><b></b><span></span></li>\
            </template></ol>

            """,
            [.onTheWay]),
        .rows("lines", in: "div role=\"group\"", .button, label: .myEntries),
        .markup("</section>"),
    ]

    /// The parts that the script fills: the sheet of a row, the timeline and the search.
    private static let other: [PagePart] = [
        .said(
            """
            <section id="sheet" role="dialog" aria-modal="true" aria-labelledby="sheetText" \
            hidden><p id="sheetText"></p>
            <button type="button" id="sheetThis"></button>
            <button type="button" id="sheetThat"></button>
            <button type="button" id="sheetBoth"></button>
            <button type="button" id="sheetAccept">%</button>
            <button type="button" id="sheetVoid">%</button>
            <button type="button" id="sheetFix">%</button>
            <button type="button" id="sheetTrack">%</button>
            <button type="button" id="sheetUntrack">%</button>
            <button type="button" id="sheetTake">%</button>
            <button type="button" id="sheetClose">%</button></section>
            <section id="viewLog" aria-label="%" hidden>
            <ol id="logRows"><template><li><b></b><span></span></li></template></ol>
            <button type="button" id="older">%</button></section>
            <section id="viewSearch" aria-label="%" hidden>
            <input id="searchText" type="search" aria-label="%" \
            placeholder="%" maxlength="100" \
            autocomplete="off" autocorrect="off" autocapitalize="none" spellcheck="false">
            <button type="button" id="find">%</button>
            <ol id="found"><template><li><b></b><span></span></li></template></ol></section>

            """,
            [
                .countItToo, .void, .change, .track, .letGo, .takeOver, .close, .timeline, .older,
                .search, .searchText, .searchHint, .search,
            ])
    ]

    private static let more: [PagePart] = [
        .said("<section id=\"viewMore\" aria-label=\"%\" hidden><h2>%</h2>", [.more, .result]),
        .value("asked", in: "p"), .value("result", in: "p class=\"words\""),
        .value("ask", in: "button type=\"button\" id=\"ask\""),
        .rows("signatures", in: "ul class=\"lines\"", .line, label: .signatures),
        .rows("unsigned", in: "ul class=\"lines\"", .plain, label: .notSignedYet),
        .said("<h2>%</h2>", [.otherGames]),
        .rows("games", in: "div role=\"group\"", .button, label: .otherGames),
        .said("<h2>%</h2>", [.questionsTitle]),
        .rows("held", in: "div role=\"group\"", .button, label: .questionsTitle),
        .said("<h2>%</h2>", [.playersTitle]), .value("tracking", in: "p"),
        .rows("absent", in: "div role=\"group\"", .button, label: .keepersAway),
        .said(
            """
            <button type="button" id="trackHome">%</button>
            <button type="button" id="trackAway">%</button>
            <h2>%</h2>

            """,
            [.trackHome, .trackAway, .notes]),
        .rows("notes", in: "ul class=\"lines\"", .plain, label: .warnings),
        .said(
            """
            <input id="noteText" aria-label="%" placeholder="%" maxlength="200" \
            autocomplete="off" autocorrect="off" spellcheck="false">
            <button type="button" id="note">%</button>
            <h2>%</h2><button type="button" id="nextPeriod">%</button>

            """,
            [.note, .note, .writeNote, .gameTitle, .nextPeriod]),
        .value("agreement", in: "p class=\"note\""),
        .said(
            """
            <h2>%</h2>
            <button type="button" id="unpair">%</button></section></main>

            """,
            [.thisPhone, .forgetPhone]),
    ]
}
