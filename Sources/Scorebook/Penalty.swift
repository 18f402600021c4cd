/// The consequence of a side's next team foul.
package enum Penalty: String, CaseIterable, Sendable {
    case none
    /// Free throws for the opponent.
    case bonus
    /// Free throws and possession for the opponent.
    case doubleBonus
}

/// Team fouls, the penalty, and players who fouled out.
///
/// Sources: FIBA Official Basketball Rules, art. 40 (five fouls by a player) and 41 (team fouls:
/// fouls of players, technical ones included, and none of a coach or the bench; so a foul of a team
/// as such is that of an unidentified player, unless it is technical; the fifth of a period is the
/// first that is penalised; fouls of an overtime add to those of the last period); FIBA 3x3 Rules
/// of the Game, art. 7 (seven to nine give two free throws, ten or more also possession; no limit
/// for a player); NBA Rule No. 12, part B, section V (the fifth of a period; the fourth of an
/// overtime, which starts again at 0). The NBA's separate count for the last two minutes is not
/// kept, and the limit of a player always covers personal and technical fouls together.
extension Scoreboard {
    /// The penalty of a side's next team foul in a period, which scoreboards show as BONUS: under
    /// FIBA rules a side with four fouls is in the penalty, since its fifth is penalised.
    package func penalty(of side: Side, in period: Int) -> Penalty {
        let next = teamFouls(of: side, in: period) + 1
        if isReached(rules[.secondPenaltyFouls], by: next) { return .doubleBonus }
        return isReached(rules.penaltyFouls(in: period), by: next) ? .bonus : .none
    }

    /// In the current period.
    package func penalty(of side: Side) -> Penalty { penalty(of: side, in: clock.period) }

    /// Team fouls of a side in a period, earlier ones included where the rules keep counting.
    package func teamFouls(of side: Side, in period: Int) -> Int {
        let fouls = teams[side].teamFouls
        if fouls.indices.contains(period - 1) { return fouls[period - 1] }
        let carries = rules.carriesFouls(into: period) && fouls.count >= rules[.periods]
        return carries ? fouls.last ?? 0 : 0
    }

    /// True at the foul limit, technical fouls included.
    package func isFouledOut(_ line: PlayerLine) -> Bool {
        isReached(rules[.foulLimit], by: line.fouls)
    }

    /// True if the player's next foul is the last one allowed.
    package func isInFoulTrouble(_ line: PlayerLine) -> Bool {
        !isFouledOut(line) && isReached(rules[.foulLimit], by: line.fouls + 1)
    }

    private func isReached(_ limit: Int, by count: Int) -> Bool { limit > 0 && count >= limit }
}

extension Move {
    /// True if the move counts towards the penalty.
    var isTeamFoul: Bool {
        switch (kind, subject) {
        case (.foul, .line), (.technicalFoul, .line): true
        case (.foul, .team): !isOfBench
        default: false
        }
    }

    /// True for a foul of a coach or the bench, or a technical one, by the types that leagues' logs
    /// use.
    var isOfBench: Bool { ["technical", "bench", "coach"].contains(type) }
}

extension PlayerLine {
    /// Personal and technical fouls: both count towards a player's limit.
    package var fouls: Int { tally.sum(.foul, .technicalFoul) }
}

extension Rules {
    /// The first team foul of a period that is penalised; 0 for none.
    package func penaltyFouls(in period: Int) -> Int {
        isOvertime(period) && self[.overtimePenaltyFouls] > 0
            ? self[.overtimePenaltyFouls] : self[.penaltyFouls]
    }

    /// True if team fouls of the period before count in this one: in an overtime without a limit of
    /// its own.
    func carriesFouls(into period: Int) -> Bool {
        period > 1 && isOvertime(period) && self[.overtimePenaltyFouls] == 0
    }

    /// The fouls of each period as the penalty counts them.
    func teamFouls(_ recorded: [Int]) -> [Int] {
        var counted = recorded
        for index in counted.indices.dropFirst() where carriesFouls(into: index + 1) {
            counted[index] += counted[index - 1]
        }
        return counted
    }
}
