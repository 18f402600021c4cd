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

/// The player that a keeper means. Home: 4 Ana Berg, 7 Bo, 00 Žana Đurić; away: 4 Kim, 0 Lee, Bo Li.
@Suite struct PlayerQueryTests {
    /// The player, several, or nobody and the closest ones.
    private func found(_ query: String, in board: Scoreboard) -> String {
        let (word, lines) =
            switch PlayerQuery.find(query, in: board) {
            case .player(let line): ("player", [line])
            case .several(let lines): ("several", lines)
            case .nobody(let closest): ("nobody", closest)
            }
        return ([word] + lines.map(\.slotText)).joined(separator: " ")
    }

    @Test(arguments: [
        ("h4", "h#1"), ("H4", "h#1"), ("a4", "a#1"), ("h#2", "h#2"), ("a#3", "a#3"), ("7", "h#2"),
        ("00", "h#3"), ("0", "a#2"), ("h00", "h#3"), ("ana", "h#1"), ("ANA BERG", "h#1"),
        ("berg", "h#1"), ("žan", "h#3"), ("duric", "h#3"), ("uri", "h#3"), ("lee", "a#2"),
        ("bo", "h#2"), ("bo li", "a#3"), (" kim ", "a#1"),
    ])
    func one(query: String, slot: String) throws {
        #expect(found(query, in: try Court().board()) == "player \(slot)")
    }

    @Test(arguments: [
        ("4", "several h#1 a#1"), ("an", "several h#1 h#3"), ("h0", "nobody h#1 h#2 h#3"),
        ("h#4", "nobody"), ("h#0", "nobody"), ("h#-1", "nobody"), ("99", "nobody"), ("", "nobody"),
        ("kin", "nobody a#1"), ("h8", "nobody h#1 h#2"), ("zanna", "nobody h#3"),
        ("a7", "nobody h#2 a#1 a#2"),
        // A single letter is no part of a name: it may be a slip.
        ("l", "nobody a#2 a#3"), ("k", "nobody a#1"), ("o", "nobody a#2 h#2 a#3"),
        ("ø", "nobody a#2 h#2 a#3"),
    ])
    func severalOrNobody(query: String, answer: String) throws {
        #expect(found(query, in: try Court().board()) == answer)
    }

    /// By itself, or as a word of a name that an apostrophe parts.
    @Test func aSingleLetterIsAWholeNameOrNone() throws {
        var court = try Court()
        let names = ["J", "D'Angelo", "李明", "?"]
        let lines = names.map { RosterLine(side: .home, number: "", name: $0) }
        court.record(RosterAdded(lines: lines))
        let board = try court.board()
        for (query, slot) in [("j", "h#4"), ("李", "h#6"), ("?", "h#7"), ("angelo", "h#5")] {
            #expect(found(query, in: board) == "player \(slot)")
        }
        let answer = found("d", in: board)
        #expect(answer.hasPrefix("nobody") && answer.contains("h#5"))
    }

    @Test func aTeam() {
        #expect(PlayerQuery.subject("home") == .team(.home))
        #expect(PlayerQuery.subject("A") == .team(.away))
        #expect(PlayerQuery.subject("h4") == nil)
    }

    @Test func aWithdrawnLineIsFoundBySlotOnly() throws {
        var court = try Court()
        let line = RosterLine(side: .home, number: "55", name: "Eve")
        let added = court.record(RosterAdded(lines: [line]))
        let eve = try #require(try court.board().player(.added(added, 0)))
        #expect(found("eve", in: try court.board()) == "player h#4" && eve.slotText == "h#4")
        court.record(VoidEntry(target: added))
        #expect(found("55", in: try court.board()) == "nobody")
        #expect(found("h#4", in: try court.board()) == "player h#4")
        #expect(try court.board().player(.added(added, 0))?.isWithdrawn == true)
    }

    @Test func equalNumbersOnOneSideAreListed() throws {
        var court = try Court()
        #expect(try court.board().sharedNumbers.isEmpty)
        court.record(RosterAdded(lines: [RosterLine(side: .home, number: "7", name: "Eve")]))
        #expect(try court.board().sharedNumbers.map { $0.map(\.slotText) } == [["h#2", "h#4"]])
    }
}
