/// A value that others watch: set it, and every listener is called, synchronously and in the order
/// of binding.
///
/// All listeners see all values in one order. A value that a listener sets during delivery is kept
/// until the present one has reached everybody, and is delivered before the outermost set returns.
/// A listener bound during delivery sees later values only; one that ends is not called again.
/// Belongs to one thread.
package final class Dynamic<Value> {
    /// The present value; setting it tells the listeners even when it is equal.
    package var value: Value {
        didSet {
            version += 1
            pending.append((version, value))
            deliver()
        }
    }

    private struct Listener {
        let id: Int
        /// The version that was the newest when the listener was bound.
        let boundAt: Int
        let call: (Value) -> Void
    }

    private var version = 0
    private var pending: [(version: Int, value: Value)] = []
    private var isDelivering = false
    private var listeners: [Listener] = []
    private var nextID = 0
    /// What a derived value holds of its source, so that it goes on as long as it is watched.
    private var upstream: Binding?

    /// Begins with a value and no listener.
    package init(_ value: Value) { self.value = value }

    /// Calls the listener for every later value until the binding is released or ended.
    package func bind(_ listener: @escaping (Value) -> Void) -> Binding {
        let id = nextID
        nextID += 1
        listeners.append(Listener(id: id, boundAt: version, call: listener))
        return Binding { [self] in listeners.removeAll { $0.id == id } }
    }

    /// Calls the listener at once with the present value, then as `bind` does.
    package func bindAndFire(_ listener: @escaping (Value) -> Void) -> Binding {
        let binding = bind(listener)
        listener(value)
        return binding
    }

    /// A value that follows this one through a function; it keeps this one alive.
    package func map<Other>(_ transform: @escaping (Value) -> Other) -> Dynamic<Other> {
        let derived = Dynamic<Other>(transform(value))
        derived.upstream = bind { [weak derived] in derived?.value = transform($0) }
        return derived
    }

    /// Calls the listener for every later value of another, which stays alive as long as this does.
    func follow<Other>(_ source: Dynamic<Other>, _ listener: @escaping (Other) -> Void) {
        upstream = source.bind(listener)
    }

    private func deliver() {
        guard !isDelivering else { return }
        isDelivering = true
        defer { isDelivering = false }
        while !pending.isEmpty {
            let next = pending.removeFirst()
            for listener in listeners where listener.boundAt < next.version {
                guard listeners.contains(where: { $0.id == listener.id }) else { continue }
                listener.call(next.value)
            }
        }
    }
}

extension Dynamic where Value: Equatable {
    /// A value that follows this one and tells its listeners only what differs from the last.
    package func removeDuplicates() -> Dynamic<Value> {
        let derived = Dynamic(value)
        derived.upstream = bind { [weak derived] in derived?.update($0) }
        return derived
    }

    /// Sets the value if it differs, so that a screen redraws only what changed.
    package func update(_ value: Value) {
        if self.value != value { self.value = value }
    }
}

/// Holds a listener to its value: the listener is called until the binding ends or is released.
package final class Binding {
    private var stop: (() -> Void)?

    /// Calls `stop` once, when the binding ends.
    package init(_ stop: @escaping () -> Void) { self.stop = stop }

    /// Ends the binding now; a second time does nothing.
    package func end() {
        let stop = stop
        self.stop = nil
        stop?()
    }

    deinit { end() }
}
