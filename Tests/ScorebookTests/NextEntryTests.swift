import MoveLog
import Official
import Seeds
import Testing

@testable import Scorebook

/// A board that takes one entry after the other is the board that a fold of all of them gives.
@Suite struct NextEntryTests {
    private static let hostileSeeds: [UInt64] = [3, 17, 120, 138, 151, 191]
    private static let keptSeeds = Array(UInt64(1)...24)

    @Test(arguments: Self.hostileSeeds)
    func everyStepOfAnyTable(seed: UInt64) {
        let walk = Walk(
            MendedTable.entries(RandomTable.entries(seed: seed, count: 80), seed: seed), seed: seed)
        #expect(walk.failures == [])
    }

    @Test(arguments: Self.keptSeeds)
    func everyStepOfAKeptGame(seed: UInt64) throws {
        let entries = try KeptTable.entries(seed: seed, count: 90, isCalm: seed % 3 != 0)
        let isMended = seed % 2 == 1
        let walk = Walk(isMended ? MendedTable.entries(entries, seed: seed) : entries, seed: seed)
        #expect(walk.failures == [])
    }

    /// Between keepers who hear of each other after some time, every 16th step.
    @Test(arguments: cases(OfficialGame.names))
    func realGames(name: String) throws {
        let (table, _) = try PaperKeeping(seed: 7).table(of: OfficialGame(name))
        let walk = Walk(table.entries, seed: 7, every: 16)
        #expect(walk.failures == [])
    }

    /// The laws above would hold of a book that folds everything for each entry: asked is whether those
    /// that come in order were appended, and which.
    @Test func entriesInOrderAreAppended() throws {
        var (taken, offered) = (0, 0)
        var corners: Set<String> = []
        for seed in Self.keptSeeds where seed % 3 != 0 {
            let entries = try KeptTable.entries(seed: seed, count: 90, isCalm: true)
            let walk = Walk(entries, seed: seed, every: .max, isInOrder: true)
            taken += walk.taken
            offered += walk.offered
            corners.formUnion(walk.corners)
        }
        #expect(taken * 10 > offered * 7, "\(taken) of \(offered)")
        #expect(corners == Walk.allCorners)
        taken = 0
        for seed in UInt64(1)...30 {
            let entries = RandomTable.entries(seed: seed, count: 80)
            taken += Walk(entries, seed: seed, every: .max, isInOrder: true).taken
        }
        #expect(taken > 10, "\(taken)")
    }
}

/// The way of a book from entry to entry, nearly in the order of recording, looked at after each.
private struct Walk {
    static let allCorners: Set<String> = [
        "move", "clock", "period", "note", "copy", "resembling", "linked", "dangling", "decided",
        "team", "runs",
    ]

    /// After how many entries the book showed something else.
    private(set) var failures: [Int] = []
    /// Entries of games whose board was at hand.
    private(set) var offered = 0
    /// Those of them for which nothing was folded.
    private(set) var taken = 0
    /// What the taken ones were.
    private(set) var corners: Set<String> = []

