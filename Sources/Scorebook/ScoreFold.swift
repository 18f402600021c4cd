import MoveLog

/// Sums of live moves, kept flat while they are added up: nothing here depends on the order.
struct ScoreFold {
    private(set) var score = Sides(home: 0, away: 0)
    private(set) var lastPeriod = 1
    private(set) var hasMoves = false
    /// By period the largest reading of the game clock that a made shot carries, in milliseconds; -1
    /// where none does.
    private var lastShots: [Int64] = []
    private var danglingCount = 0
    private var home = SideSums()
    private var away = SideSums()

    /// Counts a live move. `seat` is its player's; nil for a move of nobody, of a team, or of a line that
    /// is not there.
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

    /// The largest reading of the game clock that a made shot of a period carries; nil where none does.
    func lastShot(in period: Int) -> Duration? {
        guard lastShots.indices.contains(period), lastShots[period] >= 0 else { return nil }
        return .milliseconds(lastShots[period])
    }

    /// Writes the sums into a board whose rosters and game clock are settled.
    func apply(to board: inout Scoreboard) {
        board.danglingCount = danglingCount
        let periods = max(lastPeriod, board.clock.period)
        home.apply(to: &board.teams.home, board.rules, periods: periods)
        away.apply(to: &board.teams.away, board.rules, periods: periods)
    }
}

/// Sums of one side.
private struct SideSums {
    private var players: [Tally] = []
    private var credited = Tally()
    private var total = Tally()
    private var periods: [Int] = []
    /// Of players and of the team as such, but for what is its coach's or its bench's.
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
