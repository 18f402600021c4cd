import Documents

/// A move sent from this screen, from the deed on.
package struct SentMove: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// Sent, without an answer yet; or its question waits for its turn.
        case pending
        /// The open question is about it: the daemon asks if it is meant, or its rules do not have
        /// the shot.
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
    private let questions: QuestionQueue
    private let names: ActionNames
    private let words: Catalogue
    private var count = 0
    private var answers: [Int: Binding] = [:]
    /// The orders of moves that wait for the keeper, asked about or refused, by ID.
    private var kept: [Int: Order] = [:]

    /// A move, and the reading of the game clock at the deed.
    private struct Order {
        var move: MoveRequest
        let seen: GameClockSight?
        /// The question that a yes answers; empty for none.
        var question: String
        /// True if the question is about the result of the game, and follows it.
        var isOfResult = false
    }

    // Input

    /// Sends a move. With a `doubt` about it it asks first and sends nothing yet. An open question
    /// is thereby left: its move stays refused, and the new one says so. `seen` counts if the daemon
    /// receives the move late, or after an answer.
    func send(
        _ order: MoveRequest, spoken: String, seen: GameClockSight?, doubt: String = ""
    ) {
        let left = moves.value.first { $0.state == .asking }
        let order = Order(move: order, seen: seen, question: doubt)
        let isAsking = !doubt.isEmpty
        if !isAsking { questions.leave() }
        count += 1
        let id = count
        let said = words(.playerDid(spoken, words(kind: order.move.kind)))
        var move = SentMove(
            id: id, game: order.move.game ?? "", words: said, state: .pending, text: said)
        if let left { move.warnings = [words(.notRecordedMove(left.words))] }
        moves.value = Self.bounded(moves.value + [move])
        if isAsking { return questions.ask(question(about: id, order)) }
        echo.value = move
        give(order, as: id)
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

    /// Changes the questions about the result of a game, which has changed.
    func askAgain(_ question: String, in game: String) {
        for (id, order) in kept where order.move.game == game && order.isOfResult {
            kept[id]?.question = question
        }
        guard let asked = moves.value.first(where: { $0.state == .asking }) else { return }
        change(asked.id) { $0.text = kept[asked.id]?.question ?? "" }
        questions.refresh()
    }

    /// Sends a refused move again, as the newest; a move whose question was left open counts as
    /// answered with yes.
    func recordAfterAll(_ id: Int) {
        guard let index = moves.value.firstIndex(where: { $0.id == id && $0.state == .refused }),
            let order = kept.removeValue(forKey: id)
        else { return }
        var all = moves.value
        var move = all.remove(at: index)
        count += 1
        move.id = count
        move.warnings = []
        moves.value = all + [move]
        give(answered: order, as: count)
    }

    /// Forgets a refused move.
    func drop(_ id: Int) {
        guard moves.value.contains(where: { $0.id == id && $0.state == .refused }) else { return }
        kept[id] = nil
        moves.value.removeAll { $0.id == id }
    }

    // Output

    /// Newest last.
    let moves = Dynamic<[SentMove]>([])
    /// The move of the latest news, delivered even if equal to the last; nil before the first.
    let echo = Dynamic<SentMove?>(nil)

    /// `names` has the actions that answer a question.
    init(
        library: any GameLibrary, questions: QuestionQueue, words: Catalogue,
        names: @escaping ActionNames
    ) {
        self.words = words
        self.library = library
        self.questions = questions
        self.names = names
    }

    /// Sends a move about which the keeper said yes.
    private func give(answered order: Order, as id: Int) {
        var order = order
        // The move happened when its key was pressed, not when the question was answered.
        order.move = order.move.at(order.seen)
        (order.question, order.isOfResult) = ("", false)
        change(id) { move in
            move.state = .pending
            move.text = move.words
        }
        give(order, as: id)
    }

    private func give(_ order: Order, as id: Int) {
        answers[id] = library.ask(.move(order.move, seen: order.seen)) { [weak self] result in
            self?.receive(result, of: id, order)
        }
    }

    private func receive(
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
        case .failure(let error):
            if let asked = result.question(about: order.move) {
                var order = order
                (order.question, order.isOfResult) = (asked.reason, asked.code == .decided)
                order.move.force = true
                return questions.askInTurn(question(about: id, order))
            }
            kept[id] = order
            change(id) { move in
                move.state = .refused
                move.text = error.isOfDaemon ? error.text : words(.notRecordedBecause(error.text))
            }
        }
    }

    /// Keeps the order. The move is pending until its question is opened.
    private func question(about id: Int, _ order: Order) -> QuestionQueue.Question {
        kept[id] = order
        return QuestionQueue.Question(
            about: .move,
            { [unowned self] in
                KeepQuestion(
                    kept[id]?.question ?? "", RefusalQuestion.Deed.record.told, names, words)
            },
            opened: { [unowned self] in
                change(id) { move in
                    move.state = .asking
                    move.text = kept[id]?.question ?? ""
                }
            },
            yes: { [unowned self] in
                if let order = kept.removeValue(forKey: id) { give(answered: order, as: id) }
            },
            no: { [unowned self] in
                kept[id] = nil
                change(id) { move in
                    move.state = .declined
                    move.text = words(.notRecordedBecause(move.words))
                }
            },
            left: { [unowned self] in
                change(id) { move in
                    move.state = .refused
                    move.text = words(.notRecordedMove(move.words))
                }
            })
    }

    private func change(_ id: Int, _ body: (inout SentMove) -> Void) {
        guard let index = moves.value.firstIndex(where: { $0.id == id }) else { return }
        var moves = moves.value
        body(&moves[index])
        self.moves.value = moves
        echo.value = moves[index]
    }
}