    init(
        _ entries: [Placed], seed: UInt64, every step: Int = 1, isInOrder: Bool = false
    ) {
        var random = SeededGenerator(seed: seed &* 15_485_863)
        var order = entries.sorted { $0.place < $1.place }
        if !isInOrder {
            order = entries.enumerated().map { index, entry in
                (index + (random.chance(5) ? random.below(random.chance(4) ? 40 : 6) : 0), entry)
            }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        var book = Book()
        for count in order.indices {
            take(order[count], &book)
            let isLast = count == order.count - 1
            guard isLast || step != .max && count.isMultiple(of: step) else { continue }
            let rebuilt = Book(rebuilding: Array(order[...count]))
            let isEqual =
                Shown(book) == Shown(rebuilt)
                && book.gameIDs.allSatisfy { book.outline(of: $0) == rebuilt.outline(of: $0) }
            if !isEqual { failures.append(count) }
        }
    }

    private mutating func take(_ placed: Placed, _ book: inout Book) {
        var game: GameID?
        if case .game(let id) = placed.entry.scope { game = id }
        let before = game.flatMap { book.scoreboard(of: $0) }
        let folds = book.foldCount
        book.insert(placed)
        book.foldChanged()
        guard let game, let before, placed.entry.kind != .copied else { return }
        offered += 1
        guard book.foldCount == folds, let board = book.scoreboard(of: game) else { return }
        taken += 1
        note(placed, before, board)
    }

    private mutating func note(_ placed: Placed, _ before: Scoreboard, _ board: Scoreboard) {
        guard let entry = board.entry(placed.entry.id) else { return }
        if entry.isCopy { corners.insert("copy") }
        if entry.resembles != nil { corners.insert("resembling") }
        if entry.move?.linked != nil, entry.isLive { corners.insert("linked") }
        if board.danglingCount > before.danglingCount { corners.insert("dangling") }
        if board.state == .decided { corners.insert("decided") }
        if board.clock.isRunning { corners.insert("runs") }
        switch entry.content {
        case .move(let move):
            corners.insert("move")
            if case .team = move.subject { corners.insert("team") }
        case .gameClock: corners.insert("clock")
        case .periodBegan: corners.insert("period")
        case .note: corners.insert("note")
        default: corners.insert("\(entry.kind)")
        }
    }
}

/// A case that chance seldom draws: the entry that is left out comes last, and the board is what a
/// fold of all of them shows.
@Suite struct NextEntryCornerTests {
    /// Whether the entries, one by one behind the others, were taken without a fold; the boards are
    /// compared after each.
    private func taken(_ last: [EntryID], of table: PaperTable) -> [Bool] {
        let early = table.entries.filter { !last.contains($0.entry.id) }
        var book = Book(rebuilding: early)
        book.foldChanged()
        var inserted = early
        var taken: [Bool] = []
        for id in last {
            for placed in table.entries where placed.entry.id == id {
                let folds = book.foldCount
                book.insert(placed)
                book.foldChanged()
                inserted.append(placed)
                taken.append(book.foldCount == folds)
                let isEqual = Shown(book) == Shown(Book(rebuilding: inserted))
                #expect(isEqual, "\(id)")
            }
        }
        return taken
    }

    private func voidedBasket(_ court: inout Court) -> EntryID {
        let basket = court.move(.twoPoints, 0)
        court.void(basket)
        return basket
    }

    /// An assist of an assist whose basket fell does not stand either, whichever comes first.
    @Test func aLaterOneIsLinkedToIt() throws {
        var court = try Court()
        let basket = voidedBasket(&court)
        let assist = court.note(.assist, 1, by: 1, Noting(), linked: basket)
        let other = court.note(.assist, 2, by: 1, Noting(), linked: assist)
        #expect(taken([assist], of: court.table) == [false])
        #expect(try court.standing(other) == .unlinked)
    }

    @Test func itIsLinkedToALaterOne() throws {
        var court = try Court()
        let basket = voidedBasket(&court)
        let next = EntryID(author: PaperTable.author(2), sequence: 2)
        let assist = court.note(.assist, 1, by: 1, Noting(), linked: next)
        let later = court.note(.assist, 2, by: 2, Noting(), linked: basket)
        #expect(later == next)
        #expect(taken([assist], of: court.table) == [false])
        #expect(try court.standing(assist) == .live)
    }

    /// A withdrawn move is neither held nor pointed out.
    @Test(arguments: [false, true])
    func itsBasketFellAndItIsACopy(isTimed: Bool) throws {
        var court = isTimed ? try Court.running() : try Court(.fiba)
        let basket = voidedBasket(&court)
        let noting = isTimed ? Noting.at(10) : Noting.wall(100)
        court.note(.assist, 1, by: 1, noting)
        court.note(.steal, 1, by: 2, noting)
        let copy = court.note(.assist, 1, by: 2, noting, linked: basket)
        let sound = court.note(.assist, 1, by: 3, noting)
        #expect(taken([copy, sound], of: court.table) == [false, false])
        #expect(try court.standing(copy) == .unlinked)
        #expect(try court.copies().count == (isTimed ? 1 : 0))
        #expect(try court.resembling().count == (isTimed ? 0 : 1))
    }

    /// No move resembles one that is not live.
    @Test func whatItMayBeACopyOfFell() throws {
        var court = try Court()
        let first = court.note(.foul, 1, by: 1, Noting())
        court.note(.steal, 1, by: 2, Noting())
        court.void(first)
        let copy = court.note(.foul, 1, by: 2, Noting())
        #expect(taken([copy], of: court.table) == [true])
        #expect(try court.resembling() == [])
    }

    @Test func theGameClockStartsInANewPeriod() throws {
        var court = try Court.running()
        court.note(.twoPoints, by: 1, .at(5))
        court.note(.steal, by: 2, .at(5))
        let began = court.record(PeriodBegan(period: 2))
        let start = court.record(GameClockEntry(.start, period: 2, elapsed: .zero))
        let noting = Noting(at: .seconds(10), period: 2)
        let first = court.note(.twoPoints, by: 1, noting)
        let copy = court.note(
            .twoPoints, by: 2, Noting(at: .seconds(12), period: 2, wall: 100_000))
        let again = court.note(
            .twoPoints, by: 2, Noting(at: .seconds(12), period: 2, wall: 100_000))
        let all = [began, start, first, copy, again]
        #expect(taken(all, of: court.table) == [true, false, true, true, true])
        #expect(try court.copies().count == 1)
    }

