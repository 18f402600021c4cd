import Documents
import LocalAPI
import Testing

@testable import API
@testable import Daemon

/// Searching, as the local API serves it.
@Suite struct APISearchTests {
    private func search(
        _ bench: APIBench, _ query: String, limit: Int? = nil
    ) throws -> SearchDocument {
        var parameters = ["query": query]
        parameters["limit"] = limit.map { "\($0)" }
        return try JSON.decode(
            SearchDocument.self, from: bench.get("/v1/search", parameters).body)
    }

    @Test func gamesPlayersAndMovesAreFound() throws {
        let bench = try APIBench()
        try bench.game()
        let moved = try bench.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        let undone = try bench.record(.undo, UndoRequest())
        let game = try #require(try search(bench, "hawks").results.first)
        #expect(game.kind == .game && game.game == "hawks-owls" && game.isCurrent)
        #expect(try search(bench, "h4").results.map(\.kind) == [.player, .move])
        let move = try #require(try search(bench, moved.entries[0]).results.first)
        #expect(move.entry == moved.entries[0] && move.referredBy == undone.entries)
        #expect(try search(bench, "mia", limit: 1).results.count == 1)
        #expect(try search(bench, "").results.isEmpty)
        #expect(try JSON.decode(SearchDocument.self, from: bench.get("/v1/search").body).isWhole)
    }

    @Test func whatIsTooLongOrNoNumberIsRefused() throws {
        let bench = try APIBench()
        for query in [
            String(repeating: "a", count: 129), String(repeating: "a ", count: 17),
        ] {
            let refusal = try bench.get("/v1/search", ["query": query])
            #expect(refusal.status.code == 422)
            #expect(try bench.error(refusal).code == "too-large")
        }
        #expect(try bench.get("/v1/search", ["query": "a", "limit": "x"]).status.code == 400)
        let longest = String(repeating: "a", count: 128)
        #expect(try bench.get("/v1/search", ["query": longest]).status == .ok)
    }

    /// What a moment's turn records is found in the same answer as everything else knows it.
    @Test func aMoveIsFoundAsSoonAsItIsRecorded() throws {
        let bench = try APIBench()
        try bench.game()
        for count in 1...3 {
            try bench.record(.moves, MoveRequest(player: "a4", kind: "rebound"))
            #expect(try search(bench, "rebound").found.moves == count)
        }
    }
}
