import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Mistakes at the start of a game, mended through the local API: each by one order, taken back by one
/// undo.
@Suite struct APIMendingTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    private func game() throws -> GameDocument { try #require(try bench.status().game) }

    @Test func aTeamHasItsNewNameEverywhereAndTheGameItsOld() throws {
        try bench.game()
        let old = try game()
        let told = try bench.record(
            .teams, TeamNameRequest(team: old.away.name.lowercased(), name: "Barn Owls"))
        #expect(told.echo.contains("Barn Owls") && told.game == old.name)
        #expect(try game().away.name == "Barn Owls")
        #expect(try game().title == "\(old.home.name) - Barn Owls")
        let games: GamesDocument = try bench.document("/v1/games")
        #expect(games.games.map(\.title) == ["\(old.home.name) - Barn Owls"])
        try bench.move("barn", "2")
        #expect(try game().away.score == 2)
        let same = TeamNameRequest(team: "home", name: "barn owls")
        #expect(try bench.denial(.teams, same).1.code == "malformed")
        #expect(try bench.denial(.teams, TeamNameRequest(team: "x", name: "B")).0 == 422)
        try bench.record(.undo, UndoRequest())
        try bench.record(.undo, UndoRequest())
        #expect(try game().title == old.title)
    }

    /// The sides are those that people see, in everything that they read and type.
    @Test func swappedSidesAreObeyedByOrders() throws {
        try bench.game()
        let old = try game()
        try bench.move("h4", "2")
        let told = try bench.record(.swap, SwapRequest())
        #expect(told.echo.hasPrefix("\(old.away.name) are home now"))
        #expect((told.home, told.away) == (0, 2))
        #expect(try game().home.players.map(\.name) == old.away.players.map(\.name))
        try bench.move("a4", "3")
        try bench.move("home", "1")
        #expect(try [game().home.score, game().away.score] == [1, 5])
        let player = RosterPlayer(number: "12", name: "Gil")
        try bench.record(.roster, RosterRequest(action: .add, side: .home, players: [player]))
        #expect(try game().home.players.last?.name == "Gil")
        try bench.record(.track, TrackRequest(players: ["home"]))
        #expect(try game().home.players.allSatisfy { $0.trackedBy == ["mia"] })
        #expect(try game().away.players.allSatisfy { $0.trackedBy.isEmpty })
        try bench.record(.rules, RulesChangeRequest(rules: RulesRequest(preset: "fiba")))
        #expect(try game().home.name == old.away.name)
        try bench.record(.swap, SwapRequest())
        #expect(try [game().home.score, game().away.score] == [5, 1])
        try bench.record(.undo, UndoRequest())
        #expect(try game().away.players.map(\.name) == old.home.players.map(\.name))
    }
}
