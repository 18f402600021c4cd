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
        periods.add(points, in: period)
        if isTeamFoul { fouls.add(1, in: period) }
        guard let index else { return credited.count(stat, points: points) }
        while players.count <= index { players.append(Tally()) }
        players[index].count(stat, points: points)
    }

    func apply(to team: inout TeamBoard, _ rules: Rules, periods count: Int) {
        team.score = total.points
        team.total = total
        team.teamCredited = credited
        team.periodScores = periods
        team.periodScores.add(0, in: count)
        var fouls = fouls
        fouls.add(0, in: count)
        team.teamFouls = rules.teamFouls(fouls)
        for index in players.indices { team.players[index].tally = players[index] }
    }
}

extension [Int] {
    /// Adds to the number of a period, from 1; missing ones are 0.
    fileprivate mutating func add(_ number: Int, in period: Int) {
        while count < period { append(0) }
        self[period - 1] += number
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
        case .set: govern(entry, entries, row, isRunning: board.isRunning && isSamePeriod)
        }
    }

    /// A period is over once the next has begun: a start or stop in it comes from a keeper who had
    /// not seen that. To go back on purpose, a keeper sets the game clock.
    private func isPast(_ period: Int) -> Bool { period < board.period }

    /// A period that has already begun does not begin again.
    mutating func fold(_ entry: PeriodBegan, _ entries: EntryRows, _ row: Row) {
        if isPast(entry.period) || entry.period == board.period && board.governing != nil { return }
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

    /// Takes claims, releases and take-overs in order. A void claim or take-over changes only that its
    /// device ever had a claim: the device may have recorded moves meanwhile.
    mutating func fold(
        _ content: Content, by author: PublicKey?, isLive: Bool, _ roster: RosterFold
    ) {
        switch content {
        case .trackingClaimed(let claim):
            admit(claim.device ?? author)
            if isLive { set(claim.subjects, true, claim.device ?? author, roster) }
        case .trackingReleased(let release) where isLive:
            set(release.subjects, false, release.device ?? author, roster)
        case .takenOver(let taken):
            admit(author)
            guard isLive else { return }
            set(taken.subjects, false, taken.device, roster)
            set(taken.subjects, true, author, roster)
        default: break
        }
    }

    private mutating func admit(_ device: PublicKey?) {
        if let device { claimants.insert(device) }
    }

    private mutating func set(
        _ subjects: [Subject], _ isTracked: Bool, _ device: PublicKey?, _ roster: RosterFold
    ) {
        guard let device else { return }
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
