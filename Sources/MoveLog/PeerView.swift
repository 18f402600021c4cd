/// The state of a peer, for screens and `status`.
package struct PeerView: Hashable, Sendable {
    /// The state of the conversation with a peer.
    package enum State: Hashable, Sendable {
        /// No link, and no linked peer reaches the device.
        case away
        /// Reached, and one side lacks entries.
        case syncing
        /// Reached, and both hold the same entries as far as is known.
        case inSync
        /// The link was silent for longer than a ping should take.
        case suspect
    }

    package var key: PublicKey
    package var device: DeviceID
    package var state: State
    package var link: LinkID?
    /// Links on the route to the device: 1 for an own link, more through other devices, nil when
    /// away.
    package var hops: Int?
    /// The peer through which the device is reached if there is no own link.
    package var through: PublicKey?
    /// The number of entries held here that the peer is not known to hold.
    package var lacks: Int
    /// The number of entries that the peer is known to hold and this device lacks; at least 1 for
    /// each author of which the peer holds different entries.
    package var ahead: Int
    /// Of the last ping that was answered.
    package var roundTrip: Duration?
    /// The peer's wall clock minus this device's, in milliseconds.
    package var wallOffset: Int64?
    /// True if the last reported state of the peer is unknown here, so that it may hold any
    /// entries.
    package var isUnknown: Bool
    /// True if it was ever heard what the peer holds.
    package var isHeard: Bool
    /// True if the peer has said that it leaves for another table.
    package var hasLeft: Bool
    /// True if the peer is reached and is not known to hold entries that are missing here.
    package var holdsNothingMore: Bool {
        (state == .inSync || state == .syncing) && ahead == 0 && !isUnknown
    }
}

extension Replica {
    /// Every other member, sorted by key, with or without a link. Cost: some look-ups a member.
    package var peers: [PeerView] {
        let own = seal.publicKey
        let routes = routes()
        let equal = equalDevices()
        var linked: [PublicKey: LinkID] = [:]
        for session in sessions.values where session.isEstablished {
            linked[session.key] = min(linked[session.key] ?? session.link, session.link)
        }
        return log.members.list.compactMap { key, device in
            key == own
                ? nil : view(key, device, linked[key].flatMap { sessions[$0] }, routes, equal)
        }
    }

    /// True if there is a link to another member. Cost: a look at each session.
    package var isLinked: Bool {
        sessions.values.contains {
            $0.isEstablished && $0.key != seal.publicKey && log.isMember($0.key)
        }
    }

    /// The number of this device's own entries about games that no other device is known to hold,
    /// earlier incarnations included. Cost: reads at most two pages of each.
    package var unsyncedCount: Int {
        log.authors.values.filter { $0.key == seal.publicKey }.reduce(0) { sum, own in
            let highest = holdings.sequences(of: own.author).max() ?? 0
            return sum + own.gameEntryCount(after: highest)
        }
    }

    /// The number of devices on which an entry is known to be durable, including this one and its
    /// author's.
    ///
    /// Known from `Replica.hold` and `Replica.holdings`; what was only sent is in `Progress`.
    /// `KeepLines` words it as *on 2 devices*.
    package func copies(of id: EntryID) -> Int {
        var counts = copyCounts
        return counts.copies(of: id)
    }

    /// Counts copies of many entries.
    package var copyCounts: CopyCounts { CopyCounts(self) }

    fileprivate func holders(of author: AuthorID) -> CopyCounts.Holders {
        guard let key = log.key(of: author) else { return CopyCounts.Holders() }
        let own = seal.publicKey
        let isAuthorHolding = key != own && log.isMember(key) && !left.contains(key)
        var holders = CopyCounts.Holders()
        holders.last = log.lastHeld(of: author)
        holders.always = isAuthorHolding ? 2 : 1
        holders.sequences = holdings.sequences(of: author) { device in
            device != own && !(isAuthorHolding && device == key)
        }
        return holders
    }

    /// The known holdings of peers, to be kept across a restart; see `restore`. Cost: the number of
    /// devices.
    package var knownHoldings: [PublicKey: [AuthorID: UInt64]] { holdings.byDevice }

    /// Marks a member that has said that it leaves for another table. Its holdings do not count
    /// until it greets again; if it is linked, it has come back, or the link is to a copy of it.
    package mutating func markLeft(_ key: PublicKey) {
        let isLinked = sessions.values.contains { $0.key == key && $0.boot != nil }
        guard !isLinked, log.isMember(key), key != seal.publicKey,
            left.insert(key).inserted
        else { return }
        if holdings[key] != nil { holdings.set([:], of: key) }
        knownStates[key] = nil
        summariesChanged()
        arePeersChanged = true
    }

    /// Restores the holdings of peers after a restart.
    package mutating func restore(holdings known: [PublicKey: [AuthorID: UInt64]]) {
        for (key, held) in known where log.isMember(key) {
            for (author, sequence) in held { hold(sequence, of: author, by: key) }
        }
    }

