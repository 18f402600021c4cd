import MoveLog

/// Sums of live moves, kept flat while they are added up: nothing here depends on the order.
struct ScoreFold {
    private(set) var score = Sides(home: 0, away: 0)
    private(set) var lastPeriod = 1
    private(set) var hasMoves = false
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
        switch side {
        case .home: home.count(stat, points: points, period: move.period, index: index)
        case .away: away.count(stat, points: points, period: move.period, index: index)
        }
        score[side] += points
    }

    /// Writes the sums into a board whose rosters and game clock are settled.
    func apply(to board: inout Scoreboard) {
        board.danglingCount = danglingCount
        let periods = max(lastPeriod, board.clock.period)
        home.apply(to: &board.teams.home, periods: periods)
        away.apply(to: &board.teams.away, periods: periods)
    }
}

/// Sums of one side.
private struct SideSums {
    private var players: [Tally] = []
    private var credited = Tally()
    private var total = Tally()
    private var periods: [Int] = []

    mutating func count(_ stat: Stat, points: Int, period: Int, index: Int?) {
        total.count(stat, points: points)
        while periods.count < period { periods.append(0) }
        periods[period - 1] += points
        guard let index else { return credited.count(stat, points: points) }
        while players.count <= index { players.append(Tally()) }
        players[index].count(stat, points: points)
    }

    func apply(to team: inout TeamBoard, periods count: Int) {
        team.score = total.points
        team.total = total
        team.teamCredited = credited
        team.periodScores = periods + Array(repeating: 0, count: max(0, count - periods.count))
        for index in players.indices { team.players[index].tally = players[index] }
    }
}
