/// Tells the time and wakes people up: the only clock that a view model sees. A program's loop waits
/// for the next of its deadlines; a test turns it by hand.
package protocol Timekeeper: AnyObject {
    /// Time since a moment that stays the same while the program runs; nothing sets it back.
    var now: Duration { get }

    /// Calls `body` once, as soon as `now` has reached the deadline and never during this call;
    /// deadlines that have passed already are due at once, in the order of their instants, equal ones
    /// in the order asked for. Not at all once the binding has ended or is released.
    func wake(at deadline: Duration, _ body: @escaping () -> Void) -> Binding
}

/// Lets the first of several through: a second press on a button that has just been pressed means
/// the same.
package final class Throttle {
    private let interval: Duration
    private let timekeeper: any Timekeeper
    private var passedAt: Duration?

    /// What comes within the interval after one that passed does not.
    package init(for interval: Duration, on timekeeper: any Timekeeper) {
        self.interval = interval
        self.timekeeper = timekeeper
    }

    /// Whether this one passes; if so, the interval begins now.
    package func passes() -> Bool {
        let now = timekeeper.now
        if let passedAt, now - passedAt < interval { return false }
        passedAt = now
        return true
    }
}

/// Tells a key held down from one pressed again: terminals send only repeats, never a release.
struct RepeatGuard: Hashable, Sendable {
    private var last: Key?
    private var seenAt: Duration = .zero

    /// Takes a key that was seen now; true when it is the last key seen once more within the interval
    /// of that sight. Each sight renews it, so that a key held for ever stays one press.
    mutating func isHeld(_ key: Key, at now: Duration, within interval: Duration) -> Bool {
        let isHeld = key == last && now - seenAt < interval
        last = key
        seenAt = now
        return isHeld
    }
}
