/// What a replica keeps in memory beside the entries themselves, counted in items: what peers have
/// said, and what is under way to them. Whatever peers say, none of it exceeds `Footprint.bound`.
package struct Footprint: Hashable, Sendable {
    /// Links that are up.
    package var links = 0
    /// The most of them to one device.
    package var linksOfDevice = 0
    /// Bytes of frames that have not come whole.
    package var incompleteBytes = 0
    /// Leaves that peers claim and this device lacks.
    package var claims = 0
    /// Authors of whom a peer's progress is followed, over all links.
    package var cursors = 0
    /// Authors of whom peers sent nothing that counts.
    package var refusals = 0
    /// By device and author, what is known to be held.
    package var holdings = 0
    /// Former states of the log.
    package var states = 0
    /// Routes that peers told or were told.
    package var routes = 0
    /// Bytes of runs that wait for an acknowledgement.
    package var flightBytes = 0
    /// Requests for an author's entries.
    package var fetches = 0
    /// Uptimes of other machines: those that are known of, and over all links those that a peer told
    /// or was told.
    package var clocks = 0
    /// Authors of whom something is held.
    package var authors = 0
    /// Ends of all logs.
    package var leaves = 0
    /// Devices of the table.
    package var members = 0

    /// Nothing.
    package init() {}

    /// The most that may be kept at a table of so many members.
    package static func bound(members: Int) -> Footprint {
        var bound = Footprint()
        bound.links = Limits.linksMax
        bound.linksOfDevice = Limits.linksOfDeviceMax
        bound.incompleteBytes = Limits.linksMax * (Limits.frameBytesMax + 4)
        bound.claims = Limits.linksMax * 2 * Limits.authorsMax * Limits.leavesOfDeviceMax
        bound.cursors = Limits.linksMax * Limits.authorsMax
        bound.refusals = Limits.linksMax * Limits.authorsMax
        bound.holdings = members * 2 * Limits.authorsMax
        bound.states = 2 * Limits.statesMax
        bound.routes = 2 * Limits.linksMax * Limits.linksMax
        bound.flightBytes =
            Limits.linksMax * (Limits.unacknowledgedBytesMax + Limits.spanBytesMax)
        bound.fetches = Limits.linksMax * 2 * Limits.authorsMax
        bound.clocks = (2 * Limits.linksMax + 1) * Limits.bootsMax
        bound.authors = Limits.authorsMax
        bound.leaves = Limits.leavesMax
        bound.members = members
        return bound
    }

    /// Every count with its name.
    package var counts: [(name: String, count: Int)] {
        [
            ("links", links), ("linksOfDevice", linksOfDevice),
            ("incompleteBytes", incompleteBytes), ("claims", claims),
            ("cursors", cursors), ("refusals", refusals), ("holdings", holdings),
            ("states", states), ("routes", routes), ("flightBytes", flightBytes),
            ("fetches", fetches),
            ("clocks", clocks), ("authors", authors), ("leaves", leaves), ("members", members),
        ]
    }
}

extension Replica {
    /// What this replica keeps beside the entries. Cost: sessions times authors.
    package var footprint: Footprint {
        var all = Footprint()
        all.links = sessions.count
        let links = Dictionary(sessions.values.map { ($0.key, 1) }, uniquingKeysWith: +)
        all.linksOfDevice = links.values.max() ?? 0
        for session in sessions.values {
            all.incompleteBytes += session.frames.waitingBytes
            all.claims += session.claims.values.reduce(0) { $0 + $1.found.count }
            all.cursors += session.progress.count
            all.refusals += session.refused.count
            all.routes += session.summaries.routes.count + session.summaries.toldRoutes.count
            all.flightBytes += session.window.bytes
            all.clocks += session.clocks.heard.count + session.clocks.told.count
        }
        all.holdings = holdings.all.values.reduce(0) { $0 + $1.count }
        all.states = Int(history.number - history.firstNumber)
        all.fetches = fetches.count
        all.clocks += clocks.offsets.count
        all.authors = log.authors.count
        all.leaves = log.authors.values.reduce(0) { $0 + $1.branches.count }
        all.members = log.memberKeys.count
        return all
    }
}
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

    /// Counts of one link.
    package init(flightBytes: Int, frameBytes: Int, pending: Int, claims: Int, holdings: Int) {
        self.flightBytes = flightBytes
        self.frameBytes = frameBytes
        self.pending = pending
        self.claims = claims
        self.holdings = holdings
    }

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
        ]
        return bounds.filter { $0.1 > $0.2 }.map { "\($0.0): \($0.1), at most \($0.2)" }
    }
}

extension Replica {
    /// Which invariants of its sessions do not hold, in words; none is the aim.
    package var violations: [String] {
        sessions.values.flatMap { session in
            session.violations.map { "link to \(session.device): \($0)" }
        }
    }

    /// What is kept for each link, sorted by link. Cost: one look at each.
    package var linkLoads: [LinkLoad] {
        sessions.values.map { session in
            LinkLoad(
                flightBytes: session.window.bytes, frameBytes: session.frames.waitingBytes,
                pending: session.pending.count, claims: session.claims.count,
                holdings: holdings[session.key]?.count ?? 0)
        }
    }
}
