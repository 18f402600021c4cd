import Documents

/// A move sent from this screen, from the deed on.
package struct SentMove: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// Sent, without an answer yet.
        case pending
        /// The game is decided, or its rules do not have the shot: the keeper is asked first.
        case asking
        /// Durable on this device.
        case recorded
        /// Not recorded: the daemon refused the move, or its question was left open. It can be
        /// recorded after all, or dropped.
        case refused
        /// Not recorded, because the keeper said no.
        case declined
    }

    /// From 1, in the order of sending.
    package internal(set) var id: Int
    package let game: String
    /// `4 Ana two points`.
    let words: String
    package internal(set) var state: State
    /// `mia.41`; nil until recorded.
    package internal(set) var entry: String?
    /// One line for the keeper: the move, the daemon's echo, a question or a refusal.
    package internal(set) var text: String
    /// One line each.
    package internal(set) var warnings: [String] = []

    /// The text as news.
    package var line: String { state == .pending ? "\(text) …" : text }

    package var tone: Tone {
        switch state {
        case .pending: .faint
        case .recorded: .good
        case .asking: .attention
        case .refused, .declined: .bad
        }
    }
}

extension RecordedDocument {
    /// The echo without the running score, which screens show anyway and which becomes outdated.
    var deed: String {
        guard let home, let away else { return echo }
        let score = " - \(home):\(away)"
        return echo.hasSuffix(score) ? String(echo.dropLast(score.count)) : echo
    }
}

/// The moves sent from a screen, followed from the deed to the answer.
final class SentMoves {
    private let library: any GameLibrary
    private let names: ActionNames
    private var count = 0
    private var answers: [Int: Binding] = [:]
    private var asked: (id: Int, order: Order, isForced: Bool)?
    /// The orders of refused moves, by ID.
    private var kept: [Int: (order: Order, isForced: Bool)] = [:]

    /// A move, and the reading of the game clock at the deed.
    private struct Order {
        var move: MoveRequest
        let seen: GameClockSight?
        /// The question about the move itself; nil for none.
        var doubt: String?
    }

    /// A question before a move is sent.
    struct Question {
        let text: String
        /// True if a yes also records in a decided game.
        let isForced: Bool
        /// The part about the move itself; nil for none.
        let doubt: String?
    }

    // Input

    /// Sends a move and returns its number. With a `question` it asks first and sends nothing yet.
    /// An open question is thereby left: its move stays refused, and the new one says so. `seen`
    /// counts if the daemon receives the move late, or after an answer.
    @discardableResult
    func send(
        _ order: MoveRequest, spoken: String, seen: GameClockSight?, question: Question? = nil
    ) -> Int {
        let left = abandon()
        count += 1
        let words = "\(spoken) \(Phrases.spaced(order.kind))"
        var move = SentMove(
            id: count, game: order.game ?? "", words: words, state: .pending, text: words)
        if let left { move.warnings = ["NOT recorded: \(left)"] }
        moves.value = Self.bounded(moves.value + [move])
        let sighted = Order(move: order, seen: seen, doubt: question?.doubt)
        if let question {
            ask(question.text, of: move.id, sighted, isForced: question.isForced)
        } else {
            echo.value = move
            give(sighted, as: move.id)
        }
        return move.id
    }

    /// Without the oldest moves beyond the limit, of those about which nothing is open.
    private static func bounded(_ moves: [SentMove]) -> [SentMove] {
        var excess = moves.count - ViewModelsLimits.sentMovesMax
        return moves.filter { move in
            guard excess > 0, [.recorded, .declined].contains(move.state) else { return true }
            excess -= 1
            return false
        }
    }

    /// Answers the open question with yes and sends its move; does nothing without a question.
    func confirm() {
        guard let (id, order, isForced) = asked else { return }
        close()
        send(order, isForced: isForced, as: id)
    }

    private func send(_ order: Order, isForced: Bool, as id: Int) {
        var order = order
        // The move happened when its key was pressed, not when the question was answered.
        order.move = order.move.at(order.seen)
        // Force only if the question was about a decided game.
        if isForced { order.move.force = true }
        change(id) { move in
            move.state = .pending
            move.text = move.words
        }
        give(order, as: id)
    }

    /// Answers the open question with no; does nothing without a question.
    func decline() {
        guard let id = asked?.id else { return }
        close()
        change(id) { move in
            move.state = .declined
            move.text = "not recorded: \(move.words)"
        }
    }

    /// Asks the open question again after the state of the game has changed; `text` has the part
    /// about the game.
    func askAgain(_ text: String) {
        guard let (id, order, isForced) = asked, isForced else { return }
        ask(Phrases.line(order.doubt, text), of: id, order, isForced: isForced)
    }

    /// Leaves the open question without an answer and returns its move in words; nil without a
    /// question.
    @discardableResult
    func abandon() -> String? {
        guard let (id, order, isForced) = asked else { return nil }
        close()
        kept[id] = (order, isForced)
        change(id) { move in
            move.state = .refused
            move.text = "NOT recorded: \(move.words)"
        }
        return moves.value.first { $0.id == id }?.words
    }

    /// Sends a refused move again, as the newest; a move whose question was left open counts as
    /// answered with yes.
    func recordAfterAll(_ id: Int) {
        guard let (order, isForced) = kept.removeValue(forKey: id),
            let index = moves.value.firstIndex(where: { $0.id == id })
        else { return }
        var all = moves.value
        var move = all.remove(at: index)
        count += 1
        move.id = count
        move.warnings = []
        moves.value = all + [move]
        send(order, isForced: isForced, as: count)
    }

    /// Forgets a refused move.
    func drop(_ id: Int) {
        guard kept.removeValue(forKey: id) != nil else { return }
        moves.value.removeAll { $0.id == id }
    }

    // Output

    /// Newest last.
    let moves = Dynamic<[SentMove]>([])
    /// The move of the latest news, delivered even if equal to the last; nil before the first.
    let echo = Dynamic<SentMove?>(nil)
    /// The open question; empty if there is none.
    let pendingConfirmation = Dynamic(KeepQuestion())

    /// `names` has the actions that answer a question.
    init(library: any GameLibrary, names: @escaping ActionNames) {
        self.library = library
        self.names = names
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
                move.text = recorded.deed
                move.warnings += recorded.warnings.map(\.text)
            }
        case .failure(.refused(let refusal))
        where refusal.code == ErrorCode.decided.rawValue && order.move.force != true:
            abandon()
            ask(refusal.reason, of: id, order, isForced: true)
        case .failure(let error):
            kept[id] = (order, false)
            change(id) { move in
                move.state = .refused
                move.text = error.isOfDaemon ? error.text : "not recorded: \(error.text)"
            }
        }
    }

    private func ask(_ question: String, of id: Int, _ order: Order, isForced: Bool) {
        asked = (id, order, isForced)
        change(id) { move in
            move.state = .asking
            move.text = question
        }
        pendingConfirmation.update(KeepQuestion(question, "records it anyway", names))
    }

    private func close() {
        asked = nil
        pendingConfirmation.update(KeepQuestion())
    }

    private func change(_ id: Int, _ body: (inout SentMove) -> Void) {
        guard let index = moves.value.firstIndex(where: { $0.id == id }) else { return }
        var moves = moves.value
        body(&moves[index])
        self.moves.value = moves
        echo.value = moves[index]
    }
}
