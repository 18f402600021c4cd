import Testing

@testable import Documents
@testable import Scorebook

/// Whom a keeper means. Home: 4 Ana Berg, 7 Bo, 00 Žana Đurić; away: 4 Kim, 0 Lee, Bo Li.
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
