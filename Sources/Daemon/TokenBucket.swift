/// A rate limit with a burst: it starts full, gives a token for each use, and refills at a constant
/// rate.
struct TokenBucket {
    private let burst: Double
    private let perSecond: Double
    private var tokens: Double
    private var filledAt: Duration

    init(burst: Int, perSecond: Double, at now: Duration) {
        self.burst = Double(burst)
        self.perSecond = perSecond
        tokens = Double(burst)
        filledAt = now
    }

    /// The tokens that there are now.
    func count(at now: Duration) -> Double {
        min(burst, tokens + max(0, (now - filledAt) / .seconds(1)) * perSecond)
    }

    /// Takes a token; false when there is none.
    mutating func spend(at now: Duration) -> Bool {
        tokens = count(at: now)
        filledAt = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    /// Gives a token back.
    mutating func refund(at now: Duration) {
        tokens = min(burst, count(at: now) + 1)
        filledAt = now
    }

    /// True once it is full again.
    func isFull(at now: Duration) -> Bool { count(at: now) >= burst }
}
