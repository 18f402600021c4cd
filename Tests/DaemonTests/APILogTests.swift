import Documents
import LocalAPI
import Testing

@testable import API
@testable import Daemon

/// The parts in which a log is read: pages of older entries, what came later, entries by name, the
/// moves of a player.
@Suite struct APILogTests {
    /// A game in which Mia has scored nine times.
    private let bench: APIBench

    init() throws {
        bench = try APIBench()
        try bench.game()
        for player in ["h4", "a00", "h#2", "h4", "h4", "home", "a4", "a00", "h4"] {
            try bench.move(player, "2p")
        }
    }

    @Test func pagesLeadFromTheNewestEntryToTheFirstWithoutOneTwice() throws {
        let whole = try bench.log()
        #expect(whole.isWhole)
        #expect(whole.count == whole.entries.count)
        #expect(whole.hasOlder == false)
        for limit in 1...whole.entries.count + 1 {
            var page = try bench.log(["limit": "\(limit)"])
            var read = page.entries
            var pages = 1
            while page.hasOlder == true, pages < 99 {
                page = try bench.log(["limit": "\(limit)", "before": read[0].name])
                #expect(page.entries.count <= limit)
                #expect(page.count == whole.entries.count)
                read = page.entries + read
                pages += 1
            }
            #expect(read == whole.entries)
            #expect(pages == (whole.entries.count + limit - 1) / limit)
        }
        #expect(try bench.log(["before": whole.entries[0].name]).entries.isEmpty)
        #expect(try bench.log(["limit": "0"]).hasOlder == true)
    }

    @Test func betweenTwoEntriesStandsWhatIsBehindTheOneAndBeforeTheOther() throws {
        let whole = try bench.log().entries
        let between = try bench.log(["after": whole[2].name, "before": whole[6].name])
        #expect(between.entries == Array(whole[3...5]))
        #expect(!between.isWhole)
    }

    @Test func onlyTheEntriesNamedAreGiven() throws {
        let whole = try bench.log().entries
        let names = [whole[7].name, whole[3].name.uppercased()]
        #expect(
            try bench.log(["only": names.joined(separator: ",")]).entries == [whole[3], whole[7]])
        #expect(try bench.log(["only": ""]).entries.isEmpty)
        #expect(try bench.log(["keeper": "MIA"]).entries == whole)
    }

    @Test func ofAPlayerTheMovesAsTheyStandNow() throws {
        let anas = try bench.log(["player": "h4"])
        #expect(anas.player == "h#1")
        #expect(anas.count == 4)
        #expect(anas.entries.allSatisfy { $0.player == "h#1" })
        #expect(!anas.isWhole)
        #expect(try bench.log(["player": "h#1"]) == anas)
        try bench.record(.fix, FixRequest(entry: anas.entries[0].name, player: "a4"))
        #expect(try bench.log(["player": "h4"]).count == 3)
        #expect(try bench.log(["player": "a4"]).count == 2)
        #expect(try bench.log(["player": "home"]).entries.map(\.player) == [nil])
        #expect(try bench.log(["player": "home"]).player == "home")
        // Among entries by name the player counts as well.
        let names = anas.entries.map(\.name)
        let named = try bench.log(["player": "h4", "only": names.joined(separator: ",")])
        #expect(named.entries.map(\.name) == Array(names.dropFirst()))
    }

    @Test func whatCameSinceIsGivenWhereverItStands() throws {
        let table = try APITable.playing()
        table.disconnect()
        try table.bo.move("a4", "2p")
        for _ in 1...5 { try table.mia.move("h4", "2p") }
        let before = try table.mia.log()
        #expect(before.newest?.count == 1)
        let known = try #require(before.newest).joined(separator: ",")
        #expect(try table.mia.log(["since": known]).entries.isEmpty)
        table.connect()
        table.settle()
        try table.mia.move("h4", "3p")
        let after = try table.mia.log()
        let names = Set(before.entries.map(\.name))
        let since = try table.mia.log(["since": known])
        #expect(since.entries == after.entries.filter { !names.contains($0.name) })
        #expect(since.entries.map(\.keeper) == ["Bo", "Mia"])
        #expect(since.count == after.entries.count)
        // Bo's basket stands among those that were there.
        #expect(since.entries[0].index < before.entries.count)
        #expect(after.newest?.count == 2)
        #expect(
            try table.mia.log(["since": #require(after.newest).joined(separator: ",")]).entries
                .isEmpty)
    }

    @Test func placesSortAsTheEntriesStandAndStay() throws {
        let table = try APITable.playing()
        table.disconnect()
        for number in 1...20 {
            try table.mia.move("h4", "rebound")
            if number % 3 == 0 {
                try table.bo.move("a4", "rebound")
            }
        }
        let before = try table.mia.log().entries
        table.connect()
        table.settle()
        let entries = try table.mia.log().entries
        let places = entries.compactMap(\.place)
        #expect(entries.count == before.count + 6)
        #expect(places.count == entries.count)
        #expect(places == places.sorted())
        #expect(Set(places).count == places.count)
        #expect(try table.bo.log().entries.map(\.place) == places)
        for entry in before {
            #expect(entries.first { $0.name == entry.name }?.place == entry.place)
        }
    }

    @Test func whatIsNotThereIsSaid() throws {
        for item in ["before", "after", "only"] {
            let response = try bench.get("/v1/log", [item: "mia.999999"])
            #expect(response.status.code == 404)
            #expect(try bench.error(response).message.contains("mia.999999"))
        }
        #expect(try bench.get("/v1/log", ["since": "zoe.3"]).status.code == 404)
        #expect(try bench.get("/v1/log", ["limit": "-1"]).status.code == 400)
        let stranger = try bench.get("/v1/log", ["keeper": "zoe"])
        #expect(stranger.status.code == 422)
        #expect(try bench.error(stranger).candidates == ["mia"])
        #expect(try bench.get("/v1/log", ["player": "h99"]).status.code == 422)
        let seven = try bench.get("/v1/log", ["player": "h7"])
        #expect(try bench.error(seven).candidates == ["h#2", "h#3"])
        let many = (1...65).map { "mia.\($0)" }.joined(separator: ",")
        #expect(try bench.get("/v1/log", ["only": many]).status.code == 400)
        #expect(try bench.get("/v1/log", ["since": many]).status.code == 400)
    }
}

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

    /// An answer knows the entries that its own turn recorded.
    @Test func aMoveIsFoundAsSoonAsItIsRecorded() throws {
        try bench.game()
        for count in 1...3 {
            try bench.move("a4", "rebound")
            #expect(try search("rebound").found.moves == count)
        }
    }
}
