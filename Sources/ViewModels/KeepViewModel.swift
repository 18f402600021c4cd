package import Documents

/// The desk of a keeper: the current game with its players, the orders to it, the outcome of the
/// last deed, and the newest lines. Moves of other keepers change numbers and lines only, never an
/// open question.
package final class KeepViewModel {
    private let library: any GameLibrary
    private let names: ActionNames
    private let catalogue: Catalogue
    private weak var navigator: (any Navigator)?
    private var bindings: [Binding] = []
    private var status: StatusDocument? {
        didSet { statusNotes = status.map(words.notes) ?? [] }
    }
    private var statusNotes: [KeepMessage] = []
    private var isLost = false
    /// How often the teams of the game changed places since the screen was opened.
    package private(set) var swapCount = 0
    /// The moves and orders that were sent before the game clock was turned last.
    private var turnedAfter: [Int] = []

    // Input

    /// Records a move of a slot, or of the team `home` or `away`. Asks first if it is doubtful that
    /// a person means it.
    package func record(
        _ kind: String, by slot: String, points: Int? = nil, isDoubtful: Bool = false
    ) {
        guard game != nil else { return hint(noGame) }
        guard let player = editor.player(at: slot) else {
            return hint(catalogue(.notInThisGame(slot)))
        }
        player.record(kind, points: points, isDoubtful: isDoubtful)
    }

    package func togglePause() {
        guard game != nil else { return hint(noGame) }
        if !editor.isTurning { turnedAfter = sent }
        editor.togglePause()
    }

    package func beginPeriod() {
        actions.beginPeriod()
        turnedAfter = sent
    }

    /// Undoes the last action; asks first if the game clock was turned since. Undoes nothing while
    /// a question is open.
    package func undo() {
        if isAsking { return hint(catalogue(.nothingUndone)) }
        // A request without an answer is newer than all lines.
        let isTurnLast =
            actions.isWaiting || editor.isTurning ? turnedAfter == sent : lines.isTurnLast
        guard isTurnLast else { return actions.undo() }
        actions.askToUndo(actions.isWaiting ? nil : lines.nextUndo)
    }

    /// Restores what was undone last; like undo, restores nothing while a question is open.
    package func redo() { isAsking ? hint(catalogue(.nothingRedone)) : actions.redo() }

    private var sent: [Int] { [editor.moves.value.last?.id ?? 0, actions.orderCount] }

    /// Voids the entry of a line.
    package func void(_ name: String) {
        if let entry = entry(onLine: name) { actions.void(entry) }
    }

    /// The side and the text of an entry that can be fixed; nil, with a hint, for any other.
    package func move(toFix name: String) -> (side: DeskSide, text: String)? {
        guard let entry = entry(onLine: name) else { return nil }
        guard let side = entry.side else {
            hint(catalogue(.noMoveToFix(entry.name)))
            return nil
        }
        guard entry.state != .voided else {
            hint(words.voided(entry, isFixing: true))
            return nil
        }
        return (DeskSide(side), entry.text(in: catalogue))
    }

    /// Nil, with a hint, if newer entries have taken the place of the line.
    private func entry(onLine name: String) -> EntryDocument? {
        if let entry = lines.entry(name) { return entry }
        hint(catalogue(.noLongerShown(name)))
        return nil
    }

    /// Asks where to go on if the game is over, else opens the form for a new game. Returns true if
    /// the form was opened.
    package func offerNextGame() -> Bool {
        if actions.offerNextGame() { return false }
        navigator?.show(.creator)
        return true
    }

    /// Answers the open question; does nothing without one. Confirms a no.
    package func answer(isYes: Bool) {
        let before = message.value
        guard questions.answer(isYes ? .yes : .no) else { return }
        if !isYes, message.value == before { say(catalogue(.noNothingChanged), isHint: true) }
    }

    /// Shows a line until the next outcome; a hint, about a deed without effect, only until the
    /// next deed.
    package func say(_ text: String, _ tone: Tone = .plain, isHint: Bool = false) {
        message.value = KeepMessage(text, tone, isHint: isHint)
    }

    package func clearHint() { if message.value.isHint { say("") } }

    // Output

    package let actions: GameActions
    package let editor: GameScoreboardEditorViewModel
    /// `Q1 04:12 running`; empty if the game clock never ran.
    package let gameClock = Dynamic("")
    package let verdict: VerdictViewModel
    /// Opens a window on the log when it is read first.
    package private(set) lazy var lines = KeepLinesViewModel(
        library: library, editor: editor, words: catalogue, names: names)
    /// The outcome of the last deed: the player and the running score, or why nothing was recorded.
    package let message = Dynamic(KeepMessage())
    /// The open question; empty if there is none.
    package var question: Dynamic<KeepQuestion> { questions.open }
    package var questions: QuestionQueue { editor.questions }
    /// `2 NOT recorded`, or `3 pending` while the daemon is away; empty for none.
    package let unrecorded = Dynamic("")
    /// Open tasks: questions about moves, untracked players, the next game.
    package let tasks = Dynamic<[KeepMessage]>([])
    /// The same, and the next step in a game that is over.
    package let notes = Dynamic<[KeepMessage]>([])
    /// The text shown instead of a game; empty if there is one.
    package let placeholder = Dynamic("")

    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: (any Navigator)?,
        words: Catalogue = .english, names: @escaping ActionNames
    ) {
        catalogue = words
        self.library = library
        self.navigator = navigator
        self.names = names
        verdict = VerdictViewModel(of: library, words: words)
        let editor = GameScoreboardEditorViewModel(
            library: library, timekeeper: timekeeper, words: words, names: names)
        self.editor = editor
        actions = GameActions(
            library: library, words: words, names: names, questions: editor.questions,
            unrecordedCount: { [unowned editor] in editor.count(.refused) })
        bindings = [
            editor.echo.bind { [unowned self] in if let move = $0 { hear(move) } },
            editor.moves.bind { [unowned self] _ in
                questions.refresh()
                showNotes()
            },
            editor.clockEcho.bind { [unowned self] in say($0) },
            editor.questions.delay.bind { [unowned self] count in
                hint(catalogue(.moreQuestions(count)))
            },
            actions.outcome.bind { [unowned self] in message.value = $0 },
            editor.time.bind { [unowned self] _ in showClock() },
            editor.isPaused.bind { [unowned self] _ in
                showClock()
                showNotes()
            },
            library.status.bindAndFire { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] in receive($0) },
        ]
        show()
    }

    private var words: KeepWords { KeepWords(names: names, words: catalogue) }
    private var game: GameDocument? { status?.game }
    private var device: String { status?.device.name ?? "" }

    /// Says why a deed had no effect.
    private func hint(_ text: String) { say(text, .attention, isHint: true) }
}

