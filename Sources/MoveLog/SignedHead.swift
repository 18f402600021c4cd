/// An author's signature over its log up to a sequence: with it, a run can be taken from anybody.
package struct SignedHead: Hashable, Sendable {
    /// The last sequence that the signature covers.
    package var sequence: UInt64
    /// 64 bytes over `message`.
    package var signature: [UInt8]

    /// Joins the two.
    package init(sequence: UInt64, signature: [UInt8]) {
        self.sequence = sequence
        self.signature = signature
    }

    /// What is signed: domain, table, author, sequence as eight bytes, D(sequence).
    package static func message(
        table: TableID, author: AuthorID, sequence: UInt64, digest: Digest
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 120)
        writer.raw(Domain.head)
        writer.raw(table.bytes)
        writer.raw(author.bytes)
        writer.fixed64(sequence)
        writer.raw(digest.bytes)
        return writer.bytes
    }
}
