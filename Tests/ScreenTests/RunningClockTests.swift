import Documents
import Seeds
import Testing
import ViewModels

/// The game clock between two statuses.
@Suite struct RunningClockTests {
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
        let timekeeper = ManualTimekeeper()
        let clock = RunningClock(on: timekeeper)
        clock.receive(game(elapsed: 537_250))
        var heard: [String] = []
        let binding = clock.text.bindAndFire { heard.append($0) }
        timekeeper.advance(by: .milliseconds(3_000))
        #expect(
            heard == [
                "01:02", "01:01", "01:00", "00:59.9", "00:59.8", "00:59.7",
            ])
        heard = []
        timekeeper.advance(by: .milliseconds(59_700))
        #expect(heard.count == 597)
        #expect(heard.last == "00:00.0")
        #expect(clock.isRunning.value)
        timekeeper.advance(by: .milliseconds(100))
        #expect(heard.count == 597)
        #expect(!clock.isRunning.value)
        #expect(timekeeper.nextDeadline == nil)
        withExtendedLifetime(binding) {}
    }

    @Test func withoutALengthItCountsUpOnceASecond() {
        let timekeeper = ManualTimekeeper()
        let clock = RunningClock(on: timekeeper)
        clock.receive(game(elapsed: 58_700, length: nil))
        var heard: [String] = []
        let binding = clock.text.bindAndFire { heard.append($0) }
        timekeeper.advance(by: .seconds(3))
        #expect(heard == ["00:58", "00:59", "01:00", "01:01"])
        withExtendedLifetime(binding) {}
    }

    @Test func itStandsWhenStoppedDecidedOrGone() {
        let timekeeper = ManualTimekeeper()
        let clock = RunningClock(on: timekeeper)
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
        let clock = RunningClock(on: ManualTimekeeper())
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
        let timekeeper = ManualTimekeeper()
        let clock = RunningClock(on: timekeeper)
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
        let timekeeper = ManualTimekeeper()
        let clock = RunningClock(on: timekeeper)
        clock.receive(game(elapsed: 520_000))
        var shown: [String] = []
        let binding = clock.text.bindAndFire { shown.append($0) }
        while timekeeper.now < .seconds(79) {
            timekeeper.advance(by: .milliseconds(Int.random(in: 1...400, using: &random)))
            let lateness = Int.random(in: 0...120, using: &random)
            let elapsed = 520_000 + Int(timekeeper.now / .milliseconds(1)) - lateness
            clock.receive(game(elapsed: max(520_000, elapsed)))
        }
        #expect(shown.count > 300)
        #expect(shown.map(Self.comparable) == shown.map(Self.comparable).sorted(by: >))
        #expect(Set(shown).count == shown.count)
        withExtendedLifetime(binding) {}
    }

    /// A page is sent a reading and no ticks.
    @Test(arguments: [600_000, nil]) func aReadingCountsOnAsTheTextDoes(length: Int?) throws {
        var random = SeededGenerator(seed: 9)
        let timekeeper = ManualTimekeeper()
        let clock = RunningClock(on: timekeeper)
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
