import MoveLog

/// Folds the entries of one game into its scoreboard.
struct GameFold {
    private var board: Scoreboard
    private var roster: RosterFold
    private var clock = ClockFold()
    private var tracking = TrackingFold()
    private var sums = ScoreFold()
    private var isEnded = false

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
        case .move(let move): sums.fold(move, board.rules, roster)
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
            .void, .rulesChanged, .note, .fix, .accepted, .rosterEdited, .rosterMerged,
            .gameForfeited, .gameAbandoned, .signOff, .deviceLost, .deviceFound, .takenOver,
            .unknown, .malformed:
            break
        }
    }

    private mutating func append(_ item: Item, _ standing: Standing) {
        board.timeline.append(
            TimelineEntry(
                id: item.id, recordedAs: item.recordedAs, lamport: item.place.lamport,
                wall: item.wall, kind: item.kind, content: item.content, standing: standing,
                score: sums.score))
    }

    private mutating func finish() {
        board.clock = clock.board
        if board.clock.governing == nil { board.clock.period = sums.lastPeriod }
        sums.apply(to: &board)
        tracking.apply(to: &board)
        board.judge(isEnded: isEnded, hasMoves: sums.hasMoves)
    }
}
