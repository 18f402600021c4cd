/// The end of one branch of an author's log; an unforked log has one.
package struct Leaf: Hashable, Comparable, Sendable {
    package var author: AuthorID
    /// The last sequence.
    package var sequence: UInt64
    /// The first half of D(sequence).
    package var mark: Octets16

    /// Bytes of a leaf in a frame at most.
    static let bytesMax = 40

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
        guard sequence > 0, sequence < MoveLogLimits.lamportMax else { throw .invalid("sequence") }
        mark = try reader.octets16()
    }
}

/// A leaf that a peer named, and its place in the own log.
package struct FoundLeaf: Sendable {
    let leaf: Leaf
    /// The branch that holds the leaf, as its end or before; nil if the leaf is not held.
    let branch: Int?

    /// True if the leaf is held, whether or not it counts.
    var isHeld: Bool { branch != nil }
}

/// The leaves of an author that a peer claims, kept until this device holds all of them.
package struct Claim: Sendable {
    package let found: [FoundLeaf]
    /// The last sequence of the first branch at the time of the lookup.
    let searched: UInt64
}

/// The leaves of every author's log of a device.
package struct Frontier: Hashable, Sendable {
    /// Sorted by author, sequence, mark.
    package let leaves: [Leaf]

    package init(leaves: [Leaf]) { self.leaves = leaves.sorted() }

    /// Count, then author, sequence and mark of each leaf.
    package func write(to writer: inout ByteWriter) {
        writer.count(leaves.count)
        for leaf in leaves { leaf.write(to: &writer) }
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        let count = try reader.count("leaves", max: MoveLogLimits.leavesMax)
        guard count * 33 <= reader.remaining else { throw .truncated }
        var leaves: [Leaf] = []
        leaves.reserveCapacity(count)
        for _ in 0..<count { leaves.append(try Leaf(from: &reader)) }
        self.init(leaves: leaves)
    }
}
