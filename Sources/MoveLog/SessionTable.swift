/// The conversations of a device by link, sorted. There are few, so that a search costs less than a
/// hash; and they are looked at and changed in place, because a session is made of many collections,
/// each of which costs something to copy.
struct SessionTable: Sendable {
    /// The links, ascending.
    private(set) var keys: [LinkID] = []
    /// By index of the link; never nil between two calls.
    private var sessions: [Session?] = []

    var count: Int { keys.count }

    /// The link at a place.
    func link(at index: Int) -> LinkID { keys[index] }

    /// In the order of the links.
    var values: some Sequence<Session> { sessions.lazy.compactMap(\.self) }

    /// The places of the sessions, in the order of the links.
    var indices: Range<Int> { sessions.indices }

    /// The session at a place. What is asked of it is read where it lies; the session itself, given to
    /// a function or named, would be copied.
    @inline(__always)
    subscript(at index: Int) -> Session? {
        _read { yield sessions[index] }
    }

    @inline(__always)
    subscript(link: LinkID) -> Session? {
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
                var added: Session?
                yield &added
                if let added { insert(added, of: link, at: index) }
            }
        }
    }

    /// Takes a session out; nil when there is none.
    mutating func removeValue(forKey link: LinkID) -> Session? {
        let index = index(of: link)
        guard index < keys.count, keys[index] == link else { return nil }
        keys.remove(at: index)
        return sessions.remove(at: index)
    }

    private mutating func insert(_ session: Session, of link: LinkID, at index: Int) {
        keys.insert(link, at: index)
        sessions.insert(session, at: index)
    }

    private mutating func remove(at index: Int) {
        keys.remove(at: index)
        sessions.remove(at: index)
    }

    /// Where the link stands, or would.
    private func index(of link: LinkID) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < link { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
