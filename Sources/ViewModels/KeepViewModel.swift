import Documents

/// The screen of `scored keep`: the current game with the players of this device first, the input,
/// the outcome of the last key, and the newest lines. Moves of other keepers change numbers and
/// lines only: never the side, the input, the picked line or an open question. The side follows the
/// first players that this device tracks.
package final class KeepViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private let keymap: Keymap
    private let timekeeper: any Timekeeper
    private weak var navigator: (any Navigator)?
    private var bindings: [Binding] = []
    /// Orders without an answer.
    private var orders: [Int: Binding] = [:]
    private var orderCount = 0

    private var grammar: EntryGrammar
    private var status: StatusDocument?
    private var asked: KeepQuestion?
    private var correcting: EntryDocument?
    private var note: TextField?
    /// The game when the note was begun; another one may be current when it is written.
    private var notedGame: String?
    /// True if the game changed during input: the next keys would mean another game.
    private var isInterrupted = false
    private var wasLost = false
    /// The key that has been held down since the last press; nil if none is.
    private var heldKey: Key?

    // Input

    package func press(_ key: Key) -> Bool {
        if note != nil { return write(key) }
        if isInterrupted, key != .control("l") { return goOn(key) }
        let step = grammar.press(key, at: timekeeper.now)
        let isTaken = perform(step)
        show()
        return isTaken
    }

    // Output

    package let editor: GameScoreboardEditorViewModel
    package let scoreLine = Dynamic(KeepScore())
    /// `Q1 04:12 running`; empty if the game clock never ran.
    package let gameClock = Dynamic("")
    package let verdict = VerdictViewModel()
    package let lines: KeepLinesViewModel
    package let home = Dynamic(KeepSide())
    package let away = Dynamic(KeepSide())
    package let prompt = Dynamic(KeepPrompt())
    /// The outcome of the last key: the player and the running score, or why nothing was recorded.
    package let message = Dynamic(KeepMessage())
    /// The open question, with the key that answers it; empty if there is none.
    package let question = Dynamic("")
    /// Open tasks: held moves, untracked players, the next game.
    package let notes = Dynamic<[KeepMessage]>([])
    package let keys = Dynamic("")
    /// The text shown instead of a game; empty if there is one.
    package let placeholder = Dynamic("")
    /// The first steps; empty once there is a game.
    package let steps = Dynamic<[KeepStep]>([])

    /// Mistakes in the file `keys` are shown first.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        keymap: Keymap = Keymap()
    ) {
        self.library = library
        self.timekeeper = timekeeper
        self.navigator = navigator
        self.keymap = keymap
        grammar = EntryGrammar(keymap: keymap)
        editor = GameScoreboardEditorViewModel(
            library: library, timekeeper: timekeeper, keymap: keymap)
        lines = KeepLinesViewModel(
            library: library, timekeeper: timekeeper, editor: editor, keymap: keymap)
        bindings = [
            editor.echo.bind { [unowned self] in hear($0) },
            editor.clockEcho.bind { [unowned self] in answer($0) },
            editor.pendingConfirmation.bind { [unowned self] text in
                if !text.isEmpty { asked = nil }
                showQuestion()
            },
            editor.time.bind { [unowned self] _ in showClock() },
            editor.isPaused.bind { [unowned self] _ in showClock() },
            lines.picked.bind { [unowned self] _ in showKeys() },
            library.status.bindAndFire { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] in receive($0) },
        ]
        if let problem = keymap.problems.first { say(problem, .attention) }
        show()
    }

    private var words: KeepWords { KeepWords(keymap: keymap) }
    private var game: GameDocument? { status?.game }
    private var device: String { status?.device.name ?? "" }
    private var firstSide: SideName {
        status == nil ? .home : game?.firstSide(of: device) ?? .home
    }

    private func say(_ text: String, _ tone: Tone = .plain) {
        message.value = KeepMessage(text, tone)
    }

    /// Says why a key had no effect, until the next key that has one.
    private func hint(_ text: String, _ tone: Tone = .attention) {
        message.value = KeepMessage(text, tone, isHint: true)
    }

    private func clearHint() {
        if message.value.isHint { say("") }
    }

    /// Shows the outcome of an order. A key held down since stays mentioned.
    private func answer(_ text: String, warnings: [String] = [], _ tone: Tone = .plain) {
        let held = heldKey.map { [words.held($0).text] } ?? []
        let notes = held + warnings
        say(Phrases.list([text] + notes), notes.isEmpty ? tone : .attention)
    }
}

