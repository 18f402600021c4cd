/// A value that others watch: set it, and every listener is called, synchronously and in the order
/// of binding.
///
/// All listeners see all values in one order. A value that a listener sets during delivery is kept
/// until the present one has reached everybody, and is delivered before the outermost set returns.
/// A listener bound during delivery sees later values only; one that ends is not called again.
/// Belongs to one thread.
///
/// Who holds whom: a binding holds its value and, through it, the listener; a value holds listeners
/// only while their bindings live; a derived value holds its source. So nothing holds a value that
/// is watched by nobody, and a listener that must not hold its owner takes it weakly.
package final class Dynamic<Value> {
    /// The present value; setting it tells the listeners even when it is equal.
    package var value: Value {
        didSet {
            version += 1
            guard !isDelivering else { return pending.append((version, value)) }
            isDelivering = true
            tell(value, version)
            tellPending()
            isDelivering = false
        }
    }

    private final class Listener {
        /// The version that was the newest when the listener was bound.
        let boundAt: Int
        /// Nil once the binding has ended.
        var call: ((Value) -> Void)?

        init(boundAt: Int, call: @escaping (Value) -> Void) {
            self.boundAt = boundAt
            self.call = call
        }
    }

    private var version = 0
    /// What was set during delivery, oldest first.
    private var pending: [(version: Int, value: Value)] = []
    private var isDelivering = false
    private var listeners: [Listener] = []
    /// What a derived value holds of its source, so that it goes on as long as it is watched.
    private var upstream: Binding?

    /// Begins with a value and no listener.
    package init(_ value: Value) { self.value = value }

    /// Calls the listener for every later value until the binding is released or ended.
    package func bind(_ listener: @escaping (Value) -> Void) -> Binding {
        let listener = Listener(boundAt: version, call: listener)
        listeners.append(listener)
        return Binding { [self] in end(listener) }
    }

    /// Calls the listener at once with the present value, then as `bind` does.
    package func bindAndFire(_ listener: @escaping (Value) -> Void) -> Binding {
        let binding = bind(listener)
        guard !isDelivering else {
            listener(value)
            return binding
        }
        // What it sets meanwhile follows when it has returned, as for every later value.
        isDelivering = true
        listener(value)
        tellPending()
        isDelivering = false
        return binding
    }

    /// A value that follows this one through a function; it keeps this one alive.
    package func map<Other>(_ transform: @escaping (Value) -> Other) -> Dynamic<Other> {
        let derived = Dynamic<Other>(transform(value))
        derived.follow(self) { [weak derived] in derived?.value = transform($0) }
        return derived
    }

    /// Calls the listener for every later value of another, which stays alive as long as this does.
    func follow<Other>(_ source: Dynamic<Other>, _ listener: @escaping (Other) -> Void) {
        upstream = source.bind(listener)
    }

    private func tell(_ value: Value, _ version: Int) {
        // Of those there are now: who is bound meanwhile is not in this copy.
        for listener in listeners where listener.boundAt < version { listener.call?(value) }
    }

    private func tellPending() {
        while !pending.isEmpty {
            let batch = pending
            pending.removeAll()
            for (version, value) in batch { tell(value, version) }
        }
    }

    private func end(_ listener: Listener) {
        // What the call holds may end bindings of this very value, once the list is settled.
        let call = listener.call
        listener.call = nil
        listeners.removeAll { $0 === listener }
        withExtendedLifetime(call) {}
    }
}

extension Dynamic where Value: Equatable {
    /// A value that follows this one and tells its listeners only what differs from the last.
    package func removeDuplicates() -> Dynamic<Value> {
        let derived = Dynamic(value)
        derived.follow(self) { [weak derived] in derived?.update($0) }
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

/// Chains from what a person types to what a screen shows: each step is a `Dynamic` of its own, which
/// lives as long as somebody holds it or a binding of it.
extension Dynamic {
    /// A value that follows this one once it has stood unchanged for so long: of a burst only the
    /// last counts. It begins with the present value.
    package func debounce(for interval: Duration, on timekeeper: any Timekeeper) -> Dynamic<Value> {
        let derived = Dynamic(value)
        var waiting: Binding?
        derived.follow(self) { [weak derived] value in
            waiting?.end()
            waiting = timekeeper.wake(at: timekeeper.now + interval) { derived?.value = value }
        }
        return derived
    }

    /// A value that follows the latest of the asynchronous results that `start` begins for each of
    /// this one's values: whoever is still busy for an older value is told to end, and what it says
    /// all the same is not heard. `start` is not called for the present value. The result may come
    /// at once, later, several times or never.
    package func flatMap<Other>(
        initially first: Other,
        _ start: @escaping (Value, _ result: @escaping (Other) -> Void) -> Binding
    ) -> Dynamic<Other> {
        let derived = Dynamic<Other>(first)
        var latest = 0
        var running: Binding?
        derived.follow(self) { [weak derived] value in
            latest += 1
            let number = latest
            running?.end()
            running = nil
            let begun = start(value) { result in
                guard number == latest else { return }
                derived?.value = result
            }
            // A result that came at once may have set this value's source anew.
            if number == latest { running = begun }
        }
        return derived
    }
}
