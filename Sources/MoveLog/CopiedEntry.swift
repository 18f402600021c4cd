/// The body of an entry that replaces another entry: one of another table's log, or of a lost
/// part of an own log. It counts only if the log does not hold its origin, and only the first copy
/// in order counts.
package struct CopiedEntry: Hashable, Sendable {
    /// The ID of the original entry.
    package var origin: EntryID
    /// The digest of the original entry alone (`TableLog.digest(of:)`), which tells two entries
    /// with one ID apart.
    package var digest: Digest
    package var scope: Scope
    package var originKind: Kind
    /// The body of the original entry.
    package var content: [UInt8]

    /// `origin` is never itself a copy: a copy of a copy names the first origin.
    package init(
        origin: EntryID, digest: Digest, scope: Scope, originKind: Kind,
        content: [UInt8]
    ) {
        self.origin = origin
        self.digest = digest
        self.scope = scope
        self.originKind = originKind
        self.content = content
    }

    /// Copies an entry with the given digest; a copy is returned as it is. Nil for the kinds about
    /// authors and devices, which belong to one table, and for a body that is too large to be
    /// wrapped.
    package init?(of entry: Entry, digest: Digest) {
        if entry.kind == .copied {
            guard let again = try? CopiedEntry(body: entry.body) else { return nil }
            self = again
            return
        }
        guard entry.kind.rawValue >= Kind.firstOfGame,
            entry.body.count + 2 * Limits.envelopeBytesMax <= Limits.entryBytesMax
        else { return nil }
        self.init(
            origin: entry.id, digest: digest, scope: entry.scope, originKind: entry.kind,
            content: entry.body)
    }

    /// The draft of the copy, in the scope of the origin, so that the copy belongs to the same
    /// game.
    package var draft: Draft { Draft(scope: scope, kind: .copied, body: body) }

    /// Author, sequence and digest of the origin, scope, kind, counted body.
    package var body: [UInt8] {
        var writer = ByteWriter(capacity: content.count + 100)
        writer.raw(origin.author.bytes)
        writer.varint(origin.sequence)
        writer.raw(digest.bytes)
        scope.write(to: &writer)
        writer.varint(UInt64(originKind.rawValue))
        writer.counted(content)
        return writer.bytes
    }

    /// Rejects trailing bytes.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        let author = try reader.identifier(AuthorID.self)
        let sequence = try reader.varint()
        guard sequence > 0 else { throw .invalid("origin") }
        origin = EntryID(author: author, sequence: sequence)
        digest = try reader.identifier(Digest.self)
        scope = try Scope(from: &reader)
        let number = try reader.varint()
        guard number >= UInt64(Kind.firstOfGame), number <= UInt64(UInt32.max) else {
            throw .invalid("kind")
        }
        originKind = Kind(rawValue: UInt32(number))
        content = try reader.counted("content", max: Limits.entryBytesMax)
        try reader.finish()
    }
}
