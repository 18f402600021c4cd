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

/// A line of a box score: a player's, a team's own, or a team's total. A cell is nil, which means
/// unknown, if no move of its kind was recorded in the game.
package struct BoxLine: Equatable, Sendable {
    package let points: Int
    /// FGM, of one, two and three points.
    package let fieldGoalsMade: Int
    package let fieldGoalsAttempted: Int?
    package let onesMade: Int?
    package let onesAttempted: Int?
    package let twosMade: Int
    package let twosAttempted: Int?
    package let threesMade: Int
    package let threesAttempted: Int?
    /// FTM, whatever each was worth.
    package let freeThrowsMade: Int
    package let freeThrowsAttempted: Int?
    package let offensiveRebounds: Int?
    package let defensiveRebounds: Int?
    /// REB, with those of unknown basket.
    package let rebounds: Int?
    package let assists: Int?
    package let steals: Int?
    package let blocks: Int?
    package let turnovers: Int?
    /// PF, without technical fouls.
    package let fouls: Int?
    package let technicalFouls: Int?
    /// MIN: game clock on the court, of a total the sum of all players; nil if `CourtTime` does not
    /// know it.
    package fileprivate(set) var time: Duration?
    /// +/-; nil if `CourtTime` does not know it, and for a team, since its players share theirs.
    package fileprivate(set) var plusMinus: Int?

    /// `recorded` is the tally of both teams.
    fileprivate init(_ tally: Tally, recorded: Tally) {
        func cell(_ stats: Stat..., ifAny kinds: [Stat]? = nil) -> Int? {
            guard (kinds ?? stats).contains(where: { recorded[$0] > 0 }) else { return nil }
            return stats.reduce(0) { $0 + tally[$1] }
        }
        points = tally.points
        fieldGoalsMade = tally.sum(.onePointMade, .twoPointsMade, .threePointsMade)
        let missed: [Stat] = [.onePointMissed, .twoPointsMissed, .threePointsMissed, .otherMissed]
        fieldGoalsAttempted = cell(
            .onePointMade, .twoPointsMade, .threePointsMade, .onePointMissed, .twoPointsMissed,
            .threePointsMissed, .otherMissed, ifAny: missed)
        onesMade = cell(.onePointMade, ifAny: [.onePointMade, .onePointMissed])
        onesAttempted = cell(.onePointMade, .onePointMissed, ifAny: [.onePointMissed])
        twosMade = tally[.twoPointsMade]
        twosAttempted = cell(.twoPointsMade, .twoPointsMissed, ifAny: [.twoPointsMissed])
        threesMade = tally[.threePointsMade]
        threesAttempted = cell(.threePointsMade, .threePointsMissed, ifAny: [.threePointsMissed])
        freeThrowsMade = tally[.freeThrowMade]
        freeThrowsAttempted = cell(.freeThrowMade, .freeThrowMissed, ifAny: [.freeThrowMissed])
        let sided: [Stat] = [.offensiveRebound, .defensiveRebound]
        offensiveRebounds = cell(.offensiveRebound, ifAny: sided)
        defensiveRebounds = cell(.defensiveRebound, ifAny: sided)
        rebounds = cell(.offensiveRebound, .defensiveRebound, .otherRebound)
        assists = cell(.assist)
        steals = cell(.steal)
        blocks = cell(.block)
        turnovers = cell(.turnover)
        fouls = cell(.foul)
        technicalFouls = cell(.technicalFoul)
    }
}

package struct BoxScore: Equatable, Sendable {
    /// By slot.
    package fileprivate(set) var players: [(line: PlayerLine, box: BoxLine)]
    /// Credited to the team and to no player.
    package let teamCredited: BoxLine
    /// Players and team together.
    package fileprivate(set) var total: BoxLine

    package static func == (left: Self, right: Self) -> Bool {
        left.players.elementsEqual(right.players) { $0 == $1 }
            && left.teamCredited == right.teamCredited && left.total == right.total
    }
}

extension Scoreboard {
    package func boxScore(_ side: Side) -> BoxScore { boxScore(side, CourtTime(self)) }

    /// With a court time that both sides share.
    package func boxScore(_ side: Side, _ courtTime: CourtTime) -> BoxScore {
        var recorded = teams.home.total
        recorded += teams.away.total
        let team = teams[side]
        var box = BoxScore(
            players: team.players.map { ($0, BoxLine($0.tally, recorded: recorded)) },
            teamCredited: BoxLine(team.teamCredited, recorded: recorded),
            total: BoxLine(team.total, recorded: recorded))
        guard case .known(let stints, let hasTime) = courtTime.sides[side] else { return box }
        for (index, stint) in stints.enumerated() {
            box.players[index].box.plusMinus = stint.plusMinus
            if hasTime { box.players[index].box.time = .milliseconds(stint.played) }
        }
        if hasTime { box.total.time = .milliseconds(stints.reduce(0) { $0 + $1.played }) }
        return box
    }
}
