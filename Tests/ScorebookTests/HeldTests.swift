import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// One basket, noted twice.
@Suite struct HeldTests {
    @Test func aCopyWithinTenSecondsIsHeldUntilAccepted() throws {
        var court = try Court.running()
        let basket = court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(70))
        #expect(try court.score() == "2-0")
        #expect(try court.standing(copy) == .held(of: basket))
        #expect(try court.board().held.map(\.heldOf) == [basket])
        let accepted = court.record(Accepted(target: copy), by: 3)
        #expect(try court.score() == "4-0")
        court.void(accepted)
        #expect(try court.score() == "2-0")
        let void = court.void(copy)
        #expect(try court.standing(copy) == .void(by: [void]))
    }

    @Test(arguments: [
        (10.0, MoveKind.twoPoints, 0, UInt8(2), true), (10.001, .twoPoints, 0, 2, false),
        (-10.0, .twoPoints, 0, 2, true), (-10.001, .twoPoints, 0, 2, false),
        (0, .threePoints, 0, 2, false), (0, .twoPoints, 1, 2, false),
        (0, .twoPoints, 0, 1, false),
    ])
    func theWindow(
        away seconds: Double, kind: MoveKind, line: Int, keeper: UInt8, isHeld: Bool
    ) throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(60))
        let second = court.note(kind, line, by: keeper, .at(60 + seconds))
        #expect(try court.board().held.map(\.id) == (isHeld ? [second] : []))
        #expect(try court.resembling() == [])
    }

    @Test func theWhistleBetweenTwoEntries() throws {
        var court = try Court.running()
        court.note(.threePoints, by: 1, .at(120))
        court.record(GameClockEntry(.stop, period: 1, elapsed: .seconds(121)), by: 3)
        // Noted while the clock stands, minutes later by the wall.
        court.note(.threePoints, by: 2, Noting(at: .seconds(121), wall: 180_000))
        #expect(try court.held().count == 1)
        // Both noted while it stands.
        court.note(.twoPoints, 1, by: 2, .at(121))
        court.note(.twoPoints, 1, by: 1, .at(121))
        #expect(try court.held().count == 2)
        #expect(try court.score() == "5-0")
    }

    @Test func aDeviceThatMissedAStopAndAPeriod() throws {
        var court = try Court.running()
        court.record(PeriodBegan(period: 2))
        court.record(GameClockEntry(.start, period: 2, elapsed: .zero))
        court.note(.twoPoints, by: 1, Noting(at: .seconds(30), period: 2))
        // Keeper 2 heard of neither: the clock there runs on in period 1.
        let late = court.note(.twoPoints, by: 2, .at(630, alone: true))
        #expect(try court.held() == [])
        #expect(try court.score() == "4-0")
        // The keeper of the other sees it and says so: corrected into the second period it counts on.
        var move = try #require(try court.board().entry(late)?.move)
        (move.period, move.elapsed) = (2, .seconds(30))
        court.record(Fix(target: late, move: move), by: 1)
        #expect(try court.board().teams.home.periodScores == [0, 4])
        court.void(late)
        #expect(try court.score() == "2-0")
    }

    @Test func whoTracksIsTakenAtTheirWord() throws {
        var court = try Court.running()
        let stranger = court.note(.twoPoints, by: 1, .at(60, tracked: false))
        let tracker = court.note(.twoPoints, by: 2, .at(61))
        #expect(try court.standing(stranger) == .held(of: tracker))
        #expect(try court.standing(tracker) == .live)
    }

    @Test func threeKeepersOneBasket() throws {
        var court = try Court.running()
        let first = court.note(.onePoint, by: 2, .at(60))
        court.note(.onePoint, by: 1, .at(64))
        court.note(.onePoint, by: 3, .at(55))
        #expect(try court.score() == "1-0")
        #expect(try court.board().held.map(\.heldOf) == [first, first])
    }

    @Test func whoNotesTwoSawTwo() throws {
        var court = try Court.running()
        for at in [60.0, 66] { court.note(.twoPoints, by: 1, .at(at)) }
        for at in [61.0, 65] { court.note(.twoPoints, by: 2, .at(at)) }
        #expect(try court.held() == ["2.2 of 1.4", "2.3 of 1.5"])
        court.note(.twoPoints, by: 2, .at(63))
        #expect(try court.held().count == 2)
        #expect(try court.score() == "6-0")
    }

    @Test func bothKeepersUndo() throws {
        var court = try Court.running()
        let first = court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        court.void(first)
        // Nothing counts by itself: the copy waits for an answer.
        #expect(try court.score() == "0-0")
        #expect(try court.standing(copy) == .held(of: first))
        let table = court.table.book.table
        let last = try court.board().undo(of: PaperTable.key(2), at: table)
        #expect(last?.entries.map(\.id) == [copy])
        court.void(copy, by: 2)
        #expect(try court.board().held.isEmpty)
        #expect(try court.score() == "0-0")
    }

    @Test func withoutAClockItIsOnlyFlagged() throws {
        var court = try Court()
        court.note(.twoPoints, by: 1, .wall(100_000))
        let copy = court.note(.twoPoints, by: 2, .wall(90_000))
        court.note(.twoPoints, by: 3, .wall(110_001))
        #expect(try court.score() == "6-0")
        #expect(try court.resembling() == ["2.2 and 1.3"])
        court.record(Accepted(target: copy))
        #expect(try court.resembling() == [])
    }

    @Test func absurdWallTimesAreFarApart() throws {
        var court = try Court()
        court.note(.twoPoints, by: 1, .wall(.min))
        court.note(.twoPoints, by: 2, .wall(.max))
        #expect(try court.resembling() == [])
    }

    @Test(arguments: [MoveKind.rebound, .foul, .block, .miss])
    func whatRepeatsWithinSecondsIsFlagged(kind: MoveKind) throws {
        var court = try Court.running()
        court.note(kind, by: 1, .at(60))
        court.note(kind, by: 2, .at(65))
        court.note(kind, by: 3, .at(75.001))
        #expect(try court.held() == [])
        #expect(try court.resembling() == ["2.2 and 1.4"])
    }

    /// Of one stop the largest number counts that a keeper noted.
    @Test(arguments: [MoveKind.freeThrow, .miss])
    func freeThrowsAreComparedByTheirNumber(kind: MoveKind) throws {
        var court = try Court.running()
        let throwing = Move(
            kind, kind == .miss ? .ofFreeThrow : nil, by: .line(.created(0)), period: 1,
            elapsed: .seconds(60))
        for keeper in [1, 2, 2, 1, 3, 3, 3] as [UInt8] { court.record(throwing, by: keeper) }
        #expect(try court.held() == ["2.2 of 1.4", "1.5 of 2.3", "3.2 of 1.4", "3.3 of 2.3"])
        #expect(try court.board().teams.home.total.points == (kind == .miss ? 0 : 3))
        #expect(try court.board().moves.filter(\.isLive).count == 3)
    }

    @Test func whoTracksCountsTheFreeThrows() throws {
        var court = try Court.running()
        for _ in 1...2 { court.note(.freeThrow, by: 2, .at(58, tracked: false)) }
        for _ in 1...2 { court.note(.freeThrow, by: 1, .at(60)) }
        #expect(try court.held() == ["2.2 of 1.4", "2.3 of 1.5"])
        #expect(try court.score() == "2-0")
    }

    @Test(arguments: [MoveKind.steal, .turnover])
    func stealsAndTurnoversAreHeld(kind: MoveKind) throws {
        var court = try Court.running()
        court.note(kind, by: 1, .at(60))
        court.note(kind, by: 2, .at(65))
        #expect(try court.held() == ["2.2 of 1.4"])
    }

    @Test func toAcceptWhatIsNotHeldDoesNothing() throws {
        var court = try Court.running()
        let basket = court.note(.twoPoints, by: 1, .at(60))
        court.record(Accepted(target: basket), by: 2)
        court.record(Accepted(target: EntryID(author: PaperTable.author(3), sequence: 90)))
        #expect(try court.score() == "2-0")
        #expect(try court.board().isProvisional == false)
    }

    @Test func anAssistOfAHeldBasketIsJudgedByItself() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        let assist = court.note(.assist, 1, by: 2, .at(61), linked: copy)
        #expect(try court.standing(assist) == .live)
    }

    @Test func anAssistGoesWithTheBasketThatCounts() throws {
        var court = try Court.running()
        let basket = court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        let assist = court.note(.assist, 1, by: 2, .at(61), linked: copy)
        let void = court.void(copy)
        #expect(try court.standing(assist) == .live)
        #expect(try court.board().teams.home.total[.assist] == 1)
        // One assist a basket: its own.
        let own = court.note(.assist, 2, by: 1, .at(90), linked: basket)
        #expect(try court.standing(assist) == .unlinked)
        #expect(try court.standing(own) == .live)
        court.void(own)
        #expect(try court.standing(assist) == .live)
        court.void(basket)
        #expect(try court.standing(assist) == .unlinked)
        court.void(void)
        #expect(try court.standing(assist) == .live)
    }

    @Test func anAssistOfAnAcceptedBasketFallsWithIt() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        let assist = court.note(.assist, 1, by: 2, .at(61), linked: copy)
        court.record(Accepted(target: copy))
        court.void(copy)
        #expect(try court.standing(assist) == .unlinked)
    }

    @Test func aFixReleasesAHeldMove() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(60))
        let copy = court.note(.twoPoints, by: 2, .at(61))
        let fix = court.record(
            Fix(target: copy, move: Move(.threePoints, by: .line(.created(1)), period: 1)), by: 2)
        #expect(try court.score() == "5-0")
        court.void(fix)
        #expect(try court.score() == "2-0")
        #expect(try court.board().held.map(\.id) == [copy])
    }
}

