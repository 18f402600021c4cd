package import MoveLog

/// Kind 4: an entry of another log, or of a lost stretch of one's own, recorded again. It stands in
/// for its origin as long as the origin is not in the table's logs.
package struct Copy: EntryBody {
    /// The number of this kind.
    package static var kind: Kind { .copied }
    /// The entry as it was: its ID, kind, scope and body.
    package var origin: EntryID
    /// The origin's entry digest, which tells two entries of one ID apart.
    package var digest: Digest
    /// What the origin was about.
    package var scope: Scope
    /// What the origin meant.
    package var kind: Kind
    /// The origin's content.
    package var content: [UInt8]

    /// Joins the parts. Of a copy its own origin is copied, never the copy.
    package init(origin: EntryID, digest: Digest, scope: Scope, kind: Kind, content: [UInt8]) {
        self.origin = origin
        self.digest = digest
        self.scope = scope
        self.kind = kind
        self.content = content
    }

    /// A copy of an entry with that digest; of a copy, the same copy again. Nil for the kinds that
    /// are about devices, which belong to one table.
    package init?(of entry: Entry, digest: Digest) {
        if entry.kind == .copied {
            guard let again = try? Copy(body: entry.body) else { return nil }
            self = again
            return
        }
        guard entry.kind.rawValue >= Kind.keeperNamed.rawValue else { return nil }
        self.init(
            origin: entry.id, digest: digest, scope: entry.scope, kind: entry.kind,
            content: entry.body)
    }

    /// What to record, in the origin's scope.
    package var draft: Draft { Draft(scope: scope, kind: .copied, body: body) }

    /// Reads a body whole; anything left over is malformed.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        origin = try reader.entryID()
        digest = try reader.identifier(Digest.self)
        switch try reader.byte() {
        case 0: scope = .table
        case 1: scope = .game(try reader.entryID())
        default: throw .invalid("scope")
        }
        let number = try reader.varint()
        guard number <= UInt64(UInt32.max), number >= UInt64(Kind.keeperNamed.rawValue) else {
            throw .invalid("kind")
        }
        kind = Kind(rawValue: UInt32(number))
        content = try reader.counted("content", max: MoveLog.Limits.entryBytesMax)
        try reader.finish()
    }

    /// The encoded body.
    package var body: [UInt8] {
        var writer = ByteWriter(capacity: content.count + 64)
        writer.entryID(origin)
        writer.raw(digest.bytes)
        switch scope {
        case .table: writer.byte(0)
        case .game(let game):
            writer.byte(1)
            writer.entryID(game)
        }
        writer.varint(UInt64(kind.rawValue))
        writer.counted(content)
        return writer.bytes
    }
}
