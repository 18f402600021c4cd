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
