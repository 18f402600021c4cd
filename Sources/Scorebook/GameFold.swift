import MoveLog

/// Folds the entries of one game into its scoreboard.
struct GameFold {
    private var board: Scoreboard
    private var roster: RosterFold
    private var clock = ClockFold()
    private var tracking = TrackingFold()
    private var isEnded = false
    private var hasMoves = false
    private var lastPeriod = 1

    /// The scoreboard; nil as long as the entry that created the game is not there.
    static func fold(
        _ game: GameID, creations: [Item], items: [Item], devices: [AuthorID: PublicKey]
    ) -> Scoreboard? {
        guard let first = creations.first, case .gameCreated(let created) = first.content else {
            return nil
        }
        let liveness = Liveness(items)
        var fold = GameFold(first, created, game)
        fold.board.malformedCount = creations.count - 1
        fold.settleRulesAndRoster(items, liveness)
        for (index, item) in items.enumerated() {
            fold.fold(item, liveness.standings[index], devices)
        }
        fold.finish()
        return fold.board
    }

    private init(_ item: Item, _ created: GameCreated, _ game: GameID) {
        roster = RosterFold(created, game)
        func team(_ side: Side) -> TeamBoard {
            TeamBoard(name: created.team(side))
        }
        board = Scoreboard(
            id: game, createdWall: item.wall, createdBy: item.recordedAs.author,
            rules: created.rules, teams: Sides(home: team(.home), away: team(.away)))
        append(item, .live)
    }

    /// Rules are those of the end and rosters whole before anything counts, so that no move depends
    /// on where it stands.
    private mutating func settleRulesAndRoster(_ items: [Item], _ liveness: Liveness) {
        for (index, item) in items.enumerated() {
            let isLive = liveness.standings[index] == .live
            switch item.content {
            case .rosterAdded(let entry): roster.fold(entry, item, isLive: isLive)
            case .rulesChanged(let entry) where isLive:
                for (rule, value) in entry.changes { board.rules[rule] = value }
            default: break
            }
        }
        for side in Side.allCases { board.teams[side].players = roster.players[side] }
    }

    private mutating func fold(
        _ item: Item, _ standing: Standing, _ devices: [AuthorID: PublicKey]
    ) {
        if standing == .live { foldLive(item, devices) }
        switch item.content {
        case .unknown: board.unknownCount += 1
        case .malformed: board.malformedCount += 1
        default: break
        }
        append(item, standing)
    }

    private mutating func foldLive(_ item: Item, _ devices: [AuthorID: PublicKey]) {
        switch item.content {
        case .move(let move): count(move)
        case .gameClock(let entry): clock.fold(entry, item)
        case .periodBegan(let entry): clock.fold(entry, item)
        case .trackingClaimed(let entry):
            if let device = entry.device ?? devices[item.recordedAs.author] {
                tracking.claim(entry.subjects, by: device, roster)
            }
        case .trackingReleased(let entry):
            if let device = entry.device ?? devices[item.recordedAs.author] {
                tracking.release(entry.subjects, by: device, roster)
            }
        case .gameEnded: isEnded = true
        case .gameReopened: isEnded = false
        case .authorStarted, .deviceAdded, .keeperNamed, .tableNamed, .gameCreated, .rosterAdded,
            .void, .rulesChanged, .note, .unknown, .malformed:
            break
        }
    }

    private mutating func count(_ move: Move) {
        hasMoves = true
        lastPeriod = max(lastPeriod, move.period)
        let points = move.kind.isScoring ? move.points ?? board.rules.points(of: move.kind) : 0
        let side: Side
        switch move.subject {
        case .nobody: return
        case .team(let team):
            side = team
            if let stat = Stat(move) {
                board.teams[side].teamCredited.count(stat, points: points)
            }
        case .line(let ref):
            guard let seat = roster.seat(ref) else {
                board.danglingCount += 1
                return
            }
            side = seat.side
            if let stat = Stat(move) {
                board.teams[side].players[seat.index].tally.count(stat, points: points)
            }
        }
        guard let stat = Stat(move) else { return }
        board.teams[side].total.count(stat, points: points)
        guard points > 0 else { return }
        board.teams[side].score += points
        while board.teams[side].periodScores.count < move.period {
            board.teams[side].periodScores.append(0)
        }
        board.teams[side].periodScores[move.period - 1] += points
    }

    private mutating func append(_ item: Item, _ standing: Standing) {
        board.timeline.append(
            TimelineEntry(
                id: item.id, recordedAs: item.recordedAs, lamport: item.place.lamport,
                wall: item.wall, kind: item.kind, content: item.content, standing: standing,
                score: board.score))
    }

    private mutating func finish() {
        tracking.apply(to: &board)
        board.clock = clock.board
        if board.clock.governing == nil { board.clock.period = lastPeriod }
        let periods = max(lastPeriod, board.clock.period)
        for side in Side.allCases {
            let missing = periods - board.teams[side].periodScores.count
            board.teams[side].periodScores += Array(repeating: 0, count: max(0, missing))
        }
        board.judge(isEnded: isEnded, hasMoves: hasMoves)
    }
}
