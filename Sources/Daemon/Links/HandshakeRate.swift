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

    private struct Bucket {
        var tokens: Double
        var filledAt: Duration
    }

    private var buckets: [Place: Bucket] = [:]

    /// Takes a token for a handshake; false when the source has none left.
    mutating func admits(_ host: Address.Host, at now: Duration) -> Bool {
        let place = Self.place(of: host)
        var bucket = filled(place, at: now)
        let admits = bucket.tokens >= 1
        if admits { bucket.tokens -= 1 }
        buckets[place] = bucket
        if buckets.count > Limits.handshakeSourcesMax { forget(at: now) }
        return admits
    }

    /// Gives a token back: the link is a member's.
    mutating func refund(_ host: Address.Host, at now: Duration) {
        let place = Self.place(of: host)
        var bucket = filled(place, at: now)
        bucket.tokens = min(bucket.tokens + 1, Double(Limits.handshakesOfABurstMax))
        buckets[place] = bucket
    }

    /// How many sources are remembered.
    var count: Int { buckets.count }

    private func filled(_ place: Place, at now: Duration) -> Bucket {
        let full = Double(Limits.handshakesOfABurstMax)
        guard let known = buckets[place] else { return Bucket(tokens: full, filledAt: now) }
        let grown = (now - known.filledAt).milliseconds / 1000 * Limits.handshakesPerSecond
        return Bucket(tokens: min(full, known.tokens + grown), filledAt: now)
    }

    /// Those with full buckets need not be remembered; of the others the fullest go, which loses the
    /// least.
    private mutating func forget(at now: Duration) {
        let full = Double(Limits.handshakesOfABurstMax)
        buckets = buckets.filter { filled($0.key, at: now).tokens < full }
        while buckets.count > Limits.handshakeSourcesMax {
            let fullest = buckets.max { $0.value.tokens < $1.value.tokens }
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
