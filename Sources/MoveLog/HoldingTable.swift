/// By device, up to where it is known to hold each author's log durably.
struct HoldingTable: Sendable {
    /// By device and author, the last sequence that is held.
    private(set) var all: [PublicKey: [AuthorID: UInt64]] = [:]

    /// The devices of which something is known, in no order.
    var keys: [PublicKey] { Array(all.keys) }

    /// The holdings of one device; nil when nothing is known of it.
    subscript(key: PublicKey) -> [AuthorID: UInt64]? { all[key] }

    /// The last sequence of an author that a device holds; 0 when none is known.
    func sequence(of author: AuthorID, at key: PublicKey) -> UInt64 { all[key]?[author] ?? 0 }

    /// The last sequence of an author that any device holds; 0 when none is known.
    func highest(of author: AuthorID) -> UInt64 {
        all.values.reduce(0) { max($0, $1[author] ?? 0) }
    }

    /// The devices that hold an author's log up to a sequence, in no order.
    func holders(of author: AuthorID, upTo sequence: UInt64) -> [PublicKey] {
        all.filter { $0.value[author] ?? 0 >= sequence }.map(\.key)
    }

    /// A device holds an author's log up to a sequence.
    mutating func hold(_ sequence: UInt64, of author: AuthorID, at key: PublicKey) {
        all[key, default: [:]][author] = sequence
    }

    /// Nothing is known any more of what a device holds.
    mutating func remove(_ key: PublicKey) { all[key] = nil }

    /// Nothing is known any more of who holds an author's log.
    mutating func remove(_ author: AuthorID) {
        for key in keys { all[key]?[author] = nil }
    }

    /// Forgets what a device holds of the authors that do not pass. Cost: what it holds.
    mutating func keep(at key: PublicKey, where isKept: (AuthorID) -> Bool) {
        all[key] = all[key]?.filter { isKept($0.key) }
    }
}
