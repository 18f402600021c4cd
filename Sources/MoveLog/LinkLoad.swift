/// What a device keeps for one link: none of it may grow with what the peer does.
package struct LinkLoad: Sendable {
    /// Bytes of runs sent and not acknowledged.
    package var flightBytes: Int
    /// Bytes received that are not a whole frame yet.
    package var frameBytes: Int
    /// Authors of whom something waits to be sent.
    package var pending: Int
    /// Authors of whom the peer claims what is not held here.
    package var claims: Int
    /// Authors, known or not, that the peer is said to hold entries of.
    package var holdings: Int
    /// What the peer said of devices of which nothing can be taken yet, by device and author.
    package var hearsay = 0

    /// What is beyond the limits, in a clause each; none is the aim.
    package var excess: [String] {
        let run = Limits.spanBytesMax + 1024
        let bounds = [
            ("bytes in flight", flightBytes, Limits.unacknowledgedBytesMax + run),
            ("bytes of a frame", frameBytes, Limits.frameBytesMax + 4),
            ("pending authors", pending, Limits.authorsMax),
            // As many that are known here, and as many of whom nothing is held.
            ("claimed authors", claims, 2 * Limits.authorsMax),
            ("authors of holdings", holdings, 2 * Limits.authorsMax),
            ("kept hearsay", hearsay, Limits.hearsayMax),
        ]
        return bounds.filter { $0.1 > $0.2 }.map { "\($0.0): \($0.1), at most \($0.2)" }
    }
}

extension Replica {
    /// What is kept for each link, sorted by link. Cost: one look at each.
    package var linkLoads: [LinkLoad] {
        sessions.values.map { session in
            LinkLoad(
                flightBytes: session.flightBytes, frameBytes: session.frames.waitingBytes,
                pending: session.pending.count, claims: session.claims.count,
                holdings: holdings[session.key]?.count ?? 0,
                hearsay: session.keptCount)
        }
    }
}
