package import Documents

/// The reading of the game clock that a keeper sees.
package struct GameClockSight: Hashable, Sendable {
    /// From 1.
    package let period: Int
    /// Whole seconds elapsed in the period.
    package let seconds: Int
}

/// A reading of the game clock from which a view counts on by itself.
package struct ClockReading: Hashable, Sendable {
    /// The remaining time, or in a period without a length the elapsed time.
    package let milliseconds: Int
    /// True if the time is the remaining one.
    package let countsDown: Bool
    package let isRunning: Bool
    /// On the clock of the view models.
    package let takenAt: Duration

    /// Whole milliseconds since the reading.
    package func age(at now: Duration) -> Int { (now - takenAt).milliseconds }

    /// As `RunningClock.text`.
    package func text(at now: Duration) -> String {
        let passed = isRunning ? age(at: now) : 0
        guard countsDown else { return ClockDocument.text(milliseconds: milliseconds + passed) }
        let remaining = max(0, milliseconds - passed)
        return ClockDocument.text(milliseconds: remaining, tenths: remaining < Self.tenthsBelow)
    }

    /// Tenths are shown below this remaining time: in the last minute.
    static let tenthsBelow = 60_000
}

/// The game clock of a scoreboard: it runs between two statuses, and wakes once for each change of
/// its text.
package final class RunningClock {
    private let timekeeper: any Timekeeper
    private var face: Face?
    private var waking: Binding?

    // Input

    /// A nil game clears it.
    package func receive(_ game: GameDocument?) {
        let next = game.map { Face($0, at: timekeeper.now) }
        // A status that arrives late lags behind the elapsed time. Of two readings keep the later,
        // unless the game clock was set.
        if let next, let face, let later = face.ahead(of: next, at: timekeeper.now) {
            self.face = later
        } else {
            face = next
        }
        show()
    }

    /// The current reading; nil if the game clock never ran.
    package var sight: GameClockSight? { face?.sight(at: timekeeper.now) }

    /// True if the time of the period is over; false in a period without a length, and before the
    /// game clock ever ran.
    package var isTimeOver: Bool {
        face.map { $0.hasClock && $0.remaining(at: timekeeper.now) == 0 } ?? false
    }

    // Output

    /// The remaining time, such as `04:12`, with tenths in the last minute; the elapsed time in a
    /// period without a length. Empty without a game.
    package let text = Dynamic("")
    /// `Q3`; empty if the game has a single period.
    package let period = Dynamic("")
    /// False once the period or the game is over.
    package let isRunning = Dynamic(false)
    /// True if the reading depends on wall clocks.
    package let isEstimated = Dynamic(false)
    /// Changes with the game, not with the time; nil without a game.
    package let reading = Dynamic<ClockReading?>(nil)

    package init(on timekeeper: any Timekeeper) { self.timekeeper = timekeeper }

    private func show() {
        waking = nil
        reading.update(face?.reading)
        guard let face else {
            text.update("")
            period.update("")
            isRunning.update(false)
            isEstimated.update(false)
            return
        }
        let now = timekeeper.now
        text.update(face.text(at: now))
        period.update(face.period)
        isRunning.update(face.isRunning(at: now))
        isEstimated.update(face.isEstimated)
        guard let change = face.nextChange(after: now) else { return }
        waking = timekeeper.wake(at: change) { [weak self] in self?.show() }
    }
}

/// A reading, and the instant at which it was taken.
private struct Face {
    let game: String
    let periodNumber: Int
    let period: String
    let length: Int?
    let isEstimated: Bool
    let hasClock: Bool
    private let runs: Bool
    private let elapsed: Int
    private let readAt: Duration

    init(_ game: GameDocument, at now: Duration) {
        self.game = game.name
        readAt = now
        hasClock = game.clock != nil
        guard let clock = game.clock else {
            (periodNumber, period, isEstimated, runs, elapsed) = (1, "", false, false, 0)
            length = game.rules.periodSeconds.map { $0 * 1000 }
            return
        }
        periodNumber = clock.period
        period = clock.periodLabel
        isEstimated = clock.isEstimated
        runs = clock.isRunning && !game.isDecided
        elapsed = clock.milliseconds
        length = clock.remainingMilliseconds.map { $0 + clock.milliseconds }
    }

    /// This reading if it continues the same run of the game clock and is slightly later; else nil.
    func ahead(of other: Face, at now: Duration) -> Face? {
        guard runs, other.runs, game == other.game, periodNumber == other.periodNumber,
            length == other.length, isEstimated == other.isEstimated
        else { return nil }
        let lead = elapsed(at: now) - other.elapsed(at: now)
        return lead > 0 && lead <= Self.latenessMax ? self : nil
    }

    var reading: ClockReading {
        ClockReading(
            milliseconds: remaining(at: readAt) ?? elapsed, countsDown: length != nil,
            isRunning: runs, takenAt: readAt)
    }

    func sight(at now: Duration) -> GameClockSight? {
        guard hasClock else { return nil }
        let elapsed = min(elapsed(at: now), length ?? .max)
        // The display drops fractions of a second; counting down, they belong to the time played.
        let seconds = length == nil ? elapsed / 1000 : (elapsed + 999) / 1000
        return GameClockSight(period: periodNumber, seconds: seconds)
    }

    func isRunning(at now: Duration) -> Bool { runs && remaining(at: now) != 0 }

    func text(at now: Duration) -> String { reading.text(at: now) }

    /// The instant of the next change of the text; nil while the clock is stopped.
    func nextChange(after now: Duration) -> Duration? {
        guard isRunning(at: now) else { return nil }
        let elapsed = elapsed(at: now)
        var steps = 1000 - elapsed % 1000
        if let remaining = remaining(at: now) {
            // A second is shown until part of it has elapsed.
            steps = remaining % (remaining < ClockReading.tenthsBelow ? 100 : 1000) + 1
            steps = min(steps, remaining)
        }
        return readAt + .milliseconds(elapsed - self.elapsed + steps)
    }

    func remaining(at now: Duration) -> Int? {
        length.map { max(0, $0 - elapsed(at: now)) }
    }

    private func elapsed(at now: Duration) -> Int {
        guard runs else { return elapsed }
        return elapsed + (now - readAt).milliseconds
    }

    /// Only a failing machine delivers a status later than this, and nobody sets a running game
    /// clock by less.
    private static let latenessMax = 250
}

extension Duration {
    /// Rounded towards zero.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
