import Documents
import MoveLog
import Testing

@testable import API
@testable import Daemon

/// Which turns are told, and which one a doctor is shown.
@Suite struct TurnWatchTests {
    private var watch = TurnWatch()

    /// A turn at an instant, with these parts in milliseconds.
    private mutating func turn(
        at start: Duration, _ parts: [(TurnWatch.Part, Int)], entries: Int = 0,
        _ answers: AnswerTally = AnswerTally()
    ) -> TurnReport? {
        var now = start
        watch.begin(at: now)
        for (part, milliseconds) in parts {
            now += .milliseconds(milliseconds)
            watch.mark(part, at: now)
        }
        return watch.end(
            answers, entries: entries,
            at: Moment(uptime: now, wall: WallTime(milliseconds: 7)))
    }

    @Test mutating func aSlowTurnIsToldWithWhatItDid() throws {
        #expect(turn(at: .seconds(10), [(.disk, 250)]) == nil)
        var answers = AnswerTally()
        answers.add(.milliseconds(3), "GET /v1/status")
        answers.add(.milliseconds(30), "GET /v1/\u{1b}export")
        let told = try #require(
            turn(
                at: .seconds(20), [(.reading, 5), (.disk, 100), (.folding, 200)], entries: 3,
                answers))
        #expect(told.milliseconds == 305 && told.entries == 3 && told.requests == 2)
        #expect(told.parts.map(\.name) == ["folding games", "committing"])
        #expect(told.parts.map(\.milliseconds) == [200, 100])
        #expect(told.request?.milliseconds == 30)
        #expect(told.request?.name.unicodeScalars.contains("\u{1b}") == false)
        #expect(
            told.text.hasPrefix(
                "305 ms (200 folding games, 100 committing); 3 entries merged; 2 requests"))
    }

    @Test mutating func theLongestOfTheLastHourIsKnownAndOlderOnesAreForgotten() {
        #expect(watch.longest(at: .zero) == nil)
        _ = turn(at: .seconds(60), [(.disk, 900)])
        for minute in 2...70 {
            _ = turn(at: .seconds(minute * 60), [(.disk, minute == 30 ? 500 : 10)])
            _ = turn(at: .seconds(minute * 60 + 1), [(.disk, 1)])
        }
        #expect(watch.longest(at: .seconds(59 * 60))?.milliseconds == 500)
        #expect(watch.longest(at: .seconds(70 * 60))?.milliseconds == 500)
        #expect(watch.longest(at: .seconds(95 * 60))?.milliseconds == 10)
        #expect(watch.longest(at: .seconds(200 * 60)) == nil)
    }
}

/// The form of the lines of diagnostics, and their number.
@Suite struct DiagnosticsTests {
    private final class Lines {
        var all: [String] = []
    }

    private static let clock = DeviceClock {
        Moment(uptime: .seconds(5), wall: WallTime(milliseconds: 1_795_599_854_123))
    }

    private func diagnostics(_ lines: Lines, ahead seconds: Int = 3600) -> Diagnostics {
        Diagnostics(
            clock: Self.clock, zoneOffset: { _ in seconds },
            write: { lines.all.append(String(decoding: $0, as: UTF8.self)) })
    }

    @Test(arguments: [
        (3600, "2026-11-25T10:44:14.123+01:00"), (0, "2026-11-25T09:44:14.123+00:00"),
        (-12_600, "2026-11-25T06:14:14.123-03:30"),
    ])
    func aLineBeginsWithTheLocalTime(seconds: Int, time: String) {
        let lines = Lines()
        diagnostics(lines, ahead: seconds).say(.warning, "it\nrains")
        diagnostics(lines, ahead: seconds).say(.note, "it stops")
        #expect(lines.all == ["\(time) warning: it rains\n", "\(time) it stops\n"])
    }

    @Test func aFloodOfLinesIsCutOff() {
        let lines = Lines()
        let diagnostics = diagnostics(lines)
        for number in 0..<1000 { diagnostics.say(.note, "\(number)") }
        #expect(lines.all.count == DaemonLimits.diagnosticsBurst)
        for _ in 0..<9 { diagnostics.say(.warning, of: "a turn", "slow") }
        #expect(lines.all.count == DaemonLimits.diagnosticsBurst)
    }
}

/// Memory that opening a log freed goes back to the system, once, and the loop rests afterwards.
@Suite(.timeLimit(.minutes(1))) struct FreedMemoryTests {
    @Test func whatOpeningFreedIsGivenBackOnce() throws {
        let world = try DaemonWorld()
        let daemon = try world.start("ana")
        var count = 0
        daemon.ledger.giveBack = { count += 1 }
        #expect(daemon.ledger.hasFreedMuch)
        #expect(daemon.patience(nil) == .zero)
        try daemon.step(timeout: .zero)
        #expect(count == 1)
        #expect(!daemon.ledger.hasFreedMuch)
        var turns = 0
        while daemon.patience(nil) == .zero, turns < 100 {
            try daemon.step(timeout: .zero)
            turns += 1
        }
        #expect(turns < 100)
        #expect(count == 1)
    }
}
