import Documents
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

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
        // What the keeper should know is told as the game stands when the answer is given.
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
            let requests = orders.map {
                Request(.post, Target(["v1", "moves"]), body: JSON.encode($0))
            }
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
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        let requests = ["2p", "rebound", "foul", "3p"].map {
            Request(
                .post, Target(["v1", "moves"]),
                body: JSON.encode(MoveRequest(player: "h4", kind: $0)))
        }
        let responses = bench.perform(together: requests)
        #expect(try responses.map { try Self.told($0)?.home } == [2, 2, 2, 5])
    }
}
