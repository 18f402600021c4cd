package import Documents

/// The orders of a keeper to the current game as a whole. Some ask first; the next order leaves an
/// open question about the game. All questions are about the current game: the next one leaves
/// them, and what is refused in an earlier one is told, not asked about.
package final class GameActions {
    private let library: any GameLibrary
    private let names: ActionNames
    private let catalogue: Catalogue
    private let unrecordedCount: () -> Int
    private var status: StatusDocument?
    /// Orders without an answer.
    private var orders: [Int: Binding] = [:]
    private(set) var orderCount = 0
    /// Asks what the open question is about.
    private var naming: Binding?
    private var bindings: [Binding] = []

    // Input

    /// Asks before an undo. `action` is what it withdraws, in words, until the daemon has said it.
    func askToUndo(_ action: String?) {
        withGame { game in
            var action = action ?? catalogue(.lastAction)
            ask { [names, catalogue] in
                KeepQuestion(catalogue(.notTheClock(action)), .undoesIt, names, catalogue)
            } yes: { [unowned self] in
                undo()
            }
            naming = library.ask(.nextUndo(in: game.name)) { [weak self] result in
                switch result {
                case .success(let next):
                    action = next.text
                    self?.questions.refresh()
                case .failure(.refused(let refusal)):
                    self?.questions.leave(.game)
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
            let name = $0.name
            order(.undo(UndoRequest(game: name))) { [weak self] in self?.ask(about: $0, in: name) }
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
            return hint(
                catalogue(.mendForms(Phrases.joined(MendOrder.forms, by: " · "))))
        }
        order(request)
    }

    /// Tracks all players of a side.
    package func track(_ side: DeskSide) {
        withGame { order(.track(TrackRequest(game: $0.name, players: [side.rawValue]))) }
    }

    /// Asks if the rules are against it.
    package func beginPeriod() { withGame { beginPeriod(in: $0.name, force: nil) } }

    /// Asks first.
    package func end() {
        withGame { game in
            if game.isOver { return hint(catalogue(.isAlreadyOver(game.name))) }
            ask(.end, game)
        }
    }

    /// Asks first.
    package func sign() {
        withGame { game in
            guard game.state != .scheduled else {
                return hint(catalogue(.noResultWithoutMoves(game.name)))
            }
            guard game.isOver || game.state == .decided else {
                return hint(catalogue(.noResultYet(names(.endGame), game.name)))
            }
            ask(.sign, game)
        }
    }

    /// Asks where to go on if the game is over. False, without a question, if it is not, or if
    /// another question about the game was open.
    package func offerNextGame() -> Bool {
        guard let game, game.isOver, questions.subject != .game else {
            questions.leave(.game)
            return false
        }
        let other = catalogue(.createsAnother(names(.newGame)))
        let scheduled = status?.games.first { $0.state == .scheduled }?.name
        if let next = status?.newerGame ?? scheduled {
            ask { [names, catalogue] in
                KeepQuestion(
                    "\(catalogue(.goToQuestion(next))) \(other)", .goesThere, names, catalogue)
            } yes: { [unowned self] in
                use(next)
            }
        } else {
            ask { [unowned self] in
                let teams = self.game?.title ?? catalogue(.sameTeams)
                return KeepQuestion(
                    "\(catalogue(.playAgain(teams))) \(other)", .startsIt, names, catalogue)
            } yes: { [unowned self] in
                withGame(playAgain)
            }
        }
        return true
    }

    // Output

    /// The question before an end or a signature, as the game is now; empty without a game.
    func question(before deed: EndDeed) -> String {
        game.map { words(deed, $0, odd: nil).text } ?? ""
    }

    package let questions: QuestionQueue
    /// The outcome of the last order, or why it was not given; delivered even if equal to the last.
    package let outcome = Dynamic(KeepMessage())

    /// The hint for a deed that needs a game.
    package var noGame: String { catalogue(.thereIsNoGame(names(.newGame))) }

    /// True while an order has no answer.
    var isWaiting: Bool { !orders.isEmpty }

    /// `unrecordedCount` is how many moves would be missing from a result.
    package init(
        library: any GameLibrary, words: Catalogue = .english, names: @escaping ActionNames,
        questions: QuestionQueue = QuestionQueue(),
        unrecordedCount: @escaping () -> Int = { 0 }
    ) {
        self.library = library
        self.names = names
        catalogue = words
        self.questions = questions
        self.unrecordedCount = unrecordedCount
        bindings = [library.eachStatus { [unowned self] in receive($0) }]
    }

    private func receive(_ next: StatusDocument) {
        if next.game?.name != game?.name { questions.leaveAll(about: .game) }
        status = next
        // The game or a keeper that the question names may have been renamed.
        questions.refresh()
    }

    private var words: KeepWords { KeepWords(names: names, words: catalogue) }
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
        questions.leave(.game)
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
            message = KeepMessage(catalogue(.nothingToRedo), .bad)
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
        questions.leave(.game)
        send(.fix(fix)) { [weak self] result in
            guard let self else { return }
            guard fix.game == game?.name, let asked = result.question(about: fix) else {
                return tell(result)
            }
            let answer = { [unowned self] (events: Int) in
                var fix = fix
                fix.events = events
                correct(fix)
            }
            let words = asked.question(names, catalogue)
            questions.askInTurn(
                question({ words }, yes: { answer(1) }, both: { answer(2) }))
        }
    }

    private func beginPeriod(in name: String, force: Bool?) {
        questions.leave(.game)
        let order = ClockRequest(game: name, action: .period, force: force)
        send(.clock(order)) { [weak self] result in
            guard let self else { return }
            guard name == game?.name, let asked = result.question(about: order)
            else { return tell(result) }
            let words = asked.question(names, catalogue)
            questions.askInTurn(
                question({ words }, yes: { [unowned self] in beginPeriod(in: name, force: true) }))
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
                self?.say(KeepMessage(self?.catalogue(.notTrackedBecause(error.text)) ?? "", .bad))
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
    private func ask(about recorded: RecordedDocument, in name: String) {
        guard name == game?.name,
            let held = recorded.questions?.first(where: { $0.code == "countHeld" }),
            let entry = held.entries.first
        else { return }
        let words = KeepQuestion(held.text, .countsIt, names, catalogue)
        questions.askInTurn(
            question(
                { words },
                yes: { [unowned self] in
                    order(.settle(SettleRequest(game: name, entry: entry, answer: .this)))
                }))
    }

    /// Asks before an end or a signature, and asks the daemon what is odd about it.
    private func ask(_ deed: EndDeed, _ game: GameDocument) {
        var odd: String?
        ask { [unowned self] in
            words(deed, game, odd: odd)
        } yes: { [unowned self] in
            give(deed, as: game, isConfirmed: odd != nil)
        }
        naming = library.ask(.nextEnd(in: game.name)) { [weak self] result in
            guard case .success(let next) = result, !next.warnings.isEmpty else { return }
            odd = Phrases.list(next.warnings.map(\.text))
            self?.questions.refresh()
        }
    }

    /// Ends or signs the game as it was when the keeper was asked; asks again if the score has
    /// changed since. Asks what the daemon finds odd and the keeper was not asked yet.
    private func give(_ deed: EndDeed, as asked: GameDocument, isConfirmed: Bool) {
        guard let game else { return }
        guard game.home.score == asked.home.score, game.away.score == asked.away.score else {
            return deed == .end ? end() : ask(deed, game)
        }
        let force = isConfirmed ? true : nil
        let request: LibraryRequest<RecordedDocument> =
            switch deed {
            case .end: .end(EndRequest(game: game.name, force: force))
            case .sign: .sign(SignRequest(game: game.name, force: force))
            }
        send(request) { [weak self] result in
            guard let self else { return }
            guard game.name == self.game?.name,
                let odd = result.question(about: request.order)?.reason
            else { return tell(result, isOfResult: deed == .sign) }
            questions.askInTurn(
                question(
                    { [unowned self] in words(deed, game, odd: odd) },
                    yes: { [unowned self] in give(deed, as: game, isConfirmed: true) }))
        }
    }

    private func words(_ deed: EndDeed, _ asked: GameDocument, odd: String?) -> KeepQuestion {
        let device = status?.device
        let keeper = device.map { $0.keeper.isEmpty ? $0.name : $0.keeper } ?? ""
        let missing = unrecordedCount()
        let score = "\(asked.home.score):\(asked.away.score)"
        let term: Term =
            deed == .end ? .askEnd(asked.name, score) : .askSign(asked.name, score, keeper)
        let text =
            (missing > 0 ? "\(catalogue(.notRecorded(missing))); " : "")
            + catalogue(term) + (odd.map { " \($0)" } ?? "")
        return KeepQuestion(text, deed == .end ? .endsIt : .signsIt, names, catalogue)
    }

    private func ask(_ words: @escaping () -> KeepQuestion, yes: @escaping () -> Void) {
        questions.ask(question(words, yes: yes))
    }

    private func question(
        _ words: @escaping () -> KeepQuestion, yes: @escaping () -> Void,
        both: (() -> Void)? = nil
    ) -> QuestionQueue.Question {
        QuestionQueue.Question(
            about: .game, words, opened: { [unowned self] in say(KeepMessage()) },
            yes: { [unowned self] in
                naming = nil
                yes()
            },
            no: { [unowned self] in naming = nil }, both: both,
            left: { [unowned self] in naming = nil })
    }
}
