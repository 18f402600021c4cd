import Client
import Documents
import Foundation
import Testing

/// Several keepers at one real game, end to end.
@Suite(.timeLimit(.minutes(5))) struct SharedGameTests {
    private static let game = GamelogFileTests.path("unrivaled-2025-jcdgg9yavn4e")
    private static let official = (home: 80, away: 84)

    @Test func threeKeepersEndAtTheOfficialScore() throws {
        let keepers = try Keeper.table(["ana", "mia", "cy"])
        try keepers[0].scored("import", "--roster-only", Self.game)
        let name = try #require(try keepers[0].status().game?.name)
        for keeper in keepers { try keeper.wait { try keeper.status().game?.name == name } }
        try keepers[2].scored("offline")
        let parts = [
            ["--players", "home", "--team", "home"], ["--players", "a#1,a#2,a#3"],
            ["--players", "a#4,a#5,a#6", "--team", "away"],
        ]
        // A pipeline runs side by side. (A shell's `wait` would hang: the threads of tests block the
        // signal for which it waits.)
        let lines = zip(keepers, parts).map { keeper, part in
            keeper.line(["replay", Self.game, "--game", name] + part) + " >/dev/null"
        }
        #expect(keepers[0].shell(lines.joined(separator: " | ")) == 0)
        let apart = try keepers.map { try $0.status() }
        #expect(apart[0].sync.digest != apart[2].sync.digest)
        #expect(apart[2].sync.unsynced > 0)
        #expect(apart[2].sync.state == .offline)
        try keepers[2].scored("online")
        try keepers[0].wait {
            let digests = Set(try keepers.map { try $0.status().sync.digest })
            return digests.count == 1
        }
        for keeper in keepers {
            let game = try #require(try keeper.status().game)
            #expect((game.home.score, game.away.score) == Self.official)
            #expect(game.held == 0)
            try keeper.scored("verify")
        }
        // A box says "provisional" as long as its device does not know that all hold the same, which takes
        // the next message of each.
        try keepers[0].wait {
            Set(try keepers.map { try $0.scored("box", name).output }).count == 1
        }
        for keeper in keepers { try keeper.scored("down", "--now") }
    }

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
        #expect(try mia.status().game?.home.score == score)
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
