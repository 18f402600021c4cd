import Documents
import Testing

@testable import Client

/// The clock as a keeper reads it, turned into seconds elapsed.
@Suite struct ScoreboardReadingTests {
    private static func game(
        periods: Int?, seconds: Int?, overtime: Int?, period: Int? = nil
    ) -> GameDocument {
        let side = SideDocument(name: "a", score: 0)
        let clock = period.map {
            ClockDocument(text: "", milliseconds: 0, period: $0, periodLabel: "", isRunning: false)
        }
        return GameDocument(
            name: "a-b", title: "a - b", state: .live,
            rules: RulesDocument(
                summary: "", periods: periods, periodSeconds: seconds, overtimeSeconds: overtime),
            home: side, away: side, clock: clock)
    }

    @Test(arguments: [
        "", "5", "1:5", "1:60", "-1:00", "1:00.5", "a:00", "1:00:00", "١:00", "9999:00",
    ])
    func whatIsNoReadingIsNone(text: String) {
        #expect(ScoreboardReading(text) == nil)
    }

    @Test func tenthsAreReadWhereTheyAreAllowed() throws {
        let reading = try #require(ScoreboardReading("4:31.5", tenths: true))
        #expect(reading.milliseconds == 271_500 && reading.seconds == 271)
        let fiba = Self.game(periods: 4, seconds: 600, overtime: 300)
        #expect(reading.elapsedMilliseconds(in: fiba, period: 1) == 328_500)
        #expect(ScoreboardReading("4:31", tenths: true)?.milliseconds == 271_000)
        for text in ["4:31.", "4:31.55", "4:31.x", "4:31.5.5", ".5:00", "4.5:00", "4:3.5"] {
            #expect(ScoreboardReading(text, tenths: true) == nil, "\(text)")
        }
        let over = try #require(ScoreboardReading("10:00.1", tenths: true))
        #expect(over.elapsedMilliseconds(in: fiba, period: 1) == nil)
    }

    @Test func aPeriodWithALengthCountsDown() throws {
        let reading = try #require(ScoreboardReading("03:12"))
        #expect(reading.seconds == 192)
        let fiba = Self.game(periods: 4, seconds: 600, overtime: 300)
        #expect(reading.elapsed(in: fiba, period: nil) == 408)
        #expect(reading.elapsed(in: fiba, period: 4) == 408)
        #expect(reading.elapsed(in: fiba, period: 5) == 108)
        let inOvertime = Self.game(periods: 4, seconds: 600, overtime: 300, period: 5)
        #expect(reading.elapsed(in: inOvertime, period: nil) == 108)
        #expect(ScoreboardReading("10:01")?.elapsed(in: fiba, period: 1) == nil)
        #expect(ScoreboardReading("10:00")?.elapsed(in: fiba, period: 1) == 0)
    }

    @Test func aPeriodWithoutALengthCountsUp() throws {
        let reading = try #require(ScoreboardReading("3:12"))
        let pickup = Self.game(periods: nil, seconds: nil, overtime: nil)
        #expect(reading.elapsed(in: pickup, period: nil) == 192)
    }
}
