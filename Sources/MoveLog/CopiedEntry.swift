/// The body of an entry that stands for another one, whose log is not this table's or has lost it.
/// It counts only if the original is not in the table's logs, and only the first copy in order.
package struct CopiedEntry: Hashable, Sendable {
    /// The ID of the original.
    package var origin: EntryID
    /// The digest of the original alone (`TableLog.digest(of:)`).
    package var digest: Digest
    /// What the original was about.
    package var scope: Scope
    /// What the original meant.
    package var kind: Kind
    /// The original's content.
    package var body: [UInt8]

    /// Joins the parts.
    package init(origin: EntryID, digest: Digest, scope: Scope, kind: Kind, body: [UInt8]) {
        self.origin = origin
        self.digest = digest
        self.scope = scope
        self.kind = kind
        self.body = body
    }

    /// The draft that records an entry again: with the original's scope, so that the copy is filed
    /// under the same game. The copy of a copy stands for the first original. Nil for what belongs
    /// to the old log alone (its authors and devices) or does not fit.
    package static func draft(of entry: Entry, digest: Digest) -> Draft? {
        guard entry.kind != .authorStarted, entry.kind != .deviceAdded else { return nil }
        if entry.kind == .copied {
            return Draft(scope: entry.scope, kind: .copied, body: entry.body)
        }
        let copy = CopiedEntry(
            origin: entry.id, digest: digest, scope: entry.scope, kind: entry.kind,
            body: entry.body)
        let body = copy.encoded
        guard body.count + Limits.envelopeBytesMax <= Limits.entryBytesMax else { return nil }
        return Draft(scope: entry.scope, kind: .copied, body: body)
    }

    /// Author, sequence and digest of the original, its scope, its kind, its body counted.
    package var encoded: [UInt8] {
        var writer = ByteWriter(capacity: body.count + 100)
        writer.raw(origin.author.bytes)
        writer.varint(origin.sequence)
        writer.raw(digest.bytes)
        scope.write(to: &writer)
        writer.varint(UInt64(kind.rawValue))
        writer.counted(body)
        return writer.bytes
    }

    /// Reads what `encoded` gives; nothing may be left over.
    package init(encoded: [UInt8]) throws(Malformed) {
        var reader = ByteReader(encoded)
        let author = try reader.identifier(AuthorID.self)
        let sequence = try reader.varint()
        guard sequence > 0 else { throw .invalid("origin") }
        origin = EntryID(author: author, sequence: sequence)
        digest = try reader.identifier(Digest.self)
        scope = try Scope(from: &reader)
        let number = try reader.varint()
        guard number <= UInt64(UInt32.max) else { throw .invalid("kind") }
        kind = Kind(rawValue: UInt32(number))
        body = try reader.counted("body", max: Limits.entryBytesMax)
        try reader.finish()
    }
}
