import Net
package import ViewModels

/// The clock of a loop: read once a turn, so that all of a turn happens at one instant, and rung in
/// it.
package final class LoopTimekeeper: Timekeeper {
    private struct Alarm {
        let id: Int
        let deadline: Duration
        let body: () -> Void
    }

    /// The uptime at which the turn began.
    package private(set) var now: Duration

    private let clock: () -> Duration
    /// By deadline, equal ones in the order asked for.
    private var alarms: [Alarm] = []
    private var nextID = 0

    /// A clock that reads `uptime`.
    package init(reading uptime: @escaping () -> Duration = { Clocks.uptime }) {
        clock = uptime
        now = uptime()
    }

    /// Calls the body in the turn in which the deadline is reached.
    package func wake(at deadline: Duration, _ body: @escaping () -> Void) -> Binding {
        let id = nextID
        nextID += 1
        let place = alarms.firstIndex { $0.deadline > deadline } ?? alarms.count
        alarms.insert(Alarm(id: id, deadline: deadline, body: body), at: place)
        return Binding { [weak self] in self?.forget(id) }
    }

    /// When `ring` has something to do; nil when nobody waits.
    package var nextDeadline: Duration? { alarms.first?.deadline }

    /// Begins a turn.
    package func read() { now = max(now, clock()) }

    /// Calls everybody whose deadline has passed, those included who ask meanwhile; a listener that
    /// asks again and again for what is past cannot keep the loop from its keys.
    package func ring() {
        for _ in 0..<ClientLimits.alarmsOfATurnMax {
            guard let first = alarms.first, first.deadline <= now else { return }
            alarms.removeFirst()
            first.body()
        }
    }

    private func forget(_ id: Int) {
        guard let place = alarms.firstIndex(where: { $0.id == id }) else { return }
        // What it holds may end other alarms when it goes, once the list is settled.
        _ = alarms.remove(at: place)
    }
}
