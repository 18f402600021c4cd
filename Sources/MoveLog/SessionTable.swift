/// The sessions of a device by link, sorted. They are few, so a search costs less than a hash. They
/// are read and changed in place, because a session has many collections, each of which is
/// expensive to copy.
package struct SessionTable: Sendable {
    /// Ascending.
    private(set) var keys: [LinkID] = []
    /// By index of the link; never nil between two calls.
    private var sessions: [PeerSession?] = []

    package var count: Int { keys.count }

    /// In the order of the links.
    package var values: some Sequence<PeerSession> { sessions.lazy.compactMap(\.self) }

    /// The indices of the sessions, in the order of the links.
    var indices: Range<Int> { sessions.indices }

    /// Read properties through this subscript: a session that is passed to a function or bound to a
    /// name is copied.
    @inline(__always)
    subscript(at index: Int) -> PeerSession? {
        _read { yield sessions[index] }
    }

    @inline(__always)
    subscript(link: LinkID) -> PeerSession? {
        _read {
            let index = index(of: link)
            if index < keys.count, keys[index] == link {
                yield sessions[index]
            } else {
                yield nil
            }
        }
        _modify {
            let index = index(of: link)
            if index < keys.count, keys[index] == link {
                yield &sessions[index]
                if sessions[index] == nil { remove(at: index) }
            } else {
                var added: PeerSession?
                yield &added
                if let added { insert(added, of: link, at: index) }
            }
        }
    }

    mutating func removeValue(forKey link: LinkID) -> PeerSession? {
        let index = index(of: link)
        guard index < keys.count, keys[index] == link else { return nil }
        return remove(at: index)
    }

    private mutating func insert(_ session: PeerSession, of link: LinkID, at index: Int) {
        keys.insert(link, at: index)
        sessions.insert(session, at: index)
    }

    @discardableResult
    private mutating func remove(at index: Int) -> PeerSession? {
        keys.remove(at: index)
        return sessions.remove(at: index)
    }

    /// The index of the link, or the index at which it would be inserted.
    private func index(of link: LinkID) -> Int {
        keys.indices.partitioningIndex { keys[$0] >= link }
    }
}

extension SessionTable {
    /// The link with the longest silence, of a device that has the maximum number of links; else
    /// nil.
    func surplus(of key: PublicKey) -> LinkID? {
        let same = values.filter { $0.key == key }
        guard same.count >= MoveLogLimits.linksOfDeviceMax else { return nil }
        return same.min { ($0.heardAt, $0.link) < ($1.heardAt, $1.link) }?.link
    }

    /// True if there is room for one more link, to a member or to a stranger.
    func hasRoom(forMember isOfMember: Bool, isMember: (PublicKey) -> Bool) -> Bool {
        guard count < MoveLogLimits.linksMax else { return false }
        return isOfMember || values.count { !isMember($0.key) } < MoveLogLimits.linksOfStrangersMax
    }

    /// The shortest route to each device that an established link leads to, and that link; of
    /// equally short routes the one over the lowest link.
    func ways(from own: DeviceID) -> [DeviceID: (route: PeerRoute, link: LinkID)] {
        var ways: [DeviceID: (route: PeerRoute, link: LinkID)] = [:]
        func consider(_ route: PeerRoute, _ link: LinkID) {
            if let known = ways[route.device], known.route.hops <= route.hops { return }
            ways[route.device] = (route, link)
        }
        for session in values where session.isEstablished {
            let address = session.address ?? ""
            consider(PeerRoute(device: session.device, hops: 1, address: address), session.link)
        }
        for session in values where session.isEstablished {
            for route in session.summaries.routes
            where route.device != own && route.hops < MoveLogLimits.hopsMax {
                var route = route
                route.hops += 1
                consider(route, session.link)
            }
        }
        return ways
    }

    /// The devices that are known to hold the log with this digest: linked devices by their own
    /// word, others by that of a linked peer that holds it.
    func devices(holding digest: Octets16) -> Set<DeviceID> {
        let established = values.filter(\.isEstablished)
        let linked = Set(established.map(\.device))
        var devices: Set<DeviceID> = []
        for session in established where session.summaries.digest == digest {
            devices.insert(session.device)
            devices.formUnion(session.summaries.equal.subtracting(linked))
        }
        return devices
    }
}

/// The processes that greeted with each key, to tell copies of a home from restarts.
struct ProcessHistory: Sendable {
    private var boots: [PublicKey: [Octets16]] = [:]
    private var clones: Set<Octets16> = []

