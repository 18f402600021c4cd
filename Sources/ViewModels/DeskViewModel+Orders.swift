import Documents

/// Orders on their way, and the questions that they raise.
extension DeskViewModel {
    /// Sends an order, and says its echo when it is durable, or why it is not.
    func order(
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

    func beginPeriod(in game: GameDocument, force: Bool?) {
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

    func askToEnd(_ game: GameDocument) {
        if game.isOver { return hint("\(game.name) is over already") }
        ask(.endGame(home: game.home.score, away: game.away.score))
    }

    func askToSign(_ game: GameDocument) {
        guard game.state != .scheduled else {
            return hint("no result yet: \(game.name) has no moves")
        }
        guard game.isOver || game.state == .decided else {
            return hint("no result yet: \(keymap.name(of: .endGame)) ends \(game.name) first")
        }
        ask(.sign(home: game.home.score, away: game.away.score))
    }

    func ask(about recorded: RecordedDocument) {
        guard let question = recorded.questions?.first(where: { $0.code == "countHeld" }) else {
            return
        }
        ask(.acceptHeld(entries: question.entries, text: question.text))
    }

    func offerNextGame() {
        if isAsking, asked?.offersNewGame != true {
            // To a question the key of a new game is the first letter of no.
            _ = decline()
            return hint("no: left as it was", .plain)
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

    func ask(_ question: DeskQuestion) {
        editor.decline()
        asked = question
        say("")
        showQuestion()
    }

    var isAsking: Bool { asked != nil || !editor.pendingConfirmation.value.isEmpty }

    func decline() -> Bool {
        closeQuestion()
        editor.decline()
        return true
    }

    func closeQuestion() {
        asked = nil
        showQuestion()
    }

    func answerYes() {
        if !editor.pendingConfirmation.value.isEmpty { return editor.confirm() }
        guard let question = asked, let game else {
            return hint("\(keymap.name(of: .yes)): nothing was asked")
        }
        closeQuestion()
        let score = (game.home.score, game.away.score)
        switch question {
        case .acceptHeld(let entries, _): order(.accept(entries, in: game.name))
        // Another keeper's basket may have come between the question and the answer.
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

    /// The same teams once more; this device tracks again whom it tracked.
    private func playAgain(_ game: GameDocument) {
        let device = status?.device.name ?? ""
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
