import MoveLog
import Testing

@testable import Scorebook

/// What chance seldom brings about: the entry that is left out comes last, and the board is what a
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

    /// What does not stand is neither held nor pointed out.
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
        #expect(try court.held().count == (isTimed ? 1 : 0))
        #expect(try court.resembling().count == (isTimed ? 0 : 1))
    }

    /// What is not live is nothing that another resembles.
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
        #expect(try court.held().count == 1)
    }

    /// Moves of the period were compared by their wall times before.
    @Test func theGameClockStartsLate() throws {
        var court = try Court()
        let first = court.note(.twoPoints, by: 1, .at(10))
        court.note(.twoPoints, by: 2, Noting(at: .seconds(12), wall: 100_000))
        let start = court.record(GameClockEntry(.start, period: 1, elapsed: .zero))
        #expect(taken([start], of: court.table) == [false])
        #expect(try court.held().count == 1)
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

    /// What a lost device records is listed beside what it counts.
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
