import Documents
import ViewModels

/// The view models of one phone.
final class KeepModels {
    let pages: PageModels
    let verdict: VerdictViewModel
    let tracking: TrackingViewModel
    private let held = HeldViewModel()
    /// The entries of this phone with their states, as of the last question about an undo.
    private var own: [String: EntryState] = [:]
    private var naming: Binding?
    private var following: Binding?

    /// The entries that the next undo withdraws, as the daemon says.
    let undone = Dynamic<[String]>([])

    init(library: any GameLibrary, timekeeper: any Timekeeper) {
        pages = PageModels(library: library, timekeeper: timekeeper, names: Self.name)
        verdict = VerdictViewModel(of: library)
        tracking = TrackingViewModel(library: library, names: Self.name)
        following = pages.timeline.rows.bindAndFire { [unowned self] in askAboutUndo($0) }
    }

    /// Asks after each change of an entry of this phone.
    private func askAboutUndo(_ rows: [TimelineRow]) {
        let entries = rows.map(\.entry).filter(isOwn)
        let next = Dictionary(entries.map { ($0.name, $0.state) }) { $1 }
        guard next != own else { return }
        own = next
        naming = pages.library.ask(.nextUndo(in: game?.name)) { [weak self] result in
            switch result {
            case .success(let next): self?.undone.update(next.entries ?? [])
            case .failure(.refused): self?.undone.update([])
            case .failure(.unavailable): self?.own = [:]
            }
        }
    }

    /// The names of actions in texts, as the page writes them on its buttons.
    private static func name(of action: NamedAction) -> String {
        switch action {
        case .anything: "taps"
        case .choose, .takeOver: "Track"
        case .yes: "Yes"
        case .no: "No"
        case .both: "Two"
        case .pick: "Log"
        case .newGame: "New game"
        case .held: "Held"
        case .games, .newerGame: "Games"
        case .nextPeriod: "Next period"
        case .endGame: "End"
        case .sign: "Sign"
        case .void: "Void"
        case .fix: "Fix"
        case .newCode: "New code"
        }
    }

    private var status: StatusDocument? { pages.library.status.value }
    private var game: GameDocument? { status?.game }
    private var device: String { status?.device.name ?? "" }
    private var score: String { game.map { "\($0.home.score):\($0.away.score)" } ?? "" }

    // MARK: Lists

    typealias Row = (id: String, cells: [String], tone: Tone)

    /// The players in the list `tracking`: active, and not merged into others.
    func players(_ side: SideName) -> [Row] {
        let players = game.map { side == .home ? $0.home.players : $0.away.players } ?? []
        return players.compactMap { player in
            let slot = player.slot
            guard let row = tracking.rows.value.first(where: { $0.id == slot }) else { return nil }
            let counts = Self.countedKinds.compactMap { kind -> String? in
                let count = player.counts[kind, default: 0]
                return count == 0 ? nil : "\(count) \(Wording.heading(ofKind: kind))"
            }
            let cells = [
                slot, player.number, player.name, "\(player.points)", "\(player.fouls)",
                Phrases.joined(counts, by: " · "), row.detail,
            ]
            return (slot, cells, row.tone)
        }
    }

    private static let countedKinds = ["assist", "rebound", "steal", "block", "turnover"]

    /// The kinds of these rules, most usual first, each miss after all that is more usual.
    var kinds: [Row] {
        guard let rules = game?.rules else { return [] }
        let shots = rules.kinds.compactMap { kind in
            Self.shots.first { $0.made == kind }.map { shot in
                (shot, points: rules.points[kind] ?? shot.points)
            }
        }
        let made = rules.kinds.filter { $0 != "miss" }.map { kind in
            let shot = shots.first { $0.0.made == kind && kind != "freeThrow" }
            return (kind, shot.map { "+\($0.points)" } ?? Phrases.spaced(kind))
        }
        let missed = shots.map { shot, points in
            (shot.missed, shot.made == "freeThrow" ? "miss free throw" : "miss \(points)")
        }
        return (made + missed + [("timeout", "time-out")]).map { kind, text in
            (kind, [kind, text, Phrases.spaced(kind)], .plain)
        }
    }

    private static let shots: [(made: String, missed: String, points: Int)] = [
        ("onePoint", "missedOne", 1), ("twoPoints", "missedTwo", 2),
        ("threePoints", "missedThree", 3), ("freeThrow", "missedFreeThrow", 1),
    ]

    /// Entry, question, both sides, and what each answer says, empty if the question does not allow
    /// it.
    var questions: [Row] {
        held.receive(game?.heldMoves ?? [])
        return held.rows.value.map { row in
            let words = HeldAnswer.allCases.map { answer in
                row.answers.first { $0.answer == answer }?.words ?? ""
            }
            return (row.id, [row.id, row.question, row.side, row.detail] + words, row.tone)
        }
    }

    /// Keepers who are away and track players, who can be taken over together.
    var absent: [Row] {
        guard let status, let game else { return [] }
        let players = game.home.players + game.away.players
        return status.peers.filter { !$0.state.isReached }.compactMap { peer in
            let count = players.count { $0.isActive && $0.trackedBy.contains(peer.name) }
            guard count > 0 else { return nil }
            let words = "\(peer.name) is away: \(Phrases.count(count, "player"))"
            return (peer.name, [peer.name, words], .attention)
        }
    }

