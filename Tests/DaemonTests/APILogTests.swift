import Documents
import LocalAPI
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon
@testable import MoveLog

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
        table.reconnect()
        let entries = try table.mia.log().entries
        let places = entries.compactMap(\.place)
        // Bo's six, and the comparison of his wall clock before the first.
        #expect(entries.count == before.count + 7)
        #expect(places.count == entries.count)
        #expect(places == places.sorted())
        #expect(Set(places).count == places.count)
        #expect(try table.bo.log().entries.map(\.place) == places)
        for entry in before {
            #expect(entries.first { $0.name == entry.name }?.place == entry.place)
        }
    }

    @Test func whatIsNotThereIsSaid() throws {
        for item in ["before", "only"] {
            let response = try bench.get("/v1/log", [item: "mia.999999"])
            #expect(response.status.code == 404)
            #expect(try bench.error(response).message.contains("mia.999999"))
        }
        #expect(try bench.get("/v1/log", ["limit": "-1"]).status.code == 400)
        let stranger = try bench.get("/v1/log", ["keeper": "zoe"])
        #expect(stranger.status.code == 422)
        #expect(try bench.error(stranger).candidates == ["mia"])
        #expect(try bench.get("/v1/log", ["player": "h99"]).status.code == 422)
        let seven = try bench.get("/v1/log", ["player": "h7"])
        #expect(try bench.error(seven).candidates == ["h#2", "h#3"])
        let many = (1...65).map { "mia.\($0)" }.joined(separator: ",")
        #expect(try bench.get("/v1/log", ["only": many]).status.code == 400)
    }
}

/// The log of all games: the entries of their logs in one order, in pages that hold while entries
/// arrive late.
@Suite struct APIAllGamesLogTests {
    /// Two devices that record in two or three games, often out of reach of each other; in every
    /// third table the log of one of them is forked.
    private final class Evening {
        let table: APITable
        let games: [String]
        var random: SeededGenerator
        private var isLinked = true

        init(seed: UInt64) throws {
            random = SeededGenerator(seed: seed)
            table = try APITable()
            games = try (0..<Int(2 + seed % 2)).map { [table] _ in try table.mia.game() }
            table.settle()
            try play(20)
            if seed % 3 == 0 { try fork() }
        }

        func play(_ count: Int) throws {
            for _ in 0..<count {
                let bench = Bool.random(using: &random) ? table.mia : table.bo
                let game = try #require(games.randomElement(using: &random))
                try bench.record(
                    .moves, MoveRequest(game: game, player: "h4", kind: "rebound", force: true))
                if Int.random(in: 0..<5, using: &random) == 0 { link(!isLinked) }
            }
        }

        func link(_ isLinked: Bool) {
            guard isLinked != self.isLinked else { return }
            self.isLinked = isLinked
            if isLinked { table.connect() } else { table.disconnect() }
            table.settle()
        }

        /// Two copies of Bo's device go on from one entry.
        private func fork() throws {
            link(true)
            // The last move may be on its way.
            table.settle()
            let replica = table.bo.ledger.replica
            let game = try table.mia.board().id
            for number in 0..<2 {
                var log = replica.log
                let draft = Note(text: "way \(number)").draft(in: game)
                var run = log.ownRun(
                    of: [draft], by: replica.author, at: WallTime(milliseconds: 1))
                _ = log.insert(run, trust: .ownDisk)
                run.head = try #require(log.authors[replica.author]).unsignedHeads(
                    on: 0, table: log.charter.table
                ).last
                _ = table.mia.ledger.replica.merge(run)
            }
            table.settle()
            #expect(try whole().contains { APIAllGamesLogTests.isOfFork($0) })
        }

        /// The logs of the games, in one order.
        func whole() throws -> [EntryDocument] {
            try games.flatMap {
                try table.mia.document("/v1/games/\($0)/log", as: LogDocument.self).entries
            }
            .sorted { ($0.place ?? "") < ($1.place ?? "") }
        }

        func log(_ query: [String: String] = [:]) throws -> LogDocument {
            try table.mia.log(query.merging(["games": "all"]) { $1 })
        }

