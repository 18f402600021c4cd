import Documents
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Who is on the court, through the local API.
@Suite struct APICourtTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    @Test func aPlayerComesInForAnother() throws {
        try bench.game()
        let change = SubstitutionRequest(comingIn: "00", goingOut: "a4")
        let entries = try bench.record(.substitutions, change).entries
        #expect(try bench.log().entries.suffix(2).map(\.player) == ["a#1", "a#2"])
        let again = try bench.record(.substitutions, change)
        #expect(again.warnings.map(\.code) == ["sameSubstitution", "sameSubstitution"])
        #expect(again.warnings[0].text.contains(entries[0]))
        let back = SubstitutionRequest(comingIn: "a4", goingOut: "00")
        #expect(try bench.record(.substitutions, back).warnings.isEmpty)
        // However it is said.
        let once = try bench.move("a4", "in")
        #expect(once.warnings.contains { $0.code == "sameSubstitution" })
    }

    /// What a player on the bench does is recorded, with a warning; who is there is not always known.
    @Test(arguments: ["ft", "2", "r", "st"])
    func whoeverSitsOnTheBenchIsCalledOut(kind: String) throws {
        try bench.game()
        func codes(_ player: String, _ kind: String) throws -> [String] {
            try bench.move(player, kind).warnings.map(\.code).filter { $0 == "onBench" }
        }
        #expect(try codes("h4", kind) == [])
        try bench.record(.lineups, LineupRequest(side: .home, players: ["h#2", "cleo"]))
        #expect(try codes("h#2", kind) == [])
        #expect(try codes("h4", kind) == ["onBench"])
        #expect(try codes("h4", "tf") == [], "a foul is called on the bench too")
        #expect(try codes("a4", kind) == [])
        try bench.record(.substitutions, SubstitutionRequest(comingIn: "h4", goingOut: "h#2"))
        #expect(try codes("h4", kind) == [])
        #expect(try codes("h#2", kind) == ["onBench"])
    }

    /// Each row: the preset, how many time-outs are taken in which period, how many of them are too many.
    @Test(arguments: [
        ("fiba", [1: 3], 1), ("fiba", [1: 1, 2: 1, 3: 3], 0), ("fiba", [3: 2, 4: 2], 1),
        ("fiba", [5: 2], 1), ("nba", [1: 7], 0), ("nba", [1: 4, 4: 4], 1), ("nba", [5: 3], 1),
        ("3x3", [1: 2], 1), ("pickup", [1: 9], 0),
    ])
    func moreTimeoutsThanTheRulesGive(
        preset: String, taken: [Int: Int], tooMany: Int
    ) throws {
        try bench.game(RulesRequest(preset: preset))
        var count = 0
        for (period, times) in taken.sorted(by: { $0.key < $1.key }) {
            for _ in 0..<times {
                let move = MoveRequest(player: "home", kind: "timeout", period: period, force: true)
                let warnings = try bench.record(.moves, move).warnings
                count += warnings.count { $0.code == "timeouts" }
            }
        }
        #expect(count == tooMany)
        let other = MoveRequest(player: "away", kind: "timeout", period: 1)
        #expect(
            try bench.record(.moves, other).warnings.contains { $0.code == "timeouts" } == false)
    }

    /// A line-up says who is on the court, too.
    @Test func whoWasPutBackByALineUpGoesOutAgainWithoutAWord() throws {
        try bench.game()
        try bench.move("h4", "out")
        try bench.record(.lineups, LineupRequest(side: .home, players: ["4", "h#2", "cleo"]))
        let again = try bench.move("h4", "out")
        #expect(!again.warnings.contains { $0.code == "sameSubstitution" })
        // The other side's line-up says nothing of this one.
        try bench.record(.lineups, LineupRequest(side: .away, players: ["4", "00"]))
        let third = try bench.move("h4", "out")
        #expect(third.warnings.contains { $0.code == "sameSubstitution" })
    }
}