// MARK: The game, for views

extension KeepViewModel {
    /// Nil without a game.
    package var gameName: String? { game?.name }

    /// The hint for a deed that needs a game.
    package var noGame: String { actions.noGame }

    /// True once it is known that there is no game.
    package var lacksGame: Bool { if case .some = status { gameName == nil } else { false } }

    /// True if other devices have joined the table.
    package var hasPeers: Bool { status?.peers.isEmpty == false }

    /// The team's name; for an unnamed team the side.
    package func teamName(of side: DeskSide) -> String {
        side == .home ? editor.homeTeam.value : editor.awayTeam.value
    }

    /// By slot, without players merged into others.
    package func players(on side: DeskSide) -> [PlayerScoreboardMoveEditorViewModel] {
        side == .home ? editor.homePlayers.value : editor.awayPlayers.value
    }

    /// The side on which this device starts to score.
    package var firstSide: DeskSide { game.map { DeskSide($0.firstSide(of: device)) } ?? .home }

    /// True if this device tracks a player; of a side, if one is given.
    package func isTracking(on side: DeskSide? = nil) -> Bool {
        guard let game else { return false }
        return side.map { game.isTracked(by: device, on: SideName($0)) }
            ?? game.isTracked(by: device)
    }

    /// True if this device tracks no player of a game that goes on.
    package var canTrack: Bool { game.map { !$0.isOver } == true && !isTracking() }

    /// The note for a device that tracks no player yet; nil if it need not.
    package func claim(of side: DeskSide) -> KeepMessage? {
        guard let game, canTrack else { return nil }
        return words.claim(of: SideName(side), in: game)
    }

    package var isAsking: Bool { questions.subject != nil }
}

// MARK: Receiving

