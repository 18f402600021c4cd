import Documents
import Foundation
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

/// A reader of `/v1/watch`.
private final class Watcher {
    let bench: APIBench
    private(set) var state = WatchDocument()
    private let source: any EventSource
    /// The bytes of each event.
    private(set) var sizes: [Int] = []
    /// The fewest entries of the first window after any event of the last reading.
    private(set) var fewest = 0

    init(_ bench: APIBench, _ query: [String: String] = [:]) throws {
        self.bench = bench
        let target = Target(
            ["v1", "watch"],
            query: query.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
        guard case .stream(let source) = bench.router.answer(Request(.get, target)) else {
            throw APIError(.badRequest, .malformed, "no stream")
        }
        self.source = source
        try read()
    }

    /// Tells the changes of the last turn, and reads all events.
    func turn() throws {
        bench.router.note(bench.changes)
        try read()
    }

    func read() throws {
        state.arrived = []
        fewest = .max
        while source.isDue {
            guard let event = source.next() else { continue }
            sizes.append(event.data.utf8.count)
            let arrived = state.arrived
            state.arrived = []
            try JSON.merge(Array(event.data.utf8), into: &state)
            state.arrived = arrived + state.arrived
            fewest = min(fewest, state.windows.first?.entries.count ?? 0)
        }
    }

    func show(_ request: WatchRequest) throws -> Response {
        let response = bench.perform(
            Request(.post, Target(["v1", "watch", state.id ?? ""]), body: JSON.encode(request)))
        return try #require(response)
    }
}

@Suite struct WatchTests {
    /// Two devices in two or three games, with corrections, names and rules that change, links that come and go: after each
    /// turn a reader has what the same question answers now.
    @Test(arguments: seeds(UInt64(12)))
    func aReaderHasWhatTheQuestionsAnswer(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let table = try APITable()
        let games = try (0..<Int(2 + seed % 2)).map { _ in try table.mia.game() }
        table.settle()
        var watchers: [Watcher] = []
        for bench in [table.mia, table.bo] {
            watchers.append(try Watcher(bench, ["newest": "7"]))
            watchers.append(try Watcher(bench, ["game": games[0], "newest": "100"]))
            watchers.append(try Watcher(bench, ["games": "all", "newest": "9"]))
            watchers.append(try Watcher(bench, ["newest": "8", "keeper": "bo"]))
            watchers.append(try Watcher(bench, ["newest": "8", "player": "h4"]))
        }
        let asked: [[String: String]] = [
            ["limit": "7"], ["game": games[0], "limit": "100"], ["games": "all", "limit": "9"],
            ["limit": "8", "keeper": "bo"], ["limit": "8", "player": "h4"],
        ]
        for _ in 0..<30 {
            let bench = Bool.random(using: &random) ? table.mia : table.bo
            let game = try #require(games.randomElement(using: &random))
            try Self.act(bench, game, &random)
            for watcher in watchers where watcher.bench === bench { try watcher.turn() }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: table.disconnect()
            case 1: table.connect()
            case 2...3: table.exchange()
            default: break
            }
            for (index, watcher) in watchers.enumerated() {
                // What both sides said since is told as one event.
                repeat { watcher.bench.turn() } while !watcher.bench.changes.isEmpty
                var changes = TurnChanges()
                changes.isRebuilt = true
                watcher.bench.router.note(changes)
                try watcher.read()
                let status: StatusDocument = try watcher.bench.document(
                    "/v1/status", index % 5 == 1 ? ["game": games[0]] : [:])
                #expect(watcher.state.status == status, "seed \(seed), \(asked[index % 5])")
                let log = try watcher.bench.log(asked[index % 5])
                let window = try #require(watcher.state.windows.first)
                #expect(window.entries == log.entries, "seed \(seed), \(asked[index % 5])")
                #expect(window.game == log.game && window.player == log.player)
                #expect(window.hasOlder == log.hasOlder)
            }
        }
    }

