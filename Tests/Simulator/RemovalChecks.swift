import MoveLog

/// Up to where the logs of removed devices count, as the removals that hold say in their own words.
struct Cuts {
    private let log: TableLog
    /// By author the first and the last sequence that a removal may cut at: where its remover was
    /// copied, one ID may be several removals, of which one holds.
    private var ends: [AuthorID: ClosedRange<UInt64>] = [:]
    /// A device that was invited only beyond the cut of its inviter: nothing of it counts.
    private let outside: Set<PublicKey>

    init(of log: TableLog) {
        self.log = log
        let beyond = log.removals.keys.flatMap { log.uncounted(of: $0) }
        let inside = Self.invitees(of: log.allPlaced().map(\.entry))
        // Where the invitation itself is held by nobody, the device's own first entry tells of it.
        let guests = beyond.filter { $0.kind == .authorStarted }
            .compactMap { try? AuthorStarted(body: $0.body) }
            .filter { start in
                start.chain.invitations.dropLast().contains { log.isRemoved($0.invitee) }
            }
            .map(\.key)
        outside = Self.invitees(of: beyond).union(guests).subtracting(inside)
        for removal in log.removals.values {
            let bodies = log.entries(removal.entry).map(\.entry)
                .filter { $0.kind == .deviceRemoved }
                .compactMap { try? DeviceRemoved(body: $0.body) }
            let cuts = bodies.map { body in
                Dictionary(
                    body.cuts.filter { Self.isSigned($0, by: removal.device, of: log) }
                        .map { ($0.author, $0.sequence) },
                    uniquingKeysWith: { max($0, $1) })
            }
            // A hostile device names others' logs, too, in a removal that holds.
            for author in Set(cuts.flatMap(\.keys)) where log.key(of: author) == removal.device {
                let last = cuts.map { $0[author] ?? 0 }
                ends[author] = (last.min() ?? 0)...(last.max() ?? 0)
            }
        }
    }

    private static func invitees(of entries: [Entry]) -> Set<PublicKey> {
        Set(
            entries.filter { $0.kind == .deviceAdded }
                .compactMap { (try? DeviceAdded(body: $0.body))?.invitee })
    }

    /// True if the removed device signed for the end at which a cut lies: a hostile device makes cuts
    /// up, and nothing counts for them.
    private static func isSigned(
        _ cut: DeviceRemoved.Cut, by key: PublicKey, of log: TableLog
    ) -> Bool {
        let message = SignedHead.message(
            table: log.charter.table, author: cut.author, sequence: cut.sequence,
            digest: cut.digest)
        return ToySeal(device: 0).isValid(cut.signature, of: message, by: key)
    }

    /// Whether an entry must count: its author is of the table, or was and it lies before the cut.
    /// Of a copied or restored device the cut lies on one branch, and of the other one nothing
    /// counts that nobody but the removed device held: then another entry of this ID does.
    func demand(_ entry: Entry) -> Bool {
        guard let key = log.key(of: entry.id.author) else { return isEmpty }
        if log.isMember(key) { return true }
        guard log.isRemoved(key), !outside.contains(key),
            entry.id.sequence <= ends[entry.id.author]?.lowerBound ?? 0
        else { return false }
        let counted = log.entries(entry.id)
        return counted.isEmpty || counted.contains { $0.entry == entry }
    }

    func forbids(_ entry: Entry) -> Bool {
        guard let key = log.key(of: entry.id.author), !log.isMember(key) else { return false }
        return entry.id.sequence > ends[entry.id.author]?.upperBound ?? 0
    }

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
            for key in log.removals.keys where log.isMember(key) {
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
