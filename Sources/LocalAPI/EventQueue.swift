/// The unsent events of one stream, in order and bounded. An event with a key takes the place of an
/// unsent one with the same key, so that a slow reader of a state gets the newest and not all.
struct EventQueue {
    private struct Pending {
        let key: String?
        let bytes: [UInt8]
    }

    /// A replaced event leaves a nil, so that the positions in `positions` stay right.
    private var pending: [Pending?] = []
    private var first = 0
    private var positions: [String: Int] = [:]
    private var liveCount = 0
    private(set) var byteCount = 0

    var isEmpty: Bool { liveCount == 0 }

    /// Appends an event; one of the same key that waits is dropped first, so events leave in the
    /// order in which they became true. False if `limit` bytes would be exceeded: nothing changed
    /// then but the drop.
    mutating func append(_ bytes: [UInt8], key: String?, limit: Int) -> Bool {
        if let key, let position = positions.removeValue(forKey: key) {
            drop(position)
        }
        guard bytes.count <= limit - byteCount else { return false }
        compact()
        if let key { positions[key] = pending.count }
        pending.append(Pending(key: key, bytes: bytes))
        liveCount += 1
        byteCount += bytes.count
        return true
    }

    /// The next event's bytes.
    mutating func takeFirst() -> [UInt8]? {
        while first < pending.count {
            defer { first += 1 }
            guard let event = pending[first] else { continue }
            if let key = event.key { positions[key] = nil }
            drop(first)
            return event.bytes
        }
        pending.removeAll(keepingCapacity: true)
        first = 0
        return nil
    }

    private mutating func drop(_ position: Int) {
        byteCount -= pending[position]?.bytes.count ?? 0
        liveCount -= 1
        pending[position] = nil
    }

    /// Closes up once the nils are the most of it, so that appending stays cheap.
    private mutating func compact() {
        guard pending.count > 64, liveCount < pending.count / 2 else { return }
        pending = pending.filter { $0 != nil }
        first = 0
        for (position, event) in pending.enumerated() {
            if let key = event?.key { positions[key] = position }
        }
    }
}
