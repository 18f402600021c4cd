import MoveLog

/// Up to where the logs of removed devices count, as the removals that hold say in their own words.
struct Cuts {
    private let log: TableLog
    private var last: [AuthorID: UInt64] = [:]

    init(of log: TableLog) {
        self.log = log
        // Where a remover was copied, one ID may be several removals.
        let removals = log.removals.values.flatMap { log.entries($0.entry) }.map(\.entry)
        for entry in removals where entry.kind == .deviceRemoved {
            guard let body = try? DeviceRemoved(body: entry.body) else { continue }
            for cut in body.cuts { last[cut.author] = max(last[cut.author] ?? 0, cut.sequence) }
        }
    }

    /// Whether an entry must count: its author is of the table, or was and it lies before the cut.
    /// Of a forked log the digest decides, and the copy of a device may have gone the other way.
    func demand(_ entry: Entry) -> Bool {
        guard let key = log.key(of: entry.id.author) else { return isEmpty }
        if log.isMember(key) { return true }
        guard log.isRemoved(key), !log.forkedAuthors.contains(entry.id.author) else { return false }
        return entry.id.sequence <= last[entry.id.author] ?? 0
    }

    /// Whether an entry must not count.
    func forbids(_ entry: Entry) -> Bool {
        guard let key = log.key(of: entry.id.author), !log.isMember(key) else { return false }
        return entry.id.sequence > last[entry.id.author] ?? 0
    }

    /// Whether nobody was removed.
    private var isEmpty: Bool { log.removals.isEmpty }
}

extension Checkers {
    /// What a removed device recorded beyond its cut counts nowhere; a removed key is no member; the
    /// device itself still holds what it acknowledged.
    static func removals(_ world: World) -> [String] {
        var findings: [String] = []
        for device in world.counted {
            guard let log = device.replica?.log, !log.removals.isEmpty else { continue }
            let cuts = Cuts(of: log)
            for placed in log.allPlaced() where cuts.forbids(placed.entry) {
                findings.append("device \(device.index) counts \(placed.entry.id) beyond a cut")
            }
            for key in log.removals.keys.sorted() where log.isMember(key) {
                findings.append("device \(device.index) has a removed member")
            }
            guard device.index == 0 else { continue }
            let uncounted = log.removals.keys.reduce(0) { $0 + log.uncountedCount(of: $1) }
            world.happenings.note(.uncounted, times: uncounted)
        }
        for device in world.dismissed {
            guard let log = device.replica?.log else { continue }
            if !log.isRemoved(device.key) { world.happenings.note(.cutOff) }
            // Of two devices with one key neither holds what the other recorded beyond the cut.
            guard world.devices.count(where: { $0.key == device.key }) == 1 else { continue }
            let held = Set(log.allPlaced().map(\.entry)).union(log.uncounted(of: device.key))
            for entries in world.ledger.acknowledged.values {
                for entry in entries where log.key(of: entry.id.author) == device.key {
                    guard !device.isTampered, !held.contains(entry) else { continue }
                    findings.append("removed device \(device.index) lost its own \(entry.id)")
                }
            }
        }
        return findings.sorted()
    }
}