    /// A process greets with a key. A process that greets again after another one was not
    /// restarted. One such return may be a greeting that was long in transit, two may not. Returns
    /// true when two processes are first seen to take turns.
    mutating func greeted(_ boot: Octets16, as key: PublicKey) -> Bool {
        var known = boots[key] ?? []
        guard known.last != boot else { return false }
        let wasCopied = isCopied(key)
        known.append(boot)
        boots[key] = known.suffix(MoveLogLimits.processesMax)
        return !wasCopied && isCopied(key)
    }

    /// Another process greets with this device's own key; returns false if it did before.
    mutating func metClone(_ boot: Octets16) -> Bool { clones.insert(boot).inserted }

    /// True if two processes were seen to take turns, so that both are running.
    func isCopied(_ key: PublicKey) -> Bool {
        let known = boots[key] ?? []
        return known.count - Set(known).count >= 2
    }

    mutating func forget(_ key: PublicKey) { boots[key] = nil }

    /// Two processes that still take turns are reported again.
    mutating func forget() { boots = [:] }
}

/// The requests for entries. Each author is requested from one peer at a time, so that peers do not
/// send the same entries, and from another peer if the first sends nothing for too long.
package struct Fetches: Sendable {
    private struct Fetch: Sendable {
        var link: LinkID
        var deadline: Duration
    }

    private var fetches: [AuthorID: Fetch] = [:]
    /// The next instant at which a request may be due; nil if there is none.
    private(set) var lookAt: Duration?

    package var count: Int { fetches.count }

    /// Checks in this turn whether a request is due.
    mutating func review() { lookAt = .zero }

    /// Extends the deadline of a request. To be called for new entries only, so that a peer that
    /// repeats old ones does not block the others.
    mutating func received(_ author: AuthorID, from link: LinkID, at now: Duration) {
        if fetches[author]?.link == link { fetches[author]?.deadline = now + Intervals.want }
    }

    mutating func end(_ link: LinkID) {
        for (author, fetch) in fetches where fetch.link == link { fetches[author] = nil }
        review()
    }

    /// Ends a request if the peer has delivered all entries that it claimed, so that another peer
    /// may be asked.
    mutating func end(_ author: AuthorID, ifGiven sessions: SessionTable) {
        guard let fetch = fetches[author], sessions[fetch.link]?.lacking[author] == nil
        else { return }
        fetches[author] = nil
        review()
    }

    /// The authors to request from each peer now. `links` are the links with authors in `lacking`.
    /// Cost: none before a request may be due, because claims are free to make.
    mutating func asks(
        of links: [LinkID], in sessions: SessionTable, at now: Duration
    ) -> [(link: LinkID, authors: [AuthorID])] {
        guard let lookAt, now >= lookAt else { return [] }
        self.lookAt = nil
        var asks: [(link: LinkID, authors: [AuthorID])] = []
        for link in links {
            var due: [AuthorID] = []
            for (author, askAt) in sessions[link]?.lacking ?? [:] {
                let instant = max(askAt, askedUntil(author))
                if now >= instant { due.append(author) } else { look(at: instant) }
            }
            var authors: [AuthorID] = []
            for author in due.sorted() where now >= askedUntil(author) {
                if isLeft(author, by: link, sessions, at: now) { continue }
                guard authors.count < MoveLogLimits.authorsMax else {
                    look(at: now)
                    break
                }
                fetches[author] = Fetch(link: link, deadline: now + Intervals.want)
                look(at: now + Intervals.want)
                authors.append(author)
            }
            if !authors.isEmpty { asks.append((link, authors)) }
        }
        return asks
    }

    private mutating func look(at instant: Duration) { lookAt = min(lookAt ?? instant, instant) }

    /// The instant until which no other peer is asked for an author.
    private func askedUntil(_ author: AuthorID) -> Duration { fetches[author]?.deadline ?? .zero }

    /// True if an author is left to other peers: this peer was asked and sent nothing for too long,
    /// and another peer, which will be asked in turn, claims the author too.
    private func isLeft(
        _ author: AuthorID, by link: LinkID, _ sessions: SessionTable, at now: Duration
    ) -> Bool {
        guard let fetch = fetches[author], fetch.link == link, now >= fetch.deadline else {
            return false
        }
        return sessions.values.contains {
            $0.link != link && $0.isEstablished && !$0.isDismissed && $0.lacking[author] != nil
        }
    }
}
