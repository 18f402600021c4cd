import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Real games, recorded by three keepers at once, end at what the leagues published.
@Suite struct RealGameTests {
    @Test(arguments: RealGame.names)
    func theOfficialScoreAndEveryOfficialLine(name: String) throws {
        let game = try RealGame(name)
        let (table, id) = try game.table()
        var random = SeededGenerator(seed: 35)
        for _ in 0..<3 {
            let book = Book(rebuilding: table.entries.shuffled(using: &random))
            let board = try #require(book.scoreboard(of: id))
            #expect(game.differences(board) == [])
            #expect(!board.isProvisional)
            #expect(board.state == .closed)
        }
    }

    @Test(arguments: RealGame.names)
    func oneMoveLeftOutIsCaught(name: String) throws {
        let game = try RealGame(name)
        let official = Set([
            "assist", "rebound", "foul", "onePoint", "twoPoints", "threePoints", "freeThrow",
        ])
        let candidates = game.events.indices.filter { index in
            let event = game.events[index]
            guard let player = event.player, official.contains(event.kind) else { return false }
            return game.header.box[player] != nil
        }
        try #require(candidates.count > 40)
        var random = SeededGenerator(seed: 107)
        for left in candidates.shuffled(using: &random).prefix(40) {
            let (table, id) = try game.table(leavingOut: left)
            #expect(game.differences(try table.board(id)) != [], "left out event \(left)")
        }
    }

    /// The last made shot reaches the target; the end is derived, no entry is needed.
    @Test(arguments: ["unrivaled-2025-jcdgg9yavn4e", "unrivaled-2026-qa0nawipwn7r"])
    func aTargetDecidesWithTheLastShot(name: String) throws {
        let game = try RealGame(name)
        let last = try #require(game.events.lastIndex { $0.score != nil })
        for (left, state) in [(nil, GameState.decided), (last, .live)] {
            let (table, id) = try game.table(leavingOut: left)
            let open = table.entries.filter { $0.entry.kind != .gameEnded }
            #expect(Book(rebuilding: open).scoreboard(of: id)?.state == state)
        }
    }

    @Test func aTeamBasketCountsForTheTeamAlone() throws {
        let game = try RealGame("unrivaled-2025-jcdgg9yavn4e")
        let (table, id) = try game.table()
        let away = try table.board(id).teams.away
        #expect(away.score == 84)
        #expect(away.teamCredited.points == 3)
        #expect(away.players.map(\.tally.points).reduce(0, +) == 81)
    }

    @Test(arguments: RealGame.names)
    func everyEventComesBackFromItsEntry(name: String) throws {
        let game = try RealGame(name)
        for event in game.events {
            let move = try Move(body: try game.move(event).body)
            let word = GamelogWord.write(move)
            #expect(word.kind == event.kind)
            #expect(word.side == event.side)
            #expect(word.of == event.of)
            #expect(move.points == event.points)
            #expect(move.type == event.type ?? "")
            #expect(move.raw == event.raw ?? "")
            #expect(move.period == event.period)
        }
    }

    @Test func theRunningScoreIsTheSourcesOwn() throws {
        let game = try RealGame("euroleague-2024-107")
        var table = PaperTable()
        table.start(1, device: 1)
        let id = table.record(1, game.creation.draft)
        for event in game.events { table.record(1, try game.move(event).draft(in: id)) }
        let board = try table.board(id)
        let moves = board.moves
        try #require(moves.count == game.events.count)
        for (entry, event) in zip(moves, game.events) {
            guard let score = event.score else { continue }
            #expect([entry.score.home, entry.score.away] == score)
        }
    }
}
