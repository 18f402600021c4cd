import MoveLog

/// Folds the entries of one game into its scoreboard, and keeps what the next entry needs.
struct GameFold: Sendable {
    /// What comes out.
    var board: Scoreboard
    /// Live moves on the board.
    var moveCount = 0
    /// Held moves on the board.
    var heldCount = 0
    /// Who is waited for and what the next move is compared with; nil where signatures stand.
    var tail: Tail?
    private(set) var roster: RosterFold
    var clock = ClockFold()
    var sums = ScoreFold()
    private var tracking = TrackingFold()
    private var ruling = Ruling.open
    private var removed: Set<PublicKey> = []

    /// What is carried along beside the sums, so that no other entry is looked at again.
    struct Tail: Sendable {
        let devices: [AuthorID: PublicKey]
        var keepers: KeeperFold
        var search: CopySearch
        /// Whether an assist of a withdrawn copy may be that of another basket.
        let hasWithdrawnCopies: Bool
        /// Whether a name of an entry is that of another too.
        var hasNamesakes: Bool
    }

    /// What a list says of the game.
    var outline: GameOutline { GameOutline(board, moveCount: moveCount, heldCount: heldCount) }

    /// What comes of a fold.
    private enum Purpose {
        /// The board with its timeline, and what the next entry needs.
        case board
        /// What a list says of the game: nothing is kept of single entries.
        case outline
    }

    /// The whole fold; nil as long as the entry that created the game is not there.
    static func fold(
        _ game: GameID, creations: [Item], items: [Item], devices: [AuthorID: PublicKey],
        standIns: [EntryID: [EntryID]], removed: Set<PublicKey> = []
    ) -> GameFold? {
        fold(game, creations, items, devices, standIns, removed, for: .board)
    }

    /// What a list says of the game, in less time than a whole fold; nil as long as the entry that created
    /// the game is not there.
    static func outline(
        _ game: GameID, creations: [Item], items: [Item], devices: [AuthorID: PublicKey],
        standIns: [EntryID: [EntryID]], removed: Set<PublicKey>
    ) -> GameOutline? {
        fold(game, creations, items, devices, standIns, removed, for: .outline)?.outline
    }

    private static func fold(
        _ game: GameID, _ creations: [Item], _ items: [Item], _ devices: [AuthorID: PublicKey],
        _ standIns: [EntryID: [EntryID]], _ removed: Set<PublicKey>, for purpose: Purpose
    ) -> GameFold? {
        guard let first = creations.first, case .gameCreated(let created) = first.content else {
            return nil
        }
        let liveness = Liveness(items)
        let signOff = SignOffFold(
            first, items, liveness, devices, standIns, removed: removed)
        func folding(_ items: [Item], _ liveness: Liveness) -> GameFold {
            var fold = GameFold(first, created, game)
            fold.removed = removed
            fold.board.malformedCount = creations.count - 1
            fold.fold(items, liveness, devices, signOff, for: purpose)
            return fold
        }
        var whole: GameFold
        if signOff.official == nil {
            whole = folding(items, liveness)
        } else {
            let inside = zip(items, signOff.isInside).filter(\.1).map(\.0)
            whole = folding(inside, Liveness(inside))
            if purpose == .board { whole.board.weave(items, signOff.isInside) }
        }
        signOff.apply(to: &whole.board)
        guard purpose == .board else { return whole }
        let hasNamesakes = whole.board.rememberPlaces()
        whole.tail?.hasNamesakes = hasNamesakes
        return whole
    }

    /// The phases, each on what the ones before have settled: voids, rules and roster, corrections and
    /// duplicates, then one pass that counts.
    private mutating func fold(
        _ items: [Item], _ liveness: Liveness, _ devices: [AuthorID: PublicKey],
        _ signOff: SignOffFold, for purpose: Purpose
    ) {
        settleRulesAndRoster(items, liveness)
        let standings = Standings(
            items, liveness, devices, roster, areContinued: purpose == .board)
        board.danglingFixes = standings.danglingFixes
        var timeline = board.timeline
        if purpose == .board { timeline.reserveCapacity(items.count + 1) }
        for (index, item) in items.enumerated() {
            count(item, standings[index], standings.corrected(index), devices)
            if item.isMove && standings[index].isLive { moveCount += 1 }
            if standings[index].isHeld { heldCount += 1 }
            guard purpose == .board else { continue }
            var entry = TimelineEntry(item, standings[index], score: sums.score)
            standings.annotate(&entry, index)
            timeline.append(entry)
        }
        board.timeline = timeline
        tracking.apply(to: &board, without: removed)
        settle()
        guard purpose == .board, !signOff.hasSignatures else { return }
        tail = Tail(
            devices: devices, keepers: signOff.set, search: standings.search,
            hasWithdrawnCopies: standings.hasWithdrawnCopies, hasNamesakes: false)
    }

