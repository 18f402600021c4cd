import Documents
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

/// The way of a request to the endpoint that answers it.
@Suite struct APIRouteTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    @Test func everyRouteHasOneEndpoint() {
        #expect(Endpoint.all.map(\.route) == Route.all)
    }

    @Test func anUnknownPathNamesWhatIsNear() throws {
        let response = try bench.get("/v1/statu")
        #expect(response.status.code == 404)
        let reason = try bench.error(response)
        #expect(reason.code == "unknown-path")
        #expect(reason.candidates == ["GET /v1/status"])
        #expect(try bench.get("/").status.code == 404)
        #expect(
            try bench.error(bench.get("/v1/games/a/b/c")).candidates?.contains(
                "GET /v1/games/{name}") == true)
    }

    @Test func anotherMethodIsToldWhichArePossible() throws {
        let target = Target(["v1", "games"])
        let response = try #require(bench.perform(Request(.other("DELETE"), target)))
        #expect(response.status.code == 405)
        #expect(response.headers["allow"] == "GET, HEAD, POST")
        let posted = try bench.post("/v1/status", [])
        #expect(posted.status.code == 405)
        #expect(posted.headers["allow"] == "GET, HEAD")
    }

    @Test func headIsAnsweredAsGet() throws {
        let response = bench.perform(Request(.head, Target(["v1", "health"])))
        #expect(response?.status == .ok)
    }

    @Test func theViewSocketRefusesEveryChange() throws {
        try bench.game()
        let bodies: [Route: String] = [
            .moves: #"{"player":"h4","kind":"2p"}"#, .notes: #"{"text":"late"}"#,
            .nameTable: #"{"name":"Hall"}"#, .keeper: #"{"name":"Ana"}"#,
            .sync: #"{"online":true}"#, .shutdown: #"{"now":true}"#,
        ]
        func request(_ route: Route) -> Request {
            let path = route.path.replacing("{name}", with: "x").split(separator: "/")
            return Request(
                route.method == "GET" ? .get : .post, Target(path.map(String.init)),
                body: Array((bodies[route] ?? "{}").utf8))
        }
        let (digest, settings) = (bench.ledger.digest, bench.home.settings)
        for endpoint in Endpoint.all {
            let route = endpoint.route
            // A route that changes something is a POST, so a page that reads cannot reach it; one POST changes nothing but
            // what its own stream shows.
            let reads = route.method == "GET" || route == .rewatch
            #expect((endpoint.effect == .reads) == reads, "\(route)")
            let answer = bench.router.answer(request(route), isReadOnly: true)
            bench.turn()
            guard endpoint.effect != .reads else {
                if case .now(let response) = answer {
                    #expect(response.status != .forbidden, "\(route)")
                }
                continue
            }
            guard case .now(let response) = answer else {
                Issue.record("\(route) is answered")
                continue
            }
            #expect(response.status == .forbidden, "\(route)")
            #expect(try bench.error(response).code == "read-only", "\(route)")
            #expect(bench.changes.isEmpty, "\(route)")
        }
        #expect(bench.ledger.digest == digest)
        #expect(bench.home.settings == settings)
        #expect(bench.stops == 0)
        // The same requests change something on the other socket.
        for route in bodies.keys where route != .shutdown {
            let before = (bench.ledger.digest, bench.home.settings)
            #expect(bench.perform(request(route))?.status == .ok, "\(route)")
            #expect(before != (bench.ledger.digest, bench.home.settings), "\(route)")
        }
        _ = bench.perform(request(.shutdown))
        #expect(bench.stops == 1)
    }

    @Test(arguments: [
        ("{", "not valid JSON"), (#"{"player":4,"kind":"2p"}"#, "player"),
        (#"{"player":"h4"}"#, "kind"), ("[]", "expected"), ("\u{ff}", "not valid JSON"),
        ("", "is missing"),
    ])
    func aBodyThatCannotBeReadSaysWhere(_ body: String, _ place: String) throws {
        try bench.game()
        let before = bench.ledger.digest
        let response = try bench.post("/v1/moves", Array(body.utf8))
        #expect(response.status.code == 400)
        let reason = try bench.error(response)
        #expect(reason.code == "malformed")
        #expect(reason.message.contains(place), "\(reason.message)")
        #expect(reason.message.contains("nothing was recorded"))
        #expect(bench.ledger.digest == before)
    }

    @Test func healthTellsOfTheProcess() throws {
        let health = try JSON.decode(
            HealthDocument.self, from: try bench.get("/v1/health").body)
        #expect(health.isRecording)
        #expect(health.processID > 0)
        #expect(health.uptimeSeconds == 1000)
        #expect(health.version == "1.2.3")
    }

    @Test func textsFromOutsideAreCleanInMessages() throws {
        try bench.game()
        let evil = "x\u{1b}[2J\u{202e}" + String(repeating: "y", count: 500)
        let (_, reason) = try bench.denial(.moves, MoveRequest(player: evil, kind: "2p"))
        #expect(!reason.message.unicodeScalars.contains { $0.value < 32 || $0.value == 0x202e })
        #expect(reason.message.count < 300)
    }
}

/// Moves of several connections share a turn, and mean what they mean one by one.
@Suite struct MoveRowTests {
    private static func move(_ seeded: inout SeededGenerator) -> MoveRequest {
        func draw<Value>(_ values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &seeded)]
        }
        let kind = draw(["2p", "2p", "3p", "ft", "assist", "assist", "rebound", "foul", "2x", "to"])
        var order = MoveRequest(
            player: draw(["h4", "h7", "a4", "home", "nobody"]), kind: kind)
        if draw([true, false, false]) { order.clockSeconds = draw([10, 12, 100]) }
        if draw([true, false, false, false]) { order.force = true }
        return order
    }

    private static func told(_ response: Response?) throws -> RecordedDocument? {
        guard let response, response.status == .ok else { return nil }
        var document = try JSON.decode(RecordedDocument.self, from: response.body)
        // Remarks for the keeper describe the game at the time of the answer.
        document.warnings = []
        return document
    }

    @Test(arguments: seeds(24))
    func movesOfATurnMeanWhatTheyMeanOneByOne(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        let rules = RulesRequest(
            preset: seed % 2 == 0 ? "fiba" : "pickup", target: seed % 4 == 1 ? 7 : nil)
        let (single, row) = (try APIBench(), try APIBench())
        for bench in [single, row] {
            try bench.game(rules)
            if seed % 3 > 0 { try bench.record(.clock, ClockRequest(action: .start)) }
        }
        for _ in 0..<4 {
            let orders = (0..<Int.random(in: 1...12, using: &seeded)).map { _ in
                Self.move(&seeded)
            }
            let requests = orders.map { Request(to: .moves, $0) }
            let one = requests.map(single.perform)
            let all = row.perform(together: requests)
            for (first, second) in zip(one, all) {
                let (first, second) = (try #require(first), try #require(second))
                #expect(first.status == second.status)
                #expect(try Self.told(first) == Self.told(second))
                if !first.status.isSuccess { #expect(first.body == second.body) }
            }
        }
        #expect(try single.status().game == row.status().game)
    }

    @Test func movesOfATimedGameShareOneCommit() throws {
        let bench = try APIBench.playing(RulesRequest(preset: "fiba"))
        let requests = ["2p", "rebound", "foul", "3p"].map {
            Request(to: .moves, MoveRequest(player: "h4", kind: $0))
        }
        let responses = bench.perform(together: requests)
        #expect(try responses.map { try Self.told($0)?.home } == [2, 2, 2, 5])
    }
}
