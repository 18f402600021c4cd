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
