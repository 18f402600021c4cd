import Documents
import LocalAPI
import Testing

@testable import API
@testable import Daemon

/// Searching, as the local API serves it.
@Suite struct APISearchTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    private func search(
        _ query: String, limit: Int? = nil
    ) throws -> SearchDocument {
        var parameters = ["query": query]
        parameters["limit"] = limit.map { "\($0)" }
        return try bench.document("/v1/search", parameters)
    }

    @Test func gamesPlayersAndMovesAreFound() throws {
        try bench.game()
        let moved = try bench.move("h4", "2p")
        let undone = try bench.record(.undo, UndoRequest())
        let game = try #require(try search("hawks").results.first)
        #expect(game.kind == .game && game.game == "hawks-owls" && game.isCurrent)
        #expect(try search("h4").results.map(\.kind) == [.player, .move])
        let move = try #require(try search(moved.entries[0]).results.first)
        #expect(move.entry == moved.entries[0] && move.referredBy == undone.entries)
        #expect(try search("mia", limit: 1).results.count == 1)
        #expect(try search("").results.isEmpty)
        #expect(try JSON.decode(SearchDocument.self, from: bench.get("/v1/search").body).isWhole)
    }

    @Test func whatIsTooLongOrNoNumberIsRefused() throws {
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
        try bench.game()
        for count in 1...3 {
            try bench.move("a4", "rebound")
            #expect(try search("rebound").found.moves == count)
        }
    }
}
