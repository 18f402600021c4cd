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
