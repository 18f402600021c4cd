/// Consecutive entries of one author with the head that vouches for them: what travels on links and
/// rests in segments. It attaches where the author's log has the digest `base`.
package struct Run: Hashable, Sendable {
    /// Whose entries these are.
    package var author: AuthorID
    /// The sequence before the first entry; 0 at the start of the log.
    package var after: UInt64
    /// The first half of D(after): says to which branch of a forked log the run belongs.
    package var base: Octets16
    /// How many entries follow; at least 1.
    package var count: Int
    /// The canonical bytes of the entries, one after the other.
    package var bytes: [UInt8]
    /// The author's signature over the last entry of the run; nil only for own entries on the own
    /// disk, which were not sent yet.
    package var head: SignedHead?

    /// Joins the parts; `bytes` must hold exactly `count` entries.
    package init(
        author: AuthorID, after: UInt64, base: Octets16, count: Int, bytes: [UInt8],
        head: SignedHead?
    ) {
        self.author = author
        self.after = after
        self.base = base
        self.count = count
        self.bytes = bytes
        self.head = head
    }

    /// The sequence of the last entry.
    package var last: UInt64 { after + UInt64(count) }

    /// Appends the run: author, after, base, count, length of the entries, entries, signature
    /// length (0 or 64), signature.
    package func write(to writer: inout ByteWriter) {
        writer.raw(author.bytes)
        writer.varint(after)
        writer.raw(base.bytes)
        writer.count(count)
        writer.counted(bytes)
        writer.counted(head?.signature ?? [])
    }

    /// Reads what `write` wrote. The entries themselves are read by `entries`.
    package init(from reader: inout ByteReader) throws(Malformed) {
        author = try reader.identifier(AuthorID.self)
        after = try reader.varint()
        guard after < Limits.lamportMax else { throw .tooLarge("after") }
        base = try reader.octets16()
        count = try reader.count("count", max: Int(Limits.spanEntriesMax))
        guard count > 0 else { throw .invalid("count") }
        bytes = try reader.counted("entries", max: Limits.spanBytesMax)
        let signature = try reader.counted("signature", max: 64)
        guard signature.isEmpty || signature.count == 64 else { throw .invalid("signature") }
        head =
            signature.isEmpty
            ? nil : SignedHead(sequence: after + UInt64(count), signature: signature)
    }

    /// The entries with the offset behind each in `bytes`; malformed when there are not exactly
    /// `count` of them.
    package func entries() throws(Malformed) -> [(entry: Entry, end: Int)] {
        var reader = ByteReader(bytes)
        var entries: [(entry: Entry, end: Int)] = []
        // An entry takes six bytes at least, so the bytes themselves bound what is reserved.
        guard count <= bytes.count else { throw .truncated }
        entries.reserveCapacity(count)
        for index in 0..<count {
            let id = EntryID(author: author, sequence: after + UInt64(index) + 1)
            entries.append((try Entry(id: id, canonical: &reader), reader.offset))
        }
        try reader.finish()
        return entries
    }
}
