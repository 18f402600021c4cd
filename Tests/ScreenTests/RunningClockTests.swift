import Documents
import Seeds
import Testing
import ViewModels

/// The game clock between two statuses.
@Suite struct RunningClockTests {
    private let timekeeper = ManualTimekeeper()
    private let clock: RunningClock

    init() { clock = RunningClock(on: timekeeper) }

    private func game(
        elapsed: Int, length: Int? = 600_000, isRunning: Bool = true, isDecided: Bool = false,
        period: Int = 1
    ) -> GameDocument {
        var game = Samples.game
        game.isDecided = isDecided
        game.clock = ClockDocument(
            text: "", milliseconds: elapsed, remainingMilliseconds: length.map { $0 - elapsed },
            period: period, periodLabel: "Q\(period)", isRunning: isRunning)
        return game
    }

    @Test func everyShownChangeIsToldOnceWithTenthsInTheLastMinute() {
        clock.receive(game(elapsed: 537_250))
        let heard = Heard(clock.text, isFired: true)
        timekeeper.advance(by: .milliseconds(3_000))
        #expect(
            heard.values == [
                "01:02", "01:01", "01:00", "00:59.9", "00:59.8", "00:59.7",
            ])
        heard.values = []
        timekeeper.advance(by: .milliseconds(59_700))
        #expect(heard.values.count == 597)
        #expect(heard.values.last == "00:00.0")
        #expect(clock.isRunning.value)
        timekeeper.advance(by: .milliseconds(100))
        #expect(heard.values.count == 597)
        #expect(!clock.isRunning.value)
        #expect(timekeeper.nextDeadline == nil)
    }

    @Test func withoutALengthItCountsUpOnceASecond() {
        clock.receive(game(elapsed: 58_700, length: nil))
        let heard = Heard(clock.text, isFired: true)
        timekeeper.advance(by: .seconds(3))
        #expect(heard.values == ["00:58", "00:59", "01:00", "01:01"])
    }

    @Test func itStandsWhenStoppedDecidedOrGone() {
        clock.receive(game(elapsed: 10_000, isRunning: false))
        #expect(timekeeper.nextDeadline == nil)
        clock.receive(game(elapsed: 10_000, isDecided: true))
        #expect(timekeeper.nextDeadline == nil)
        #expect(!clock.isRunning.value)
        clock.receive(game(elapsed: 10_000))
        #expect(timekeeper.nextDeadline != nil)
        clock.receive(nil)
        #expect(timekeeper.nextDeadline == nil)
        #expect(clock.text.value == "")
    }

    @Test func aGameWhoseClockNeverRanShowsTheLengthOfAPeriod() {
        var game = Samples.game
        game.clock = nil
        clock.receive(game)
        #expect(clock.text.value == "00:00")
        game.rules.periodSeconds = 720
        clock.receive(game)
        #expect(clock.text.value == "12:00")
        #expect(!clock.isRunning.value)
    }

    @Test func aClockThatIsSetJumpsAndANewPeriodBeginsAtItsTop() {
        clock.receive(game(elapsed: 100_000))
        clock.receive(game(elapsed: 90_000))
        #expect(clock.text.value == "08:30")
        clock.receive(game(elapsed: 0, isRunning: false, period: 2))
        #expect(clock.text.value == "10:00")
        #expect(clock.period.value == "Q2")
    }

    /// Documents arrive with varying delays, so each lags a little.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6, 7, 8])
    func whileItRunsTheTextNeverGoesBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        clock.receive(game(elapsed: 520_000))
        let shown = Heard(clock.text, isFired: true)
        while timekeeper.now < .seconds(79) {
            timekeeper.advance(by: .milliseconds(Int.random(in: 1...400, using: &random)))
            let lateness = Int.random(in: 0...120, using: &random)
            let elapsed = 520_000 + Int(timekeeper.now / .milliseconds(1)) - lateness
            clock.receive(game(elapsed: max(520_000, elapsed)))
        }
        #expect(shown.values.count > 300)
        #expect(
            shown.values.map(Self.comparable) == shown.values.map(Self.comparable).sorted(by: >))
        #expect(Set(shown.values).count == shown.values.count)
    }

    /// A page is sent a reading and no ticks.
    @Test(arguments: [600_000, nil]) func aReadingCountsOnAsTheTextDoes(length: Int?) throws {
        var random = SeededGenerator(seed: 9)
        clock.receive(game(elapsed: 537_251, length: length))
        let reading = try #require(clock.reading.value)
        #expect(reading.countsDown == (length != nil) && reading.isRunning)
        while timekeeper.now < .seconds(65) {
            timekeeper.advance(by: .milliseconds(Int.random(in: 1...300, using: &random)))
            #expect(reading.text(at: timekeeper.now) == clock.text.value)
        }
        #expect(clock.reading.value == reading)
        clock.receive(game(elapsed: 100_000, length: length, isRunning: false))
        #expect(clock.reading.value?.isRunning == false)
        clock.receive(nil)
        #expect(clock.reading.value == nil)
    }

    /// `01:00` is later than `00:59.9`; as text too once both have tenths.
    private static func comparable(_ text: String) -> String {
        text.contains(".") ? text : text + ".9"
    }
}
