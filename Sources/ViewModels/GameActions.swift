import Documents

/// A question before an order.
package struct GameQuestion: Hashable, Sendable {
    /// The order that a yes gives, with what the question was about.
    enum Order: Hashable, Sendable {
        /// Undo the last action, although the game clock was turned since? In words, as far as
        /// known: `undo 4 Ana two points (mia.41)`.
        case undo(action: String?)
        /// Did a move that another keeper recorded too, and that was undone, happen all the same?
        case happened(entry: String, text: String)
        /// Is a move that others recorded too, and that a fix moves away from theirs, still one
        /// event with theirs?
        case events(fix: FixRequest, text: String)
        /// End the game at this score, or sign it? With what is odd about that, as far as known.
        case end(Deed, home: Int, away: Int, odd: String?)
        /// Begin a period against the rules?
        case beginPeriod(text: String)
        /// Play again with the same teams?
        case playAgain
        /// Go to another open game?
        case use(game: String)
    }

    /// The ways to settle a result.
    enum Deed: String, Hashable, Sendable {
        case end
        case sign
    }

    let order: Order
    package let words: KeepQuestion

    /// True if moves that are not recorded would be missing from what a yes confirms.
    var isOfResult: Bool {
        switch order {
        case .end: true
        case .undo, .happened, .events, .beginPeriod, .playAgain, .use: false
        }
    }

    /// True if it asks for one or two, and `both` is an answer too.
    package var allowsBoth: Bool { if case .events = order { true } else { false } }
}

/// The orders of a keeper to the current game as a whole. Some ask first; the next order closes an
/// open question.
package final class GameActions {
    private let library: any GameLibrary
    private let names: ActionNames
    private var status: StatusDocument?
    /// Orders without an answer.
    private var orders: [Int: Binding] = [:]
    private(set) var orderCount = 0
    /// Asks what an undo would do.
    private var naming: Binding?
    private var bindings: [Binding] = []

    // Input

    /// Asks before an undo. `action` is what it withdraws, in words, until the daemon has said it.
    func askToUndo(_ action: String?) {
        withGame { game in
            ask(.undo(action: action))
            naming = library.ask(.nextUndo(in: game.name)) { [weak self] result in
                switch result {
                case .success(let next): self?.show(.undo(action: next.text))
                case .failure(.refused(let refusal)):
                    self?.closeQuestion()
                    self?.say(KeepMessage(LibraryError.refused(refusal).text, .bad))
                // Keep the question as asked: nothing more is known.
                case .failure: break
                }
            }
        }
    }

    /// Undoes the last action of this device; may then ask if it happened all the same.
    package func undo() {
        withGame {
            order(.undo(UndoRequest(game: $0.name))) { [weak self] in self?.ask(about: $0) }
        }
    }

    package func redo() { withGame { order(.redo(UndoRequest(game: $0.name))) } }

    func void(_ entry: EntryDocument) {
        guard entry.state != .voided else { return hint(words.voided(entry, isFixing: false)) }
        order(.void(EntriesRequest(game: entry.game, entries: [entry.name])))
    }

    /// Replaces parts of a move; those that are nil stay. May ask if the move is still the one that
    /// other keepers recorded too.
    package func fix(_ entry: String, kind: String?, points: Int?, player slot: String?) {
        guard let game else { return }
        var fix = FixRequest(game: game.name, entry: entry)
        fix.kind = kind
        fix.points = points
        fix.player = slot
        correct(fix)
    }

    /// Leaves an open question open.
    package func note(_ text: String, in game: String) {
        send(.note(NoteRequest(game: game, text: text))) { [weak self] in self?.tell($0) }
    }

    /// Mends a mistake at the start of the game, by an order of one of `MendOrder.forms`.
    package func mend(_ text: String, in game: String) {
        guard let request = MendOrder.read(text, in: game) else {
            return hint("nothing was recorded; the forms are: \(MendOrder.forms)")
        }
        order(request)
    }

    /// Tracks all players of a side.
    package func track(_ side: DeskSide) {
        withGame { order(.track(TrackRequest(game: $0.name, players: [side.rawValue]))) }
    }

    /// Asks if the rules are against it.
    package func beginPeriod() { withGame { beginPeriod(in: $0, force: nil) } }

    /// Asks first.
    package func end() {
        withGame { game in
            if game.isOver { return hint("\(game.name) is already over") }
            ask(.end, game)
        }
    }

    /// Asks first.
    package func sign() {
        withGame { game in
            guard game.state != .scheduled else {
                return hint("there is no result to sign: \(game.name) has no moves")
            }
            guard game.isOver || game.state == .decided else {
                return hint("there is no result to sign yet: \(names(.endGame)) ends \(game.name)")
            }
            ask(.sign, game)
        }
    }

    /// Asks where to go on if the game is over. False, without a question, if it is not, or if
    /// another question was open.
    package func offerNextGame() -> Bool {
        guard let game, game.isOver, question.value == nil else {
            closeQuestion()
            return false
        }
        let on = status?.newerGame ?? status?.games.first { $0.state == .scheduled }?.name
        ask(on.map { .use(game: $0) } ?? .playAgain)
        return true
    }

    /// Answers the open question; does nothing without one.
    package func answer(isYes: Bool) {
        guard let asked = question.value, let game else { return }
        closeQuestion()
        if isYes { give(asked.order, game) }
    }

    /// Answers a question about one or two with two.
    package func answerBoth() {
        guard case .events(var fix, _)? = question.value?.order else { return }
        closeQuestion()
        fix.events = 2
        correct(fix)
    }

    func closeQuestion() {
        naming = nil
        question.update(nil)
    }

    // Output

    /// The open question; nil for none. It closes with its game.
    package let question = Dynamic<GameQuestion?>(nil)
    /// The outcome of the last order, or why it was not given; delivered even if equal to the last.
    package let outcome = Dynamic(KeepMessage())

    /// The hint for a deed that needs a game.
    package var noGame: String { "there is no game yet; \(names(.newGame)) creates one" }

    /// True while an order has no answer.
    var isWaiting: Bool { !orders.isEmpty }

    package init(library: any GameLibrary, names: @escaping ActionNames) {
        self.library = library
        self.names = names
        bindings = [library.eachStatus { [unowned self] in receive($0) }]
    }

    private func receive(_ next: StatusDocument) {
        if next.game?.name != game?.name { closeQuestion() }
        status = next
        // The game or a keeper that the question names may have been renamed.
        if let asked = question.value { show(asked.order) }
    }

    private var words: KeepWords { KeepWords(names: names) }
    private var game: GameDocument? { status?.game }

    private func say(_ message: KeepMessage) { outcome.value = message }

    private func hint(_ text: String) { say(KeepMessage(text, .attention, isHint: true)) }

    private func withGame(_ body: (GameDocument) -> Void) {
        if let game { body(game) } else { hint(noGame) }
    }
}