        /// The name of an entry or its place, as a cursor.
        func cursor(_ entry: EntryDocument) -> String {
            let isNamed = Bool.random(using: &random) && !APIAllGamesLogTests.isOfFork(entry)
            return isNamed ? entry.name : entry.place ?? ""
        }
    }

    private static func isOfFork(_ entry: EntryDocument) -> Bool {
        entry.place?.split(separator: ".").count == 4
    }

    @Test(arguments: seeds(UInt64(12)))
    func itIsTheLogsOfTheGamesInOneOrder(seed: UInt64) throws {
        let evening = try Evening(seed: seed)
        evening.link(true)
        let whole = try evening.whole()
        let log = try evening.log()
        #expect(log.entries == whole)
        #expect(log.isWhole && log.count == whole.count && log.hasOlder == false)
        #expect(log.game == nil && Set(whole.map(\.game)) == Set(evening.games))
        for keeper in ["mia", "bo"] {
            let own = whole.filter { $0.keeper.lowercased() == keeper }
            let some = try evening.log(["keeper": keeper, "limit": "7"])
            #expect(some.entries == Array(own.suffix(7)))
            #expect(some.count == own.count && some.hasOlder == (own.count > 7))
        }
        for _ in 0..<10 {
            let index = try #require(whole.indices.randomElement(using: &evening.random))
            let cursor = evening.cursor(whole[index])
            #expect(try evening.log(["before": cursor]).entries == Array(whole[..<index]))
            let named = whole.filter { $0.name == whole[index].name }
            #expect(try evening.log(["only": whole[index].name]).entries == named)
        }
    }

    /// Entries arrive between the pages, at any place of the order.
    @Test(arguments: seeds(UInt64(12)))
    func pagesGiveEachEntryOnce(seed: UInt64) throws {
        let evening = try Evening(seed: seed)
        let known = try evening.whole()
        let limit = Int.random(in: 1...6, using: &evening.random)
        var page = try evening.log(["limit": "\(limit)"])
        var read: [EntryDocument] = []
        for _ in 0..<200 {
            #expect(page.entries.count <= limit)
            read = page.entries + read
            guard page.hasOlder == true else { break }
            try evening.play(1)
            let cursor = evening.cursor(try #require(page.entries.first))
            page = try evening.log(["limit": "\(limit)", "before": cursor])
        }
        let places = read.compactMap(\.place)
        #expect(places == places.sorted() && Set(places).count == places.count)
        #expect(Set(known.compactMap(\.place)).isSubset(of: places))
    }

    @Test func whatDoesNotFitAllGamesIsRefused() throws {
        let bench = try APIBench()
        let none = try bench.log(["games": "all"])
        #expect(none.entries.isEmpty && none.isWhole && none.count == 0 && none.hasOlder == false)
        let game = try bench.game()
        for (query, code) in [
            (["games": "some"], 400), (["games": "all", "game": game], 422),
            (["games": "all", "player": "h4"], 422),
        ] {
            let refusal = try bench.get("/v1/log", query)
            #expect(refusal.status.code == code)
            #expect(try bench.error(refusal).code == "malformed")
        }
        for item in ["before", "only"] {
            for entry in ["mia.999999", "00000000000001.0000000000000000.000000000001"] {
                #expect(try bench.get("/v1/log", ["games": "all", item: entry]).status.code == 404)
            }
        }
    }

    /// Each of three games has ten entries: the last five are all of the last game.
    @Test func aPageNeedsTheBoardsOfItsEntriesAlone() throws {
        let bench = try APIBench()
        for _ in 0..<3 {
            let game = try bench.game()
            for _ in 0..<9 {
                try bench.record(.moves, MoveRequest(game: game, player: "h4", kind: "rebound"))
            }
        }
        while !bench.ledger.foldSome() {}
        let book = bench.ledger.book
        let projection = Projection(
            table: book.table, device: bench.ledger.seal.publicKey, isLinked: false)
        for (limit, boards) in [(5, 1), (9, 1), (10, 2), (19, 2), (20, 3)] {
            var asked: [GameID] = []
            let log = projection.log(ofAll: book.extents, LogSelection(limit: limit)) {
                asked.append($0)
                return book.scoreboard(of: $0)
            }
            #expect(log.entries.count == limit && log.hasOlder == true)
            #expect(asked == book.gameIDs.suffix(boards).reversed())
        }
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