    /// The other games that a keeper can go to.
    var games: [Row] {
        (status?.games ?? []).filter { !$0.state.isOver }.map {
            ($0.name, [$0.name, "Go to \($0.name)"], .plain)
        }
    }

    var notes: [Row] {
        // Their advice names commands, which a phone does not have.
        (status?.warnings ?? []).enumerated().map { ("\($0)", [$1.text], .attention) }
    }

    // MARK: Entries

    /// True for an entry of this phone.
    func isOwn(_ entry: EntryDocument) -> Bool { EntryName.device(entry.name) == device }

    /// Entry, game clock, text, score, state, and what an undo does to it.
    func cells(_ row: TimelineRow) -> [String] {
        let mark =
            undone.value.contains(row.name)
            ? "undo" : canBeVoided(row.entry) ? "" : "void"
        return [row.name, row.clock, row.text, row.score, row.outcome, mark]
    }

    private func canBeVoided(_ entry: EntryDocument) -> Bool {
        [.live, .copy, .held].contains(entry.state)
    }

    // MARK: The end

    var signatures: [Row] {
        (game?.signatures ?? []).map { signature in
            let cells = [
                signature.device, "\(signature.home):\(signature.away)", signature.words,
                signature.isAgreed ? "agreed" : "differs",
            ]
            return (signature.entry, cells, signature.isAgreed ? .good : .bad)
        }
    }

    var unsigned: [Row] {
        guard let game, game.state.isOver else { return [] }
        return game.unsigned.map { ($0, ["\($0) has not signed"], .attention) }
    }

    /// The words of the signed result, to be compared aloud; empty before the first signature.
    var result: String { game?.signatures.first(where: \.isAgreed)?.words ?? "" }

    /// `21 : 18`, `forfeit by Owls: Hawks win 20:0`.
    private func result(_ game: GameDocument) -> String {
        game.endingText.isEmpty ? score : game.verdictText
    }

    /// This keeper's next step about the end of the game, in words, and the order that takes it.
    var asked: (words: String, order: String, tone: Tone) {
        guard let game else { return ("", "", .plain) }
        let hasSigned = game.signatures.contains { $0.device == device && $0.isAgreed }
        switch game.state {
        case .scheduled: return ("", "", .plain)
        case .live:
            return ("The game goes on at \(score); its rules have not decided it.", "end", .plain)
        case .decided: return ("The game is decided at \(score): end it.", "end", .attention)
        case .signed: return ("Official: \(result(game)).", "", .good)
        case .united: return ("Its entries count in another game.", "", .plain)
        case .closed, .abandoned, .forfeit:
            if !hasSigned { return ("Sign the result, \(result(game)).", "sign", .attention) }
            let missing = Phrases.names(game.unsigned)
            return ("Signed here" + (missing.isEmpty ? "." : ", not yet by \(missing)."), "", .good)
        }
    }
}

// MARK: Names

/// The page on which the keeper at a phone scores.
enum KeepPage {
    static func bind(_ page: LivePage, _ models: KeepModels) {
        let status = models.pages.library.status
        func text(_ name: String, _ text: @escaping (StatusDocument) -> String?) {
            page.bind(name, status) { .text(PageText.clean($0.flatMap(text) ?? "")) }
        }
        func rows(_ name: String, _ rows: @escaping () -> [KeepModels.Row]) {
            page.bind(name, status) { [unowned page] _ in page.rows(name, rows()) }
        }
        PageName.bindBoard(page, models.pages.hall)
        page.bind("title", models.pages.hall.title)
        page.bind("sync", models.verdict.line, models.verdict.tone)
        page.bind("agreement", models.verdict.agreement)
        page.bind("tracking", models.tracking.title, models.tracking.titleTone)
        page.bind("link", models.pages.library.connection) {
            $0.isConnected
                ? .text("") : .text("The scorebook of this phone is out of reach.", .bad)
        }
        page.bind("empty", models.pages.hall.isEmpty) {
            .text($0 ? "No game yet: it is created at the laptop." : "")
        }
        text("device") { $0.device.name }
        text("game") { $0.game?.name }
        text("phase") { $0.game?.state.rawValue }
        text("periodNumber") { $0.game?.clock.map { "\($0.period)" } }
        text("periodSeconds") { status in
            let clock = status.game?.clock
            return clock?.remainingMilliseconds.map { left in
                // Both are rounded down, so their sum may lack a millisecond.
                "\((left + (clock?.milliseconds ?? 0) + 1) / 1000)"
            }
        }
        text("result") { _ in models.result }
        text("askedOrder") { _ in models.asked.order }
        page.bind("asked", status) { _ in
            .text(PageText.clean(models.asked.words), models.asked.tone)
        }
        rows("homePlayers") { models.players(.home) }
        rows("awayPlayers") { models.players(.away) }
        rows("kinds") { models.kinds }
        rows("held") { models.questions }
        rows("absent") { models.absent }
        rows("games") { models.games }
        rows("signatures") { models.signatures }
        rows("unsigned") { models.unsigned }
        rows("notes") { models.notes }
        page.bindMoves(
            "lines", atMost: WebLimits.ownEntriesMax, with: models.undone, models.isOwn
        ) { row, _ in
            models.cells(row)
        }
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
            <button type="button" id="turn">Start</button></div></div>
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
        .markup("<button type=\"button\" id=\"ask\" hidden>End the game</button>"),
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
