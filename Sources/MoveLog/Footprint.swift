/// The memory of a replica beside the entries themselves, counted in items: claims of peers, and runs
/// that are under way to them. Whatever peers say, no count exceeds that of `bound`.
package enum Footprint: String, CaseIterable, Sendable {
    /// Links that are up.
    case links
    /// The most of them to one device.
    case linksOfDevice
    /// Bytes of frames that have not come whole.
    case incompleteBytes
    /// Leaves that peers claim and this device lacks.
    case claims
    /// Authors of which a peer's progress is followed, over all links.
    case cursors
    /// Authors of which peers sent nothing that counts.
    case refusals
    /// By device and author, the last sequence that is known to be held.
    case holdings
    /// Former states of the log.
    case states
    /// Routes that peers told or were told.
    case routes
    /// Bytes of runs that wait for an acknowledgement.
    case flightBytes
    /// Requests for an author's entries.
    case fetches
    /// Uptimes of other machines: those that are known of, and over all links those that a peer told
    /// or was told.
    case clocks
    /// Authors of which something is held.
    case authors
    /// Ends of all logs.
    case leaves
    /// Devices of the table.
    case members

    /// The most that may be kept at a table of so many members.
    package static func bound(members: Int) -> [Footprint: Int] {
        let links = Limits.linksMax
        let authors = Limits.authorsMax
        return [
            .links: links, .linksOfDevice: Limits.linksOfDeviceMax,
            .incompleteBytes: links * (Limits.frameBytesMax + 4),
            .claims: links * 2 * authors * Limits.leavesOfRemovedMax,
            .cursors: links * authors, .refusals: links * authors,
            .holdings: members * 2 * authors, .states: 2 * Limits.statesMax,
            .routes: 2 * links * links,
            .flightBytes: links * (Limits.unacknowledgedBytesMax + Limits.spanBytesMax),
            .fetches: links * 2 * authors, .clocks: (2 * links + 1) * Limits.bootsMax,
            .authors: authors, .leaves: Limits.leavesMax, .members: members,
        ]
    }
}

extension Replica {
    /// The counts of this replica. Cost: sessions times authors.
    package var footprint: [Footprint: Int] {
        func sum(_ count: (PeerSession) -> Int) -> Int {
            sessions.values.reduce(0) { $0 + count($1) }
        }
        let links = Dictionary(sessions.values.map { ($0.key, 1) }, uniquingKeysWith: +)
        return [
            .links: sessions.count, .linksOfDevice: links.values.max() ?? 0,
            .incompleteBytes: sum { $0.frames.waitingBytes },
            .claims: sum { $0.claims.values.reduce(0) { $0 + $1.found.count } },
            .cursors: sum { $0.progress.count }, .refusals: sum { $0.refused.count },
            .holdings: holdings.all.values.reduce(0) { $0 + $1.count },
            .states: Int(history.number - history.firstNumber),
            .routes: sum { $0.summaries.routes.count + $0.summaries.toldRoutes.count },
            .flightBytes: sum { $0.window.bytes }, .fetches: fetches.count,
            .clocks: clocks.offsets.count + sum { $0.clocks.heard.count + $0.clocks.told.count },
            .authors: log.authors.count,
            .leaves: log.authors.values.reduce(0) { $0 + $1.branches.count },
            .members: log.memberKeys.count,
        ]
    }

    /// Which invariants of its sessions do not hold, in words; none is the aim.
    package var violations: [String] {
        sessions.values.flatMap { session in
            var violations = session.violations
            // As many authors as are known here, and as many of which nothing is held.
            if holdings[session.key]?.count ?? 0 > 2 * Limits.authorsMax {
                violations.append("too many holdings")
            }
            return violations.map { "link to \(session.device): \($0)" }
        }
    }
}
