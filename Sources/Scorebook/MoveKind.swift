/// The kind of the move. The number never changes its meaning.
package enum MoveKind: UInt8, CaseIterable, Sendable {
    case onePoint = 1
    case twoPoints = 2
    case threePoints = 3
    case freeThrow = 4
    case assist = 5
    case rebound = 6
    case foul = 7
    case technicalFoul = 8
    case steal = 9
    case block = 10
    case turnover = 11
    case miss = 12
    case substitution = 13
    case timeout = 14
    /// The player was fouled.
    case foulDrawn = 15
    /// The player's shot was blocked.
    case blocked = 16
    /// The players on the court, whole.
    case lineup = 17
    case jumpBall = 18
    /// A violation that is no turnover by itself.
    case violation = 19
    /// The officials looked at it again.
    case review = 20
    case periodStart = 21
    case periodEnd = 22
    /// A mark in a source; what ends a game is an entry of its own.
    case gameEnd = 23
    /// Whatever else a source holds, in its own words.
    case other = 24

    /// True if it is a made shot.
    package var isScoring: Bool { rawValue <= MoveKind.freeThrow.rawValue }
}

/// The variant of a kind. The number never changes its meaning.
package enum Variant: UInt8, CaseIterable, Sendable {
    /// Of a rebound.
    case offensive = 1
    /// Of a rebound.
    case defensive = 2
    /// Of a substitution: the player comes in.
    case comingIn = 3
    /// Of a substitution: the player goes out.
    case goingOut = 4
    /// Of a miss: what it would have been.
    case ofOnePoint = 5
    case ofTwoPoints = 6
    case ofThreePoints = 7
    case ofFreeThrow = 8

    /// True if a move of the kind may carry it.
    package func fits(_ kind: MoveKind) -> Bool {
        switch self {
        case .offensive, .defensive: kind == .rebound
        case .comingIn, .goingOut: kind == .substitution
        case .ofOnePoint, .ofTwoPoints, .ofThreePoints, .ofFreeThrow: kind == .miss
        }
    }
}