extension KeepViewModel {
    private func receive(_ next: StatusDocument?) {
        guard let next else { return show() }
        let before = game
        if status != nil, status?.identity?.removal == nil, let removal = next.identity?.removal {
            say(
                catalogue(
                    removal.by.isEmpty ? .removedMovesStay : .removedByMovesStay(removal.by)), .bad)
        }
        status = next
        if let now = next.game {
            // A hint that there is no game is outdated.
            if let before { tell(before, now) } else { clearHint() }
        }
        show()
    }

    /// Announces what another keeper did to the game as a whole.
    private func tell(_ before: GameDocument, _ now: GameDocument) {
        let result = { (game: GameDocument) in "\(game.state) \(game.scoreText)" }
        if message.value.isOfResult, result(before) != result(now) { say("") }
        if isSwapped(before, now) {
            swapCount += 1
            if !actions.isWaiting {
                say(catalogue(.sidesWereSwapped), .attention)
            }
        }
        if before.name != now.name {
            say(catalogue(.gameIsNow(now.name, now.title)), .attention, isHint: true)
        } else if before.state != now.state, now.state == .signed {
            say(catalogue(.officialResult(now.resultText(in: catalogue))), .good)
            message.value.isOfResult = true
        } else if !before.isOver, now.isOver, !actions.isWaiting {
            let result = now.resultText(in: catalogue)
            let isPlain = now.endingText(in: catalogue).isEmpty
            say(
                isPlain ? catalogue(.wasEndedAt(now.name, result)) : "\(now.name): \(result)",
                .attention)
            message.value.isOfResult = true
        }
    }

    /// True if the teams of the game changed places.
    private func isSwapped(_ before: GameDocument, _ now: GameDocument) -> Bool {
        let team = { (side: SideDocument) in [side.name] + side.players.map(\.name) }
        let names = [before.home.name, before.away.name]
        guard before.name == now.name else { return false }
        guard names[0] == names[1] else { return names == [now.away.name, now.home.name] }
        return team(before.home) == team(now.away) && team(before.away) == team(now.home)
            && team(before.home) != team(before.away)
    }

    private func receive(_ connection: LibraryConnection) {
        switch connection {
        case .connecting: break
        case .connected:
            if isLost { say(catalogue(.connectedAgain), .good) }
            isLost = false
        // Why it does not come back.
        case .lost(let reason) where isLost: say(catalogue(.notConnected(reason)), .bad)
        case .lost:
            isLost = true
            say(catalogue(.connectionLost(names(.anything))), .bad)
        }
        show()
    }

    private func hear(_ move: SentMove) {
        let warnings: [String] =
            switch move.state {
            case .recorded: move.warnings
            case .pending: editor.moves.value.last?.warnings ?? []
            case .asking, .refused, .declined: []
            }
        message.value = KeepMessage(move.line, move.tone, warnings: warnings)
    }
}

// MARK: Output

extension KeepViewModel {
    private func show() {
        let begin = catalogue(.noGameCreatesOne(names(.newGame)))
        placeholder.update(game != nil ? "" : status != nil ? begin : catalogue(.waitingForDaemon))
        showClock()
        showNotes()
    }

    private func showClock() {
        guard game?.clock != nil else { return gameClock.update("") }
        gameClock.update(
            ScoreboardViewModel.line(
                period: editor.period.value, reading: editor.time.value,
                isRunning: !editor.isPaused.value, isEstimated: false, in: catalogue))
    }

    private func showNotes() {
        let (refused, pending) = (
            editor.count(.refused), isLost ? editor.count(.pending) : 0
        )
        unrecorded.update(
            refused > 0
                ? catalogue(.countNotRecorded(refused))
                : pending > 0 ? catalogue(.countPending(pending)) : "")
        let next = editor.isTimeOver ? game.flatMap(words.next) : nil
        tasks.update(
            (refused + pending == 0 ? [] : words.unrecorded(refused: refused, pending: pending))
                + [next].compactMap(\.self)
                + statusNotes)
        let ending = game.flatMap { game in
            game.isOver ? words.ending(of: game, seenBy: device) : nil
        }
        notes.update(tasks.value + [ending].compactMap(\.self))
    }
}

extension Destination {
    package static let keep = Destination.named("keep")
}
