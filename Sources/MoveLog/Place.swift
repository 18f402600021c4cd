/// Where an entry stands in the total order of a table's entries: by lamport, then author, then
/// sequence, then the entry's digest. The order is causal and owes nothing to any wall clock.
package struct Place: Hashable, Comparable, Sendable {
    /// The entry's lamport; 0 when it is absurd, which puts the entry before everything.
    package var lamport: UInt64
    /// Author and sequence.
    package var id: EntryID
    /// The entry's digest where its author's log is forked at or before it, so that two entries of
    /// one ID have an order; nil in every other case.
    package var digest: Digest?

    /// Joins the parts of the order.
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

/// An entry with its place in the order: what the fold takes.
package struct Placed: Hashable, Sendable {
    /// The entry as its author wrote it.
    package var entry: Entry
    /// Where it stands.
    package var place: Place

    /// Joins the two.
    package init(entry: Entry, place: Place) {
        self.entry = entry
        self.place = place
    }
}
