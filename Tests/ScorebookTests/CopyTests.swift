import MoveLog
import Testing

@testable import Scorebook

/// A copy stands in for its origin, once, and only while the origin is away.
@Suite struct CopyTests {
    @Test func aGameBroughtFromAnotherTableIsTheSameGame() throws {
        var old = try Court()
        let basket = old.move(.threePoints, 0)
        old.void(basket)
        old.move(.twoPoints, 4)
        var new = PaperTable()
        new.start(9, device: 9)
        for placed in old.table.entries {
            guard let copy = CopiedEntry(of: placed.entry, digest: PaperTable.digest(1)) else {
                #expect(placed.entry.kind == .authorStarted)
                continue
            }
            new.record(9, copy.draft)
        }
        let board = try new.board(old.game)
        #expect(board.score == Sides(home: 0, away: 2))
        #expect(board.timeline.allSatisfy { $0.author == PaperTable.author(9) })
        #expect(board.timeline.map(\.id) == (try old.board().timeline.map(\.id)))
        #expect(new.book.table.game(named: "hawks-owls")?.id == old.game)
        // A keeper names what the screen shows: the copy.
        let shown = try #require(board.moves.last?.recordedAs)
        new.record(9, VoidEntry(target: shown).draft(in: old.game))
        #expect(try new.board(old.game).score == Sides(home: 0, away: 0))
    }

    @Test func aCopyCountsOnceAndYieldsToItsOrigin() throws {
        var court = try Court()
        var lost = PaperTable()
        lost.start(5, device: 5)
        lost.record(5, Move(.twoPoints, by: .line(.created(0)), period: 1).draft(in: court.game))
        let origin = try #require(lost.entries.last)
        let copy = try #require(CopiedEntry(of: origin.entry, digest: PaperTable.digest(1)))
        court.table.record(2, copy.draft)
        court.table.record(3, copy.draft)
        #expect(try court.score() == "2-0")
        #expect(try court.board().moves.map(\.author) == [PaperTable.author(2)])
        court.table.add(origin)
        #expect(try court.score() == "2-0")
        #expect(try court.board().moves.map(\.author) == [PaperTable.author(5)])
    }

    @Test func aCopyOfTheOtherBranchCountsBesideAKnownOne() throws {
        var court = try Court()
        court.move(.onePoint, 0, by: 2)
        var branch = try #require(court.table.entries.last)
        branch.place.digest = PaperTable.digest(1)
        let kept = Array(court.table.entries.dropLast()) + [branch]
        for (number, expected) in [(UInt8(1), 1), (2, 2)] {
            var table = court.table
            let copy = try #require(
                CopiedEntry(of: branch.entry, digest: PaperTable.digest(number)))
            table.record(3, copy.draft)
            let book = Book(rebuilding: kept + table.entries.suffix(1))
            #expect(book.scoreboard(of: court.game)?.score.home == expected)
        }
    }

    @Test func aCopiedRosterLineIsFoundByBothNames() throws {
        var court = try Court()
        var lost = PaperTable()
        lost.start(5, device: 5)
        let lines = [RosterLine(side: .home, number: "9", name: "Di")]
        let origin = lost.record(5, RosterAdded(lines: lines).draft(in: court.game))
        let entry = try #require(lost.entries.last?.entry)
        let copy = try #require(CopiedEntry(of: entry, digest: PaperTable.digest(1)))
        let recorded = court.table.record(2, copy.draft)
        for id in [origin, recorded] {
            court.record(Move(.onePoint, by: .line(.added(id, 0)), period: 1))
        }
        let board = try court.board()
        #expect(board.player(.added(origin, 0))?.tally.points == 2)
        #expect(board.player(.added(origin, 0))?.player == PlayerID(entry: origin, index: 0))
        #expect(board.player(.added(recorded, 0)) == board.player(.added(origin, 0)))
        #expect(board.player(.added(court.game, 1)) == board.player(.created(1)))
        #expect(board.danglingCount == 0)
    }

    @Test func aCopyOfACopyIsTheFirstCopyAgain() throws {
        var court = try Court()
        court.move(.onePoint, 0)
        let origin = try #require(court.table.entries.last?.entry)
        let first = try #require(CopiedEntry(of: origin, digest: PaperTable.digest(1)))
        court.table.record(2, first.draft)
        let recorded = try #require(court.table.entries.last?.entry)
        #expect(CopiedEntry(of: recorded, digest: PaperTable.digest(2)) == first)
    }
}