// MARK: Orders

extension GameActions {
    /// Sends an order and tells its outcome once it is durable or refused.
    private func order(
        _ request: LibraryRequest<RecordedDocument>, isOfResult: Bool = false,
        then: @escaping (RecordedDocument) -> Void = { _ in }
    ) {
        closeQuestion()
        send(request) { [weak self] result in
            self?.tell(result, isOfResult: isOfResult)
            if case .success(let recorded) = result { then(recorded) }
        }
    }

    private func tell(_ result: Result<RecordedDocument, LibraryError>, isOfResult: Bool = false) {
        var message: KeepMessage
        switch result {
        case .success(let recorded):
            message = KeepMessage(recorded.deed, .good, warnings: recorded.warnings.map(\.text))
        case .failure(.refused(let refusal)) where refusal.code == ErrorCode.nothingToRedo.rawValue:
            message = KeepMessage("nothing to redo since your last entry", .bad)
        case .failure(let error): message = KeepMessage(error.text, .bad)
        }
        message.isOfResult = isOfResult
        say(message)
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

    private func correct(_ fix: FixRequest) {
        closeQuestion()
        send(.fix(fix)) { [weak self] result in
            if case .failure(.refused(let refusal)) = result,
                refusal.code == ErrorCode.oneOrTwo.rawValue
            {
                self?.ask(.events(fix: fix, text: refusal.reason))
            } else {
                self?.tell(result)
            }
        }
    }

    private func beginPeriod(in game: GameDocument, force: Bool?) {
        closeQuestion()
        let order = ClockRequest(game: game.name, action: .period, force: force)
        send(.clock(order)) { [weak self] result in
            if force == nil, case .failure(.refused(let refusal)) = result,
                refusal.code == ErrorCode.conflict.rawValue
            {
                self?.ask(.beginPeriod(text: refusal.reason))
            } else {
                self?.tell(result)
            }
        }
    }

    /// Creates a game of the same teams, in which this device tracks the same slots.
    private func playAgain(_ game: GameDocument) {
        let device = status?.device.name ?? ""
        let mine = (game.home.players + game.away.players)
            .filter { $0.trackedBy.contains(device) }.map(\.slot)
        order(.newGame(NewGameRequest(again: game))) { [weak self] recorded in
            guard let self, let next = recorded.game, !mine.isEmpty else { return }
            send(.track(TrackRequest(game: next, players: mine))) { [weak self] result in
                guard case .failure(let error) = result else { return }
                self?.say(KeepMessage("players are not tracked: \(error.text)", .bad))
            }
        }
    }

    private func use(_ game: String) {
        send(.use(UseRequest(game: game))) { [weak self] result in
            switch result {
            case .success(let done): self?.say(KeepMessage(done.text, .good))
            case .failure(let error): self?.say(KeepMessage(error.text, .bad))
            }
        }
    }
}

// MARK: Questions

extension GameActions {
    private func ask(about recorded: RecordedDocument) {
        guard let question = recorded.questions?.first(where: { $0.code == "countHeld" }),
            let entry = question.entries.first
        else { return }
        ask(.happened(entry: entry, text: question.text))
    }

