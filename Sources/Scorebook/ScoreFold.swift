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

    mutating func count(_ stat: Stat, points: Int, period: Int, index: Int?, isTeamFoul: Bool) {
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

/// The game clock, from its entries in order.
struct ClockFold {
    private(set) var board = GameClockBoard()
    private var lastWasStop = false

    mutating func fold(_ entry: GameClockEntry, _ entries: EntryRows, _ row: Row) {
        let isSamePeriod = entry.period == board.period
        switch entry.action {
        case .start:
            board.ranIn.insert(entry.period)
            if board.isRunning && isSamePeriod || isPast(entry.period) { return }
            govern(entry, entries, row, isRunning: true)
        case .stop:
            if isPast(entry.period) { return }
            if !board.isRunning && isSamePeriod && board.governing != nil {
                guard lastWasStop, entry.elapsed < board.elapsed else { return }
            }
            govern(entry, entries, row, isRunning: false)
            lastWasStop = true
        case .set:
            let runs = board.isRunning && isSamePeriod
            govern(entry, entries, row, isRunning: runs)
        }
    }

    /// A period is over once the next has begun: a start or stop in it comes from a keeper who had
    /// not seen that. To go back on purpose, a keeper sets the game clock.
    private func isPast(_ period: Int) -> Bool { period < board.period }

    /// A period that has already begun does not begin again.
    mutating func fold(_ entry: PeriodBegan, _ entries: EntryRows, _ row: Row) {
        if isPast(entry.period) { return }
        if entry.period == board.period && board.governing != nil { return }
        let standing = GameClockEntry(.set, period: entry.period, elapsed: .zero)
        govern(standing, entries, row, isRunning: false)
    }

    private mutating func govern(
        _ entry: GameClockEntry, _ entries: EntryRows, _ row: Row, isRunning: Bool
    ) {
        board.period = entry.period
        board.elapsed = entry.elapsed
        board.moment = entry.moment
        board.isRunning = isRunning
        board.governing = entries.id(row)
        board.wall = WallTime(milliseconds: row.wall)
        lastWasStop = false
    }
}

/// The players that each device tracks, from claims and releases in order.
struct TrackingFold {
    private struct Claims {
        var sides = Sides(home: false, away: false)
        var lines: [PlayerSeat: Bool] = [:]
    }

    private var devices: [PublicKey: Claims] = [:]
    private var claimants: Set<PublicKey> = []

    /// Records that a device ever had a claim, void or not: the device may have recorded moves
    /// meanwhile.
    mutating func admit(_ content: Content, by author: PublicKey?) {
        switch content {
        case .trackingClaimed(let claim):
            if let device = claim.device ?? author { claimants.insert(device) }
        case .takenOver:
            if let author { claimants.insert(author) }
        default: break
        }
    }

    /// Applies a live claim, release or take-over, in order.
    mutating func fold(_ content: Content, by author: PublicKey?, _ roster: RosterFold) {
        switch content {
        case .trackingClaimed(let claim):
            if let device = claim.device ?? author { set(claim.subjects, true, device, roster) }
        case .trackingReleased(let release):
            if let device = release.device ?? author {
                set(release.subjects, false, device, roster)
            }
        case .takenOver(let taken):
            set(taken.subjects, false, taken.device, roster)
            if let author { set(taken.subjects, true, author, roster) }
        default: break
        }
    }

    private mutating func set(
        _ subjects: [Subject], _ isTracked: Bool, _ device: PublicKey, _ roster: RosterFold
    ) {
        var claims = devices[device] ?? Claims()
        for subject in subjects {
            switch subject {
            case .nobody: break
            case .team(let side):
                claims.sides[side] = isTracked
                claims.lines = claims.lines.filter { $0.key.side != side }
            case .line(let ref):
                if let seat = roster.seat(ref) { claims.lines[seat] = isTracked }
            }
        }
        devices[device] = claims
    }

    /// Writes the trackers of each player. A removed device tracks no player.
    func apply(to board: inout Scoreboard, without removed: Set<PublicKey>) {
        board.claimants = claimants.sorted()
        for device in devices.keys.sorted() where !removed.contains(device) {
            guard let claims = devices[device] else { continue }
            for side in Side.allCases {
                for index in board.teams[side].players.indices {
                    let seat = PlayerSeat(side: side, index: index)
                    if claims.lines[seat] ?? claims.sides[side] {
                        board.teams[side].players[index].trackers.append(device)
                    }
                }
            }
        }
    }
}