// MARK: Keys

extension KeepViewModel {
    private func perform(_ step: EntryGrammar.Step) -> Bool {
        if case .held(let key) = step { heldKey = key } else { heldKey = nil }
        switch step {
        case .typed: clearHint()
        case .record(let order): record(order)
        case .correct(let order): correct(order)
        case .act(let action): return act(action)
        case .held(let key): message.value = words.held(key)
        case .hint(let hint): message.value = words.hint(hint)
        case .other(let key): return other(key)
        case .unknown(.control("l")): return false
        case .unknown(let key): message.value = words.unknown(key)
        }
        return true
    }

    private func other(_ key: Key) -> Bool {
        switch key {
        case .escape:
            if isAsking { return decline() }
            guard lines.picked.value != nil else { return false }
            lines.leave()
        case .enter:
            claimSide()
        case .up, .down, .pageUp, .pageDown:
            if lines.press(key) {
                clearHint()
            } else {
                hint("there is no line to pick: nothing is recorded yet")
            }
        default:
            message.value = words.unknown(key)
        }
        return true
    }

    private func act(_ action: KeyAction) -> Bool {
        switch action {
        case .help, .quit: return false
        case .yes: answerYes()
        case .clock: withGame { _ in editor.togglePause() }
        case .undo: withGame { order(.undo(in: $0.name)) { [weak self] in self?.ask(about: $0) } }
        case .redo: withGame { order(.redo(in: $0.name)) }
        case .void: withPicked { void($0) }
        case .fix: withPicked { beginCorrection(of: $0) }
        case .note: withGame { beginNote(in: $0) }
        case .nextPeriod: withGame { beginPeriod(in: $0, force: nil) }
        case .endGame: withGame { askToEnd($0) }
        case .sign: withGame { askToSign($0) }
        case .newGame: offerNextGame()
        case .held, .takeOver, .invite, .games, .search, .timeline, .keepers, .overview,
            .playerCard:
            grammar.reset()
            if let destination = action.destination { navigator?.show(destination) }
        // The grammar turns these into moves and never returns them.
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound,
            .offensiveRebound, .defensiveRebound, .foul, .technicalFoul, .steal, .block,
            .turnover, .miss, .missedThree, .missedFreeThrow, .timeout, .team,
            .slot, .points:
            break
        }
        return true
    }

    private func withGame(_ body: (GameDocument) -> Void) {
        if let game { return body(game) }
        hint(words.noGame)
    }

    private func withPicked(_ body: (EntryDocument) -> Void) {
        if let entry = lines.picked.value { return body(entry) }
        hint("pick a line with Up first")
    }

    private func beginNote(in game: GameDocument) {
        clearHint()
        note = TextField(limit: ViewModelsLimits.noteCharactersMax)
        notedGame = game.name
    }

    /// Accepts only Enter or Escape, by which the keeper acknowledges the other game.
    private func goOn(_ key: Key) -> Bool {
        if keymap.action(for: key) == .help || keymap.action(for: key) == .quit { return false }
        isInterrupted = key != .enter && key != .escape
        say(isInterrupted ? interruption : "", .attention)
        show()
        return true
    }

    private var interruption: String {
        "the game is now \(game?.name ?? "another"); what you typed is cleared; Enter continues"
    }

    private func write(_ key: Key) -> Bool {
        guard var field = note else { return false }
        switch key {
        case .enter:
            note = nil
            let text = field.text
            if !text.isEmpty { order(.note(text, in: notedGame)) }
        case .escape:
            note = nil
            hint("note cancelled; nothing was recorded", .plain)
        default:
            guard field.press(key) else { return true }
            note = field
        }
        show()
        return true
    }
}

// MARK: Moves and corrections