    private init(_ item: Item, _ created: GameCreated, _ game: GameID) {
        roster = RosterFold(created, game)
        func team(_ side: Side) -> TeamBoard {
            TeamBoard(name: created.team(side))
        }
        board = Scoreboard(
            id: game, createdWall: item.wall, createdBy: item.recordedAs.author,
            rules: created.rules, teams: Sides(home: team(.home), away: team(.away)))
        board.timeline = [TimelineEntry(item, .live, score: sums.score)]
    }

    /// Rules are those of the end and rosters whole before anything counts, so that no move depends
    /// on where it stands.
    private mutating func settleRulesAndRoster(_ items: [Item], _ liveness: Liveness) {
        for (index, item) in items.enumerated() {
            let isLive = liveness.isLive(index)
            switch item.content {
            case .rosterAdded(let entry): roster.fold(entry, item, isLive: isLive)
            case .rosterEdited(let entry) where isLive: roster.fold(entry)
            case .rosterMerged(let entry) where isLive: roster.fold(entry)
            case .rulesChanged(let entry) where isLive:
                for (rule, value) in entry.changes { board.rules[rule] = value }
            default: break
            }
        }
        roster.settle()
        for side in Side.allCases { board.teams[side].players = roster.players[side] }
    }

    private mutating func count(
        _ item: Item, _ standing: Standing, _ move: Move?, _ devices: [AuthorID: PublicKey]
    ) {
        switch item.content {
        case .trackingClaimed, .takenOver:
            tracking.note(item.content, by: devices[item.recordedAs.author])
        case .unknown: board.unknownCount += 1
        case .malformed: board.malformedCount += 1
        default: break
        }
        if standing.isLive { countLive(item, move, devices) }
    }

    private mutating func countLive(
        _ item: Item, _ move: Move?, _ devices: [AuthorID: PublicKey]
    ) {
        switch item.content {
        case .move(let recorded):
            if let move {
                sums.fold(move, board.rules, roster)
            } else {
                sums.fold(recorded, board.rules, roster)
            }
        case .gameClock(let entry): clock.fold(entry, item)
        case .periodBegan(let entry): clock.fold(entry, item)
        case .trackingClaimed, .trackingReleased, .takenOver:
            tracking.fold(item.content, by: devices[item.recordedAs.author], roster)
        case .gameEnded, .gameReopened, .gameForfeited, .gameAbandoned:
            ruling = Ruling(item.content) ?? ruling
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .gameCreated, .rosterAdded, .void, .rulesChanged, .note, .fix, .accepted, .rosterEdited,
            .rosterMerged, .signOff, .deviceLost, .deviceFound, .unknown, .malformed:
            break
        }
    }

    /// Writes the sums and the game clock into the board, and judges it.
    mutating func settle() {
        board.clock = clock.board
        if board.clock.governing == nil { board.clock.period = sums.lastPeriod }
        sums.apply(to: &board)
        board.judge(
            ruling, hasMoves: sums.hasMoves, lastShot: sums.lastShot(in: board.clock.period))
    }
}

extension Scoreboard {
    /// Puts the entries behind an official result into the timeline, each in its place.
    fileprivate mutating func weave(_ items: [Item], _ isInside: [Bool]) {
        var inside = timeline.dropFirst().makeIterator()
        var whole = Array(timeline.prefix(1))
        for (item, isInside) in zip(items, isInside) {
            if isInside, let entry = inside.next() {
                whole.append(entry)
                continue
            }
            let score = whole.last?.score ?? Sides(home: 0, away: 0)
            whole.append(TimelineEntry(item, .afterSignOff, score: score))
            afterSignOff.append(item.id)
        }
        timeline = whole
    }
}
