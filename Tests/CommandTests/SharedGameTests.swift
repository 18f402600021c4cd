import Client
import Documents
import Foundation
import Official
import Synchronization
import Testing

/// Several keepers at one real game, end to end.
@Suite(.timeLimit(.minutes(5))) struct SharedGameTests {
    private static let game = GamelogFileTests.path("unrivaled-2025-jcdgg9yavn4e")
    private static let official = (home: 80, away: 84)

    @Test func aDaemonKilledInTheMiddleLosesAndRepeatsNothing() throws {
        let mia = try Keeper.table(["mia"])[0]
        try mia.scored("import", "--roster-only", Self.game)
        let name = try #require(try mia.status().game?.name)
        let replay = Replay(of: try OfficialGame(path: Self.game))
        let moves = replay.moves.count
        let ending = Ending()
        let home = mia.home
        Thread.detachNewThread {
            ending.told(
                by: Result {
                    try replay.run(
                        into: name, at: StateHome(home), rate: 150, starting: Built.program)
                })
        }
        for round in 1...3 {
            try mia.wait {
                try ending.isReached() || (mia.status().game?.moves ?? 0) >= round * moves / 5
            }
            try mia.kill()
            try mia.up(name: "mia")
        }
        try mia.wait { try ending.isReached() }
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
        let twin = try mia.run(["import", "-"], input: file)
        let name = try #require(try mia.status().game?.name)
        #expect(twin.code == 1 && twin.talk.contains(name))
        #expect(try mia.run(["games", "--json"]).document(GamesDocument.self).games.count == 1)
        let forced = try mia.run(["import", "-", "--force"], input: cut)
        #expect(forced.code == 0 && forced.talk.contains("cut off"))
    }
}

/// Tells a test how a thread ended.
private final class Ending: Sendable {
    private let result = Mutex<Result<Void, any Error>?>(nil)

    func told(by thread: Result<Void, any Error>) { result.withLock { $0 = thread } }

    /// Throws the error with which the thread ended.
    func isReached() throws -> Bool {
        guard let result = result.withLock(\.self) else { return false }
        try result.get()
        return true
    }
}