extension KeepViewModel {
    private func record(_ order: EntryGrammar.Order) {
        guard let game, let kind = order.kind?.kind else {
            return hint(words.noGame)
        }
        guard let slot = whom(order, in: game) else { return }
        guard let player = editor.player(at: slot) else {
            return hint("\(slot) is not in the current game; nothing was recorded")
        }
        closeQuestion()
        player.record(kind, points: order.points)
    }

    /// The slot of the typed player; nil, with a message, if none or several match.
    private func whom(_ order: EntryGrammar.Order, in game: GameDocument) -> String? {
        let team = game.teamName(of: order.side)
        if order.player == .team { return order.side.rawValue }
        let index = JerseyIndex(game)
        let players = index.candidates(for: order.player, on: order.side)
        if players.count == 1 { return players[0].slot }
        let typed = grammar.text(of: order.player)
        if players.isEmpty {
            let slotKey = keymap.name(of: .slot)
            let labels = index.players(on: order.side).filter(\.isActive).map {
                index.label(of: $0, on: order.side, slotKey: slotKey)
            }
            message.value = words.nobody(
                typed, on: team, labels: labels,
                other: index.opponent(order.player, of: order.side),
                inactive: index.inactive(order.player, on: order.side).map {
                    slotKey + JerseyIndex.slotNumber($0) + " " + $0.name
                })
        } else {
            message.value = words.several(typed, players)
        }
        return nil
    }

    private func beginCorrection(of entry: EntryDocument) {
        guard let side = entry.side else {
            return hint("\(entry.name) is not a move; only moves can be fixed")
        }
        guard entry.state != .voided else { return hint(words.voided(entry, isFixing: true)) }
        correcting = entry
        grammar.beginCorrection(side: side)
        say("")
    }

    private func void(_ entry: EntryDocument) {
        guard entry.state != .voided else { return hint(words.voided(entry, isFixing: false)) }
        order(.void([entry.name], in: entry.game))
    }

    private func correct(_ typed: EntryGrammar.Order) {
        guard let entry = correcting, let game else { return }
        var fix = FixRequest(game: entry.game, entry: entry.name)
        fix.kind = typed.kind?.kind
        fix.points = typed.points
        if typed.player != .none {
            guard let slot = whom(typed, in: game) else { return }
            fix.player = slot
        }
        order(.fix(fix))
    }

