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
        case .recorded(_, let text), .asking(let text): text
        // A refusal of the daemon says so itself.
        case .refused(let text):
            text.contains("nothing was recorded") ? text : "not recorded: \(text)"
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
