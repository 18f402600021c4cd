import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// The game clock through the local API: what it does, what it does not do before somebody says so again,
/// and what it does at the end of a period; and the end of a game.
@Suite struct APIClockTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    private func clock() throws -> ClockDocument {
        try #require(try bench.status().game?.clock)
    }

    @discardableResult
    private func order(
        _ action: ClockAction, period: Int? = nil, force: Bool? = nil
    ) throws -> RecordedDocument {
        try bench.record(.clock, ClockRequest(action: action, period: period, force: force))
    }

    private func refused(
        _ action: ClockAction, period: Int? = nil, force: Bool? = nil, code: String = "conflict",
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let order = ClockRequest(action: action, period: period, force: force)
        let (status, reason) = try bench.denial(.clock, order)
        #expect(status == 409 && reason.code == code, "\(reason)", sourceLocation: location)
    }

    @Test func theGameClockRunsAndStands() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        #expect(try bench.status().game?.clock == nil)
        try order(.start)
        bench.time.pass(.seconds(65))
        let running = try clock()
        #expect(running.text == "08:55")
        #expect(running.isRunning)
        #expect(!running.isEstimated)
        try order(.stop)
        bench.time.pass(.seconds(100))
        #expect(try clock().seconds == 65)
        try order(.start)
        bench.time.pass(.seconds(5))
        #expect(try clock().seconds == 70)
        #expect(try order(.start).entries.isEmpty)
    }

    @Test func theClockIsSetByWhatElapsedOrRemains() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .set, remainingSeconds: 30, period: 2))
        #expect(try clock().text == "00:30" && clock().period == 2)
        try bench.record(.clock, ClockRequest(action: .set, seconds: 30))
        #expect(try clock().text == "09:30")
        let tenths = ClockRequest(action: .set, remainingMilliseconds: 271_500)
        #expect(try bench.record(.clock, tenths).echo.contains("04:31.5"))
        #expect(try clock().remainingMilliseconds == 271_500)
        #expect(try clock().milliseconds == 328_500)
        #expect(try clock().remainingSeconds == 271)
        let whole = ClockRequest(action: .set, milliseconds: 60_000)
        #expect(try !bench.record(.clock, whole).echo.contains("09:00."))
        #expect(try clock().text == "09:00")
    }

    @Test func aClockThatRanOutStandsAtTheEndAndSaysSo() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try order(.start)
        bench.time.pass(.seconds(603))
        let over = try clock()
        #expect(over.text == "00:00" && !over.isRunning)
        #expect(over.milliseconds == 600_000 && over.remainingMilliseconds == 0)
        try refused(.start)
        // The stop of the one period, and the beginning of the next.
        #expect(try order(.period).entries.count == 2)
        #expect(try clock().period == 2 && clock().text == "10:00")
    }

    @Test func aPeriodThatIsNotOverIsNotLeftByMistake() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try refused(.period, period: 3)
        try order(.start)
        bench.time.pass(.seconds(348))
        try refused(.period)
        try refused(.start, period: 2)
        try refused(.period, period: 4)
        try order(.period, force: true)
        for action in [ClockAction.period, .start, .stop] {
            try refused(action, period: 1, force: true)
        }
        // Less than a second is no reason to ask.
        try bench.record(.clock, ClockRequest(action: .set, remainingMilliseconds: 900))
        try order(.period)
        #expect(try clock().period == 3)
    }

    @Test func anOvertimeThatNobodyNeedsIsNotBegunByMistake() throws {
        try bench.game(RulesRequest(preset: "3x3"))
        try order(.start)
        try bench.move("h4", "2")
        try refused(.period, period: 2)
        bench.time.pass(.seconds(601))
        // The clock that ran out says nothing about the game before it was stopped.
        try refused(.period, period: 2)
        try order(.stop)
        try refused(.period)
        try bench.move("a4", "2", force: true)
        #expect(try !order(.period).entries.isEmpty)
        #expect(try order(.period, period: 2).entries.isEmpty)
        let noLength = ClockRequest(action: .set, remainingSeconds: 5, period: 2)
        #expect(try bench.denial(.clock, noLength).0 == 422)
    }

    @Test func aGameToATargetHasNoOvertime() throws {
        try bench.game(RulesRequest(preset: "pickup"))
        try order(.start)
        try refused(.period)
        try order(.period, force: true)
        #expect(try clock().period == 2)
    }

    @Test func theClockOfADecidedGameDoesNotStartByMistake() throws {
        try bench.game(RulesRequest(preset: "pickup"))
        try order(.start)
        for _ in 0..<8 { try bench.move("h4", "2") }
        #expect(try bench.status().game?.isDecided == true)
        // Nobody stopped it: what the verdict holds is stopped for good.
        #expect(try !clock().isRunning)
        #expect(try order(.stop).entries.count == 1)
        #expect(try order(.stop).entries.isEmpty)
        try refused(.start, code: "decided")
        try order(.start, force: true)
        let undone = try bench.record(.undo, UndoRequest())
        #expect(undone.home == 14 && undone.away == 0)
        #expect(try clock().isRunning)
    }

    @Test func noReadingOfAMoveGoesBeyondThePeriod() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try order(.start)
        bench.time.pass(.seconds(903))
        try bench.move("h4", "2")
        #expect(try bench.board().moves.last?.move?.elapsed == .seconds(600))
        try order(.stop)
        #expect(try bench.board().clock.elapsed == .seconds(600))
    }

    @Test func endingStopsTheGameClockAtItsReading() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try bench.record(.clock, ClockRequest(action: .start))
        try bench.move("h4", "2")
        bench.time.pass(.seconds(65))
        let end = try bench.record(.end, EndRequest(force: true))
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
        try bench.record(.end, EndRequest(force: true))
        #expect(try bench.record(.end, EndRequest(force: true)).entries.isEmpty)
        // It ends otherwise after all.
        try bench.record(.end, EndRequest(forfeit: .home, force: true))
        let game = try #require(try bench.status().game)
        #expect(game.state == .forfeit)
        #expect(game.winner == .away)
        #expect(try bench.record(.end, EndRequest(forfeit: .home, force: true)).entries.isEmpty)
        try bench.record(.end, EndRequest(abandon: "rain \u{202e}in the hall", force: true))
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
        let tie = try bench.record(.end, EndRequest(force: true))
        #expect(tie.warnings.map(\.code) == ["tie"])
        // The advice is a command that is not refused.
        #expect(tie.warnings[0].advice?.hasSuffix("scored clock period 2 --force") == true)
        try bench.record(.reopen, ReopenRequest())
        let next = ClockRequest(action: .period, period: 2)
        #expect(try bench.denial(.clock, next).0 == 409)
        try bench.record(.clock, ClockRequest(action: .period, period: 2, force: true))
        try bench.game(RulesRequest(periods: 2))
        #expect(try bench.record(.end, EndRequest(force: true)).warnings.isEmpty)
        // A game to a target has no length, so it asks too.
        try bench.game(RulesRequest(preset: "pickup"))
        try bench.record(.clock, ClockRequest(action: .start))
        try bench.record(.clock, ClockRequest(action: .stop))
        let level = try bench.record(.end, EndRequest(force: true))
        #expect(level.warnings[0].advice?.hasSuffix("scored clock period 2 --force") == true)
    }
}