    /// The milliseconds by which the wall clock of a linked peer is ahead of this device's, without
    /// correction for the transit time; nil if the peer is not linked.
    package func wallOffset(of key: PublicKey) -> Int64? {
        sessions.values.filter { $0.key == key && $0.isEstablished }
            .max { ($0.heardAt, $0.link) < ($1.heardAt, $1.link) }?.wallOffset
    }

    private func view(
        _ key: PublicKey, _ device: DeviceID, _ session: PeerSession?,
        _ routes: [DeviceID: PeerRoute], _ equal: Set<DeviceID>
    ) -> PeerView {
        let route = routes[device]
        let isUnknown = session.map { !$0.summaries.isKnown } ?? !equal.contains(device)
        let (isHeard, lacks, beyond) = holdings.state(of: key)
        let ahead =
            session.map { missing($0) }
            ?? beyond.filter { canBeHad($0.author) }
            .reduce(0) { $0 + distance(to: $1.last, of: $1.author) }
        var state =
            route == nil
            ? PeerView.State.away
            : lacks == 0 && ahead == 0 && !isUnknown ? .inSync : .syncing
        if let session, now.uptime - session.heardAt > Intervals.ping * 2 { state = .suspect }
        return PeerView(
            key: key, device: device, state: state, link: session?.link,
            hops: route.map { Int($0.hops) }, through: session == nil ? through(route) : nil,
            lacks: lacks, ahead: ahead, roundTrip: session?.roundTrip,
            wallOffset: session?.wallOffset, isUnknown: isUnknown, isHeard: isHeard,
            hasLeft: left.contains(key))
    }

    /// The number of entries that a linked peer claims and that are missing here.
    private func missing(_ session: PeerSession) -> Int {
        session.lacking.keys.reduce(0) { sum, author in
            let claimed = session.claims[author]?.found.map(\.leaf.sequence).max() ?? 0
            return sum + max(1, distance(to: claimed, of: author))
        }
    }

    /// True if a device can supply an author's entries: if no linked peer claims an unknown author,
    /// its entries no longer count or never did.
    private func canBeHad(_ author: AuthorID) -> Bool {
        log.authors[author] != nil || sessions.values.contains { $0.lacking[author] != nil }
    }

    /// The number of entries between the end of an author's log here and a claimed sequence;
    /// clamped, because a claim proves nothing and sums of claims must not overflow.
    private func distance(to claimed: UInt64, of author: AuthorID) -> Int {
        let last = log.lastHeld(of: author)
        guard log.authors[author].map({ log.reach(of: $0) > last }) ?? true else { return 0 }
        return Int(min(max(claimed, last) - last, 1 << 32))
    }

    /// The peer whose SUMMARY brought a route.
    private func through(_ route: PeerRoute?) -> PublicKey? {
        guard let route else { return nil }
        return sessions.values.filter { session in
            session.summaries.routes.contains {
                $0.device == route.device && $0.hops + 1 == route.hops
            }
        }.map(\.key).min()
    }
}

extension AuthorLog {
    /// The number of entries about games after a sequence on the longest branch.
    fileprivate func gameEntryCount(after sequence: UInt64) -> Int {
        guard let index = branches.indices.max(by: { branches[$0].last < branches[$1].last }),
            sequence < branches[index].last
        else { return 0 }
        var count = 0
        var (owner, end): (Int?, UInt64) = (index, branches[index].last)
        while let number = owner, end > sequence {
            let start = max(sequence, branches[number].after)
            if end > start { count += branches[number].gameCount(after: start, upTo: end) }
            (owner, end) = (branches[number].parent, min(end, start))
        }
        return count
    }
}

/// The number of devices on which entries are known to be durable, as `Replica.copies` counts it; the holders of an author
/// are looked up once. Of the moment at which it was made.
package struct CopyCounts {
    private let replica: Replica
    private var known: [AuthorID: Holders] = [:]
    private var last: (author: AuthorID, holders: Holders)?

    fileprivate struct Holders {
        /// The last entry that this device holds.
        var last: UInt64 = 0
        /// Devices that have all entries up to it: this one and the author's.
        var always = 0
        /// The last entry that each other device holds.
        var sequences: [UInt64] = []
    }

    fileprivate init(_ replica: Replica) { self.replica = replica }

    /// Mostly the author is the last one.
    private mutating func holders(of author: AuthorID) -> Holders {
        if let last, last.author == author { return last.holders }
        let holders = known[author] ?? replica.holders(of: author)
        known[author] = holders
        last = (author, holders)
        return holders
    }

    package mutating func copies(of id: EntryID) -> Int {
        let holders = holders(of: id.author)
        guard id.sequence <= holders.last else { return 0 }
        return holders.always + holders.sequences.count { $0 >= id.sequence }
    }
}
