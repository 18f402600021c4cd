/// The last entry about the end of a game.
enum Ruling: Equatable {
    /// No such entry, or a reopening.
    case open
    case closed
    case forfeited(GameForfeited)
    case abandoned(reason: String)

    /// Nil for an entry about something else.
    init?(_ content: Content) {
        switch content {
        case .gameEnded: self = .closed
        case .gameReopened: self = .open
        case .gameForfeited(let entry): self = .forfeited(entry)
        case .gameAbandoned(let entry): self = .abandoned(reason: entry.reason)
        default: return nil
        }
    }
}

/// The verdict follows from the totals alone, so that a late basket can reverse it. A keeper's
/// ruling takes precedence. Rules of a later version give none: who leads may not have won.
extension Scoreboard {
    /// The totals and the game clock of the board must be complete. `lastShot` is the largest
    /// reading at a made shot in the current period.
    ///
    /// Decides if a game is decided; `isFouledOut` and `penalty` decide the rest. All numbers are
    /// those of `Rules`.
    mutating func judge(_ ruling: Ruling, hasMoves: Bool, lastShot: Duration?) {
        let target = rules[.target]
        isTargetReachedTwice =
            !hasLaterRules && target > 0 && rules[.lead] <= 1
            && min(teams.home.score, teams.away.score) >= target
        (abandonReason, forfeit) = (nil, nil)
        switch ruling {
        case .closed: (state, winner) = (.closed, hasLaterRules ? nil : leader)
        case .forfeited(let entry):
            (state, winner) = (.forfeit, entry.side.other)
            forfeit = Forfeit(entry, self)
        case .abandoned(let reason):
            (state, winner) = (.abandoned, nil)
            abandonReason = reason
        case .open where isDecidedByTotals: (state, winner) = (.decided, leader)
        case .open:
            (state, winner) = (hasMoves || clock.governing != nil ? .live : .scheduled, nil)
        }
        ending = state
        if state.isSettled { stopClock(at: lastShot) }
    }

    /// A clock that was not stopped is stopped where the game was decided. No entry says so: it
    /// continues by itself when a late entry reverses the verdict.
    private mutating func stopClock(at lastShot: Duration?) {
        guard clock.isRunning else { return }
        clock.isRunning = false
        clock.isStoppedByVerdict = true
        if let lastShot { clock.elapsed = lastShot }
    }

    /// True if the rules end the game at these totals, whatever keepers say.
    package var isDecidedByTotals: Bool {
        guard !hasLaterRules, let leader else { return false }
        let ahead = teams[leader].score
        let lead = ahead - teams[leader.other].score
        if rules[.target] > 0 && ahead >= rules[.target] && lead >= rules[.lead] { return true }
        if rules[.cap] > 0 && ahead >= rules[.cap] { return true }
        if rules[.overtimeTarget] > 0 && overtimePoints(leader) >= rules[.overtimeTarget] {
            return true
        }
        return isTimeOver
    }

    private func overtimePoints(_ side: Side) -> Int {
        teams[side].periodScores.dropFirst(rules[.periods]).reduce(0, +)
    }

    /// True if the last period was played to its end by the game clock.
    private var isTimeOver: Bool {
        guard clock.governing != nil, clock.period >= rules[.periods], !clock.isRunning,
            let length = rules.length(ofPeriod: clock.period)
        else { return false }
        return clock.elapsed >= length
    }
}

extension Scoreboard {
    /// Counted moves after the entry that ended the game, as ascending indices of the timeline:
    /// recorded with `force`, or by a keeper who had not seen the end. Moves of such a keeper may
    /// also precede the end; they cannot be told from timely ones and are not included. Empty while
    /// no keeper ended the game. Cost: one look at each entry after that one.
    package var movesBehindEnd: [Int] {
        guard state.isOver else { return [] }
        var moves: [Int] = []
        for index in timeline.indices.reversed() {
            let entry = timeline[index]
            guard entry.isLive else { continue }
            if Ruling(entry.content) != nil { break }
            if entry.isMove { moves.append(index) }
        }
        return moves.reversed()
    }
}

