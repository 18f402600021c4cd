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
