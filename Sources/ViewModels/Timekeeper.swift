/// The clock of the view models: tells the time and schedules calls. A program's loop waits for the
/// next deadline; a test advances the time by hand.
package protocol Timekeeper: AnyObject {
    /// Monotonic; the origin is fixed while the program runs.
    var now: Duration { get }

    /// Calls `body` once, when `now` has reached the deadline, but never during this call. A
    /// deadline in the past is due at once. Calls are made in the order of their deadlines, equal
    /// ones in the order of scheduling. Ending or releasing the binding cancels the call.
    func wake(at deadline: Duration, _ body: @escaping () -> Void) -> Binding
}

/// Passes the first of several events in an interval: a repeated deed has no further
/// effect.
package final class Throttle {
    private let interval: Duration
    private let timekeeper: any Timekeeper
    private var passedAt: Duration?

    package init(for interval: Duration, on timekeeper: any Timekeeper) {
        self.interval = interval
        self.timekeeper = timekeeper
    }

    /// True if the event passes; the interval then starts.
    package func passes() -> Bool {
        let now = timekeeper.now
        if let passedAt, now - passedAt < interval { return false }
        passedAt = now
        return true
    }
}
