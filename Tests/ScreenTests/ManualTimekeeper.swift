import ViewModels

/// A clock that the test advances.
final class ManualTimekeeper: Timekeeper {
    private(set) var now: Duration = .zero
    private var alarms: [(id: Int, deadline: Duration, body: () -> Void)] = []
    private var nextID = 0

    func wake(at deadline: Duration, _ body: @escaping () -> Void) -> Binding {
        let id = nextID
        nextID += 1
        alarms.append((id, deadline, body))
        return Binding { [weak self] in self?.forget(id) }
    }

    /// The earliest deadline.
    var nextDeadline: Duration? { alarms.map(\.deadline).min() }

    /// Advances the clock; alarms fire at their own instants, in order.
    func advance(by time: Duration) {
        let end = now + time
        while let next = alarms.min(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }),
            next.deadline <= end
        {
            now = max(now, next.deadline)
            alarms.removeAll { $0.id == next.id }
            next.body()
        }
        now = end
    }

    private func forget(_ id: Int) {
        guard let place = alarms.firstIndex(where: { $0.id == id }) else { return }
        // Releasing the closure may end other alarms, so the list is updated first.
        _ = alarms.remove(at: place)
    }
}