/// Which copy is held depends on what was recorded, not on what people say about it later.
@Suite struct HeldLawTests {
    /// The answers taken away, exactly those are held who nobody answered for, of the same moves.
    @Test(arguments: seeds(UInt64(60)))
    func answersReleaseAndNeverChoose(seed: UInt64) {
        let entries = RandomTable.entries(seed: seed, count: 120)
        for (full, bare) in Self.pairs(entries) {
            for (id, entry) in full {
                guard let original = bare[id] else { continue }
                if case .held(let other) = entry.standing {
                    #expect(original.heldOf == other, "\(id)")
                } else if original.heldOf != nil && entry.standing == .live {
                    #expect(entry.corrected != nil || Self.isAccepted(id, entries), "\(id)")
                }
            }
        }
    }

    /// Whatever becomes of the original, its copy goes on waiting.
    @Test func noOriginalIsReplaced() throws {
        var count = 0
        for seed in UInt64(1)...120 {
            let entries = RandomTable.entries(seed: seed, count: 120)
            let book = Book(rebuilding: entries)
            for game in book.gameIDs {
                let held = book.scoreboard(of: game)?.held ?? []
                for copy in held where copy.move?.kind != .assist {
                    let original = try #require(copy.heldOf)
                    let move = Move(.violation, by: .nobody, period: 1)
                    for draft in [
                        VoidEntry(target: original).draft(in: game),
                        Fix(target: original, move: move).draft(in: game),
                    ] {
                        let later = Book(rebuilding: entries + [Self.late(draft, 1)])
                        guard let board = later.scoreboard(of: game), board.official == nil else {
                            continue
                        }
                        let after = board.timeline.first { $0.recordedAs == copy.recordedAs }
                        let isForked = board.timeline.count { $0.id == copy.id } > 1
                        if isForked || after?.standing == .unlinked { continue }
                        #expect(after?.heldOf == original)
                        count += 1
                    }
                }
            }
        }
        #expect(count > 40)
    }

