import Documents
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Who is on the court, through the local API.
@Suite struct APICourtTests {
    private func log(_ bench: APIBench) throws -> [String] {
        try JSON.decode(LogDocument.self, from: try bench.get("/v1/log").body).entries.map(\.text)
    }

    @Test func aLineUpNamesItsSidesPlayersByNumber() throws {
        let bench = try APIBench()
        try bench.game()
        let two = try bench.record(
            .lineups, LineupRequest(side: .away, players: ["4", "00"]))
        #expect(two.warnings.map(\.code) == ["lineupSize"])
        let all = try bench.record(
            .lineups, LineupRequest(side: .home, players: ["4", "h#2", "cleo"]))
        #expect(all.warnings.isEmpty)
        #expect(try log(bench).last?.hasPrefix("Hawks lineup (4 Ana Berg, 7 Bo Lind") == true)
    }

    @Test func aPlayerComesInForAnother() throws {
        let bench = try APIBench()
        try bench.game()
        let recorded = try bench.record(
            .substitutions, SubstitutionRequest(comingIn: "00", goingOut: "a4"))
        let entries = recorded.entries
        #expect(entries.count == 2)
        #expect(recorded.echo == "00 Eli Gran in for 4 Dana Falk - 0:0")
        #expect(
            try log(bench).suffix(2) == [
                "4 Dana Falk substitution out", "00 Eli Gran substitution in",
            ])
        let again = try bench.record(
            .substitutions, SubstitutionRequest(comingIn: "00", goingOut: "a4"))
        #expect(again.warnings.map(\.code) == ["sameSubstitution", "sameSubstitution"])
        #expect(again.warnings[0].text == "Dana Falk already went out (\(entries[0]))")
        let back = try bench.record(
            .substitutions, SubstitutionRequest(comingIn: "a4", goingOut: "00"))
        #expect(back.warnings.isEmpty)
        // However it is said.
        let once = try bench.record(.moves, MoveRequest(player: "a4", kind: "in"))
        #expect(once.warnings.contains { $0.code == "sameSubstitution" })
    }

    /// What a player on the bench does is recorded, with a warning; who is there is not always known.
    @Test(arguments: ["ft", "2", "r", "st"])
    func whoeverSitsOnTheBenchIsCalledOut(kind: String) throws {
        let bench = try APIBench()
        try bench.game()
        func codes(_ player: String, _ kind: String) throws -> [String] {
            try bench.record(.moves, MoveRequest(player: player, kind: kind)).warnings.map(\.code)
                .filter { $0 == "onBench" }
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
        let bench = try APIBench()
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

    /// Only one of the two is a repetition: the advice takes back that one, and leaves the other.
    @Test func whatIsRepeatedIsTakenBackByItsName() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h4", kind: "out"))
        let both = try bench.record(
            .substitutions, SubstitutionRequest(comingIn: "h#2", goingOut: "h4"))
        let warning = try #require(both.warnings.first { $0.code == "sameSubstitution" })
        #expect(warning.text.hasPrefix("Ana Berg already went out"))
        let first = both.entries[0]
        #expect(warning.advice == "if this is the same substitution: scored void \(first)")
        try bench.record(.void, EntriesRequest(entries: [both.entries[0]]))
        #expect(try log(bench).contains { $0.hasSuffix("substitution in") })
    }

    /// A line-up says who is on the court, too.
    @Test func whoWasPutBackByALineUpGoesOutAgainWithoutAWord() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.moves, MoveRequest(player: "h4", kind: "out"))
        try bench.record(.lineups, LineupRequest(side: .home, players: ["4", "h#2", "cleo"]))
        let again = try bench.record(.moves, MoveRequest(player: "h4", kind: "out"))
        #expect(!again.warnings.contains { $0.code == "sameSubstitution" })
        // The other side's line-up says nothing of this one.
        try bench.record(.lineups, LineupRequest(side: .away, players: ["4", "00"]))
        let third = try bench.record(.moves, MoveRequest(player: "h4", kind: "out"))
        #expect(third.warnings.contains { $0.code == "sameSubstitution" })
    }

    @Test func whatCannotBeIsDeniedAndNothingRecorded() throws {
        let bench = try APIBench()
        try bench.game()
        let lineups = [
            LineupRequest(side: .home, players: []), LineupRequest(side: .home, players: ["7"]),
            LineupRequest(side: .home, players: ["4", "h#1"]),
            LineupRequest(side: .home, players: ["finn"]),
            // With the side's letter before it, a part of the other side's Anders.
            LineupRequest(side: .away, players: ["nder"]),
            LineupRequest(side: .home, players: ["4"], period: 100),
            LineupRequest(side: .home, players: Array(repeating: "4", count: 129)),
        ]
        for order in lineups { #expect(try bench.denial(.lineups, order).0 == 422) }
        let changes = [
            SubstitutionRequest(comingIn: "h4", goingOut: "h4"),
            SubstitutionRequest(comingIn: "h4", goingOut: "finn"),
            SubstitutionRequest(comingIn: "zz", goingOut: "h4"),
            SubstitutionRequest(comingIn: "h#2", goingOut: "h4", clockSeconds: .max),
        ]
        for order in changes { #expect(try bench.denial(.substitutions, order).0 == 422) }
        for text in ["", " ", "\u{7}", String(repeating: "n", count: 501)] {
            #expect(try bench.denial(.notes, NoteRequest(text: text)).0 == 422)
        }
    }
}
