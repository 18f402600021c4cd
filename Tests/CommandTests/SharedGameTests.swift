import Client
import Documents
import Foundation
import Testing

/// Several keepers at one real game, end to end.
@Suite(.timeLimit(.minutes(5))) struct SharedGameTests {
    private static let game = GamelogFileTests.path("unrivaled-2025-jcdgg9yavn4e")
    private static let official = (home: 80, away: 84)

    @Test func aDaemonKilledInTheMiddleLosesAndRepeatsNothing() throws {
        let mia = try Keeper.table(["mia"])[0]
        try mia.scored("import", "--roster-only", Self.game)
        let file = try GamelogFile(path: Self.game)
        let moves = try ReplayPart(of: file, players: ["all"], teams: [.home, .away]).moves.count
        let words = ["replay", Self.game, "--players", "all", "--team", "home", "--team", "away"]
        let done = mia.home + "/done"
        let line = mia.line(words + ["--rate", "150"]) + " >\(done).out 2>&1; echo $? >\(done)"
        #expect(mia.shell("(\(line)) &") == 0)
        for round in 1...3 {
            try mia.wait { try (mia.status().game?.moves ?? 0) >= round * moves / 5 }
            try mia.kill()
            try mia.up(name: "mia")
        }
        try mia.wait { FileManager.default.fileExists(atPath: done) }
        try mia.wait { try String(contentsOfFile: done, encoding: .utf8) == "0\n" }
        let game = try #require(try mia.status().game)
        #expect((game.home.score, game.away.score) == Self.official)
        #expect(game.moves == moves)
        try mia.scored("verify")
    }

    @Test func nothingIsTakenInTwiceUnasked() throws {
        let mia = try Keeper.table(["mia"])[0]
        let file = try String(contentsOfFile: Self.game, encoding: .utf8)
        let lines = file.split(separator: "\n")
        let cut = lines.prefix(lines.count / 2).joined(separator: "\n")
        let half = try mia.run(["import", "-"], input: cut)
        #expect(half.code == 1 && half.talk.contains("cut off"))
        #expect(try mia.run(["games", "--json"]).document(GamesDocument.self).games.isEmpty)
        #expect(try mia.run(["import", "--roster-only", "-"], input: file).code == 0)
        let part = ["replay", Self.game, "--players", "h#1"]
        #expect(try mia.run(part).code == 0)
        let score = try #require(try mia.status().game).home.score
        let again = try mia.run(part)
        #expect(again.code == 1 && again.talk.contains("--force"))
        #expect(try mia.homeScore() == score)
        // Another player's moves are new.
        #expect(try mia.run(["replay", Self.game, "--players", "h#2"]).code == 0)

        let twin = try mia.run(["import", "-"], input: file)
        let name = try #require(try mia.status().game?.name)
        #expect(twin.code == 1 && twin.talk.contains(name))
        #expect(try mia.run(["games", "--json"]).document(GamesDocument.self).games.count == 1)
        let forced = try mia.run(["import", "-", "--force"], input: cut)
        #expect(forced.code == 0 && forced.talk.contains("cut off"))
    }
}
