/// One line of a box score: a player's, a team's own, or a team's total. Nil cells are of kinds that
/// nobody recorded in the game: unknown, which is not zero.
package struct BoxLine: Equatable, Sendable {
    /// PTS.
    package var points: Int
    /// FGM: made shots from the field, ones, twos and threes.
    package var fieldGoalsMade: Int
    /// FGA: made and missed; nil when no miss was recorded.
    package var fieldGoalsAttempted: Int?
    /// 1PM; nil when the game has no ones.
    package var onesMade: Int?
    /// 1PA.
    package var onesAttempted: Int?
    /// 2PM.
    package var twosMade: Int
    /// 2PA.
    package var twosAttempted: Int?
    /// 3PM.
    package var threesMade: Int
    /// 3PA.
    package var threesAttempted: Int?
    /// FTM: made free throws, whatever each was worth.
    package var freeThrowsMade: Int
    /// FTA.
    package var freeThrowsAttempted: Int?
    /// OREB.
    package var offensiveRebounds: Int?
    /// DREB.
    package var defensiveRebounds: Int?
    /// REB: with those that do not say at which basket.
    package var rebounds: Int?
    /// AST.
    package var assists: Int?
    /// STL.
    package var steals: Int?
    /// BLK.
    package var blocks: Int?
    /// TO.
    package var turnovers: Int?
    /// PF: technical fouls are not among them.
    package var fouls: Int?
    /// TF.
    package var technicalFouls: Int?
    /// MIN: game clock on the court, of the total line that of all players together; nil where it
    /// is not known, as `CourtTime` says.
    package var time: Duration?
    /// +/-; nil where it is not known, and of a team, since its players share theirs.
    package var plusMinus: Int?

    init(_ tally: Tally, recorded: Tally) {
        func cell(_ stats: Stat..., ifAny any: [Stat]) -> Int? {
            any.contains { recorded[$0] > 0 } ? stats.reduce(0) { $0 + tally[$1] } : nil
        }
        let missed: [Stat] = [
            .onePointMissed, .twoPointsMissed, .threePointsMissed, .otherMissed,
        ]
        let rebounded: [Stat] = [.offensiveRebound, .defensiveRebound, .otherRebound]
        points = tally.points
        fieldGoalsMade = tally.sum(.onePointMade, .twoPointsMade, .threePointsMade)
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
        rebounds = cell(
            .offensiveRebound, .defensiveRebound, .otherRebound, ifAny: rebounded)
        assists = cell(.assist, ifAny: [.assist])
        steals = cell(.steal, ifAny: [.steal])
        blocks = cell(.block, ifAny: [.block])
        turnovers = cell(.turnover, ifAny: [.turnover])
        fouls = cell(.foul, ifAny: [.foul])
        technicalFouls = cell(.technicalFoul, ifAny: [.technicalFoul])
    }
}

/// The box score of one team.
package struct BoxScore: Equatable, Sendable {
    /// The players by slot.
    package var players: [(line: PlayerLine, box: BoxLine)]
    /// Credited to the team and to no player.
    package var teamCredited: BoxLine
    /// Players and team together.
    package var total: BoxLine

    package static func == (left: Self, right: Self) -> Bool {
        left.players.map(\.line) == right.players.map(\.line)
            && left.players.map(\.box) == right.players.map(\.box)
            && left.teamCredited == right.teamCredited && left.total == right.total
    }
}

extension Scoreboard {
    /// The box score of a side.
    package func boxScore(_ side: Side) -> BoxScore {
        boxScore(side, CourtTime(self))
    }

    /// The box score of a side, with the court time that the caller has read for both.
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
