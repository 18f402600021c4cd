import MoveLog
import Testing

@testable import Scorebook

/// What is withdrawn, restored and linked.
@Suite struct VoidTests {
    @Test func aVoidOfAVoidRestores() throws {
        var court = try Court()
        let basket = court.move(.twoPoints, 0)
        #expect(try court.score() == "2-0")
        let void = court.void(basket, by: 2)
        #expect(try court.score() == "0-0")
        #expect(try court.board().entry(basket)?.standing == .void(by: [void]))
        let redo = court.void(void)
        #expect(try court.score() == "2-0")
        court.void(redo)
        #expect(try court.score() == "0-0")
    }

    @Test func severalVoidsAreOneUntilAllAreWithdrawn() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        let voids = [court.void(basket, by: 2), court.void(basket, by: 3)]
        court.void(voids[0])
        #expect(try court.score() == "0-0")
        court.void(voids[1])
        #expect(try court.score() == "1-0")
    }

    @Test func aVoidThatStandsBeforeItsTargetDoesNotCount() throws {
        var court = try Court()
        let future = EntryID(author: PaperTable.author(2), sequence: 2)
        court.void(future, by: 1)
        #expect(court.move(.twoPoints, 0, by: 2) == future)
        #expect(try court.score() == "2-0")
    }

    @Test func aVoidReachesOnlyItsOwnGame() throws {
        var court = try Court()
        let basket = court.move(.twoPoints, 0)
        let other = court.table.record(
            1, GameCreated(home: "A", away: "B", rules: Rules(.fiba), lines: []).draft)
        court.table.record(1, VoidEntry(target: basket).draft(in: other))
        court.table.record(1, VoidEntry(target: basket).draft)
        #expect(try court.score() == "2-0")
    }

    @Test func anAssistFallsWithItsBasket() throws {
        var court = try Court()
        let basket = court.move(.twoPoints, 0)
        var assist = Move(.assist, by: .line(.created(1)), period: 1)
        assist.linked = basket
        let id = court.record(assist, by: 2)
        #expect(try court.board().player(.created(1))?.tally[.assist] == 1)
        let void = court.void(basket)
        #expect(try court.board().entry(id)?.standing == .unlinked)
        #expect(try court.board().player(.created(1))?.tally[.assist] == 0)
        court.void(void)
        #expect(try court.board().player(.created(1))?.tally[.assist] == 1)
    }

    @Test func aForkIsVoidedWhole() throws {
        var court = try Court()
        let id = court.move(.twoPoints, 0)
        let before = court.table.entries
        var branches = Array(before.dropLast())
        for number in UInt8(1)...2 {
            var twin = try #require(before.last)
            twin.place.digest = PaperTable.digest(number)
            branches.append(twin)
        }
        #expect(Book(rebuilding: branches).scoreboard(of: court.game)?.score.home == 4)
        court.void(id, by: 2)
        branches.append(try #require(court.table.entries.last))
        #expect(Book(rebuilding: branches).scoreboard(of: court.game)?.score.home == 0)
    }
}