    /// A change of some kind in a game.
    static func act(
        _ bench: APIBench, _ game: String, _ random: inout SeededGenerator
    ) throws {
        let slot = ["h4", "a4", "h#2"].randomElement(using: &random) ?? "h4"
        switch Int.random(in: 0..<14, using: &random) {
        case 0:
            let entries = try bench.log(["game": game]).entries.filter { $0.points != nil }
            guard let entry = entries.randomElement(using: &random) else { return }
            _ = bench.perform(
                Request(to: .void, EntriesRequest(game: game, entries: [entry.name])))
        case 1:
            let entries = try bench.log(["game": game]).entries.filter { $0.points != nil }
            guard let entry = entries.randomElement(using: &random) else { return }
            _ = bench.perform(
                Request(
                    to: .fix,
                    FixRequest(game: game, entry: entry.name, player: "h#2")))
        case 2:
            _ = bench.perform(
                Request(
                    to: .roster,
                    RosterRequest(
                        game: game, action: .rename, player: "h#1",
                        name: "Ana \(Int.random(in: 0..<9, using: &random))")))
        case 3 where bench.ledger.log.charter.founderKey == bench.ledger.seal.publicKey:
            let name = "Mia \(Int.random(in: 0..<9, using: &random))"
            _ = bench.perform(Request(to: .keeper, KeeperRequest(name: name)))
        case 4: _ = bench.perform(Request(to: .use, UseRequest(game: game)))
        case 5: _ = bench.perform(Request(to: .notes, NoteRequest(game: game, text: "a note")))
        default:
            let kind = ["2p", "3p", "rebound", "foul"].randomElement(using: &random) ?? "2p"
            _ = bench.perform(
                Request(
                    to: .moves, MoveRequest(game: game, player: slot, kind: kind, force: true)))
        }
    }

