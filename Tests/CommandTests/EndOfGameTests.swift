import Documents
import Foundation
import Testing

/// The rules of a game and its end, as keepers type them: the program, its daemons, their disks.
@Suite struct EndOfGameTests {
    init() throws { try #require(!Built.program.isEmpty, "the program scored was not built") }

    private func begin() throws -> Keeper {
        let mia = try Keeper()
        try mia.up(name: "Mia")
        try mia.scored(
            "new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Cy, 7 Di", "--rules",
            "3x3", "--target", "15")
        return mia
    }

    @Test(.timeLimit(.minutes(5)))
    func aKeeperTakesAGameToItsOfficialEnd() throws {
        let mia = try begin()
        #expect(try mia.scored("rules").output.contains("target            15"))
        try mia.scored("roster", "add", "home", "9 Gil,", "11 Hal")
        try mia.scored("roster", "rename", "h4", "Anna", "Berg")
        #expect(try mia.scored("roster").lines.contains { $0.contains("Anna Berg") })
        try mia.scored("lineup", "home", "4", "7", "9")
        try mia.scored("sub", "11", "for", "h9")
        try mia.scored("note", "the", "floor", "is", "wet")
        try mia.scored("clock", "start")
        for _ in 0..<7 { try mia.scored("move", "h4", "2") }
        let decided = try mia.scored("rules", "--target", "14")
        #expect(decided.output.contains("the game is decided now: Hawks 14:0"))
        let ended = try mia.scored("end")
        #expect(ended.output.contains("next: scored sign"))
        #expect(ended.output.contains("game clock stops at"))
        let signed = try mia.scored("sign", "--as", "Ref One")
        #expect(signed.output.contains("official: everyone has signed"))
        let game = try #require(try mia.status().game)
        #expect(game.isOfficial)
        #expect(game.clock?.isRunning == false)
        #expect(signed.output.contains(game.signatures[0].words))
        let told = try mia.scored("status").output
        #expect(told.contains("official: Hawks win · signed by Ref One (mia)"))
        // What comes behind is refused, then recorded and marked.
        let late = try mia.run(["move", "h4", "2"])
        #expect(late.code == 1)
        let forced = try mia.scored("move", "h4", "2", "--force")
        #expect(forced.talk.contains("scored reopen"))
        #expect(forced.output.contains("14:0"))
        #expect(try mia.scored("log").output.contains("after sign-off"))
        #expect(try mia.scored("reopen").output.contains("16:0"))
    }

    /// Each row: the words, what the message names.
    private static let wrong: [(words: [String], named: String)] = [
        (["roster", "rename", "zoe", "Zoey"], "zoe"), (["roster", "rename", "7", "Zoey"], "h7"),
        (["roster", "number", "h4", "12345"], "12345"),
        (["roster", "add", "home", String(repeating: "n", count: 65)], "more than 64"),
        (["roster", "merge", "h4", "a5"], "different teams"),
        (["roster", "merge", "h4", "h#1"], "with itself"),
        (["roster", "inactive", "zoe"], "zoe"), (["rules", "bulls"], "bulls"),
        (["rules", "bulls", "--target", "3"], "bulls"),
        (["rules", "--preset", "chess"], "chess"), (["lineup", "home", "4", "4"], "twice"),
        (["lineup", "away", "99"], "99"), (["sub", "h4", "for", "a5"], "does not play for"),
        (["sub", "zoe", "for", "h4"], "zoe"), (["end", "--game", "bulls"], "bulls"),
        (["end", "--abandon", "\u{202e}", "--yes"], "reason"), (["sign"], "scored end"),
        (["sign", "--game", "bulls"], "bulls"), (["sign", "--as", "\u{7}"], "scored end"),
        (["devices", "lost", "bo"], "bo"), (["devices", "lost", "mia"], "itself"),
        (["devices", "found", "bo"], "bo"), (["note", "\u{202e}"], "note"),
        (["reopen", "--game", "bulls"], "bulls"),
    ]

    @Test(.timeLimit(.minutes(5)))
    func whatIsWrongRecordsNothing() throws {
        let mia = try begin()
        let before = try mia.status().sync.digest
        for (words, named) in Self.wrong {
            let outcome = try mia.run(words)
            #expect(outcome.code == 1, "\(words): \(outcome.output)")
            #expect(outcome.output.isEmpty, "\(words)")
            #expect(outcome.talk.contains(named), "\(words): \(outcome.talk)")
        }
        #expect(try mia.status().sync.digest == before)
        // What is so already is said, and nothing is recorded either.
        for words in [["reopen"], ["rules", "--target", "15"], ["roster", "active", "h4"]] {
            let outcome = try mia.run(words)
            #expect(outcome.code == 0)
            #expect(!outcome.output.isEmpty && outcome.talk.isEmpty, "\(words): \(outcome.talk)")
        }
        #expect(try mia.status().sync.digest == before)
    }

    @Test(.timeLimit(.minutes(5)))
    func aGameIsOfficialWithoutADeviceThatIsLost() throws {
        let mia = try begin()
        let bo = try Keeper()
        try bo.up(name: "Bo")
        let invite = try mia.scored("invite", "--json").document(InviteDocument.self)
        try bo.scored("join", invite.codes[0].code, "--via", try #require(invite.addresses.first))
        try bo.wait { try bo.status().game?.name == "hawks-owls" }
        try mia.scored("track", "home")
        try bo.scored("track", "away")
        try bo.scored("move", "a5", "1")
        try mia.wait { try mia.status().game?.away.score == 1 }
        #expect(try mia.run(["devices", "lost", "bo"]).talk.contains("--force"))
        try bo.scored("offline")
        try bo.scored("move", "a5", "2")
        try mia.wait {
            try mia.status().game?.provisionalBecause == ["bo kept score and is not in sync"]
        }
        let asked = try mia.run(["end"])
        #expect(asked.code == 1 && asked.talk.contains("--yes"))
        #expect(asked.talk.contains("Hawks - Owls is at 0:1"))
        #expect(try mia.status().game?.state == .live)
        try mia.scored("end", "--yes")
        #expect(try mia.scored("sign").output.contains("official once bo has signed the same"))
        #expect(try mia.scored("devices", "lost", "bo").output.contains("counted up to bo."))
        #expect(try mia.status().game?.isOfficial == true)
        try bo.scored("online")
        try mia.wait { try mia.status().game?.afterSignOff.count == 1 }
        try bo.wait { try bo.status().game?.isOfficial == true }
        #expect(try bo.status().game?.away.score == 1)
        #expect(
            try mia.scored("status").output.contains("bo, declared lost, recorded 1 move after"))
    }
}
