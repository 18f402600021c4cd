import Documents

/// The desk of a keeper: the current game, what can be done with it, the outcome of the last deed,
/// and the newest lines. Moves of other keepers change numbers and lines only, never an open
/// question.
package final class KeepViewModel {
    private let library: any GameLibrary
    private let names: ActionNames
    private weak var navigator: (any Navigator)?
    private var bindings: [Binding] = []
    /// Orders without an answer.
    private var orders: [Int: Binding] = [:]
    private var orderCount = 0

    private var status: StatusDocument?
    private var asked: KeepQuestion?
    private var wasLost = false

    // Input

    /// Records a move of a slot, or of the team `home` or `away`. Asks first if it is doubtful that
    /// a person means it.
    package func record(
        _ kind: String, by slot: String, points: Int? = nil, isDoubtful: Bool = false
    ) {
        guard game != nil else { return hint(noGame) }
        guard let player = editor.player(at: slot) else {
            return hint("\(slot) is not in the current game; nothing was recorded")
        }
        closeQuestion()
        player.record(kind, points: points, isDoubtful: isDoubtful)
    }

    package func togglePause() { withGame { _ in editor.togglePause() } }

    /// A move that waits for an answer is not recorded then; else the last action is undone.
    package func undo() {
        if !editor.pendingConfirmation.value.isEmpty { return editor.decline() }
        withGame { order(.undo(in: $0.name)) { [weak self] in self?.ask(about: $0) } }
    }

    package func redo() { withGame { order(.redo(in: $0.name)) } }

    /// Voids the entry of a line.
    package func void(_ name: String) {
        guard let entry = entry(onLine: name) else { return }
        guard entry.state != .voided else { return hint(words.voided(entry, isFixing: false)) }
        order(.void([entry.name], in: entry.game))
    }

    /// The side and the text of an entry that can be fixed; nil, with a hint, for any other.
    package func move(toFix name: String) -> (side: DeskSide, text: String)? {
        guard let entry = entry(onLine: name) else { return nil }
        guard let side = entry.side else {
            hint("\(entry.name) is not a move; only moves can be fixed")
            return nil
        }
        guard entry.state != .voided else {
            hint(words.voided(entry, isFixing: true))
            return nil
        }
        return (DeskSide(side), entry.text)
    }

    /// Nil, with a hint, if newer entries have taken the place of the line.
    private func entry(onLine name: String) -> EntryDocument? {
        if let entry = lines.entry(name) { return entry }
        hint("\(name) is no longer among the lines: see the timeline")
        return nil
    }

    /// Replaces parts of a move; those that are nil stay.
    package func fix(_ entry: String, kind: String?, points: Int?, player slot: String?) {
        guard let game else { return }
        var fix = FixRequest(game: game.name, entry: entry)
        fix.kind = kind
        fix.points = points
        fix.player = slot
        order(.fix(fix))
    }

    package func note(_ text: String, in game: String) { order(.note(text, in: game)) }

    package func beginPeriod() { withGame { beginPeriod(in: $0, force: nil) } }

    package func endGame() { withGame { askToEnd($0) } }

    package func sign() { withGame { askToSign($0) } }

    /// Asks where to go on if the game is over, else opens the form for a new game. Returns true if
    /// the form was opened.
    package func offerNextGame() -> Bool {
        guard let game, game.isOver, asked == nil else {
            closeQuestion()
            navigator?.show(.creator)
            return true
        }
        let on = status?.games.first { !$0.state.isOver }
        ask(on.map { .goTo(game: $0.name) } ?? .playAgain)
        return false
    }

    /// Tracks all players of a side.
    package func track(_ side: DeskSide) {
        guard let game else { return hint(noGame) }
        order(.track(TrackRequest(game: game.name, players: [side.rawValue])))
    }

    /// Answers the open question; does nothing without one.
    package func answer(isYes: Bool) {
        guard isYes else {
            closeQuestion()
            return editor.decline()
        }
        if !editor.pendingConfirmation.value.isEmpty { return editor.confirm() }
        if let asked, let game { confirm(asked, game) }
    }

    /// Shows a line until the next outcome; a hint, about a deed without effect, only until the
    /// next deed.
    package func say(_ text: String, _ tone: Tone = .plain, isHint: Bool = false) {
        message.value = KeepMessage(text, tone, isHint: isHint)
    }

    package func clearHint() {
        if message.value.isHint { say("") }
    }

    // Output

    package let editor: GameScoreboardEditorViewModel
    package let scoreLine = Dynamic(KeepScore())
    /// `Q1 04:12 running`; empty if the game clock never ran.
    package let gameClock = Dynamic("")
    package let verdict = VerdictViewModel()
    package let lines: KeepLinesViewModel
    /// The outcome of the last deed: the player and the running score, or why nothing was recorded.
    package let message = Dynamic(KeepMessage())
    /// The open question, with the name of the action that says yes; empty if there is none.
    package let question = Dynamic("")
    /// Open tasks: held moves, untracked players, the next game.
    package let notes = Dynamic<[KeepMessage]>([])
    /// The text shown instead of a game; empty if there is one.
    package let placeholder = Dynamic("")
    /// Incremented for every status and every change of the connection.
    package let version = Dynamic(0)

    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        names: @escaping ActionNames
    ) {
        self.library = library
        self.navigator = navigator
        self.names = names
        editor = GameScoreboardEditorViewModel(
            library: library, timekeeper: timekeeper, names: names)
        lines = KeepLinesViewModel(
            library: library, timekeeper: timekeeper, editor: editor, names: names)
        bindings = [
            editor.echo.bind { [unowned self] in hear($0) },
            editor.moves.bind { [unowned self] _ in
                showQuestion()
                showNotes()
            },
            editor.clockEcho.bind { [unowned self] in tell($0) },
            editor.pendingConfirmation.bind { [unowned self] text in
                if !text.isEmpty { asked = nil }
                showQuestion()
            },
            editor.time.bind { [unowned self] _ in showClock() },
            editor.isPaused.bind { [unowned self] _ in showClock() },
            library.status.bindAndFire { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] in receive($0) },
        ]
        show()
    }

    private var words: KeepWords { KeepWords(names: names) }
    private var game: GameDocument? { status?.game }
    private var device: String { status?.device.name ?? "" }

    /// Says why a deed had no effect.
    private func hint(_ text: String) { say(text, .attention, isHint: true) }

    private func withGame(_ body: (GameDocument) -> Void) {
        if let game { body(game) } else { hint(noGame) }
    }

    /// Shows the outcome of an order.
    private func tell(_ text: String, warnings: [String] = [], _ tone: Tone = .plain) {
        say(Phrases.list([text] + warnings), warnings.isEmpty ? tone : .attention)
    }
}

