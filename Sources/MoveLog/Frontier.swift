/// The end of one branch of an author's log; an author that is not forked has one.
package struct Leaf: Hashable, Comparable, Sendable {
    /// Whose log.
    package var author: AuthorID
    /// The last sequence.
    package var sequence: UInt64
    /// The first half of D(sequence).
    package var mark: Octets16

    /// Joins the parts.
    package init(author: AuthorID, sequence: UInt64, mark: Octets16) {
        self.author = author
        self.sequence = sequence
        self.mark = mark
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.author, left.sequence, left.mark) < (right.author, right.sequence, right.mark)
    }

    func write(to writer: inout ByteWriter) {
        writer.raw(author.bytes)
        writer.varint(sequence)
        writer.raw(mark.bytes)
    }

    init(from reader: inout ByteReader) throws(Malformed) {
        author = try reader.identifier(AuthorID.self)
        sequence = try reader.varint()
        guard sequence > 0, sequence < Limits.lamportMax else { throw .invalid("sequence") }
        mark = try reader.octets16()
    }
}

/// A leaf that a peer named, with what is held of it.
struct FoundLeaf: Sendable {
    /// The leaf that the peer named.
    let leaf: Leaf
    /// The branch on which it stands, at the end or before it; nil where it is not held.
    let branch: Int?

    /// True if it is held, counting or not.
    var isHeld: Bool { branch != nil }
}

/// The leaves of an author that a peer says it holds, as long as not all of them are held here.
struct Claim: Sendable {
    /// The leaves that it names.
    let found: [FoundLeaf]
    /// The last entry of the first branch when this was looked up.
    let searched: UInt64
}

/// All that a device holds: the leaves of every author's log, sorted.
package struct Frontier: Hashable, Sendable {
    /// Sorted by author, sequence, mark.
    package let leaves: [Leaf]

    /// Sorts the leaves.
    package init(leaves: [Leaf]) { self.leaves = leaves.sorted() }

    /// Count, then author, sequence and mark of each leaf.
    package func write(to writer: inout ByteWriter) {
        writer.count(leaves.count)
        for leaf in leaves { leaf.write(to: &writer) }
    }

    /// Reads what `write` wrote.
    package init(from reader: inout ByteReader) throws(Malformed) {
        let count = try reader.count("leaves", max: Limits.leavesMax)
        guard count * 33 <= reader.remaining else { throw .truncated }
        var leaves: [Leaf] = []
        leaves.reserveCapacity(count)
        for _ in 0..<count { leaves.append(try Leaf(from: &reader)) }
        self.init(leaves: leaves)
    }
}
