import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Taking players over from a keeper who is away, or who is not.
@Suite struct APITakeOverTests {
    /// Bo tracks the home side, and Mia knows it.
    private func table() throws -> APITable {
        let table = try APITable.playing(RulesRequest(preset: "fiba"))
        try table.bo.record(.track, TrackRequest(players: ["home"]))
        table.settle()
        return table
    }

    private func moves(_ bench: APIBench) throws -> [Move] {
        let book = bench.ledger.book
        return try #require(book.scoreboard(of: book.gameIDs[0])).timeline.compactMap(\.move)
    }

    /// Two readings so far from each other are two moves: both count, and people are told.
    @Test func movesRecordedApartWhoseClocksAreFarApartCount() throws {
        let table = try table()
        table.disconnect()
        let away = MoveRequest(player: "h4", kind: "ft", period: 1, clockSeconds: 20)
        try table.bo.record(.moves, away)
        let taken = try table.mia.record(.track, TrackRequest(players: [], from: "bo"))
        #expect(taken.warnings.map(\.code) == ["takenOver"])
        try table.mia.move("h4", "ft", period: 1, clockSeconds: 300)
        #expect(try moves(table.mia).map(\.isCovering) == [true])
        table.connect()
        table.settle()
        for bench in [table.mia, table.bo] {
            let game = try #require(try bench.status().game)
            #expect(game.held == 0 && game.home.score == 2)
            #expect(try bench.status().warnings.contains { $0.code == "duplicate" })
        }
        // With both in sync nobody covers for anybody any more.
        try table.mia.move("h4", "foul")
        #expect(try moves(table.mia).last?.isCovering == false)
    }

    @Test func aPlainClaimOfAnAbsentKeepersPlayerTakesThemOver() throws {
        let table = try table()
        table.disconnect()
        let claim = try table.mia.record(.track, TrackRequest(players: ["h4", "a4"]))
        #expect(claim.entries.count == 2)
        #expect(claim.echo.contains("takes 4 Ana Berg over from bo"))
        let game = try #require(try table.mia.status().game)
        #expect(game.home.players.map(\.trackedBy) == [["mia"], ["bo"], ["bo"]])
        #expect(game.away.players[0].trackedBy == ["mia"])
        #expect(try !table.mia.status().warnings.contains { $0.code == "overlap" })
    }

    @Test func whoIsHereIsNotTakenOverUnawares() throws {
        let table = try table()
        let claim = try table.mia.record(.track, TrackRequest(players: ["h4"]))
        #expect(claim.warnings.map(\.code) == ["overlap"])
        let taken = try table.mia.record(.track, TrackRequest(players: ["h#2"], from: "Bo"))
        #expect(taken.warnings.map(\.code) == ["takenFromPresent"])
        table.settle()
        try table.mia.move("h#2", "2p")
        #expect(try moves(table.mia).last?.isCovering == false)
    }

    @Test func aTakeOverOfNobodyRecordsNothing() throws {
        let table = try table()
        for order in [
            TrackRequest(players: [], from: "zoe"), TrackRequest(players: [], from: "mia"),
            TrackRequest(players: ["a4"], from: "bo"), TrackRequest(players: ["away"], from: "bo"),
            TrackRequest(players: ["h99"], from: "bo"), TrackRequest(players: []),
        ] {
            #expect(try (400..<500).contains(table.mia.denial(.track, order).0), "\(order)")
        }
        #expect(try table.mia.denial(.untrack, TrackRequest(players: ["h4"], from: "bo")).0 == 422)
        #expect(try table.bo.denial(.track, TrackRequest(players: [], from: "mia")).0 == 409)
    }
}