// MARK: The game, for views

extension KeepViewModel {
    /// Nil without a game.
    package var gameName: String? { game?.name }

    /// The hint for a deed that needs a game.
    package var noGame: String { "there is no game yet; \(names(.newGame)) creates one" }

    /// True once it is known that there is no game.
    package var lacksGame: Bool { status != nil && game == nil }

    /// True if other devices have joined the table.
    package var hasPeers: Bool { status?.peers.isEmpty == false }

    /// The team's name; for an unnamed team the side.
    package func teamName(of side: DeskSide) -> String {
        game?.teamName(of: SideName(side)) ?? ""
    }

    /// `3 fouls this period · 1 time-out`.
    package func heading(of side: DeskSide) -> String {
        game.map { SideWords.heading($0.side(SideName(side))) } ?? ""
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

    package var isAsking: Bool {
        asked != nil || !editor.pendingConfirmation.value.isEmpty
    }

    /// True if the open question is where to go on.
    package var offersNextGame: Bool { asked?.offersNewGame == true }
}

// MARK: Orders and questions

extension KeepViewModel {
    /// Sends an order and shows its outcome once it is durable or refused.
    private func order(
        _ request: LibraryRequest<RecordedDocument>,
        then: @escaping (RecordedDocument) -> Void = { _ in }
    ) {
        closeQuestion()
        send(request) { [weak self] result in
            switch result {
            case .success(let recorded):
                self?.tell(recorded.deed, warnings: recorded.warnings.map(\.text), .good)
                then(recorded)
            case .failure(let error): self?.say(error.text, .bad)
            }
        }
    }

    private func send<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) {
        orderCount += 1
        let number = orderCount
        orders[number] = library.ask(request) { [weak self] result in
            self?.orders[number] = nil
            then(result)
        }
    }

    private func beginPeriod(in game: GameDocument, force: Bool?) {
        closeQuestion()
        let order = ClockRequest(game: game.name, action: .period, force: force)
        send(.clock(order)) { [weak self] result in
            switch result {
            case .success(let recorded): self?.tell(recorded.deed, .good)
            case .failure(.refused(let refusal))
            where refusal.code == ErrorCode.conflict.rawValue && force == nil:
                self?.ask(.beginPeriod(text: refusal.reason))
            case .failure(let error): self?.say(error.text, .bad)
            }
        }
    }

    private func askToEnd(_ game: GameDocument) {
        if game.isOver { return hint("\(game.name) is already over") }
        ask(.endGame(home: game.home.score, away: game.away.score))
    }

    private func askToSign(_ game: GameDocument) {
        guard game.state != .scheduled else {
            return hint("there is no result to sign: \(game.name) has no moves")
        }
        guard game.isOver || game.state == .decided else {
            return hint(
                "there is no result to sign yet: \(names(.endGame)) ends \(game.name)")
        }
        ask(.sign(home: game.home.score, away: game.away.score))
    }

    private func ask(about recorded: RecordedDocument) {
        guard let question = recorded.questions?.first(where: { $0.code == "countHeld" }) else {
            return
        }
        ask(.acceptHeld(entries: question.entries, text: question.text))
    }

    private func ask(_ question: KeepQuestion) {
        editor.abandon()
        asked = question
        say("")
        showQuestion()
    }

    private func closeQuestion() {
        asked = nil
        showQuestion()
    }

