/// Summaries: each device tells its peers which state it is in, and which other devices can be reached
/// through it. A peer's own digest is first-hand and decides what it is sent; what is said of third
/// devices serves people, and the dialler, which makes a mesh of a star.
extension Replica {
    // MARK: Routes

    /// The shortest way to each other device, and the link it leads over: of equally short ones that
    /// over the lowest link.
    private func ways() -> [DeviceID: (route: PeerRoute, link: LinkID)] {
        var ways: [DeviceID: (route: PeerRoute, link: LinkID)] = [:]
        func consider(_ route: PeerRoute, _ link: LinkID) {
            if let known = ways[route.device], known.route.hops <= route.hops { return }
            ways[route.device] = (route, link)
        }
        for session in sessions.values where session.isEstablished {
            let address = session.address ?? ""
            consider(PeerRoute(device: session.device, hops: 1, address: address), session.link)
        }
        for session in sessions.values where session.isEstablished {
            for route in session.summaries.routes
            where route.device != ownDevice && route.hops < Limits.hopsMax {
                var route = route
                route.hops += 1
                consider(route, session.link)
            }
        }
        return ways
    }

    /// The other devices that can be reached, with the fewest hops.
    func routes() -> [DeviceID: PeerRoute] { ways().mapValues(\.route) }

    /// The devices that are known to hold what is held here: linked ones by their own word, others by
    /// that of a peer that does.
    func equalDevices() -> Set<DeviceID> {
        var equal: Set<DeviceID> = []
        for session in sessions.values
        where session.isEstablished && session.summaries.digest == history.digest {
            equal.insert(session.device)
            equal.formUnion(session.summaries.equal)
        }
        return equal
    }

    // MARK: Telling

    /// Something that summaries tell may have changed.
    mutating func summariesChanged() {
        if summaryAt != nil { return }
        summaryAt = max(now.uptime + Intervals.summaryDelay, summariesToldAt + Intervals.summary)
    }

    /// Tells every peer what has changed since it was told, once it is time. Of devices that are no members a
    /// peer could make up any number: they are left out. What is reached over a link is not told back
    /// on it (split horizon, RFC 2453 section 3.4.3).
    mutating func tellSummaries(_ links: [LinkID]) {
        guard let due = summaryAt, now.uptime >= due else { return }
        summaryAt = nil
        let members = ways().values.filter { log.key(of: $0.route.device) != nil }
            .sorted { $0.route < $1.route }
        let equal = equalDevices()
        for link in links {
            guard let device = sessions[link]?.device else { continue }
            let routes = members.filter { $0.link != link && $0.route.device != device }
                .prefix(Limits.linksMax).map(\.route)
            let frame = sessions[link]?.summaries.tell(history.digest, routes) {
                equal.contains($0.device)
            }
            guard let frame else { continue }
            summariesToldAt = now.uptime
            send(frame, on: link)
        }
    }

    // MARK: Hearing

    mutating func heard(_ summary: Summary, from link: LinkID) {
        let known = Set(sessions[link]?.summaries.routes ?? [])
        guard sessions[link]?.summaries.hear(summary) == true else {
            return close(link, .malformed)
        }
        for route in summary.routes ?? []
        where route.device != ownDevice && !route.address.isEmpty && !known.contains(route) {
            emit(.publish(.sighted(route.device, at: route.address, through: link)))
        }
        place(summary.digest, of: link)
        summariesChanged()
        arePeersChanged = true
    }

    /// The log changed: one author's grew from where it ended, or, where `former` is nil, something else
    /// happened to it. Peers may have come to this state before.
    mutating func stateChanged(by author: AuthorID, from former: UInt64?) {
        let before = history.digest
        let digest = log.digest.octets.high
        if let former {
            history.append(digest, author: author, former: former)
        } else {
            history.restart(digest)
        }
        guard history.digest != before else { return }
        summariesChanged()
        for link in sessions.keys where sessions[link]?.summaries.digest == digest {
            place(digest, of: link)
        }
    }

    /// A peer named a digest. Of a state that was held here it says what the peer holds, and what those
    /// hold that the peer says are equal.
    private mutating func place(_ digest: Octets16, of link: LinkID) {
        guard let number = history.number(of: digest) else {
            sessions[link]?.summaries.isKnown = false
            return
        }
        sessions[link]?.summaries.isKnown = true
        guard let session = sessions[link] else { return }
        let former = history.formerEnds(in: number)
        for author in authorsToReview(for: session.key, number) {
            guard let log = log.authors[author] else { continue }
            let ends = ends(of: log, former[author])
            guard !ends.isEmpty else { continue }
            sessions[link]?.align(with: log)
            for (branch, end) in ends.enumerated() {
                sessions[link]?.advance(log, branch: branch, held: end)
            }
            sessions[link]?.review(log, isAhead: true)
            sessions[link]?.land(author)
            noteHolding(ends.max() ?? 0, of: author, by: session.key)
        }
        knownStates[session.key] = max(number, knownStates[session.key] ?? 0)
        let linked = Set(sessions.values.filter(\.isEstablished).map(\.device))
        for device in session.summaries.equal.subtracting(linked).sorted() where device != ownDevice
        {
            guard let key = log.key(of: device) else { continue }
            for author in authorsToReview(for: key, number) {
                guard let log = log.authors[author] else { continue }
                noteHolding(ends(of: log, former[author]).max() ?? 0, of: author, by: key)
            }
            knownStates[key] = max(number, knownStates[key] ?? 0)
        }
    }

    /// Up to where the branches of a log counted in a state, if it ended at `former` then; nothing for a log
    /// that was not forked then and is now.
    private func ends(of log: AuthorLog, _ former: UInt64?) -> [UInt64] {
        guard let former else { return self.log.countedEnds(of: log) }
        return log.isForked ? [] : [former]
    }

    /// The authors whose logs grew since the state that a device was last known to be in; all where that
    /// is not known.
    private func authorsToReview(for key: PublicKey, _ number: UInt64) -> [AuthorID] {
        guard let old = knownStates[key] else { return log.authorIDs }
        // What is held only grows.
        if old >= number { return [] }
        return history.authors(after: old, upTo: number)?.sorted() ?? log.authorIDs
    }
}