    /// An entry behind all others.
    private static func late(_ draft: Draft, _ sequence: UInt64) -> Placed {
        let id = EntryID(author: PaperTable.author(77), sequence: sequence)
        let entry = Entry(
            id: id, lamport: 5000, wall: WallTime(milliseconds: 0), scope: draft.scope,
            kind: draft.kind, body: draft.body)
        return Placed(entry: entry, place: Place(lamport: 5000, id: id))
    }

    /// Several keepers note one basket, each with an assist or without. Once its copies are withdrawn the basket has
    /// one assist if anybody noted one, in whatever order, and a book that takes entry by entry shows the same.
    @Test(arguments: seeds(UInt64(150)))
    func aBasketKeepsOneAssistOfItsCopies(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var court = try Court.running()
        var (baskets, assists): ([EntryID], [EntryID]) = ([], [])
        for keeper in ([1, 2, 3] as [UInt8]).shuffled(using: &random) {
            let noting = Noting.at(60 + Double(keeper), tracked: random.chance(2))
            baskets.append(court.note(.twoPoints, by: keeper, noting))
            guard random.chance(2) else { continue }
            let line = 1 + random.below(2)
            assists.append(
                court.note(.assist, line, by: keeper, noting, linked: baskets.last))
        }
        for copy in try court.board().held.map(\.id).filter(baskets.contains).shuffled(
            using: &random)
        {
            court.void(copy)
        }
        let board = try court.board()
        #expect(baskets.count { board.entry($0)?.isLive == true } == 1)
        #expect(assists.count { board.entry($0)?.isLive == true } == min(1, assists.count))
        var book = Book()
        for entry in court.table.entries {
            book.insert(entry)
            book.foldChanged()
        }
        #expect(book.scoreboard(of: court.game) == board)
    }