    private func confirm(_ question: KeepQuestion, _ game: GameDocument) {
        closeQuestion()
        let score = (game.home.score, game.away.score)
        switch question {
        case .acceptHeld(let entries, _): order(.accept(entries, in: game.name))
        // The score may have changed between the question and the answer.
        case .endGame(let home, let away):
            if (home, away) != score { return askToEnd(game) }
            order(.end(EndRequest(game: game.name)))
        case .sign(let home, let away):
            if (home, away) != score { return ask(.sign(home: score.0, away: score.1)) }
            order(.sign(SignRequest(game: game.name)))
        case .beginPeriod: beginPeriod(in: game, force: true)
        case .playAgain: playAgain(game)
        case .goTo(let next): go(to: next)
        }
    }

    /// Creates a game of the same teams, in which this device tracks the same slots.
    private func playAgain(_ game: GameDocument) {
        let device = device
        let mine = (game.home.players + game.away.players)
            .filter { $0.trackedBy.contains(device) }.map(\.slot)
        order(.newGame(NewGameRequest(again: game))) { [weak self] recorded in
            guard let self, let next = recorded.game, !mine.isEmpty else { return }
            send(.track(TrackRequest(game: next, players: mine))) { _ in }
        }
    }

    private func go(to game: String) {
        send(.use(game)) { [weak self] result in
            switch result {
            case .success(let done): self?.say(done.text, .good)
            case .failure(let error): self?.say(error.text, .bad)
            }
        }
    }
}

// MARK: Receiving

extension KeepViewModel {
    private func receive(_ next: StatusDocument?) {
        guard let next else { return show() }
        let before = game
        if status != nil, status?.identity?.removal == nil, let removal = next.identity?.removal {
            say(
                "\(removal.by.isEmpty ? "the table" : removal.by) removed this device: moves "
                    + "recorded now stay here and do not count", .bad)
        }
        status = next
        verdict.receive(next)
        if let now = next.game {
            // That there was no game is true no longer.
            if let before { tell(before, now) } else { clearHint() }
        }
        if before?.name != next.game?.name { asked = nil }
        show()
        version.value += 1
    }

    /// Announces what another keeper did to the game as a whole.
    private func tell(_ before: GameDocument, _ now: GameDocument) {
        if before.name != now.name {
            say("the game is now \(now.name): \(now.title)", .attention, isHint: true)
        } else if before.state != now.state, now.state == .signed {
            say("official: \(now.home.score):\(now.away.score)", .good)
        } else if !before.isOver, now.isOver, orders.isEmpty {
            say("\(now.name) was ended at \(now.home.score):\(now.away.score)", .attention)
        }
    }

    private func receive(_ connection: LibraryConnection) {
        switch connection {
        case .connecting: break
        case .connected:
            if let status { verdict.receive(status) }
            if wasLost { say("connected again", .good) }
            wasLost = false
        case .lost(let reason):
            wasLost = true
            verdict.receive(lost: reason)
            say(
                "connection lost: \(names(.anything)) now are recorded when it is back", .bad)
        }
        show()
        version.value += 1
    }

    private func hear(_ echo: MoveEcho) {
        let moves = editor.moves.value
        let warnings: [String] =
            switch echo {
            case .recorded(let entry, _): moves.last { $0.entry == entry }?.warnings ?? []
            case .pending: moves.last?.warnings ?? []
            case .nothing, .asking, .refused: []
            }
        tell(echo.text, warnings: warnings, echo.tone)
    }
}

// MARK: Output

extension KeepViewModel {
    private func show() {
        scoreLine.update(game.map(KeepScore.init) ?? KeepScore())
        let begin = "no game yet; \(names(.newGame)) creates one"
        placeholder.update(
            game != nil ? "" : status != nil ? begin : "waiting for the daemon …")
        showClock()
        showQuestion()
        showNotes()
    }

    private func showClock() {
        guard game?.clock != nil else { return gameClock.update("") }
        let motion = editor.isPaused.value ? "stopped" : "running"
        let period = editor.period.value.isEmpty ? "" : editor.period.value + " "
        gameClock.update("\(period)\(editor.time.value) \(motion)")
    }

    private func showQuestion() {
        let keeper = status.map { $0.device.keeper.isEmpty ? $0.device.name : $0.device.keeper }
        let text = asked?.text(game: game, keeper: keeper ?? "", names: names)
        let left = asked?.isOfResult == true && refusedCount > 0
        question.update(
            (left ? "\(Phrases.count(refusedCount, "move")) NOT recorded; " : "")
                + (text ?? editor.pendingConfirmation.value))
    }

    /// Moves of this game that were not recorded, and about which the keeper has to decide.
    private var refusedCount: Int {
        editor.moves.value.count { $0.state == .refused && $0.game == gameName }
    }

    private func showNotes() {
        guard let status else { return notes.update([]) }
        var notes = words.refused(refusedCount) + words.notes(status)
        if let game = status.game, game.isOver {
            notes.append(words.ending(of: game, seenBy: status.device.name))
        }
        self.notes.update(notes)
    }
}