    /// Asks before an end or a signature, and asks the daemon what is odd about it.
    private func ask(_ deed: GameQuestion.Deed, _ game: GameDocument) {
        let (home, away) = (game.home.score, game.away.score)
        ask(.end(deed, home: home, away: away, odd: nil))
        naming = library.ask(.nextEnd(in: game.name)) { [weak self] result in
            guard case .success(let next) = result, !next.warnings.isEmpty else { return }
            let odd = Phrases.list(next.warnings.map(\.text))
            self?.show(.end(deed, home: home, away: away, odd: odd))
        }
    }

    /// Ends or signs the game. Asks now what the daemon finds odd and nobody was asked yet.
    private func give(
        _ deed: GameQuestion.Deed, _ game: GameDocument, isConfirmed: Bool
    ) {
        closeQuestion()
        let force = isConfirmed ? true : nil
        let request: LibraryRequest<RecordedDocument> =
            switch deed {
            case .end: .end(EndRequest(game: game.name, force: force))
            case .sign: .sign(SignRequest(game: game.name, force: force))
            }
        send(request) { [weak self] result in
            if case .failure(.refused(let refusal)) = result,
                refusal.code == ErrorCode.unconfirmed.rawValue, !isConfirmed
            {
                self?.ask(
                    .end(
                        deed, home: game.home.score, away: game.away.score, odd: refusal.reason))
            } else {
                self?.tell(result, isOfResult: deed == .sign)
            }
        }
    }

    private func ask(_ order: GameQuestion.Order) {
        naming = nil
        show(order)
        say(KeepMessage())
    }

    private func show(_ order: GameQuestion.Order) {
        question.update(GameQuestion(order: order, words: words(of: order)))
    }

    private func give(_ asked: GameQuestion.Order, _ game: GameDocument) {
        let score = (game.home.score, game.away.score)
        switch asked {
        case .undo: undo()
        case .happened(let entry, _):
            order(.settle(SettleRequest(game: game.name, entry: entry, answer: .this)))
        case .events(var fix, _):
            fix.events = 1
            correct(fix)
        // The score may have changed between the question and the answer.
        case .end(let deed, let home, let away, let odd):
            if (home, away) != score { return deed == .end ? end() : ask(deed, game) }
            give(deed, game, isConfirmed: odd != nil)
        case .beginPeriod: beginPeriod(in: game, force: true)
        case .playAgain: playAgain(game)
        case .use(let next): use(next)
        }
    }

    private func words(of order: GameQuestion.Order) -> KeepQuestion {
        func ask(_ text: String, _ deed: String) -> KeepQuestion { KeepQuestion(text, deed, names) }
        let name = game?.name ?? "the game"
        let other = "\(names(.newGame)) creates another game"
        switch order {
        case .undo(let action):
            return ask("\(action ?? "undo your last action"), not the game clock?", "undoes it")
        case .happened(_, let text): return ask(text, "counts it")
        case .events(_, let text):
            return KeepQuestion(text, one: "corrects the one", two: "makes two of it", names)
        case .end(let deed, let home, let away, let odd):
            let device = status?.device
            let keeper = device.map { $0.keeper.isEmpty ? $0.name : $0.keeper } ?? ""
            let signer = deed == .sign ? " as \(keeper)" : ""
            return ask(
                "\(deed) \(name) at \(home):\(away)\(signer)?" + (odd.map { " \($0)" } ?? ""),
                deed == .end ? "ends it" : "signs it")
        case .beginPeriod(let text): return ask(text, "begins it anyway")
        case .playAgain:
            let teams = game?.title ?? "the same teams"
            return ask("play \(teams) again with the same rosters? \(other)", "starts it")
        case .use(let next): return ask("go to \(next)? \(other)", "goes there")
        }
    }
}