    /// Everybody answers for everything: nothing is left to ask, and nothing else is asked instead.
    @Test(arguments: seeds(UInt64(40)))
    func whenAllIsAnsweredNothingIsHeld(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var entries = RandomTable.entries(seed: seed, count: 120)
        let book = Book(rebuilding: entries)
        var sequence: UInt64 = 0
        for game in book.gameIDs {
            for held in book.scoreboard(of: game)?.held ?? [] {
                let draft =
                    random.chance(2)
                    ? Accepted(target: held.id).draft(in: game)
                    : VoidEntry(target: held.id).draft(in: game)
                sequence += 1
                entries.append(Self.late(draft, sequence))
            }
        }
        let answered = Book(rebuilding: entries)
        for game in book.gameIDs where answered.scoreboard(of: game)?.official == nil {
            let before = Set(book.scoreboard(of: game)?.held.map(\.id) ?? [])
            let after = Set(answered.scoreboard(of: game)?.held.map(\.id) ?? [])
            // An assist whose basket came back may be asked about in its turn.
            #expect(after.isDisjoint(with: before))
        }
    }

    /// How many moves count because somebody accepted or corrected them.
    static func answeredCount(in entries: [Placed]) -> Int {
        pairs(entries).reduce(0) { sum, pair in
            sum
                + pair.full.count { id, entry in
                    entry.standing == .live && entry.corrected == nil
                        && pair.bare[id]?.heldOf != nil
                }
        }
    }

    /// By ID the moves of each game, and the same without all answers and claims.
    private static func pairs(
        _ entries: [Placed]
    ) -> [(full: [EntryID: TimelineEntry], bare: [EntryID: TimelineEntry])] {
        let moves = Set(entries.filter { kind($0.entry) == .move }.map { name($0.entry) })
        let full = Book(rebuilding: entries)
        let bare = Book(rebuilding: entries.filter { !isAnswer($0.entry, moves) })
        return full.gameIDs.compactMap { game in
            guard let one = full.scoreboard(of: game), let other = bare.scoreboard(of: game),
                one.official == nil, other.official == nil
            else { return nil }
            return (byID(one), byID(other))
        }
    }

    /// Those of a forked log share a name, and are left out.
    private static func byID(_ board: Scoreboard) -> [EntryID: TimelineEntry] {
        Dictionary(grouping: board.timeline, by: \.id).filter { $0.value.count == 1 }
            .compactMapValues(\.first)
    }

    private static func isAnswer(_ entry: Entry, _ moves: Set<EntryID>) -> Bool {
        let answers: Set<Kind> = [.accepted, .fix, .trackingClaimed, .trackingReleased]
        let kind = kind(entry)
        if answers.contains(kind) { return true }
        let body = (try? CopiedEntry(body: entry.body))?.content ?? entry.body
        guard kind == .void, let void = try? VoidEntry(body: body) else { return false }
        return moves.contains(void.target)
    }

    private static func isAccepted(_ id: EntryID, _ entries: [Placed]) -> Bool {
        entries.contains { placed in
            let body = (try? CopiedEntry(body: placed.entry.body))?.content ?? placed.entry.body
            guard kind(placed.entry) == .accepted, let read = try? Accepted(body: body) else {
                return false
            }
            let names = entries.filter { name($0.entry) == id || $0.entry.id == id }
            return names.contains { read.target == $0.entry.id } || read.target == id
        }
    }

    /// Of a copy, its origin's.
    private static func kind(_ entry: Entry) -> Kind {
        guard entry.kind == .copied else { return entry.kind }
        return (try? CopiedEntry(body: entry.body))?.originKind ?? entry.kind
    }

    private static func name(_ entry: Entry) -> EntryID {
        guard entry.kind == .copied else { return entry.id }
        return (try? CopiedEntry(body: entry.body))?.origin ?? entry.id
    }
}
