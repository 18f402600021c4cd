package import MoveLog

/// Up to where a device held the logs of some authors: what a sign-off covers, what of a lost device
/// was counted, from where on a keeper was covered by another.
package struct Cut: Hashable, Sendable {
    /// By author the last sequence that is inside, at least 1; at most `Limits.cutAuthorsMax` authors.
    package var last: [AuthorID: UInt64]

    /// Takes last sequences by author.
    package init(_ last: [AuthorID: UInt64]) { self.last = last }

    /// True if an entry is inside; nothing of an author who is not named is.
    package func contains(_ id: EntryID) -> Bool { id.sequence <= last[id.author] ?? 0 }
}

extension ByteWriter {
    /// Count, then author and sequence of each, in ascending order of authors.
    mutating func cut(_ cut: Cut) {
        count(cut.last.count)
        for (author, sequence) in cut.last.sorted(by: { $0.key < $1.key }) {
            entryID(EntryID(author: author, sequence: sequence))
        }
    }
}

extension ByteReader {
    mutating func cut() throws(Malformed) -> Cut {
        let total = try count("cut", max: Limits.cutAuthorsMax)
        guard total * 17 <= remaining else { throw .truncated }
        var last: [AuthorID: UInt64] = [:]
        var previous: AuthorID?
        for _ in 0..<total {
            let id = try entryID()
            if let previous, previous >= id.author { throw .invalid("cut") }
            last[id.author] = id.sequence
            previous = id.author
        }
        return Cut(last)
    }
}
