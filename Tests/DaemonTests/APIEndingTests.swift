import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// The end of a game through the local API.
@Suite struct APIEndingTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    @Test func endingStopsTheGameClockAtItsReading() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .start))
        try bench.move("h4", "2")
        bench.time.pass(.seconds(65))
        let end = try bench.record(.end, EndRequest())
        #expect(end.entries.count == 2 && end.home == 2)
        let game = try #require(try bench.status().game)
        #expect(game.state == .closed)
        #expect(game.winner == .home)
        #expect(game.clock?.isRunning == false)
        #expect(game.clock?.seconds == 65)
    }

    @Test func endingTwiceSaysSo() throws {
        try bench.game()
        try bench.move("h4", "2")
        try bench.record(.end, EndRequest())
        #expect(try bench.record(.end, EndRequest()).entries.isEmpty)
        // It ends otherwise after all.
        try bench.record(.end, EndRequest(forfeit: .home))
        let game = try #require(try bench.status().game)
        #expect(game.state == .forfeit)
        #expect(game.winner == .away)
        #expect(try bench.record(.end, EndRequest(forfeit: .home)).entries.isEmpty)
        try bench.record(.end, EndRequest(abandon: "rain \u{202e}in the hall"))
        #expect(try bench.status().game?.state == .abandoned)
        #expect(try bench.status().game?.abandonedBecause == "rain in the hall")
    }

    /// The time of the last period is over: the answer and the status say what comes next.
    @Test(arguments: [0, 1, 2])
    func afterTheTimeItIsSaidWhatComesNext(points: Int) throws {
        try bench.game(RulesRequest(preset: "fiba"))
        for _ in 0..<points { try bench.move("h4", "ft") }
        func next() throws -> String? {
            try bench.status().warnings.first { $0.code == "timeOver" }?.advice
        }
        let expected = points == 0 ? "scored clock period 5" : "scored end"
        try bench.record(.clock, ClockRequest(action: .set, remainingSeconds: 10, period: 4))
        try bench.record(.clock, ClockRequest(action: .start))
        #expect(try next() == nil)
        bench.time.pass(.seconds(11))
        #expect(try next() == "next: \(expected)")
        let stop = try bench.record(.clock, ClockRequest(action: .stop))
        #expect(stop.echo.hasSuffix("next: \(expected)"))
        #expect(try next() == "next: \(expected)")
        #expect(try bench.status().game?.state == (points == 0 ? .live : .decided))
        guard points == 0 else { return }
        try bench.record(.clock, ClockRequest(action: .period))
        #expect(try next() == nil)
    }

    @Test func aTieThatIsPlayedOnWarns() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        let tie = try bench.record(.end, EndRequest())
        #expect(tie.warnings.map(\.code) == ["tie"])
        // The advice is a command that is not refused.
        #expect(tie.warnings[0].advice?.hasSuffix("scored clock period 2 --force") == true)
        try bench.record(.reopen, ReopenRequest())
        let next = ClockRequest(action: .period, period: 2)
        #expect(try bench.denial(.clock, next).0 == 409)
        try bench.record(.clock, ClockRequest(action: .period, period: 2, force: true))
        try bench.game(RulesRequest(periods: 2))
        #expect(try bench.record(.end, EndRequest()).warnings.isEmpty)
        // A game to a target has no length, so it asks too.
        try bench.game(RulesRequest(preset: "pickup"))
        try bench.record(.clock, ClockRequest(action: .start))
        try bench.record(.clock, ClockRequest(action: .stop))
        let level = try bench.record(.end, EndRequest())
        #expect(level.warnings[0].advice?.hasSuffix("scored clock period 2 --force") == true)
    }
}
