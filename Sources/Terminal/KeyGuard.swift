/// Distinguishes key presses from auto-repeats. Terminals report no release: a key that is held
/// down repeats after 250 to 660 ms, then every 20 to 50 ms.
///
/// The same key again within that time may be a repeat or a press, so it waits until the next
/// repeat would have come: a second press is delayed by at most 150 ms, and none is lost. A state
/// machine: keys and instants in; the owner delivers keys and wakes it.
package struct KeyGuard {
    package enum Outcome: Hashable, Sendable {
        /// A press, to be delivered now.
        case pressed
        /// To be delivered at this instant, by `settle`, unless `press` says otherwise before.
        case unclear(until: Duration)
        /// An auto-repeat; a waiting key was one too.
        case held
    }

    private struct Sight {
        let key: Key
        let at: Duration
        /// True if the key typed text, now and at all sights shortly before.
        let isTyping: Bool
        /// The screen on which the run began: the same key with gaps shorter than a person's.
        let screen: Int
    }

    private var last: Sight?
    private var waiting: (key: Key, until: Duration)?

    package init() {}

    /// The waiting key, once it proves to be a press: another key, or none, came in time. Call this
    /// and deliver its key before `press`, and call it with a nil key at the instant of `unclear`.
    package mutating func settle(before key: Key? = nil, at now: Duration) -> Key? {
        guard let waiting, waiting.key != key || now >= waiting.until else { return nil }
        self.waiting = nil
        return waiting.key
    }

    /// Keys that do no harm when they repeat, such as arrows (`isFree`), and keys that type text
    /// (`isTyping`) never wait. Of both, only a run that began on another screen is held back.
    package mutating func press(
        _ key: Key, at now: Duration, isFree: Bool, isTyping: Bool, screen: Int
    ) -> Outcome {
        guard let before = last, before.key == key,
            now - before.at < TerminalLimits.repeatTime
        else {
            last = Sight(key: key, at: now, isTyping: isTyping, screen: screen)
            return .pressed
        }
        let isRun = now - before.at < TerminalLimits.repeatGap
        let isTyping = isTyping && before.isTyping
        last = Sight(key: key, at: now, isTyping: isTyping, screen: isRun ? before.screen : screen)
        if isFree || isTyping { return isRun && before.screen != screen ? .held : .pressed }
        guard isRun else {
            let until = now + TerminalLimits.repeatGap
            waiting = (key, until)
            return .unclear(until: until)
        }
        waiting = nil
        return .held
    }
}
