/// The place of an entry in the total order of a table's entries: by lamport, author, sequence,
/// then the digest of the entry. The order is causal and independent of wall clocks.
package struct Place: Hashable, Comparable, Sendable {
    /// 0 if the lamport is absurd, which puts the entry before all others.
    package var lamport: UInt64
    package var id: EntryID
    /// The digest of the entry if its author's log is forked at or before it, to order two entries
    /// with one ID; nil in every other case.
    package var digest: Digest?

    package init(lamport: UInt64, id: EntryID, digest: Digest? = nil) {
        self.lamport = lamport
        self.id = id
        self.digest = digest
    }

    package static func < (left: Self, right: Self) -> Bool {
        if left.lamport != right.lamport { return left.lamport < right.lamport }
        if left.id != right.id { return left.id < right.id }
        switch (left.digest, right.digest) {
        case (nil, nil), (_?, nil): return false
        case (nil, _?): return true
        case (let left?, let right?): return left < right
        }
    }
}

/// An entry with its place in the order: the input of the fold.
package struct Placed: Hashable, Sendable {
    /// The entry as its author wrote it.
    package var entry: Entry
    package var place: Place

    package init(entry: Entry, place: Place) {
        self.entry = entry
        self.place = place
    }
}