    /// Tracks the active side if this device tracks no player yet.
    private func claimSide() {
        guard let game else {
            return hint(words.noGame)
        }
        guard grammar.isEmpty, !game.isTracked(by: device), !game.isOver else {
            return hint(
                "type a number, then a letter; \(keymap.name(of: .help)) shows the keys", .plain)
        }
        order(.track(TrackRequest(game: game.name, players: [grammar.side.rawValue])))
    }
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
                self?.answer(recorded.echo, warnings: recorded.warnings.map(\.text), .good)
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
            case .success(let recorded): self?.answer(recorded.echo, .good)
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
                "there is no result to sign yet: \(keymap.name(of: .endGame)) ends \(game.name)")
        }
        ask(.sign(home: game.home.score, away: game.away.score))
    }

    private func ask(about recorded: RecordedDocument) {
        guard let question = recorded.questions?.first(where: { $0.code == "countHeld" }) else {
            return
        }
        ask(.acceptHeld(entries: question.entries, text: question.text))
    }

    private func offerNextGame() {
        if isAsking, asked?.offersNewGame != true {
            // As an answer to a question, the key of a new game is the first letter of "no".
            _ = decline()
            return hint("no: nothing was changed", .plain)
        }
        guard let game, game.isOver, asked == nil else {
            closeQuestion()
            grammar.reset()
            navigator?.show(.creator)
            return
        }
        let on = status?.games.first { !$0.state.isOver }
        ask(on.map { .goTo(game: $0.name) } ?? .playAgain)
    }

    private func ask(_ question: KeepQuestion) {
        editor.decline()
        asked = question
        say("")
        showQuestion()
    }

    private var isAsking: Bool { asked != nil || !editor.pendingConfirmation.value.isEmpty }

    private func decline() -> Bool {
        closeQuestion()
        editor.decline()
        return true
    }

    private func closeQuestion() {
        asked = nil
        showQuestion()
    }

    private func answerYes() {
        if !editor.pendingConfirmation.value.isEmpty { return editor.confirm() }
        guard let question = asked, let game else {
            return hint("\(keymap.name(of: .yes)): there is no question to answer")
        }
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
        if let before, let now = next.game { tell(before, now) }
        if before?.name != next.game?.name {
            if before != nil, grammar.isCorrecting || !grammar.isEmpty {
                isInterrupted = true
                say(interruption, .attention)
            }
            grammar = EntryGrammar(keymap: keymap, side: firstSide)
            correcting = nil
            asked = nil
        } else if let before {
            followClaim(since: before)
        }
        show()
    }

    /// Switches the side when the first players that this device tracks are on the other side; not
    /// during input, a correction or a question.
    private func followClaim(since before: GameDocument) {
        guard let game, grammar.isEmpty, !grammar.isCorrecting, asked == nil,
            !before.isTracked(by: device), game.isTracked(by: device),
            !game.isTracked(by: device, on: grammar.side)
        else { return }
        grammar = EntryGrammar(keymap: keymap, side: firstSide)
    }

    /// Announces what another keeper did to the game as a whole.
    private func tell(_ before: GameDocument, _ now: GameDocument) {
        if before.name != now.name {
            say("the game is now \(now.name): \(now.title)", .attention)
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
            say("connection lost: keys pressed now are recorded when it is back", .bad)
        }
        show()
    }

    private func hear(_ echo: MoveEcho) {
        var warnings: [String] = []
        if case .recorded(let entry, _) = echo {
            warnings = editor.moves.value.last { $0.entry == entry }?.warnings ?? []
        }
        answer(echo.text, warnings: warnings, echo.tone)
    }
}

// MARK: Output

extension KeepViewModel {
    private func show() {
        scoreLine.update(game.map(KeepScore.init) ?? KeepScore())
        showClock()
        showSides()
        showPrompt()
        showQuestion()
        showKeys()
        showNotes()
    }

    private func showClock() {
        guard game?.clock != nil else { return gameClock.update("") }
        let motion = editor.isPaused.value ? "stopped" : "running"
        let period = editor.period.value.isEmpty ? "" : editor.period.value + " "
        gameClock.update("\(period)\(editor.time.value) \(motion)")
    }

    private func showSides() {
        func side(_ name: SideName) -> KeepSide {
            game.map {
                KeepSide(name, of: $0, device: device, grammar: grammar, keymap: keymap)
            } ?? KeepSide()
        }
        home.update(side(.home))
        away.update(side(.away))
        let isKnown = status != nil
        let begin = "no game yet; \(keymap.name(of: .newGame)) creates one"
        placeholder.update(game != nil ? "" : isKnown ? begin : "waiting for the daemon …")
        steps.update(game == nil ? status.map(words.steps) ?? [] : [])
    }

    private func showPrompt() {
        if let note {
            prompt.update(KeepPrompt(label: "note", typed: note.text))
        } else {
            prompt.update(
                game.map { KeepPrompt(grammar, correcting: correcting, in: $0) } ?? KeepPrompt())
        }
    }

    private func showQuestion() {
        let keeper = status.map { $0.device.keeper.isEmpty ? $0.device.name : $0.device.keeper }
        let text = asked?.text(game: game, keeper: keeper ?? "", keymap: keymap)
        question.update(text ?? editor.pendingConfirmation.value)
    }

    private func showKeys() {
        keys.update(
            words.keys(
                hasGame: game != nil, isCorrecting: grammar.isCorrecting, isWriting: note != nil,
                isPicked: lines.picked.value != nil))
    }

    private func showNotes() {
        guard let status else { return notes.update([]) }
        var notes = words.notes(status)
        if let game = status.game, game.isOver {
            notes.append(words.ending(of: game, seenBy: status.device.name))
        } else if let game = status.game, !game.isTracked(by: device) {
            notes.insert(words.claim(of: grammar.side, in: game), at: 0)
        }
        self.notes.update(notes)
    }
}