    /// Moves of the period were compared by their wall times before.
    @Test func theGameClockStartsLate() throws {
        var court = try Court()
        let first = court.note(.twoPoints, by: 1, .at(10))
        court.note(.twoPoints, by: 2, Noting(at: .seconds(12), wall: 100_000))
        let start = court.record(GameClockEntry(.start, period: 1, elapsed: .zero))
        #expect(taken([start], of: court.table) == [false])
        #expect(try court.copies().count == 1)
        let second = court.record(GameClockEntry(.start, period: 1, elapsed: .zero))
        #expect(taken([second], of: court.table) == [true])
        #expect(try court.standing(first) == .live)
    }

    /// Of several entries of one name one may stand though the first does not.
    @Test func anotherHasTheNameOfItsBasket() throws {
        var court = try Court()
        court.move(.steal, 1, by: 2)
        let basket = try voidedWithATwin(.twoPoints, twin: .twoPoints, &court)
        let assist = court.note(.assist, 1, by: 2, Noting(), linked: basket)
        #expect(taken([assist], of: court.table) == [false])
        #expect(try court.standing(assist) == .live)
    }

    @Test func anotherHasTheNameOfWhatItResembles() throws {
        var court = try Court()
        court.move(.steal, 1, by: 2)
        let foul = try voidedWithATwin(.steal, twin: .foul, &court)
        let copy = court.note(.foul, 0, by: 2, Noting())
        #expect(taken([copy], of: court.table) == [false])
        #expect(try court.board().entry(copy)?.resembles == foul)
    }

    /// A move that was withdrawn before another of its name was there.
    private func voidedWithATwin(
        _ kind: MoveKind, twin other: MoveKind, _ court: inout Court
    ) throws -> EntryID {
        let first = court.note(kind, 0, by: 1, Noting())
        var twin = try #require(court.table.entries.last)
        court.void(first)
        court.record(Note(text: "another copy of the home goes on"))
        var move = try Move(body: twin.entry.body)
        move.kind = other
        twin.entry.body = move.body
        twin.place.lamport += 2
        twin.place.digest = PaperTable.digest(1)
        court.table.add(twin)
        return first
    }

    @Test func namesakesStandBehindIt() throws {
        var court = try Court()
        let note = court.record(Note(text: "well"), by: 2)
        court.record(Note(text: "so"), by: 3)
        var twin = try #require(court.table.entries.last)
        twin.place.digest = PaperTable.digest(1)
        court.table.add(twin)
        court.record(Note(text: "and"), by: 3)
        #expect(taken([note], of: court.table) == [false])
    }

    /// Its name is another's already, or its author's log is forked before it.
    @Test func itIsOfAForkedLog() throws {
        var court = try Court()
        let note = court.record(Note(text: "well"), by: 2)
        var twin = try #require(court.table.entries.last)
        twin.place.lamport += 1
        twin.place.digest = PaperTable.digest(2)
        court.table.add(twin)
        #expect(taken([note], of: court.table) == [true, false])
        let behind = court.record(Note(text: "well"), by: 2)
        var branch = try #require(court.table.entries.last)
        branch.place.digest = PaperTable.digest(1)
        branch.entry.id.sequence += 1
        branch.place.id = branch.entry.id
        court.table.add(branch)
        #expect(taken([behind, branch.entry.id], of: court.table) == [false, false])
    }

    /// Entries of a lost device are listed beside those that count.
    @Test func itsDeviceWasDeclaredLost() throws {
        var court = try Court()
        court.move(.twoPoints, 0, by: 2)
        court.move(.twoPoints, 2, by: 3)
        court.record(DeviceLost(device: PaperTable.key(2), cut: court.cut(2)))
        let late = court.move(.twoPoints, 0, by: 2)
        let other = court.move(.twoPoints, 1, by: 3)
        #expect(taken([late, other], of: court.table) == [false, false])
        #expect(try court.board().lost[0].later == [late])
    }

    /// A signature is of what was there.
    @Test func somebodySigned() throws {
        var court = try Court()
        court.move(.twoPoints, 0)
        court.record(GameEnded())
        try court.sign(by: 1)
        let late = court.move(.twoPoints, 0)
        #expect(taken([late], of: court.table) == [false])
    }
}
