import Testing

@testable import Documents
@testable import Scorebook

/// Whom a keeper means. Home: 4 Ana Berg, 7 Bo, 00 Žana Đurić; away: 4 Kim, 0 Lee, Bo Li.
@Suite struct PlayerQueryTests {
    @Test(arguments: [
        ("h4", "h#1"), ("H4", "h#1"), ("a4", "a#1"), ("h#2", "h#2"), ("a#3", "a#3"), ("7", "h#2"),
        ("00", "h#3"), ("0", "a#2"), ("h00", "h#3"), ("ana", "h#1"), ("ANA BERG", "h#1"),
        ("berg", "h#1"), ("žan", "h#3"), ("duric", "h#3"), ("uri", "h#3"), ("lee", "a#2"),
        ("bo", "h#2"), ("bo li", "a#3"), (" kim ", "a#1"),
    ])
    func one(query: String, slot: String) throws {
        guard case .player(let line) = PlayerQuery.find(query, in: try Court().board()) else {
            Issue.record("\(query) found no single player")
            return
        }
        #expect(line.slotText == slot)
    }

    @Test(arguments: [
        ("4", ["h#1", "a#1"]), ("an", ["h#1", "h#3"]),
    ])
    func several(query: String, slots: [String]) throws {
        guard case .several(let lines) = PlayerQuery.find(query, in: try Court().board()) else {
            Issue.record("\(query) was not ambiguous")
            return
        }
        #expect(lines.map(\.slotText) == slots)
    }

    @Test(arguments: [
        ("h0", ["h#1", "h#2", "h#3"]), ("h#4", []), ("h#0", []), ("h#-1", []), ("99", []), ("", []),
        ("kin", ["a#1"]), ("h8", ["h#1", "h#2"]), ("zanna", ["h#3"]),
        ("a7", ["h#2", "a#1", "a#2"]),
        // A single letter is no part of a name: it may be a slip.
        ("l", ["a#2", "a#3"]), ("k", ["a#1"]), ("o", ["a#2", "h#2", "a#3"]),
        ("ø", ["a#2", "h#2", "a#3"]),
    ])
    func nobody(query: String, closest: [String]) throws {
        guard case .nobody(let lines) = PlayerQuery.find(query, in: try Court().board()) else {
            Issue.record("\(query) found somebody")
            return
        }
        #expect(lines.map(\.slotText) == closest)
    }

    /// By itself, or as a word of a name that an apostrophe parts.
    @Test func aSingleLetterIsAWholeNameOrNone() throws {
        var court = try Court()
        let names = ["J", "D'Angelo", "李明", "?"]
        let lines = names.map { RosterLine(side: .home, number: "", name: $0) }
        court.record(RosterAdded(lines: lines))
        let board = try court.board()
        for (query, name) in [("j", "J"), ("李", "李明"), ("?", "?"), ("angelo", "D'Angelo")] {
            guard case .player(let line) = PlayerQuery.find(query, in: board) else {
                Issue.record("\(query) finds nobody")
                continue
            }
            #expect(line.name == name)
        }
        guard case .nobody(let closest) = PlayerQuery.find("d", in: board) else {
            Issue.record("d finds somebody")
            return
        }
        #expect(closest.contains { $0.name == "D'Angelo" })
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
        let typo = try court.board()
        guard case .player(let eve) = PlayerQuery.find("eve", in: typo) else {
            Issue.record("a late addition is not found")
            return
        }
        #expect(eve.ref == .added(added, 0) && eve.slotText == "h#4")
        court.record(VoidEntry(target: added))
        #expect(PlayerQuery.find("55", in: try court.board()) == .nobody(closest: []))
        guard case .player(let slot) = PlayerQuery.find("h#4", in: try court.board()) else {
            Issue.record("a slot disappeared")
            return
        }
        #expect(slot.isWithdrawn)
    }

    @Test func equalNumbersOnOneSideAreListed() throws {
        var court = try Court()
        #expect(try court.board().sharedNumbers.isEmpty)
        court.record(RosterAdded(lines: [RosterLine(side: .home, number: "7", name: "Eve")]))
        #expect(try court.board().sharedNumbers.map { $0.map(\.slotText) } == [["h#2", "h#4"]])
    }
}
