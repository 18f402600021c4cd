package enum Stat: Int, CaseIterable, Sendable {
    case onePointMade, twoPointsMade, threePointsMade, freeThrowMade
    case onePointMissed, twoPointsMissed, threePointsMissed, freeThrowMissed
    /// A miss that does not name the shot.
    case otherMissed
    case assist
    case offensiveRebound, defensiveRebound
    /// A rebound of unknown basket.
    case otherRebound
    case foul, technicalFoul, foulDrawn
    case steal, block, blocked, turnover, violation, timeout

    /// Nil for moves without a statistic.
    init?(_ kind: MoveKind, _ variant: Variant?) {
        switch kind {
        case .onePoint: self = .onePointMade
        case .twoPoints: self = .twoPointsMade
        case .threePoints: self = .threePointsMade
        case .freeThrow: self = .freeThrowMade
        case .miss: self = Self.miss(variant)
        case .rebound: self = Self.rebound(variant)
        case .assist: self = .assist
        case .foul: self = .foul
        case .technicalFoul: self = .technicalFoul
        case .foulDrawn: self = .foulDrawn
        case .steal: self = .steal
        case .block: self = .block
        case .blocked: self = .blocked
        case .turnover: self = .turnover
        case .violation: self = .violation
        case .timeout: self = .timeout
        case .substitution, .lineup, .jumpBall, .review, .periodStart, .periodEnd, .gameEnd,
            .other:
            return nil
        }
    }

    private static func miss(_ variant: Variant?) -> Stat {
        switch variant {
        case .ofOnePoint: .onePointMissed
        case .ofTwoPoints: .twoPointsMissed
        case .ofThreePoints: .threePointsMissed
        case .ofFreeThrow: .freeThrowMissed
        case .offensive, .defensive, .comingIn, .goingOut, nil: .otherMissed
        }
    }

    private static func rebound(_ variant: Variant?) -> Stat {
        switch variant {
        case .offensive: .offensiveRebound
        case .defensive: .defensiveRebound
        case .comingIn, .goingOut, .ofOnePoint, .ofTwoPoints, .ofThreePoints, .ofFreeThrow, nil:
            .otherRebound
        }
    }
}

/// Sums of live moves.
package struct Tally: Hashable, Sendable {
    package private(set) var points = 0
    private var counts = [Int](repeating: 0, count: Stat.allCases.count)

    package init() {}

    package subscript(stat: Stat) -> Int { counts[stat.rawValue] }

    package func sum(_ stats: Stat...) -> Int { stats.reduce(0) { $0 + self[$1] } }

    mutating func count(_ stat: Stat, points: Int) {
        counts[stat.rawValue] += 1
        self.points += points
    }

    package static func += (left: inout Tally, right: Tally) {
        left.points += right.points
        for index in left.counts.indices { left.counts[index] += right.counts[index] }
    }
}
