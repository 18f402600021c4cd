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

    mutating func fold(_ move: Move, _ rules: Rules, _ roster: RosterFold) {
        hasMoves = true
        lastPeriod = max(lastPeriod, move.period)
        switch move.subject {
        case .nobody: break
        case .team(let side): count(move, rules, side, index: nil)
        case .line(let ref):
            guard let seat = roster.seat(ref) else {
                danglingCount += 1
                return
            }
            count(move, rules, seat.side, index: seat.index)
        }
    }

    private mutating func count(_ move: Move, _ rules: Rules, _ side: Side, index: Int?) {
        guard let stat = Stat(move) else { return }
        let points = move.kind.isScoring ? move.points ?? rules.points(of: move.kind) : 0
        let isTeamFoul = move.isTeamFoul
        switch side {
        case .home:
            home.count(
                stat, points: points, period: move.period, index: index, isTeamFoul: isTeamFoul)
        case .away:
            away.count(
                stat, points: points, period: move.period, index: index, isTeamFoul: isTeamFoul)
        }
        score[side] += points
        if move.kind.isScoring, let elapsed = move.elapsedMilliseconds {
            while lastShots.count <= move.period { lastShots.append(-1) }
            lastShots[move.period] = max(lastShots[move.period], max(0, elapsed))
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
