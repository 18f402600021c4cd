import MoveLog
import Testing

@testable import Scorebook

/// Corrections: a void and a replacement in one entry, in the old place.
@Suite struct FixTests {
    private func shot(_ kind: MoveKind, _ line: Int, period: Int = 1) -> Move {
        Move(kind, by: .line(.created(line)), period: period)
    }

    @Test func theReplacementCountsInTheOldPlace() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        court.move(.onePoint, 1, by: 2)
        let fix = court.record(Fix(target: basket, move: shot(.twoPoints, 3, period: 2)), by: 2)
        let board = try court.board()
        #expect(board.score == Sides(home: 1, away: 2))
        #expect(board.player(.created(0))?.tally.points == 0)
        #expect(board.player(.created(3))?.tally.points == 2)
        #expect(board.teams.away.periodScores == [0, 2])
        let entry = try #require(board.entry(basket))
        #expect(entry.score == Sides(home: 0, away: 2) && entry.fixes == [fix])
        #expect(
            entry.recordedMove == shot(.onePoint, 0) && entry.move == shot(.twoPoints, 3, period: 2)
        )
        #expect(board.moves.count == 2)
    }

    @Test func aVoidGivesTheOneBefore() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        let first = court.record(Fix(target: basket, move: shot(.twoPoints, 0)))
        let second = court.record(Fix(target: basket, bases: [first], move: shot(.threePoints, 0)))
        #expect(try court.score() == "3-0")
        #expect(try court.board().conflicting.isEmpty)
        let void = court.void(second)
        #expect(try court.score() == "2-0")
        court.void(basket)
        #expect(try court.score() == "0-0")
        court.void(void)
        #expect(try court.score() == "0-0")
        #expect(try court.board().entry(basket)?.move == shot(.threePoints, 0))
    }

    @Test func twoAtOnceConflictUntilOneIsWithdrawn() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        let first = court.record(Fix(target: basket, move: shot(.twoPoints, 0)), by: 1)
        let second = court.record(Fix(target: basket, move: shot(.threePoints, 0)), by: 2)
        #expect(try court.score() == "3-0")
        #expect(try court.board().conflicting.map(\.conflicts) == [[first]])
        let third = court.record(
            Fix(target: basket, bases: [second], move: shot(.onePoint, 1)), by: 3)
        #expect(try court.board().entry(basket)?.conflicts == [first])
        court.void(first)
        #expect(try court.board().entry(basket)?.conflicts == [])
        #expect(try court.board().entry(basket)?.fixes == [second, third])
    }

    @Test func twoWhoSayTheSameAgree() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        for keeper in UInt8(1)...2 {
            var move = shot(.twoPoints, 0)
            move.isTracked = keeper == 1
            court.record(Fix(target: basket, move: move), by: keeper)
        }
        #expect(try court.board().conflicting.isEmpty)
    }

    @Test func anAncestorIsSeenThroughAWithdrawnFix() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        let first = court.record(Fix(target: basket, move: shot(.twoPoints, 0)))
        let second = court.record(Fix(target: basket, bases: [first], move: shot(.onePoint, 1)))
        court.record(Fix(target: basket, bases: [second], move: shot(.threePoints, 0)))
        court.void(second)
        #expect(try court.board().conflicting.isEmpty)
    }

    @Test func aFixOfWhatIsNoMoveCountsNowhere() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        let fix = court.record(Fix(target: basket, move: shot(.twoPoints, 0)))
        let hostile = court.record(
            Fix(target: fix, bases: [fix], move: shot(.threePoints, 0)), by: 2)
        let future = EntryID(author: PaperTable.author(3), sequence: 3)
        let early = court.record(Fix(target: future, move: shot(.threePoints, 0)), by: 3)
        #expect(court.move(.onePoint, 0, by: 3) == future)
        #expect(try court.score() == "3-0")
        #expect(try court.board().danglingFixes == [hostile, early])
        #expect(try court.board().isProvisional)
        court.void(hostile)
        court.void(early)
        #expect(try court.board().isProvisional == false)
    }

    @Test func anAssistFallsWithWhatWasABasket() throws {
        var court = try Court()
        let basket = court.move(.twoPoints, 0)
        var assist = shot(.assist, 1)
        assist.linked = basket
        let id = court.record(assist, by: 2)
        let miss = court.record(Fix(target: basket, move: shot(.miss, 0)))
        #expect(try court.board().entry(id)?.standing == .unlinked)
        court.record(Fix(target: basket, bases: [miss], move: shot(.threePoints, 2)))
        #expect(try court.board().entry(id)?.standing == .live)
        // Corrected into an assist for nothing in particular, it stands by itself.
        court.record(Fix(target: id, move: shot(.assist, 1)))
        court.void(basket)
        #expect(try court.board().entry(id)?.standing == .live)
    }

    @Test func whatAFixSettledIsNotRedone() throws {
        var court = try Court()
        let basket = court.move(.onePoint, 0)
        let lost = court.record(Fix(target: basket, move: shot(.twoPoints, 0)), by: 2)
        let won = court.record(Fix(target: basket, move: shot(.threePoints, 0)), by: 3)
        court.void(lost)
        court.record(Fix(target: basket, bases: [won], move: shot(.onePoint, 1)))
        let table = court.table.book.table
        #expect(try court.board().redo(of: PaperTable.key(1), at: table) == nil)
    }
}

/// Entries that are withdrawn, restored and linked.
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
