/// The meaning of an entry: a number that never changes its meaning. A new meaning is a new kind.
///
/// 1 to 15 are about the table's devices and belong to this module; the rest belong to the game
/// above it, which this module carries without looking inside.
package struct Kind: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number on the wire and on the disk.
    package let rawValue: UInt32

    /// Any number is a kind; one that nobody knows is stored and relayed all the same.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first entry of every author: its key, its nonce and its invitation chain.
    package static let authorStarted = Kind(rawValue: 1)
    /// A device was invited: its key and the inviter's signature.
    package static let deviceAdded = Kind(rawValue: 2)
    /// A device was removed: its key, and up to where its logs count.
    package static let deviceRemoved = Kind(rawValue: 3)
    /// An entry of another log or of a lost stretch, recorded again with its origin.
    package static let copied = Kind(rawValue: 4)
    /// The founder named a deputy, or dismissed one.
    package static let deputyNamed = Kind(rawValue: 5)

    /// The first number of a kind that belongs to the game; below are those of this module.
    package static let firstOfGame: UInt32 = 16

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    // The one that comes with `RawRepresentable` is generic, and many times slower.
    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
}

/// The subject of an entry: the table, or one game, named by the entry that created it.
package enum Scope: Hashable, Sendable {
    /// The table: devices, players, games as such.
    case table
    /// One game.
    case game(EntryID)
}

extension Scope {
    /// One byte 0 for the table; or 1, then author and sequence of the entry that created the game.
    package func write(to writer: inout ByteWriter) {
        GameName.write(name, to: &writer)
    }

    /// Reads what `write` wrote.
    package init(from reader: inout ByteReader) throws(Malformed) {
        self.init(try GameName.read(from: &reader))
    }

    /// As columns name it; nil is the table.
    init(_ name: GameName?) {
        self =
            name.map {
                .game(EntryID(author: AuthorID(octets: $0.author), sequence: $0.sequence))
            } ?? .table
    }

    /// As columns name it; nil for the table.
    var name: GameName? {
        guard case .game(let game) = self else { return nil }
        return GameName(author: game.author.octets, sequence: game.sequence)
    }
}

/// An entry to be recorded, without the envelope that the log gives it.
package struct Draft: Hashable, Sendable {
    /// The table or a game.
    package var scope: Scope
    /// The meaning.
    package var kind: Kind
    /// Its content, encoded as the kind says; at most `Limits.entryBytesMax` with its envelope.
    package var body: [UInt8]

    /// Joins the three.
    package init(scope: Scope, kind: Kind, body: [UInt8]) {
        self.scope = scope
        self.kind = kind
        self.body = body
    }
}

/// An item of the log. The envelope is frozen: every version reads every entry's author, sequence,
/// lamport, wall time, scope and kind, whatever the body holds.
package struct Entry: Hashable, Sendable {
    /// Author and sequence.
    package var id: EntryID
    /// The logical clock that orders: above every lamport that the author followed.
    package var lamport: UInt64
    /// The author's wall clock, for people.
    package var wall: WallTime
    /// The table or a game.
    package var scope: Scope
    /// The meaning.
    package var kind: Kind
    /// Content, encoded as the kind says.
    package var body: [UInt8]

    /// Joins envelope and body.
    package init(
        id: EntryID, lamport: UInt64, wall: WallTime, scope: Scope, kind: Kind, body: [UInt8]
    ) {
        self.id = id
        self.lamport = lamport
        self.wall = wall
        self.scope = scope
        self.kind = kind
        self.body = body
    }
}

extension Entry {
    /// The canonical bytes, which digests cover: lamport, wall time, scope, kind, body. Author and
    /// sequence are not in them; the place in the author's digest chain says both.
    package var canonicalBytes: [UInt8] {
        var writer = ByteWriter(capacity: body.count + 40)
        writer.varint(lamport)
        writer.signed(wall.milliseconds)
        scope.write(to: &writer)
        writer.varint(UInt64(kind.rawValue))
        writer.counted(body)
        return writer.bytes
    }

    /// Reads canonical bytes; `id` comes from the place where they stand.
    package init(id: EntryID, canonical reader: inout ByteReader) throws(Malformed) {
        let envelope = try Envelope(from: &reader)
        self.init(
            id: id, lamport: envelope.lamport, wall: WallTime(milliseconds: envelope.wall),
            scope: Scope(envelope.game), kind: Kind(rawValue: envelope.kind),
            body: reader.bytes(envelope.body))
    }
}
