import MoveLog
import Testing

@testable import Documents
@testable import Scorebook

/// Rosters that change: names, numbers, who takes part, and one person entered twice.
@Suite struct RosterEditTests {
    @Test func eachAttributeHasItsLastValue() throws {
        var court = try Court()
        let basket = court.move(.twoPoints, 0)
        court.record(RosterEdited(line: .created(0), number: "14", name: "Anna"), by: 1)
        let rename = court.record(RosterEdited(line: .created(0), name: "Anne"), by: 2)
        var line = try #require(try court.board().player(.created(0)))
        #expect(line.number == "14" && line.name == "Anne" && line.tally.points == 2)
        #expect(line.slotText == "h#1")
        court.void(rename)
        line = try #require(try court.board().player(.created(0)))
        #expect(line.name == "Anna")
        court.record(RosterEdited(line: .created(0), number: ""))
        #expect(try court.board().player(.created(0))?.number == "")
        #expect(try court.board().entry(basket)?.isLive == true)
        court.record(RosterEdited(line: .created(77), name: "Nobody"))
        #expect(try court.board().danglingCount == 0)
    }

    @Test func inactiveAndActiveAgain() throws {
        var court = try Court()
        court.record(TrackingClaimed([.line(.created(0))]))
        court.move(.twoPoints, 1)
        court.record(RosterEdited(line: .created(1), isActive: false))
        var board = try court.board()
        #expect(board.player(.created(1))?.isWithdrawn == true && board.score.home == 2)
        #expect(!board.untracked.contains { $0.slotText == "h#2" })
        #expect(
            PlayerQuery.find("Bo", in: board) == .player(try #require(board.player(.created(5)))))
        let bo = try #require(board.player(.created(1)))
        #expect(PlayerQuery.findInactive(bo.name, in: board)?.slot == bo.slot)
        #expect(PlayerQuery.findInactive("Ana", in: board) == nil)
        court.record(RosterEdited(line: .created(1), isActive: true), by: 2)
        board = try court.board()
        #expect(PlayerQuery.findInactive(bo.name, in: board) == nil)
        #expect(board.player(.created(1))?.isWithdrawn == false)
    }

    @Test func anEditDoesNotBringBackAVoidLine() throws {
        var court = try Court()
        let added = court.record(
            RosterAdded(lines: [RosterLine(side: .home, number: "9", name: "Di")]))
        let void = court.void(added)
        court.record(RosterEdited(line: .added(added, 0), isActive: true))
        #expect(try court.board().player(.added(added, 0))?.isWithdrawn == true)
        court.void(void)
        #expect(try court.board().player(.added(added, 0))?.isWithdrawn == false)
    }

    @Test func mergedLinesAreOnePlayer() throws {
        var court = try Court()
        let added = court.record(
            RosterAdded(lines: [RosterLine(side: .home, number: "4", name: "Ana")]), by: 2)
        let twin = LineRef.added(added, 0)
        court.record(TrackingClaimed([.line(twin)]), by: 2)
        court.move(.twoPoints, 0)
        court.record(Move(.threePoints, by: .line(twin), period: 1), by: 2)
        #expect(try court.board().sharedNumbers.count == 1)
        let merge = court.record(RosterMerged(from: twin, into: .created(0)))
        var later = Move(.lineup, by: .team(.home), period: 1)
        later.players = [.line(twin)]
        court.record(later)
        court.record(Move(.onePoint, by: .line(twin), period: 1), by: 3)
        var board = try court.board()
        #expect(board.score.home == 6)
        #expect(board.player(.created(0))?.tally.points == 6)
        #expect(board.player(.created(0))?.trackers == [PaperTable.key(2)])
        #expect(board.player(twin) == board.player(.created(0)))
        let absorbed = try #require(board.rosterLine(twin))
        #expect(absorbed.slotText == "h#4" && absorbed.mergedInto == .created(0))
        #expect(absorbed.isWithdrawn && absorbed.tally == Tally())
        #expect(board.sharedNumbers.isEmpty)
        #expect(!board.untracked.contains { $0.ref == twin })
        let ana = try #require(board.player(.created(0)))
        for query in ["h4", "h#1", "h#4", "ana"] {
            #expect(PlayerQuery.find(query, in: board) == .player(ana))
        }
        let tracked = board.players.filter {
            $0.trackers.contains(PaperTable.key(2)) && $0.mergedInto == nil
        }
        #expect(tracked == [ana])
        court.void(merge)
        board = try court.board()
        #expect(board.player(twin)?.tally.points == 4 && board.player(twin)?.isWithdrawn == false)
    }

    @Test func circlesAndOtherSidesDoNothing() throws {
        var court = try Court()
        court.record(RosterMerged(from: .created(0), into: .created(3)))
        #expect(try court.board().players.allSatisfy { $0.mergedInto == nil })
        for (from, into) in [(0, 1), (1, 2), (2, 0), (0, 0)] {
            court.record(RosterMerged(from: .created(from), into: .created(into)), by: 2)
        }
        for line in 0..<3 { court.move(.onePoint, line) }
        let home = try court.board().teams.home.players
        #expect(home.map(\.mergedInto) == [.created(2), .created(2), nil])
        #expect(home.map(\.tally.points) == [0, 0, 3])
        court.record(RosterMerged(from: .created(99), into: .created(0)))
        court.record(RosterMerged(from: .added(court.game, 2), into: .created(2)))
        #expect(try court.board().teams.home.players == home)
    }

    @Test func aNewGameTakesTheRosterAsItIsNow() throws {
        var court = try Court()
        court.record(RosterEdited(line: .created(0), number: "14", name: "Anna"))
        court.record(RosterEdited(line: .created(1), isActive: false))
        court.record(RosterMerged(from: .created(3), into: .created(4)))
        let home = court.table.book.lastRoster(of: "hawks", on: .away)
        #expect(home.map(\.number) == ["14", "00"] && home.map(\.name) == ["Anna", "Žana Đurić"])
        #expect(home.allSatisfy { $0.side == .away })
        #expect(court.table.book.lastRoster(of: "owls", on: .home).map(\.name) == ["Lee", "Bo Li"])
    }
}
