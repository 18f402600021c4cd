import Documents
import Foundation
import Testing

/// Taking back, putting right, and answering what is held: one keeper, end to end.
@Suite struct CorrectionTests {
    private let mia: Keeper

    init() throws {
        try #require(!Built.program.isEmpty, "the program scored was not built")
        mia = try Keeper()
        try mia.up(name: "Mia")
        try mia.scored(
            "new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Cy, 7 Di", "--rules",
            "fiba")
    }

    private func record(_ words: String...) throws -> String {
        let outcome = try mia.run(["move"] + words + ["--json"])
        return try #require(outcome.document(RecordedDocument.self).entries.first)
    }

    private func entry(_ name: String) throws -> EntryDocument {
        let log = try mia.scored("log", "--json").document(LogDocument.self)
        return try #require(log.entries.first { $0.name == name })
    }

    @Test(.timeLimit(.minutes(5)))
    func movesAreWithdrawnAndCountAgain() throws {
        let first = try record("h4", "2")
        _ = try record("h7", "3")
        let number = String(first.dropFirst("mia.".count))
        #expect(try mia.scored("void", number).output.contains("undone: 4 Ana two points"))
        let again = try mia.scored("void", first)
        #expect(again.output.contains("was already voided by mia."))
        #expect(try mia.status().game?.home.score == 3)
        // The void was the last thing done; the basket before it comes next.
        #expect(try mia.scored("undo").output.contains("redone: 4 Ana two points"))
        #expect(try mia.status().game?.home.score == 5)
        #expect(try mia.scored("undo").output.contains("undone: 7 Bo three points"))
        #expect(try mia.scored("redo").output.contains("redone: 7 Bo three points"))
        #expect(try mia.scored("redo").output.contains("- 3:0"))
        #expect(try mia.scored("log").output.contains("voided by mia."))
    }

