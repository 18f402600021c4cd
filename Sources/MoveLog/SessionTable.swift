/// The conversations of a device by link, sorted. There are few, so that a search costs less than a
/// hash; and they are looked at and changed in place, because a session is made of many collections,
/// each of which costs something to copy.
struct SessionTable: Sendable {
    /// The links, ascending.
    private(set) var keys: [LinkID] = []
    /// By index of the link; never nil between two calls.
    private var sessions: [PeerSession?] = []

    var count: Int { keys.count }

    /// The link at a place.
    func link(at index: Int) -> LinkID { keys[index] }

    /// In the order of the links.
    var values: some Sequence<PeerSession> { sessions.lazy.compactMap(\.self) }

    /// The places of the sessions, in the order of the links.
    var indices: Range<Int> { sessions.indices }

    /// The session at a place. What is asked of it is read where it lies; the session itself, given to
    /// a function or named, would be copied.
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

    /// Takes a session out; nil when there is none.
    mutating func removeValue(forKey link: LinkID) -> PeerSession? {
        let index = index(of: link)
        guard index < keys.count, keys[index] == link else { return nil }
        keys.remove(at: index)
        return sessions.remove(at: index)
    }

    private mutating func insert(_ session: PeerSession, of link: LinkID, at index: Int) {
        keys.insert(link, at: index)
        sessions.insert(session, at: index)
    }

    private mutating func remove(at index: Int) {
        keys.remove(at: index)
        sessions.remove(at: index)
    }

    /// Where the link stands, or would.
    private func index(of link: LinkID) -> Int {
        keys.indices.partitioningIndex { keys[$0] >= link }
    }
}

extension SessionTable {
    /// The link that was silent for the longest, of a device that has as many as it may.
    func surplus(of key: PublicKey) -> LinkID? {
        let same = values.filter { $0.key == key }
        guard same.count >= Limits.linksOfDeviceMax else { return nil }
        return same.min { ($0.heardAt, $0.link) < ($1.heardAt, $1.link) }?.link
    }

    /// True if one more link may come up, to a member or to a stranger.
    func hasRoom(forMember isOfMember: Bool, isMember: (PublicKey) -> Bool) -> Bool {
        guard count < Limits.linksMax else { return false }
        return isOfMember || values.count { !isMember($0.key) } < Limits.linksOfStrangersMax
    }

    /// The shortest way to each device that an established link leads to, and that link: of equally short ways
    /// that over the lowest link.
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
            where route.device != own && route.hops < Limits.hopsMax {
                var route = route
                route.hops += 1
                consider(route, session.link)
            }
        }
        return ways
    }

    /// The devices that are known to hold what a digest names: linked ones by their own word, others by that of
    /// a peer that does.
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

/// Which processes greeted with which key, so that copies of a home are told from restarts.
struct ProcessHistory: Sendable {
    private var boots: [PublicKey: [Octets16]] = [:]
    private var clones: Set<Octets16> = []

    /// A process greets with a key. One that greets again after another did was not restarted; of a single
    /// return a greeting that was long on its way may be the reason, of two it is not. Returns true when two
    /// processes are first seen to take turns.
    mutating func greeted(_ boot: Octets16, as key: PublicKey) -> Bool {
        var known = boots[key] ?? []
        guard known.last != boot else { return false }
        let wasCopied = isCopied(key)
        known.append(boot)
        boots[key] = known.suffix(Limits.processesMax)
        return !wasCopied && isCopied(key)
    }

    /// Another process greets with this device's own key; false if it did before.
    mutating func metClone(_ boot: Octets16) -> Bool { clones.insert(boot).inserted }

    /// True if two processes were seen to take turns, so that both are at work.
    func isCopied(_ key: PublicKey) -> Bool {
        let known = boots[key] ?? []
        return known.count - Set(known).count >= 2
    }

    /// Nothing is known any more of the processes with a key.
    mutating func forget(_ key: PublicKey) { boots[key] = nil }

    /// Two that go on taking turns are told of once more.
    mutating func forget() { boots = [:] }
}
