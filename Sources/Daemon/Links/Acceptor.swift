import Net

/// A listener in the loop. It pauses while there is no room, since the poller would report waiting
/// connections over and over.
final class Acceptor {
    let listener: Listener
    private let sources: Sources
    /// The time at which `tick` is due; nil while connections are accepted.
    private(set) var nextDeadline: Duration?

    init(_ listener: Listener, as source: Source, in sources: Sources) {
        self.listener = listener
        self.sources = sources
        _ = sources.watch(listener.number, .readable, as: source)
    }

    /// Passes accepted connections to `admit`, up to the limit of a turn. Pauses when the process
    /// has no descriptor left and `makingRoom` freed none.
    func accept(
        at now: Duration, makingRoom: () -> Bool = { false }, _ admit: (StreamSocket) -> Void
    ) {
        for _ in 0..<DaemonLimits.acceptancesOfATurnMax {
            guard let acceptance = try? listener.accept() else { return pause(at: now) }
            switch acceptance {
            case .nothing: return
            case .exhausted: guard makingRoom() else { return pause(at: now) }
            case .accepted(let socket): admit(socket)
            }
        }
    }

    /// Ends the pause: a connection ended, so there is room.
    func resume() {
        guard nextDeadline != nil else { return }
        nextDeadline = nil
        sources.update(listener.number, .readable)
    }

    /// Ends a pause that lasted long enough: other descriptors may have been freed.
    func tick(at now: Duration) {
        if let nextDeadline, now >= nextDeadline { resume() }
    }

    /// Unwatches the listener; call it before the listener is released.
    func close() { sources.forget(listener.number) }

    func pause(at now: Duration) {
        nextDeadline = now + DaemonLimits.acceptorPauseTime
        sources.update(listener.number, [])
    }
}

/// Limits the handshakes that a source may begin, with one token bucket each, so that a host that
/// dials in a loop costs little and delays no other. A member's link returns its token: a table of
/// devices behind one address may reconnect freely.
struct HandshakeRate {
    /// By the first of the addresses that are counted together.
    private(set) var buckets: [Address.Host: TokenBucket] = [:]

    /// Takes a token for a handshake; false if the source has none left.
    mutating func admits(_ host: Address.Host, at now: Duration) -> Bool {
        let full = TokenBucket(
            burst: DaemonLimits.handshakesOfABurstMax, perSecond: DaemonLimits.handshakesPerSecond,
            at: now)
        let admits = buckets[Self.network(of: host), default: full].spend(at: now)
        if buckets.count > DaemonLimits.handshakeSourcesMax { forget(at: now) }
        return admits
    }

    mutating func refund(_ host: Address.Host, at now: Duration) {
        buckets[Self.network(of: host)]?.refund(at: now)
    }

    /// Drops sources with full buckets; if there is still one too many, that with the fullest,
    /// which loses least.
    private mutating func forget(at now: Duration) {
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        guard buckets.count > DaemonLimits.handshakeSourcesMax else { return }
        let fullest = buckets.max { $0.value.count(at: now) < $1.value.count(at: now) }
        if let fullest { buckets[fullest.key] = nil }
    }

    /// Of IPv6 a network of 64 bits is counted together, since one machine can have all of its
    /// addresses.
    private static func network(of host: Address.Host) -> Address.Host {
        guard case .v6(let high, _, let scope) = host else { return host }
        return .v6(high: high, low: 0, scope: scope)
    }
}

/// A rate limit with a burst: starts full, and refills at a constant rate.
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

    func count(at now: Duration) -> Double {
        min(burst, tokens + max(0, (now - filledAt) / .seconds(1)) * perSecond)
    }

    /// Takes a token; false if there is none.
    mutating func spend(at now: Duration) -> Bool {
        tokens = count(at: now)
        filledAt = now
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }

    mutating func refund(at now: Duration) {
        tokens = min(burst, count(at: now) + 1)
        filledAt = now
    }

    func isFull(at now: Duration) -> Bool { count(at: now) >= burst }
}
