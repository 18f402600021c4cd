package import Documents

/// What keys at the desk come to.
extension EntryGrammar {
    /// Whom the keys name, on the active side.
    package enum Player: Hashable, Sendable {
        /// Nobody yet.
        case none
        /// A jersey number, as exactly as it was typed: `00` is not `0`.
        case number(String)
        /// A roster line; empty until a digit was typed.
        case slot(String)
        /// The team itself.
        case team
    }

    /// A move as it was typed.
    package struct Order: Hashable, Sendable {
        /// The active side.
        package var side: SideName
        /// Whom; in a move that is to be recorded always somebody.
        package var player: Player
        /// The key of its kind; nil in a correction that keeps the kind.
        package var kind: KeyAction?
        /// Points, where they were typed: 1 to 3.
        package var points: Int?

        /// Joins the parts.
        package init(
            side: SideName, player: Player, kind: KeyAction? = nil, points: Int? = nil
        ) {
            self.side = side
            self.player = player
            self.kind = kind
            self.points = points
        }
    }

    /// What is to be done about a key.
    package enum Step: Hashable, Sendable {
        /// The side or what is typed changed.
        case typed
        /// Record this move. What was typed is gone.
        case record(Order)
        /// Send this correction; the grammar is back at moves, on the side that it came from.
        case correct(Order)
        /// An action that is no part of a move. What is typed stays.
        case act(KeyAction)
        /// The same key as the last, too soon after it: a key held down. Nothing is recorded.
        case held(Key)
        /// Nothing is recorded; why.
        case hint(Hint)
        /// A key that is left to the screen: arrows, Enter, Escape with nothing typed.
        case other(Key)
        /// A key that means nothing.
        case unknown(Key)
    }

    /// Why nothing is recorded.
    package enum Hint: Hashable, Sendable {
        /// A kind without a player.
        case noPlayer(KeyAction)
        /// A time-out belongs to the side alone: what was typed is cleared.
        case noPlayerWanted(KeyAction)
        /// A digit held down: the number is cleared.
        case digitHeld(Character)
        /// A number longer than a jersey's: it is cleared.
        case tooLong
        /// Points that are none of 1 to 3: what was typed is cleared.
        case badPoints
        /// An action that has no place in a correction.
        case correcting
        /// A correction that changes nothing.
        case nothingToCorrect
        /// A correction was left; nothing is changed.
        case correctionLeft
    }
}
