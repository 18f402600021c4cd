import MoveLog

/// Sums of live moves, in flat arrays; the order of moves does not matter.
struct ScoreFold {
    private(set) var score = Sides(home: 0, away: 0)
    private(set) var lastPeriod = 1
    private(set) var hasMoves = false
    /// By period, the largest reading of the game clock at a made shot, in milliseconds; -1 for
    /// none.
    private var lastShots: [Int64] = []
    private var danglingCount = 0
    private var home = SideSums()
    private var away = SideSums()

    /// Counts a live move. `seat` is nil for a move without a player, or with a line that has not
    /// arrived.
    mutating func count(_ row: Row, _ seat: PlayerSeat?, _ rules: Rules, isOfBench: Bool) {
        let period = Int(row.period)
        hasMoves = true
        lastPeriod = max(lastPeriod, period)
        let side: Side
        switch row.subject {
        case Row.nobody: return
        case Row.home: side = .home
        case Row.away: side = .away
        default:
            guard let seat else {
                danglingCount += 1
                return
            }
            side = seat.side
        }
        guard let kind = row.kind, let stat = Stat(kind, Variant(rawValue: row.variant)) else {
            return
        }
        let points = kind.isScoring ? row.points < 0 ? rules.points(of: kind) : Int(row.points) : 0
        let isTeamFoul =
            kind == .foul && (seat != nil || !isOfBench) || kind == .technicalFoul && seat != nil
        switch side {
        case .home:
            home.count(
                stat, points: points, period: period, index: seat?.index, isTeamFoul: isTeamFoul)
        case .away:
            away.count(
                stat, points: points, period: period, index: seat?.index, isTeamFoul: isTeamFoul)
        }
        score[side] += points
        if kind.isScoring, let reading = row.reading {
            while lastShots.count <= period { lastShots.append(-1) }
            lastShots[period] = max(lastShots[period], max(0, reading))
        }
    }

    /// The largest reading of the game clock at a made shot; nil for none.
    func lastShot(in period: Int) -> Duration? {
        guard lastShots.indices.contains(period), lastShots[period] >= 0 else { return nil }
        return .milliseconds(lastShots[period])
    }

    /// The rosters and the game clock of the board must be complete.
    func apply(to board: inout Scoreboard) {
        board.danglingCount = danglingCount
        let periods = max(lastPeriod, board.clock.period)
        home.apply(to: &board.teams.home, board.rules, periods: periods)
        away.apply(to: &board.teams.away, board.rules, periods: periods)
    }
}

private struct SideSums {
    private var players: [Tally] = []
    private var credited = Tally()
    private var total = Tally()
    private var periods: [Int] = []
    /// Team fouls: fouls of a coach or the bench are excluded.
    private var fouls: [Int] = []

    mutating func count(
        _ stat: Stat, points: Int, period: Int, index: Int?, isTeamFoul: Bool
    ) {
        total.count(stat, points: points)
        while periods.count < period { periods.append(0) }
        periods[period - 1] += points
        if isTeamFoul { countFoul(period) }
        guard let index else { return credited.count(stat, points: points) }
        while players.count <= index { players.append(Tally()) }
        players[index].count(stat, points: points)
    }

    private mutating func countFoul(_ period: Int) {
        while fouls.count < period { fouls.append(0) }
        fouls[period - 1] += 1
    }

    func apply(to team: inout TeamBoard, _ rules: Rules, periods count: Int) {
        team.score = total.points
        team.total = total
        team.teamCredited = credited
        team.periodScores = periods + Array(repeating: 0, count: max(0, count - periods.count))
        team.teamFouls = rules.teamFouls(
            fouls + Array(repeating: 0, count: max(0, count - fouls.count)))
        for index in players.indices { team.players[index].tally = players[index] }
    }
}
