/// The number of a kind never changes its meaning.
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
    /// All players on the court.
    case lineup = 17
    case jumpBall = 18
    /// A violation other than a turnover.
    case violation = 19
    /// The officials reviewed a call.
    case review = 20
    case periodStart = 21
    case periodEnd = 22
    /// A mark in a source; an entry of its own kind ends a game.
    case gameEnd = 23
    /// Anything else in a source, in its own words.
    case other = 24

    /// True for a made shot.
    package var isScoring: Bool { rawValue <= MoveKind.freeThrow.rawValue }
}

/// The number of a variant never changes its meaning.
package enum Variant: UInt8, CaseIterable, Sendable {
    /// Of a rebound, as is the next.
    case offensive = 1
    case defensive = 2
    /// Of a substitution, as is the next.
    case comingIn = 3
    case goingOut = 4
    /// Of a miss, as are the next three: the shot attempted.
    case ofOnePoint = 5
    case ofTwoPoints = 6
    case ofThreePoints = 7
    case ofFreeThrow = 8

    package func fits(_ kind: MoveKind) -> Bool {
        switch self {
        case .offensive, .defensive: kind == .rebound
        case .comingIn, .goingOut: kind == .substitution
        case .ofOnePoint, .ofTwoPoints, .ofThreePoints, .ofFreeThrow: kind == .miss
        }
    }
}
