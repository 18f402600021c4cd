package import Documents

/// What a keeper sees of the game clock at one moment.
package struct GameClockSight: Hashable, Sendable {
    /// From 1.
    package let period: Int
    /// Whole seconds elapsed in it.
    package let seconds: Int
}

/// A game clock as a scoreboard shows it: it goes on by itself between what the daemon says of it,
/// and wakes once for each change of what is shown.
package final class RunningClock {
    private let timekeeper: any Timekeeper
    private var face: Face?
    private var waking: Binding?

    // Input

    /// Takes the game as the daemon sees it now; nil when there is none.
    package func receive(_ game: GameDocument?) {
        let next = game.map { Face($0, at: timekeeper.now) }
        // What is told late shows less than what has elapsed: of two readings the further one is the
        // truer, unless the game clock was set.
        if let next, let face, let later = face.ahead(of: next, at: timekeeper.now) {
            self.face = later
        } else {
            face = next
        }
        show()
    }

    /// What is to be seen now; nil where no game clock ever ran.
    package var sight: GameClockSight? { face?.sight(at: timekeeper.now) }

    // Output

    /// `04:12`: the time that remains, in the last minute with tenths; in a period without a length
    /// the time that elapsed. Empty without a game.
    package let text = Dynamic("")
    /// `Q3`; empty for the one period of a game that has no more.
    package let period = Dynamic("")
    /// True while it runs: not once its period or the game is over.
    package let isRunning = Dynamic(false)
    /// True when only wall clocks tell the reading.
    package let isEstimated = Dynamic(false)

    /// Shows nothing until a game is received.
    package init(on timekeeper: any Timekeeper) { self.timekeeper = timekeeper }

    private func show() {
        waking = nil
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

/// A reading with the instant at which it was read.
private struct Face {
    let game: String
    let periodNumber: Int
    let period: String
    let length: Int?
    let isEstimated: Bool
    private let hasClock: Bool
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

    /// This reading, if it is the same run of the game clock as the other one and a little further.
    func ahead(of other: Face, at now: Duration) -> Face? {
        guard runs, other.runs, game == other.game, periodNumber == other.periodNumber,
            length == other.length, isEstimated == other.isEstimated
        else { return nil }
        let lead = elapsed(at: now) - other.elapsed(at: now)
        return lead > 0 && lead <= Self.latenessMax ? self : nil
    }

    func sight(at now: Duration) -> GameClockSight? {
        guard hasClock else { return nil }
        let elapsed = min(elapsed(at: now), length ?? .max)
        return GameClockSight(period: periodNumber, seconds: elapsed / 1000)
    }

    func isRunning(at now: Duration) -> Bool { runs && remaining(at: now) != 0 }

    func text(at now: Duration) -> String {
        guard let remaining = remaining(at: now) else {
            return ClockDocument.text(milliseconds: elapsed(at: now))
        }
        return ClockDocument.text(
            milliseconds: remaining, tenths: remaining < Self.tenthsBelow)
    }

    /// When another text is to be shown; nil while nothing moves.
    func nextChange(after now: Duration) -> Duration? {
        guard isRunning(at: now) else { return nil }
        let elapsed = elapsed(at: now)
        var steps = 1000 - elapsed % 1000
        if let remaining = remaining(at: now) {
            // A full second is shown as long as not a part of it is gone.
            steps = remaining % (remaining < Self.tenthsBelow ? 100 : 1000) + 1
            steps = min(steps, remaining)
        }
        return readAt + .milliseconds(elapsed - self.elapsed + steps)
    }

    private func remaining(at now: Duration) -> Int? {
        length.map { max(0, $0 - elapsed(at: now)) }
    }

    private func elapsed(at now: Duration) -> Int {
        guard runs else { return elapsed }
        let (seconds, attoseconds) = (now - readAt).components
        return elapsed + Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    /// Below this remaining time tenths are shown: the last minute of a period.
    private static let tenthsBelow = 60_000
    /// A reading is told later than this only by a machine that is about to fail, and nobody sets a
    /// running game clock by less.
    private static let latenessMax = 250
}
