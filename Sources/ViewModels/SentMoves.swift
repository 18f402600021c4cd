import Documents

/// A move that was asked for at this screen, from the key on.
package struct SentMove: Hashable, Sendable {
    /// How far it is.
    package enum State: Hashable, Sendable {
        /// Sent; no answer yet.
        case pending
        /// The game is decided, or its rules know no such shot: a person is asked whether it is
        /// recorded all the same.
        case asking
        /// Durable on this device.
        case recorded
        /// Nothing is recorded.
        case refused
    }

    /// From 1, in the order asked for; the same until it is forgotten.
    package let id: Int
    /// The game's name.
    package let game: String
    /// What the daemon knows the player by: a slot, or `home` and `away` for a team.
    package let slot: String
    /// `4 Ana`; the team's name for a team.
    package let player: String
    /// The kind's word for the daemon: `twoPoints`.
    package let kind: String
    /// `two points`.
    package let kindWords: String
    /// How far it is.
    package internal(set) var state: State
    /// `mia.41` once it is recorded.
    package internal(set) var entry: String?
    /// One line for the keeper: what the daemon echoed, asks or refused, or what was sent.
    package internal(set) var text: String
    /// What the keeper should know about it, a line each.
    package internal(set) var warnings: [String] = []
}

/// What was the last to happen to a move.
package enum MoveEcho: Hashable, Sendable {
    /// No move yet.
    case nothing
    /// Sent: `4 Ana two points`.
    case pending(String)
    /// Durable on this device: the entry's name, and a line with the running score.
    case recorded(entry: String, text: String)
    /// A question that `y` answers.
    case asking(String)
    /// Nothing is recorded, and why.
    case refused(String)

    init(_ move: SentMove) {
        switch move.state {
        case .pending: self = .pending(move.text)
        case .asking: self = .asking(move.text)
        case .recorded: self = .recorded(entry: move.entry ?? "", text: move.text)
        case .refused: self = .refused(move.text)
        }
    }

    /// The line to show; the state is in its words.
    package var text: String {
        switch self {
        case .nothing: ""
        case .pending(let text): "\(text) …"
        case .recorded(_, let text), .asking(let text), .refused(let text): text
        }
    }

    /// How it is meant.
    package var tone: Tone {
        switch self {
        case .nothing: .plain
        case .pending: .faint
        case .recorded: .good
        case .asking: .attention
        case .refused: .bad
        }
    }
}

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
            move.text = "not recorded: \(move.player) \(move.kindWords)"
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
                move.text =
                    error.isOfDaemon ? error.text : "not recorded: \(error.text)"
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