// MARK: Forfeits

/// The result that the rules give to a game that one side gave up, with its value as a rule.
///
/// Sources: FIBA Official Basketball Rules, art. 20 (a forfeit: 20 to 0) and 21 (by default: the
/// score stands if the other side leads, else 2 to 0); FIBA 3x3 Rules of the Game (a forfeit is
/// noted w-0; by default the winner keeps its score, and the other side has 0). The NBA's rule book
/// has no such result: 2 to 0, as in other American rules, is unverified.
package enum Award: Equatable, Sendable {
    /// The played score stands.
    case played
    /// These points to 0; 1 to 99.
    case points(Int)
    /// A win without points to 0: `w:0`.
    case win
    /// The played score if the winner leads, else these points to 0; 1 to 99.
    case pointsUnlessAhead(Int)
    /// The winner's own points to 0.
    case ownPoints

    package static let valueMax = 200

    /// Clamps to the values that exist.
    package init(value: Int) {
        switch value {
        case ...0: self = .played
        case 1...99: self = .points(value)
        case 100: self = .win
        case 101...199: self = .pointsUnlessAhead(value - 100)
        default: self = .ownPoints
        }
    }

    package var value: Int {
        switch self {
        case .played: 0
        case .points(let points): points
        case .win: 100
        case .pointsUnlessAhead(let points): 100 + points
        case .ownPoints: 200
        }
    }

    /// A nil is a win without points.
    func result(winner: Side, _ score: Sides<Int>) -> Sides<Int?> {
        func toNothing(_ points: Int?) -> Sides<Int?> {
            var result = Sides<Int?>(home: 0, away: 0)
            result[winner] = points
            return result
        }
        let played = Sides<Int?>(home: score.home, away: score.away)
        switch self {
        case .played: return played
        case .points(let points): return toNothing(points)
        case .win: return toNothing(nil)
        case .pointsUnlessAhead(let points):
            return score[winner] > score[winner.other] ? played : toNothing(points)
        case .ownPoints: return toNothing(score[winner])
        }
    }
}

/// A game that one side gave up. The board's score stays the played one.
///
/// The entry is `GameForfeited` with its flag, the result follows rules 18 and 19 (`Award`), and
/// `Endings` has the words for every view and export.
package struct Forfeit: Equatable, Sendable {
    /// The side that lost.
    package let side: Side
    /// True if it lost for want of players.
    package let isDefault: Bool
    /// The result by the present rules; nil for a win without points.
    package let result: Sides<Int?>

    /// The totals of the board must be complete.
    package init(_ entry: GameForfeited, _ board: Scoreboard) {
        side = entry.side
        isDefault = entry.isDefault
        let rule = entry.isDefault ? Rule.defaultAward : .forfeitAward
        result = Award(value: board.rules[rule]).result(winner: side.other, board.score)
    }
}

// MARK: Team fouls

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
    /// The penalty of a side's next team foul in a period (default: the current one), the BONUS of
    /// scoreboards: by FIBA rules a side with four fouls is in it, since its fifth is penalised.
    /// None with rules of a later version.
    package func penalty(of side: Side, in period: Int? = nil) -> Penalty {
        let period = period ?? clock.period
        let next = teamFouls(of: side, in: period) + 1
        if isReached(rules[.secondPenaltyFouls], by: next) { return .doubleBonus }
        return isReached(rules.penaltyFouls(in: period), by: next) ? .bonus : .none
    }

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

    private func isReached(_ limit: Int, by count: Int) -> Bool {
        !hasLaterRules && limit > 0 && count >= limit
    }
}

extension Move {
    /// True for a foul of a coach or the bench, or a technical one, by the types that leagues' logs
    /// use.
    package var isOfBench: Bool { ["technical", "bench", "coach"].contains(type) }
}

extension PlayerLine {
    /// Personal and technical fouls: both count towards a player's limit.
    package var fouls: Int { tally.sum(.foul, .technicalFoul) }
}
