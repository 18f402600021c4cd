import Documents

/// The moves asked for at a screen, followed from the key to the answer.
package final class SentMoves {
    private let library: any GameLibrary
    private let yes: String
    private var count = 0
    private var answers: [Int: Binding] = [:]
    private var asked: (id: Int, order: Order, isForced: Bool)?

    /// A move, and the game clock as it stood when its key was pressed.
    private struct Order {
        var move: MoveRequest
        let seen: GameClockSight?
    }

    /// What is asked before a move is sent.
    struct Question {
        /// Why it is asked.
        let text: String
        /// Whether a yes records it also in a game that is decided.
        let isForced: Bool
    }

    // Input

    /// Sends a move and returns its number. `question` asks first, and sends nothing yet; a question
    /// that was open is thereby answered with no. `seen` counts where the daemon hears of it later.
    @discardableResult
    func send(
        _ order: MoveRequest, spoken: String, seen: GameClockSight?, question: Question? = nil
    ) -> Int {
        decline()
        count += 1
        let words = Phrases.spaced(order.kind)
        let move = SentMove(
            id: count, game: order.game ?? "", slot: order.player, player: spoken,
            kind: order.kind, kindWords: words, state: .pending, text: "\(spoken) \(words)")
        moves.value = Array((moves.value + [move]).suffix(Limits.sentMovesMax))
        let sighted = Order(move: order, seen: seen)
        if let question {
            ask(question.text, of: move.id, sighted, isForced: question.isForced)
        } else {
            echo.value = MoveEcho(move)
            give(sighted, as: move.id)
        }
        return move.id
    }

    /// Records all the same what the open question is about; without one nothing happens.
    package func confirm() {
        guard let (id, order, isForced) = asked else { return }
        close()
        var answered = order
        // Whoever said yes to something else was not asked whether it counts in a decided game.
        if isForced { answered.move.force = true }
        change(id) { move in
            move.state = .pending
            move.text = "\(move.player) \(move.kindWords)"
        }
        give(answered, as: id)
    }

    /// Leaves unrecorded what the open question is about; without one nothing happens.
    package func decline() {
        guard let id = asked?.id else { return }
        close()
        change(id) { move in
            move.state = .refused
            move.text = "\(move.player) \(move.kindWords)"
        }
    }

    // Output

    /// The newest last.
    package let moves = Dynamic<[SentMove]>([])
    /// What was the last to happen to one of them, told even if it is the same again.
    package let echo = Dynamic(MoveEcho.nothing)
    /// The open question, which `confirm` and `decline` answer; empty for none.
    package let pendingConfirmation = Dynamic("")

    /// No moves yet. `yes` is the key that answers a question, as it is shown.
    init(library: any GameLibrary, yes: String) {
        self.library = library
        self.yes = yes
    }

    private func give(_ order: Order, as id: Int) {
        answers[id] = library.ask(.move(order.move, seen: order.seen)) { [weak self] result in
            self?.answered(result, of: id, order)
        }
    }

    private func answered(
        _ result: Result<RecordedDocument, LibraryError>, of id: Int, _ order: Order
    ) {
        answers[id] = nil
        switch result {
        case .success(let recorded):
            change(id) { move in
                move.state = .recorded
                move.entry = recorded.entries.first
                move.text = recorded.echo
                move.warnings = recorded.warnings.map(\.text)
            }
        case .failure(.refused(let refusal))
        where refusal.code == ErrorCode.decided.rawValue && order.move.force != true:
            decline()
            ask(refusal.reason, of: id, order, isForced: true)
        case .failure(let error):
            change(id) { move in
                move.state = .refused
                move.text = error.text
            }
        }
    }

    private func ask(_ question: String, of id: Int, _ order: Order, isForced: Bool) {
        asked = (id, order, isForced)
        let text = Phrases.line(question, "\(yes) records all the same")
        change(id) { move in
            move.state = .asking
            move.text = text
        }
        pendingConfirmation.update(text)
    }

    private func close() {
        asked = nil
        pendingConfirmation.update("")
    }

    private func change(_ id: Int, _ body: (inout SentMove) -> Void) {
        guard let index = moves.value.firstIndex(where: { $0.id == id }) else { return }
        var moves = moves.value
        body(&moves[index])
        self.moves.value = moves
        echo.value = MoveEcho(moves[index])
    }
}
