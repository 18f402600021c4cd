/// The entries that each device is known to hold durably.
struct HoldingTable: Sendable {
    /// The last held sequence, by device and author.
    private(set) var all: [PublicKey: [AuthorID: UInt64]] = [:]

    /// The devices with known holdings, in no order.
    var keys: [PublicKey] { Array(all.keys) }

    /// The holdings of one device; nil if none are known.
    subscript(key: PublicKey) -> [AuthorID: UInt64]? { all[key] }

    /// The last sequence of an author that a device holds; 0 if unknown.
    func sequence(of author: AuthorID, at key: PublicKey) -> UInt64 { all[key]?[author] ?? 0 }

    /// The last sequence of an author that any device holds; 0 if unknown.
    func highest(of author: AuthorID) -> UInt64 {
        all.values.reduce(0) { max($0, $1[author] ?? 0) }
    }

    /// The devices that hold an author's log up to a sequence, in no order.
    func holders(of author: AuthorID, upTo sequence: UInt64) -> [PublicKey] {
        all.filter { $0.value[author] ?? 0 >= sequence }.map(\.key)
    }

    mutating func hold(_ sequence: UInt64, of author: AuthorID, at key: PublicKey) {
        all[key, default: [:]][author] = sequence
    }

    mutating func remove(_ key: PublicKey) { all[key] = nil }

    mutating func remove(_ author: AuthorID) {
        for key in keys { all[key]?[author] = nil }
    }

    /// Drops the holdings of a device for the authors that do not pass. Cost: the holdings of the
    /// device.
    mutating func keep(at key: PublicKey, where isKept: (AuthorID) -> Bool) {
        all[key] = all[key]?.filter { isKept($0.key) }
    }
}
