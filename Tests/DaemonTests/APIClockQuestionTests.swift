import Documents
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// What the game clock does not do before somebody says so again, and what it does at the end of a
/// period.
@Suite struct APIClockQuestionTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    private func clock() throws -> ClockDocument {
        try #require(try bench.status().game?.clock)
    }

    private func refused(
        _ order: ClockRequest, _ words: String, code: String = "conflict",
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let (status, reason) = try bench.denial(.clock, order)
        #expect(status == 409 && reason.code == code, sourceLocation: location)
        #expect(
            reason.message.contains(words) && reason.message.contains("nothing was recorded"),
            "\(reason.message)", sourceLocation: location)
    }

    private func play(_ period: Int, _ length: Duration) throws {
        if period > 1 { try bench.record(.clock, ClockRequest(action: .period)) }
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(length + .seconds(3))
    }

    private func score(_ player: String, _ kind: String = "2") throws {
        try bench.record(.moves, MoveRequest(player: player, kind: kind))
    }

    @Test func aClockThatRanOutStandsAtTheEndAndSaysSo() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try play(1, .seconds(600))
        let over = try clock()
        #expect(over.text == "00:00" && !over.isRunning)
        #expect(over.milliseconds == 600_000 && over.remainingMilliseconds == 0)
        try refused(ClockRequest(action: .start), "period 1 has been played to its end")
        try refused(ClockRequest(action: .start), "scored clock period")
        let next = try bench.record(.clock, ClockRequest(action: .period))
        #expect(next.entries.count == 2)
        #expect(next.echo.contains("game clock stops at Q1 00:00; period 2 begins"))
        #expect(try clock().period == 2)
    }

    @Test func aPeriodThatIsNotOverIsNotLeftByMistake() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try refused(ClockRequest(action: .period, period: 3), "period 1 has not been played")
        try bench.record(.clock, ClockRequest(action: .start))
        bench.time.pass(.seconds(348))
        try refused(
            ClockRequest(action: .period),
            "period 1 has not been played to its end: 04:12 is left")
        try refused(ClockRequest(action: .period), "--force begins period 2 all the same")
        try refused(ClockRequest(action: .start, period: 2), "04:12 is left")
        try refused(ClockRequest(action: .period, period: 4), "period 2 has not been played")
        let forced = try bench.record(.clock, ClockRequest(action: .period, force: true))
        #expect(forced.echo.contains("game clock stops at Q1 04:12; period 2 begins"))
        for action in [ClockAction.period, .start, .stop] {
            try refused(ClockRequest(action: action, period: 1, force: true), "period 2 is on")
        }
        try refused(
            ClockRequest(action: .period, period: 1), "scored clock set MM:SS --period 1")
        // Less than a second is no reason to ask.
        try bench.record(
            .clock, ClockRequest(action: .set, remainingMilliseconds: 900))
        try bench.record(.clock, ClockRequest(action: .period))
        #expect(try clock().period == 3)
    }

    @Test func anOvertimeThatNobodyNeedsIsNotBegunByMistake() throws {
        try bench.game(RulesRequest(preset: "3x3"))
        try bench.record(.clock, ClockRequest(action: .start))
        try score("h4")
        try refused(ClockRequest(action: .period, period: 2), "10:00 is left")
        bench.time.pass(.seconds(601))
        // The clock that ran out says nothing about the game before it was stopped.
        try refused(
            ClockRequest(action: .period, period: 2),
            "Hawks lead 2:0, so no overtime is needed")
        try bench.record(.clock, ClockRequest(action: .stop))
        try refused(ClockRequest(action: .period), "decided: Hawks win 2:0")
        try bench.record(.moves, MoveRequest(player: "a4", kind: "2", force: true))
        let begun = try bench.record(.clock, ClockRequest(action: .period))
        #expect(begun.echo.contains("overtime 1 begins"))
        let again = try bench.record(.clock, ClockRequest(action: .period, period: 2))
        #expect(again.entries.isEmpty && again.echo == "overtime 1 has begun already")
        let (_, reason) = try bench.denial(
            .clock, ClockRequest(action: .set, remainingSeconds: 5, period: 2))
        #expect(reason.message.hasPrefix("overtime 1 has no length"))
    }

    @Test func aGameToATargetHasNoOvertime() throws {
        try bench.game(RulesRequest(preset: "pickup"))
        try bench.record(.clock, ClockRequest(action: .start))
        try refused(ClockRequest(action: .period), "played to 15, without overtime")
        try bench.record(.clock, ClockRequest(action: .period, force: true))
        #expect(try clock().period == 2)
    }

    @Test func theClockOfADecidedGameDoesNotStartByMistake() throws {
        try bench.game(RulesRequest(preset: "pickup"))
        try bench.record(.clock, ClockRequest(action: .start))
        for _ in 0..<8 { try score("h4") }
        #expect(try bench.status().game?.isDecided == true)
        // Nobody stopped it: what the verdict holds is stopped for good.
        #expect(try !clock().isRunning)
        #expect(try bench.record(.clock, ClockRequest(action: .stop)).entries.count == 1)
        #expect(try bench.record(.clock, ClockRequest(action: .stop)).entries.isEmpty)
        try refused(
            ClockRequest(action: .start), "is decided: Hawks win 16:0", code: "decided")
        try refused(ClockRequest(action: .start), "--force", code: "decided")
        let forced = try bench.record(.clock, ClockRequest(action: .start, force: true))
        #expect(forced.echo.contains("game clock starts"))
        let undone = try bench.record(.undo, UndoRequest())
        #expect(undone.echo.contains("14:0"))
        #expect(try clock().isRunning)
    }

    @Test func tenthsAreKept() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        let set = try bench.record(
            .clock, ClockRequest(action: .set, remainingMilliseconds: 271_500))
        #expect(set.echo.contains("game clock set to Q1 04:31.5"))
        #expect(try clock().remainingMilliseconds == 271_500)
        #expect(try clock().milliseconds == 328_500)
        #expect(try clock().remainingSeconds == 271)
        let again = try bench.record(.clock, ClockRequest(action: .set, milliseconds: 60_000))
        #expect(again.echo.contains("set to Q1 09:00") && !again.echo.contains("09:00."))
        let bad = [
            ClockRequest(action: .set, milliseconds: 600_001),
            ClockRequest(action: .set, milliseconds: .max),
            ClockRequest(action: .set, milliseconds: -1),
            ClockRequest(action: .set, remainingMilliseconds: .min),
            ClockRequest(action: .set, seconds: 1, milliseconds: 1000),
            ClockRequest(action: .start, milliseconds: 1000),
            ClockRequest(action: .period, remainingMilliseconds: 0),
        ]
        for order in bad { #expect(try bench.denial(.clock, order).0 == 422, "\(order)") }
    }

    @Test func noReadingOfAMoveGoesBeyondThePeriod() throws {
        try bench.game(RulesRequest(preset: "fiba"))
        try play(1, .seconds(900))
        try score("h4")
        let board = try #require(
            bench.ledger.book.gameIDs.first.flatMap { bench.ledger.book.scoreboard(of: $0) })
        #expect(board.moves.last?.move?.elapsed == .seconds(600))
        let stop = try bench.record(.clock, ClockRequest(action: .stop))
        #expect(stop.echo.contains("00:00"))
    }
}
