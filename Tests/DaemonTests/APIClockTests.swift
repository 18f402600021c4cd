import Documents
import LocalAPI
import Testing

@testable import API
@testable import Daemon

/// The game clock and claims through the local API.
@Suite struct APIClockTests {
    private func clock(_ bench: APIBench) throws -> ClockDocument {
        try #require(try bench.status().game?.clock)
    }

    @Test func theGameClockRunsAndStands() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        #expect(try bench.status().game?.clock == nil)
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(65))
        let running = try clock(bench)
        #expect(running.text == "08:55")
        #expect(running.isRunning)
        #expect(!running.isEstimated)
        let stop = try bench.record(.clock, ClockRequest(action: .stop))
        #expect(stop.echo.contains("08:55"))
        bench.time.pass(.seconds(100))
        #expect(try clock(bench).seconds == 65)
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(5))
        #expect(try clock(bench).seconds == 70)
    }

    @Test func whatTheClockDoesAlreadyIsNotRecorded() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        let stopped = try bench.record(.clock, ClockRequest(action: .stop))
        #expect(stopped.entries.isEmpty)
        #expect(stopped.warnings.map(\.code) == ["nothingChanged"])
        try bench.record(.clock, ClockRequest(action: .start))
        let before = bench.ledger.digest
        #expect(try bench.record(.clock, ClockRequest(action: .start)).entries.isEmpty)
        #expect(bench.ledger.digest == before)
    }

    @Test func theClockIsSetByWhatElapsedOrRemains() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .set, remainingSeconds: 30, period: 2))
        #expect(try clock(bench).text == "00:30")
        #expect(try clock(bench).period == 2)
        try bench.record(.clock, ClockRequest(action: .set, seconds: 30))
        #expect(try clock(bench).text == "09:30")
        let bad = [
            ClockRequest(action: .set), ClockRequest(action: .set, seconds: 1, remainingSeconds: 1),
            ClockRequest(action: .set, seconds: 601), ClockRequest(action: .set, seconds: -1),
            ClockRequest(action: .set, remainingSeconds: .max),
            ClockRequest(action: .set, seconds: .min), ClockRequest(action: .start, seconds: 3),
            ClockRequest(action: .period, period: 100), ClockRequest(action: .start, period: 0),
        ]
        for order in bad {
            let (code, _) = try bench.denial(.clock, order)
            #expect(code == 422, "\(order)")
        }
    }

    @Test func aPeriodEndsAndTheNextBegins() throws {
        let bench = try APIBench()
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(700))
        #expect(try clock(bench).text == "00:00")
        try bench.record(.clock, ClockRequest(action: .stop))
        let (code, reason) = try bench.denial(.clock, ClockRequest(action: .start))
        #expect(code == 409)
        #expect(reason.message.contains("scored clock period"))
        try bench.record(.clock, ClockRequest(action: .period))
        #expect(try clock(bench).period == 2)
        #expect(try clock(bench).text == "10:00")
        let same = try bench.record(.clock, ClockRequest(action: .period, period: 2))
        #expect(same.entries.isEmpty)
    }

    @Test func claimsAreMadeAndLetGo() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.record(.track, TrackRequest(players: ["home", "a4"]))
        func tracked() throws -> [String] {
            let game = try #require(try bench.status().game)
            return (game.home.players + game.away.players).filter { !$0.trackedBy.isEmpty }
                .map(\.slot)
        }
        #expect(try tracked() == ["h#1", "h#2", "h#3", "a#1"])
        let left = try bench.record(.untrack, TrackRequest(players: ["h#2"]))
        #expect(left.warnings.map(\.code) == ["untracked"])
        #expect(try tracked() == ["h#1", "h#3", "a#1"])
        let only = try bench.record(.track, TrackRequest(players: ["finn"], isOnly: true))
        #expect(only.entries.count == 2)
        #expect(try tracked() == ["a#3"])
        try bench.record(.track, TrackRequest(players: ["ALL"]))
        #expect(try tracked().count == 6)
    }

    @Test func aWrongNameAmongSeveralClaimsNobody() throws {
        let bench = try APIBench()
        try bench.game()
        #expect(
            try bench.denial(.track, TrackRequest(players: ["h4", "zz"])).1.code
                == "unknown-player")
        #expect(
            try bench.denial(.track, TrackRequest(players: ["h4", "h7"])).1.code
                == "ambiguous-player")
        #expect(try bench.denial(.track, TrackRequest(players: [])).0 == 422)
        let many = TrackRequest(players: Array(repeating: "h4", count: 129))
        #expect(try bench.denial(.track, many).1.code == "too-large")
        let only = TrackRequest(players: ["h4"], isOnly: true)
        #expect(try bench.denial(.untrack, only).0 == 422)
    }
}
