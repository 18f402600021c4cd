/// The body of an entry that stands for another one: one of another table's log, or of a stretch of
/// the own log that was lost. It counts only if its origin is not in the table's logs, and only the
/// first copy in order.
package struct CopiedEntry: Hashable, Sendable {
    /// The ID of the entry as it was.
    package var origin: EntryID
    /// The origin's digest alone (`TableLog.digest(of:)`), which tells two entries of one ID apart.
    package var digest: Digest
    /// The scope of the origin.
    package var scope: Scope
    /// The kind of the origin.
    package var originKind: Kind
    /// The origin's content.
    package var content: [UInt8]

    /// Joins the parts. Of a copy its own origin is copied, never the copy.
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

    /// A copy of an entry with that digest; of a copy, the same copy again. Nil for the kinds that
    /// are about authors and devices, which belong to one table, and for what does not fit into an
    /// entry with its wrapping.
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

    /// The draft of the copy, in the origin's scope, so that the copy is filed under the same game.
    package var draft: Draft { Draft(scope: scope, kind: .copied, body: body) }

    /// Author, sequence and digest of the origin, its scope, its kind, its content counted.
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

    /// Reads a body whole; anything left over is malformed.
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