    @Test(.timeLimit(.minutes(5)))
    func aSubstitutionIsUndoneWhole() throws {
        _ = try record("h4", "2")
        let sub = try mia.run(["sub", "h7", "h4", "--json"]).document(RecordedDocument.self)
        let undone = try mia.run(["undo", "--json"]).document(RecordedDocument.self)
        #expect(sub.entries.count == 2 && undone.entries.count == 2)
        for name in sub.entries { #expect(try entry(name).state == .voided) }
        #expect(try mia.status().game?.home.score == 2)
        _ = try mia.scored("redo")
        for name in sub.entries { #expect(try entry(name).state == .live) }
    }

    @Test(.timeLimit(.minutes(5)))
    func aFixOfTheReadingSaysBoth() throws {
        let move = try record("h4", "2", "--period", "1", "--at", "09:58")
        let fixed = try mia.scored("fix", move, "--at", "09:55").output
        #expect(fixed.contains("4 Ana two points at Q1 09:55"))
        #expect(fixed.contains("was 4 Ana two points at Q1 09:58"))
        let log = try mia.scored("log").output
        #expect(log.contains("fixes 4 Ana two points (\(move)): 4 Ana two points at Q1 09:55"))
        #expect(try entry(move).clock == "Q1 09:55")
    }

    @Test(.timeLimit(.minutes(5)))
    func aMoveIsPutRightInItsPlace() throws {
        let move = try record("h4", "2", "--period", "1", "--at", "09:30")
        let fixed = try mia.scored(
            "fix", move, "--kind", "3p", "--player", "h7", "--at", "08:15")
        #expect(fixed.output.contains("7 Bo three points at Q1 08:15 (was 4 Ana two points"))
        let entry = try entry(move)
        #expect(entry.text == "7 Bo three points")
        #expect(entry.clock == "Q1 08:15")
        #expect(entry.was == "4 Ana two points at Q1 09:30")
        #expect(entry.fixes?.count == 1)
        #expect(try mia.status().game?.home.score == 3)
        #expect(try mia.scored("log").output.contains("(was 4 Ana two points at Q1 09:30)"))
        let same = try mia.scored("fix", move, "--kind", "3p")
        #expect(same.output.contains("nothing was recorded"))
        // Points of the team that get a player later.
        let team = try record("away", "2")
        try mia.scored("fix", team, "--player", "a5")
        #expect(try mia.status().game?.away.players[0].points == 2)
    }

    @Test(.timeLimit(.minutes(5)))
    func whatIsSoAlreadyIsSaidOnce() throws {
        try mia.scored("clock", "start")
        for words in [["clock", "start"], ["rules", "--foul-limit", "5"], ["reopen"]] {
            let same = try mia.run(words)
            #expect(same.code == 0, "\(words): \(same.talk)")
            #expect(!same.output.isEmpty && same.talk.isEmpty, "\(words): \(same.talk)")
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func aBasketTakesItsAssistAlong() throws {
        let basket = try record("h4", "2", "--period", "1", "--at", "09:30")
        let assist = try mia.scored("move", "h7", "assist", "--period", "1", "--at", "09:28")
        #expect(assist.output.contains("to 4 Ana two points"))
        let other = try record("h7", "3", "--period", "1", "--at", "05:00")
        let named = try mia.scored("move", "h4", "assist", "--for", other)
        #expect(named.output.contains("(for \(other)) to 7 Bo three points"))
        try mia.scored("void", basket)
        let game = try #require(try mia.status().game)
        #expect(game.home.players.map { $0.counts["assist"] } == [1, nil])
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            (["void", "zoe.3"], 1, "zoe"), (["void", "mia.99"], 1, "mia.99"),
            (["void", "99"], 1, "mia.99"), (["void", "hello"], 1, "hello"),
            (["void"], 2, "ENTRY"), (["void", "MOVE", "--yes", "--no"], 2, "--yes"),
            (["void", "MOVE", "--game", "bulls"], 1, "bulls"),
            (["redo"], 1, "nothing to redo"), (["redo", "MOVE"], 2, "unexpected argument"),
            (["accept"], 2, "ENTRY"), (["accept", "zoe.3"], 1, "zoe"),
            (["accept", "CREATION"], 1, "belongs to the table"),
            (["accept", "CLAIM"], 1, "not a move"),
            (["fix", "CLAIM", "--kind", "2p"], 1, "not a move"),
            (["fix"], 2, "ENTRY"), (["fix", "MOVE"], 2, "--kind"),
            (["fix", "MOVE", "--kind", "blok"], 1, "block"),
            (["fix", "MOVE", "--player", "h99"], 1, "h99"),
            (["fix", "MOVE", "--points", "x"], 2, "--points"),
            (["fix", "MOVE", "--kind", "foul", "--points", "2"], 1, "no points"),
            (["fix", "MOVE", "--period", "0"], 2, "--period"),
            (["fix", "MOVE", "--at", "930"], 2, "MM:SS"),
            (["fix", "MOVE", "--at", "10:01"], 1, "10 minutes"),
            (["fix", "mia.99", "--kind", "2p"], 1, "mia.99"),
            (["move", "h7", "assist", "--for", "zoe.1"], 1, "zoe"),
            (["move", "h7", "assist", "--for", "CLAIM"], 1, "not a basket"),
            (["move", "h4", "assist", "--for", "MOVE"], 1, "another player"),
            (["move", "a5", "assist", "--for", "MOVE"], 1, "same side"),
            (["move", "h7", "2", "--for", "MOVE"], 1, "assist"),
            (["held", "--game", "bulls"], 1, "bulls"),
            (["held", "MOVE"], 2, "unexpected argument"),
            (["track"], 2, "PLAYER"), (["track", "--from", "zoe"], 1, "zoe"),
            (["track", "--from", "mia"], 1, "this device"), (["track", "--from"], 2, "DEVICE"),
        ])
    func whatIsUnclearRecordsNothing(words: [String], code: Int, named: String) throws {
        let claim = try mia.run(["track", "h4", "--json"]).document(RecordedDocument.self)
        let names = ["MOVE": try record("h4", "2"), "CLAIM": claim.entries[0], "CREATION": "mia.1"]
        let before = try mia.status().sync.digest
        let outcome = try mia.run(words.map { names[$0] ?? $0 })
        #expect(outcome.code == Int32(code), "\(words): \(outcome.output)\(outcome.talk)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.talk.contains(named), "\(words): \(outcome.talk)")
        #expect(try mia.status().sync.digest == before)
    }

    @Test(.timeLimit(.minutes(5)))
    func aFurtherBasketIsAskedForAtATerminal() throws {
        try mia.scored("new", "Bulls", "Cats", "--home", "4 Ana", "--rules", "pickup")
        for _ in 0..<15 { try mia.scored("move", "4", "1") }
        #expect(try mia.run(["move", "4", "1"]).code == 1)
        guard let no = try mia.run(["move", "4", "1"], typing: "n") else { return }
        #expect(no.code == 1)
        #expect(no.talk.contains("[y/N]"))
        #expect(try mia.status().game?.home.score == 15)
        let yes = try #require(try mia.run(["move", "4", "1"], typing: "y"))
        #expect(yes.code == 0, "\(yes.talk)")
        #expect(try mia.status().game?.home.score == 16)
    }

    @Test(.timeLimit(.minutes(5)))
    func aCorrectionIsRecordedOnceWhateverBreaks() throws {
        let move = try record("h4", "2")
        let body = #"{"request":"00112233445566778899aabbccddeeff","entries":["\#(move)"]}"#
        let line =
            "curl -s --unix-socket \(mia.home)/scored.sock -d '\(body)' http://scored/v1/void"
            + " >/dev/null"
        try #require(mia.shell(line) == 0, "curl is needed")
        let digest = try mia.status().sync.digest
        try mia.kill()
        try mia.up(name: "Mia")
        #expect(mia.shell(line) == 0)
        #expect(try mia.status().sync.digest == digest)
    }
}
