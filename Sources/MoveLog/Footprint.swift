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
    /// What was found to be held, in the order in which it was found.
    package var holdingChanges = 0
    /// Devices of which peers were told what they hold, and what peers said themselves.
    package var toldHoldings = 0
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
        // Two for each author, before some of them were forgotten.
        bound.holdingChanges = 2 * bound.holdings + members * (HoldingTable.changesMin + 1)
        bound.toldHoldings = Limits.linksMax * (members + bound.holdings)
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
            ("holdingChanges", holdingChanges), ("toldHoldings", toldHoldings),
            ("routes", routes), ("flightBytes", flightBytes), ("fetches", fetches),
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
            all.toldHoldings += session.toldHoldings.values.reduce(0) { $0 + 1 + $1.heard.count }
            all.routes += session.routes.count + session.toldRoutes.count
            all.flightBytes += session.flightBytes
            all.clocks += session.heardClocks.count + session.toldClocks.count
        }
        all.holdings = holdings.count
        all.holdingChanges = holdings.changeCount
        all.fetches = fetches.count
        all.clocks += clocks.offsets.count
        all.authors = log.authors.count
        all.leaves = log.authors.values.reduce(0) { $0 + $1.branches.count }
        all.members = log.memberKeys.count
        return all
    }
}