    /// The turn's own changes are enough: nothing else makes a stream look again.
    @Test(arguments: seeds(UInt64(12)))
    func theChangesOfATurnSayAllThatIsToldAgain(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try APIBench()
        let game = try bench.game()
        let watcher = try Watcher(bench, ["newest": "40"])
        for step in 0..<60 {
            try Self.act(bench, game, &random)
            try watcher.turn()
            let status: StatusDocument = try bench.status()
            #expect(watcher.state.status == status, "seed \(seed), step \(step)")
            #expect(
                watcher.state.windows.first?.entries == (try bench.log(["limit": "40"]).entries),
                "seed \(seed), step \(step)")
        }
    }

    @Test func aMoveComesOnceAndIsShort() throws {
        let bench = try APIBench.playing()
        let watcher = try Watcher(bench, ["newest": "60"])
        for _ in 0..<20 { try bench.move("h4", "rebound") }
        try watcher.turn()
        let before = watcher.sizes.count
        try bench.move("h4", "2p")
        try watcher.turn()
        #expect(watcher.sizes.count == before + 1)
        #expect(watcher.state.arrived.map(\.text) == ["4 Ana Berg two points"])
        #expect(watcher.sizes[before] < 1500, "\(watcher.sizes[before]) bytes")
        bench.router.note(TurnChanges())
        try watcher.read()
        #expect(watcher.sizes.count == before + 1)
    }

    @Test func anEventHasRoomForSoManyEntriesAndTheNextForTheRest() throws {
        let bench = try APIBench.playing()
        let most = APILimits.windowEntriesOfAnEventMax
        for _ in 0..<(most + 40) { try bench.move("h4", "rebound") }
        let watcher = try Watcher(bench, ["newest": "5000"])
        #expect(watcher.sizes.count == 2)
        #expect(watcher.state.windows[0].entries == (try bench.log().entries))
        #expect(!watcher.state.windows[0].hasOlder)
        // A name that all entries have: none goes while the others come.
        try bench.record(
            .roster, RosterRequest(action: .rename, player: "h#1", name: "Another"))
        try watcher.turn()
        #expect(watcher.sizes.count == 4)
        let entries = try bench.log().entries
        #expect(watcher.fewest >= entries.count - 1 && entries.count > most)
        #expect(watcher.state.windows[0].entries == entries)
    }

    /// The creation of the game that stays is its first row, also before older entries of the other.
    @Test func aWindowGoesOnWhenAnOlderGameIsUnited() throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2p")
        let first = try #require(try bench.status().game?.name)
        let second = try bench.game()
        try bench.move("h4", "3p")
        let watcher = try Watcher(bench, ["newest": "60"])
        try bench.record(.unions, UniteRequest(game: first, into: second))
        try watcher.turn()
        // A reader has its rows by their places.
        let rows = watcher.state.windows[0].entries.sorted { $0.index < $1.index }
        #expect(rows == (try bench.log().entries) && rows.count > 3)
    }

    @Test func anOpenStreamShowsOtherWindowsAndAnotherGame() throws {
        let bench = try APIBench.playing()
        for _ in 0..<5 { try bench.move("h4", "2p") }
        let watcher = try Watcher(bench)
        #expect(watcher.state.windows.isEmpty)
        let two = [
            WindowRequest(name: "a", newest: 2),
            WindowRequest(name: "b", player: "h4", newest: 1),
            WindowRequest(name: "c", game: "no-such-game", newest: 1),
        ]
        #expect(try watcher.show(WatchRequest(windows: two)).status == .ok)
        try watcher.read()
        #expect(watcher.state.windows.map(\.entries.count) == [2, 1, 0])
        #expect(watcher.state.windows.map(\.hasOlder) == [true, true, false])
        #expect(watcher.state.windows[1].player == "h#1")
        #expect(watcher.state.windows[2].problem?.code == "unknown-game")
        let more = [WindowRequest(name: "a", newest: 4)]
        #expect(try watcher.show(WatchRequest(windows: more)).status == .ok)
        try watcher.read()
        #expect(watcher.state.windows.map(\.name) == ["a"])
        #expect(watcher.state.windows[0].entries.count == 4)
        let other = try bench.game()
        #expect(try watcher.show(WatchRequest(game: "hawks-owls")).status == .ok)
        try watcher.read()
        #expect(watcher.state.status?.game?.name == "hawks-owls" && other != "hawks-owls")
    }

    /// What is said about other games is said beside the game that is shown.
    @Test func theGameThatIsShownIsNoNewerGame() throws {
        let bench = try APIBench.playing()
        let newer = try bench.game()
        #expect(try bench.post(.use, UseRequest(game: "hawks-owls")).status == .ok)
        try bench.record(.moves, MoveRequest(game: newer, player: "h4", kind: "2p"))
        let (current, shown) = (try Watcher(bench), try Watcher(bench, ["game": newer]))
        #expect(current.state.status?.newerGame == newer)
        #expect(shown.state.status?.newerGame == nil)
        #expect(shown.state.status?.game?.isCurrent == false)
    }

    @Test func onlyThePartsThatWereAskedForAreToldAgain() throws {
        let bench = try APIBench.playing()
        let watcher = try Watcher(bench, ["parts": "game"])
        let first = try #require(watcher.state.status)
        try bench.move("h4", "2p")
        try watcher.turn()
        let status = try #require(watcher.state.status)
        #expect(status.game?.home.score == 2)
        #expect(status.sync == first.sync && status.storage == first.storage)
        #expect(watcher.state.arrived.isEmpty)
    }

    @Test func whatCannotBeShownIsRefused() throws {
        let bench = try APIBench.playing()
        for (query, code) in [
            (["parts": "score"], 422), (["game": "no-such-game"], 404), (["newest": "0"], 422),
            (["newest": "5001"], 422), (["games": "some"], 400), (["player": "h4"], 422),
        ] {
            #expect(try bench.get("/v1/watch", query).status.code == code, "\(query)")
        }
        let response = try #require(
            bench.perform(
                Request(
                    .post, Target(["v1", "watch", "no-such-stream"]),
                    body: JSON.encode(WatchRequest()))))
        #expect(response.status.code == 404)
        #expect(try bench.error(response).code == "unknown-stream")
        let watcher = try Watcher(bench)
        let many = (0...APILimits.windowsMax).map { WindowRequest(name: "\($0)", newest: 1) }
        #expect(try watcher.show(WatchRequest(windows: many)).status.code == 422)
        let twice = [many[0], many[0]]
        #expect(try watcher.show(WatchRequest(windows: twice)).status.code == 422)
    }

    /// A stream that nobody reads any more is forgotten.
    @Test func aStreamEndsWithItsConnection() throws {
        let bench = try APIBench.playing()
        var watcher: Watcher? = try Watcher(bench)
        let id = try #require(watcher?.state.id)
        #expect(bench.router.api.watches.named(id) != nil)
        watcher = nil
        #expect(bench.router.api.watches.named(id) == nil)
    }
}
