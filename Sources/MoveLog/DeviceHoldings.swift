/// The last entry of each author that each device is known to hold durably, with the sums that tell what it lacks: a move
/// changes one log, and no device is compared with all of them again.
///
/// Invariants: `logs` has each log of the table with the last of its entries that count, and `all` is the sum of these. What
/// a device `covers` is the sum over its own logs, and over those of others of what it holds of them, each up to that end;
/// `beyond` has the authors with entries there that do not count here.
package struct DeviceHoldings: Sendable {
    private struct Device: Sendable {
        /// Nil for a device of which only the logs here are known.
        var held: [AuthorID: UInt64]?
        var covers = 0
        var beyond: Set<AuthorID> = []

        mutating func hold(
            _ sequence: UInt64, of author: AuthorID, last: UInt64, isOwn: Bool
        ) {
            let former = held?[author] ?? 0
            held = held ?? [:]
            held?[author] = sequence
            if !isOwn { covers += Int(min(sequence, last)) - Int(min(former, last)) }
            if sequence > last { beyond.insert(author) }
        }

        /// A log of which the device holds more grew.
        mutating func cover(
            _ author: AuthorID, from former: UInt64, to last: UInt64, isOwn: Bool
        ) {
            let sequence = held?[author] ?? 0
            if !isOwn { covers += Int(min(sequence, last)) - Int(min(sequence, former)) }
            if sequence <= last { beyond.remove(author) }
        }
    }

    private var devices: [PublicKey: Device] = [:]
    private var logs: [AuthorID: (key: PublicKey, last: UInt64)] = [:]
    private var all = 0

    /// The last sequence of each author that a device holds; nil if nothing is known of it.
    package subscript(key: PublicKey) -> [AuthorID: UInt64]? { devices[key]?.held }

    /// The same of each device of which something is known.
    package var byDevice: [PublicKey: [AuthorID: UInt64]] { devices.compactMapValues(\.held) }

    /// True if something is known of what a device holds; the number of counted entries that it is not known to hold; the
    /// authors with more entries there than count here, with its last sequence of each. Cost: one look-up for most.
    func state(
        of key: PublicKey
    ) -> (isHeard: Bool, lacks: Int, beyond: [(author: AuthorID, last: UInt64)]) {
        guard let device = devices[key] else { return (false, all, []) }
        let beyond = device.beyond.isEmpty ? [] : device.beyond.map { ($0, device.held?[$0] ?? 0) }
        return (device.held != nil, all - device.covers, beyond)
    }

    /// The last sequences of an author that some devices hold. Cost: a look at each device.
    func sequences(
        of author: AuthorID, by isMeant: (PublicKey) -> Bool = { _ in true }
    ) -> [UInt64] {
        devices.compactMap { key, device in isMeant(key) ? device.held?[author] : nil }
    }

    // MARK: Entries that devices hold

    mutating func hold(_ sequence: UInt64, of author: AuthorID, by key: PublicKey) {
        let log = logs[author]
        devices[key, default: Device()].hold(
            sequence, of: author, last: log?.last ?? 0, isOwn: log?.key == key)
    }

    /// Replaces what a device holds; nil forgets it.
    mutating func set(_ held: [AuthorID: UInt64]?, of key: PublicKey) {
        var device = Device(held: held)
        for log in logs.values where log.key == key { device.covers += Int(log.last) }
        device.held?.removeAll()
        for (author, sequence) in held ?? [:] {
            let log = logs[author]
            device.hold(sequence, of: author, last: log?.last ?? 0, isOwn: log?.key == key)
        }
        devices[key] = device.held == nil && device.covers == 0 ? nil : device
    }

    /// Forgets an author that has no log here.
    mutating func forget(_ author: AuthorID) {
        for (key, device) in devices where device.beyond.contains(author) {
            devices[key]?.held?[author] = nil
            devices[key]?.beyond.remove(author)
        }
    }

    // MARK: Ends of the logs

    /// The log of one author grew, and nothing else changed.
    mutating func grew(_ author: AuthorID, of owner: PublicKey, to last: UInt64) {
        let former = logs[author]?.last ?? 0
        logs[author] = (owner, last)
        all += Int(last - former)
        devices[owner, default: Device()].covers += Int(last - former)
        let claimants = devices.compactMap { $1.beyond.contains(author) ? $0 : nil }
        for key in claimants {
            devices[key]?.cover(author, from: former, to: last, isOwn: key == owner)
        }
    }

    /// Takes the ends of all logs. Cost: all that is held.
    mutating func recount(_ log: TableLog) {
        logs = log.authors.mapValues { ($0.key, log.last(of: $0.author)) }
        all = logs.values.reduce(0) { $0 + Int($1.last) }
        for key in Set(logs.values.map(\.key)).union(devices.keys) {
            set(devices[key]?.held, of: key)
        }
    }
}
