import Net

/// How often a source may begin a handshake: a bucket of tokens for each, so that a host that dials
/// in a loop costs little, and the others nothing. A link that turns out to be a member's gives its
/// token back, however often a table of devices behind one address comes and goes.
struct HandshakeRate {
    /// Who is counted together. Of IPv6 that is a network of 64 bits: whoever has one of its
    /// addresses has all of them.
    private enum Place: Hashable {
        case v4(UInt32)
        case v6(UInt64, scope: UInt32)
        case local
    }

    private var buckets: [Place: TokenBucket] = [:]

    /// Takes a token for a handshake; false when the source has none left.
    mutating func admits(_ host: Address.Host, at now: Duration) -> Bool {
        let admits = buckets[Self.place(of: host), default: Self.full(at: now)].spend(at: now)
        if buckets.count > Limits.handshakeSourcesMax { forget(at: now) }
        return admits
    }

    /// Gives a token back: the link is a member's.
    mutating func refund(_ host: Address.Host, at now: Duration) {
        buckets[Self.place(of: host)]?.refund(at: now)
    }

    /// How many sources are remembered.
    var count: Int { buckets.count }

    private static func full(at now: Duration) -> TokenBucket {
        TokenBucket(
            burst: Limits.handshakesOfABurstMax, perSecond: Limits.handshakesPerSecond, at: now)
    }

    /// Those with full buckets need not be remembered; of the others the fullest go, which loses the
    /// least.
    private mutating func forget(at now: Duration) {
        buckets = buckets.filter { !$0.value.isFull(at: now) }
        while buckets.count > Limits.handshakeSourcesMax {
            let fullest = buckets.max { $0.value.count(at: now) < $1.value.count(at: now) }
            guard let fullest else { return }
            buckets[fullest.key] = nil
        }
    }

    private static func place(of host: Address.Host) -> Place {
        switch host {
        case .any: .local
        case .v4(let bits): .v4(bits)
        case .v6(let high, _, let scope): .v6(high, scope: scope)
        }
    }
}
