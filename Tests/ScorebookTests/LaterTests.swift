import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// What a later version writes is folded as far as it is understood, and is not signed.
@Suite struct LaterTests {
    // MARK: Bodies

    /// Every kind with later values is read as what is known of it.
    @Test(arguments: seeds(UInt64(60)))
    func whatIsKnownIsReadOfALaterBody(seed: UInt64) throws {
        var writer = LaterWriter(seed: seed)
        var seen: Set<Kind> = []
        for placed in RandomTable.plainEntries(seed: seed, count: 150) {
            let entry = placed.entry
            let known = Content(kind: entry.kind, scope: entry.scope, body: entry.body)
            guard known != .malformed, !known.isLater,
                let body = writer.adding(to: entry.body, entry.kind)
            else { continue }
            let content = Content(kind: entry.kind, scope: entry.scope, body: body)
            let isExpected = entry.kind != .gameCreated || body != entry.body
            #expect(content.isLater == isExpected, "\(entry.kind) \(body)")
            #expect(content.knownBody == entry.body, "\(entry.kind) \(body)")
            seen.insert(entry.kind)
        }
        #expect(seen.contains(.move))
    }

    /// The law above says something only of the kinds that are drawn.
    @Test func everyKindWithLaterValuesIsDrawn() {
        var writer = LaterWriter(seed: 1)
        let entries = (UInt64(1)...20).flatMap { RandomTable.plainEntries(seed: $0, count: 150) }
        let kinds = entries.filter { writer.adding(to: $0.entry.body, $0.entry.kind) != nil }
        #expect(
            Set(kinds.map(\.entry.kind)) == [
                .gameCreated, .rosterAdded, .move, .void, .rulesChanged, .fix, .rosterEdited,
            ])
    }

    /// A body that ends inside its known part is malformed, however much is later in it.
    @Test(arguments: seeds(UInt64(30)))
    func aKnownPartThatIsCutOffIsMalformed(seed: UInt64) throws {
        var writer = LaterWriter(seed: seed)
        for placed in RandomTable.plainEntries(seed: seed, count: 80) {
            let entry = placed.entry
            guard [.move, .void, .rosterEdited].contains(entry.kind),
                Content(kind: entry.kind, scope: entry.scope, body: entry.body) != .malformed,
                let later = writer.adding(to: entry.body, entry.kind)
            else { continue }
            for count in 0..<later.count {
                let content = Content(
                    kind: entry.kind, scope: entry.scope, body: Array(later.prefix(count)))
                // Of a void that is cut off before its flags nothing is missing.
                let isWhole = content.knownBody == entry.body
                #expect(content == .malformed || isWhole || entry.kind == .void)
            }
        }
    }

    /// Moves of later kinds, flags and variants are the same read from columns and from bytes.
    @Test(arguments: seeds(UInt64(60)), 4...7)
    func columnsAndBytesAgree(seed: UInt64, count: Int) {
        var random = SeededGenerator(seed: seed)
        let author = PaperTable.author(1)
        let game = EntryID(author: PaperTable.author(2), sequence: 2)
        let entries = (1...UInt64(60)).map { number -> Entry in
            // Numbers of one count each, so that the page goes into columns.
            var body = ByteWriter()
            body.count(random.chance(3) ? random.below(140) : 1 + random.below(12))
            let flags = [0, 1, 4, 8, 12, 16, 28][random.below(7)]
            body.varint(UInt64(flags) | (random.chance(2) ? 1 << UInt64(random.below(64)) : 0))
            for _ in 2..<count {
                body.count(random.chance(6) ? random.below(300) : 1 + random.below(8))
            }
            return Entry(
                id: EntryID(author: author, sequence: number), lamport: number + 5,
                wall: WallTime(milliseconds: Int64(number)), scope: .game(game), kind: .move,
                body: body.bytes)
        }
        let page = Page(
            packing: entries.flatMap(\.canonicalBytes), count: entries.count, author: author)
        var (paged, single) = (EntryRows(), EntryRows())
        paged.insert(PlacedPage(author: author, after: 0, page: page), of: game)
        for entry in entries {
            single.insert(Placed(entry: entry, place: Place(lamport: entry.lamport, id: entry.id)))
        }
        #expect(page.isInColumns)
        #expect(paged.rows.map(paged.move) == single.rows.map(single.move))
        #expect(paged.rows.map(paged.content) == single.rows.map(single.content))
        #expect(paged.laterCount == single.laterCount && single.laterCount > 0)
    }

    // MARK: The fold

    /// Two devices, an older and a newer one, agree on what both know.
    @Test(arguments: seeds(UInt64(60)))
    func laterValuesChangeNothingThatIsKnown(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var writer = LaterWriter(seed: seed)
        let entries = RandomTable.plainEntries(seed: seed, count: 150)
        var later: Set<EntryID> = []
        let changed = entries.map { placed in
            let isRules = [.gameCreated, .rulesChanged].contains(placed.entry.kind)
            let content = Content(
                kind: placed.entry.kind, scope: placed.entry.scope, body: placed.entry.body)
            var changed = placed
            guard !isRules, content != .malformed, placed.place.digest == nil, random.chance(3),
                let body = writer.adding(to: placed.entry.body, placed.entry.kind)
            else { return placed }
            later.insert(placed.entry.id)
            changed.entry.body = body
            return changed
        }
        let (known, shown) = (Book(rebuilding: entries), Book(rebuilding: changed))
        #expect(known.gameIDs == shown.gameIDs)
        for game in known.gameIDs {
            let board = try #require(known.scoreboard(of: game))
            let other = try #require(shown.scoreboard(of: game))
            #expect(board.teams == other.teams && board.clock == other.clock)
            #expect(board.state == other.state && board.winner == other.winner)
            #expect(board.keepers == other.keepers)
            #expect(board.timeline.map(\.standing) == other.timeline.map(\.standing))
            #expect(board.timeline.map(\.score) == other.timeline.map(\.score))
            let live = other.timeline.filter {
                if case .void = $0.standing { false } else { later.contains($0.recordedAs) }
            }
            #expect(Set(other.later).isSuperset(of: live.map(\.id)) || other.official != nil)
        }
    }

    /// A later move at the end of an open game makes it provisional, as in a fold of all entries.
    @Test(arguments: seeds(UInt64(20)))
    func aLaterMoveAtTheEndIsNoticed(seed: UInt64) throws {
        var writer = LaterWriter(seed: seed)
        var court = try Court()
        for line in 0..<3 { court.move(.twoPoints, line) }
        var book = Book(rebuilding: court.table.entries)
        book.open(court.game)
        let move = Move(.rebound, .defensive, by: .line(.created(1)), period: 1)
        let body = writer.adding(to: move.body, .move)
        let later = court.table.record(
            1, Draft(scope: .game(court.game), kind: .move, body: try #require(body)))
        book.insert(contentsOf: court.table.entries)
        book.foldChanged()
        #expect(book.scoreboard(of: court.game)?.later == [later])
        #expect(try book.scoreboard(of: court.game) == court.board())
        #expect(book.unknownCount == 1)
    }

    /// A move of a later kind and an action of a later version are lines of the log alone.
    @Test(arguments: seeds(UInt64(40)))
    func whatIsOfALaterKindCountsNothing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var writer = LaterWriter(seed: seed)
        var court = try Court.ended()
        let before = try court.board()
        let kinds = (0..<(1 + random.below(5))).map { _ in
            random.chance(2) ? Kind.move : .gameClock
        }
        var recorded: [EntryID] = []
        for kind in kinds {
            let body = writer.replacing(kind)
            let draft = Draft(scope: .game(court.game), kind: kind, body: try #require(body))
            recorded.append(court.table.record(1 + UInt8(random.below(3)), draft))
        }
        let after = try court.board()
        #expect(after.teams == before.teams && after.clock == before.clock)
        #expect(after.moveCount == before.moveCount && after.state == before.state)
        #expect(after.later == recorded && after.isProvisional && !before.isProvisional)
        #expect(after.timeline.suffix(kinds.count).map(\.content) == kinds.map { _ in .unknown })
    }

    // MARK: Later rules

    /// To four points, with a penalty from the first foul on, which puts a player out.
    private func court(laterRules seed: UInt64) throws -> Court {
        var rules = Rules(.fiba)
        rules[.target] = 4
        rules[.penaltyFouls] = 1
        rules[.foulLimit] = 1
        let lines = [
            RosterLine(side: .home, number: "4", name: "Ana"),
            RosterLine(side: .away, number: "4", name: "Kim"),
        ]
        let created = GameCreated(home: "Hawks", away: "Owls", rules: rules, lines: lines)
        var court = try Court()
        var writer = LaterWriter(seed: seed)
        let body = writer.adding(to: created.body, .gameCreated)
        let draft = Draft(scope: .table, kind: .gameCreated, body: try #require(body))
        let game = court.table.record(1, draft)
        return Court(table: court.table, game: game)
    }

    @Test(arguments: seeds(UInt64(20)))
    func aGameWithLaterRulesIsShownAndNotJudged(seed: UInt64) throws {
        var court = try court(laterRules: seed)
        court.move(.twoPoints, 0)
        court.move(.threePoints, 0)
        court.move(.foul, 1)
        let live = try court.board()
        #expect(live.hasLaterRules && live.later == [court.game])
        #expect(live.score == Sides(home: 5, away: 0) && live.moveCount == 3)
        #expect(live.players.map(\.name) == ["Ana", "Kim"])
        #expect(live.state == .live && live.winner == nil && !live.isTargetReachedTwice)
        #expect(live.penalty(of: .away) == .none && live.teamFouls(of: .away, in: 1) == 1)
        #expect(!live.players.contains { live.isFouledOut($0) || live.isInFoulTrouble($0) })
        court.record(GameEnded())
        let ended = try court.board()
        #expect(ended.state == .closed && ended.winner == nil)
        #expect(ended.signingObstacles == [.later([court.game])])
        court.record(GameReopened())
        court.record(GameForfeited(side: .home))
        #expect(try court.board().winner == .away)
    }

    /// Lifted by a void, unlike those of the creation.
    @Test func aLaterChangeOfTheRulesHoldsWhileItIsLive() throws {
        var court = try Court()
        court.move(.twoPoints, 0)
        var writer = LaterWriter(seed: 1)
        let changed = RulesChanged(changes: [.target: 2, .lead: 1])
        let body = writer.adding(to: changed.body, .rulesChanged)
        let rules = court.table.record(
            1, Draft(scope: .game(court.game), kind: .rulesChanged, body: try #require(body)))
        let board = try court.board()
        #expect(board.rules[.target] == 2 && board.hasLaterRules && board.state == .live)
        court.void(rules)
        #expect(try !court.board().hasLaterRules && court.board().later.isEmpty)
        court.record(changed)
        #expect(try court.board().state == .decided)
    }

    /// The values count, not the label.
    @Test func aLaterPresetIsCustom() throws {
        let created = GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: [])
        var body = created.body
        #expect(body[4] == RulesPreset.fiba.rawValue)
        body[4] = 200
        let read = try GameCreated(body: body)
        var expected = Rules(.fiba)
        expected.preset = .custom
        #expect(read.rules == expected && !read.isLater)
    }

    // MARK: Signing

    /// One stray entry of any member blocks a signature, and its void lifts that.
    @Test(arguments: seeds(UInt64(80)))
    func aStrayEntryBlocksSigningUntilItIsVoid(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var writer = LaterWriter(seed: seed)
        var court = try Court.ended()
        let before = try court.board()
        #expect(before.signingObstacles.isEmpty)
        let isMalformed = random.chance(3)
        let draft = Self.stray(in: court, isMalformed: isMalformed, &random, &writer)
        // Before the end of the game, or after it.
        let lamport = random.chance(3) ? UInt64(5 + random.below(7)) : nil
        let stray = court.table.record(1 + UInt8(random.below(3)), draft, lamport: lamport)
        let blocked = try court.board()
        #expect(
            blocked.signingObstacles.contains(isMalformed ? .malformed([stray]) : .later([stray])),
            "\(draft)")
        #expect(blocked.isProvisional)
        court.void(stray, by: 1 + UInt8(random.below(3)))
        let lifted = try court.board()
        #expect(lifted.signingObstacles.isEmpty && !lifted.isProvisional)
        #expect(lifted.score == before.score && lifted.state == before.state)
        #expect(lifted.timeline.contains { $0.id == stray })
        for keeper in UInt8(1)...3 { try court.sign(by: keeper) }
        #expect(try court.board().state == .signed)
    }

    private static func stray(
        in court: Court, isMalformed: Bool, _ random: inout SeededGenerator,
        _ writer: inout LaterWriter
    ) -> Draft {
        let bodies: [any GameBody] = [
            Move(.rebound, .defensive, by: .line(.created(0)), period: 1),
            RosterAdded(lines: [RosterLine(side: .home, number: "9", name: "Cy")]),
            RulesChanged(changes: [.foulLimit: 5]),
            RosterEdited(line: .created(0), name: "Anna"),
            VoidEntry(target: EntryID(author: PaperTable.author(1), sequence: 99)),
        ]
        let draft = bodies[random.below(bodies.count)].draft(in: court.game)
        if isMalformed {
            return Draft(scope: draft.scope, kind: draft.kind, body: draft.body.dropLast())
        }
        switch random.below(3) {
        case 0: return Draft(scope: draft.scope, kind: Kind(rawValue: 1000), body: draft.body)
        case 1:
            let kind = random.chance(2) ? Kind.move : .gameClock
            return Draft(scope: draft.scope, kind: kind, body: writer.replacing(kind) ?? [])
        default:
            let body = writer.adding(to: draft.body, draft.kind) ?? []
            return Draft(scope: draft.scope, kind: draft.kind, body: body)
        }
    }

    /// The same entry counts on however many copies and branches it came: creations under one ID
    /// are no obstacle, since nobody can withdraw them.
    @Test func otherCreationsMakeAGameProvisionalAlone() throws {
        var court = try Court.ended()
        var twin = try #require(court.table.entries.first { $0.entry.id == court.game })
        twin.entry.wall = WallTime(milliseconds: 5)
        twin.place.digest = PaperTable.digest(3)
        court.table.add(twin)
        let board = try court.board()
        #expect(board.otherCreations == 1 && board.isProvisional)
        #expect(board.signingObstacles.isEmpty)
    }
}

extension Content {
    /// The body of what was read; nil if nothing was, or for a kind without later values.
    fileprivate var knownBody: [UInt8]? {
        switch self {
        case .gameCreated(let body): body.body
        case .rosterAdded(let body): body.body
        case .move(let body): body.body
        case .void(let body): body.body
        case .rulesChanged(let body): body.body
        case .fix(let body): body.body
        case .rosterEdited(let body): body.body
        default: nil
        }
    }
}
