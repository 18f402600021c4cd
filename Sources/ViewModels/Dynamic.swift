/// An observable value: setting it calls every listener, synchronously and in the order of binding.
///
/// All listeners see all values in the same order. A value that a listener sets during delivery is
/// queued until every listener has seen the current one, and is delivered before the outermost set
/// returns. A listener bound during delivery sees later values only; a binding that has ended is
/// not called again. Confined to one thread.
///
/// Ownership: a binding retains its value and, through it, the listener; a value retains listeners
/// only while their bindings live; a derived value retains its source. A value without bindings is
/// therefore retained only by its owner, and a listener that must not retain its owner captures it
/// weakly.
package final class Dynamic<Value> {
    /// Setting the value calls the listeners even if it is equal to the old one.
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
        /// The version at the time of binding; the listener gets later versions only.
        let boundAt: Int
        /// Nil after the binding has ended.
        var call: ((Value) -> Void)?

        init(boundAt: Int, call: @escaping (Value) -> Void) {
            self.boundAt = boundAt
            self.call = call
        }
    }

    private var version = 0
    /// The values set during delivery, oldest first.
    private var pending: [(version: Int, value: Value)] = []
    private var isDelivering = false
    private var listeners: [Listener] = []
    /// Keeps the source of a derived value alive while the derived value is observed.
    private var upstream: Binding?

    package init(_ value: Value) { self.value = value }

    /// Calls the listener for every later value until the binding ends or is released.
    package func bind(_ listener: @escaping (Value) -> Void) -> Binding {
        let listener = Listener(boundAt: version, call: listener)
        listeners.append(listener)
        return Binding { [self] in end(listener) }
    }

    /// Calls the listener with the current value, then as `bind` does.
    package func bindAndFire(_ listener: @escaping (Value) -> Void) -> Binding {
        let binding = bind(listener)
        guard !isDelivering else {
            listener(value)
            return binding
        }
        // Values that the listener sets are delivered after it returns.
        isDelivering = true
        listener(value)
        tellPending()
        isDelivering = false
        return binding
    }

    /// Returns a value derived through a function. The derived value retains this one.
    package func map<Other>(_ transform: @escaping (Value) -> Other) -> Dynamic<Other> {
        let derived = Dynamic<Other>(transform(value))
        derived.follow(self) { [weak derived] in derived?.value = transform($0) }
        return derived
    }

    /// Calls the listener for every later value of the source; retains the source.
    func follow<Other>(_ source: Dynamic<Other>, _ listener: @escaping (Other) -> Void) {
        upstream = source.bind(listener)
    }

    private func tell(_ value: Value, _ version: Int) {
        // Iterate over a copy: listeners added during delivery are not called.
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
        // Releasing the closure may end other bindings of this value, so the list is updated first.
        let call = listener.call
        listener.call = nil
        listeners.removeAll { $0 === listener }
        withExtendedLifetime(call) {}
    }
}

extension Dynamic where Value: Equatable {
    /// Returns a derived value that calls its listeners only for values that differ from the last.
    package func removeDuplicates() -> Dynamic<Value> {
        let derived = Dynamic(value)
        derived.follow(self) { [weak derived] in derived?.update($0) }
        return derived
    }

    /// Sets the value if it differs, so that a view redraws only on a change.
    package func update(_ value: Value) {
        if self.value != value { self.value = value }
    }
}

/// The subscription of a listener: it is called until the binding ends or is released.
package final class Binding {
    private var stop: (() -> Void)?

    /// `stop` is called once, when the binding ends.
    package init(_ stop: @escaping () -> Void) { self.stop = stop }

    /// Idempotent.
    package func end() {
        let stop = stop
        self.stop = nil
        stop?()
    }

    deinit { end() }
}

/// Operators for chains from input to output. Each step is a `Dynamic`, which lives as long as the
/// step or a binding of it is retained.
extension Dynamic {
    /// Returns a value that follows this one after it has been unchanged for the interval: of a
    /// burst of changes only the last is delivered. Starts with the current value.
    package func debounce(for interval: Duration, on timekeeper: any Timekeeper) -> Dynamic<Value> {
        let derived = Dynamic(value)
        var waiting: Binding?
        derived.follow(self) { [weak derived] value in
            waiting?.end()
            waiting = timekeeper.wake(at: timekeeper.now + interval) { derived?.value = value }
        }
        return derived
    }

    /// Returns a value that follows the results of an asynchronous operation, started for every
    /// later value of this one. A new value ends the binding of the operation before; results of an
    /// operation that was replaced are ignored. An operation may deliver at once, later, several
    /// times or never.
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
            // A result delivered at once may have changed the source and started the next
            // operation.
            if number == latest { running = begun }
        }
        return derived
    }
}
