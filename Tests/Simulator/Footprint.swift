package import MoveLog

/// The memory of a replica besides the entries, as counts: claims of peers, and runs in flight. No
/// input from peers drives a count above its `bound`.
package enum Footprint: String, CaseIterable, Sendable {
    /// Established and connecting links.
    case links
    /// The highest number of links to one device.
    case linksOfDevice
    /// Bytes of incomplete frames.
    case incompleteBytes
    /// Leaves that peers claim and this device lacks.
    case claims
    /// Authors with progress, over all links.
    case cursors
    /// Authors whose runs were refused, over all links.
    case refusals
    /// Pairs of device and author with a known last sequence.
    case holdings
    /// Former states of the log.
    case states
    /// Routes received from peers and sent to them.
    case routes
    /// Bytes of runs that await an acknowledgement.
    case flightBytes
    /// Requests for the entries of an author.
    case fetches
    /// Uptimes of other machines: the known ones, and those received and sent over all links.
    case clocks
    /// Authors with entries in the log.
    case authors
    /// Ends of all logs.
    case leaves
    /// Devices of the table.
    case members

    /// The upper bounds at a table with this many members.
    package static func bound(members: Int) -> [Footprint: Int] {
        let links = MoveLogLimits.linksMax
        let authors = MoveLogLimits.authorsMax
        return [
            .links: links, .linksOfDevice: MoveLogLimits.linksOfDeviceMax,
            .incompleteBytes: links * (MoveLogLimits.frameBytesMax + 4),
            .claims: links * 2 * authors * MoveLogLimits.leavesOfRemovedMax,
            .cursors: links * authors, .refusals: links * authors,
            .holdings: members * 2 * authors, .states: 2 * MoveLogLimits.statesMax,
            .routes: 2 * links * links,
            .flightBytes: links
                * (MoveLogLimits.unacknowledgedBytesMax + MoveLogLimits.spanBytesMax),
            .fetches: links * 2 * authors, .clocks: (2 * links + 1) * MoveLogLimits.bootsMax,
            .authors: authors, .leaves: MoveLogLimits.leavesMax, .members: members,
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
            .holdings: holdings.byDevice.values.reduce(0) { $0 + $1.count },
            .states: Int(history.number - history.firstNumber),
            .routes: sum { $0.summaries.routes.count + $0.summaries.toldRoutes.count },
            .flightBytes: sum { $0.window.bytes }, .fetches: fetches.count,
            .clocks: clocks.offsets.count + sum { $0.clocks.heard.count + $0.clocks.told.count },
            .authors: log.authors.count,
            .leaves: log.authors.values.reduce(0) { $0 + $1.branches.count },
            .members: log.memberKeys.count,
        ]
    }

    /// The violated invariants of the sessions, in words; must be empty.
    package var violations: [String] {
        sessions.values.flatMap { session in
            var violations = session.violations
            // As many authors as the log may have, and as many unknown ones.
            if holdings[session.key]?.count ?? 0 > 2 * MoveLogLimits.authorsMax {
                violations.append("too many holdings")
            }
            return violations.map { "link to \(session.device): \($0)" }
        }
    }

    /// The devices of which `peers` does not say what follows from the logs and the holdings, each counted by itself; must be
    /// empty.
    var miscounted: [String] {
        peers.compactMap { peer in
            let held = holdings[peer.key] ?? [:]
            let others = log.authorIDs.filter { log.key(of: $0) != peer.key }
            let lacks = others.reduce(0) { sum, author in
                let last = log.last(of: author)
                return sum + Int(last - min(held[author] ?? 0, last))
            }
            let ahead = held.reduce(0) { sum, claim in
                let last = log.lastHeld(of: claim.key)
                return sum + Int(min(max(claim.value, last) - last, 1 << 32))
            }
            // A peer with a link says itself what it has, of a removed one no more is wanted, and of an unknown author
            // nothing if nobody claims it.
            let isSum =
                peer.link == nil && log.removals.isEmpty
                && held.keys.allSatisfy { log.key(of: $0) != nil }
            if peer.lacks == lacks, !isSum || peer.ahead == ahead { return nil }
            return "\(peer.key) lacks \(lacks) and leads \(ahead): \(peer)"
        }
    }
}
