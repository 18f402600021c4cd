/// The kind of an entry: a number that never changes its meaning. A new meaning is a new kind.
///
/// 1 to 15 are about the devices of the table and belong to this module; the others belong to the
/// game, and this module does not interpret them.
package struct Kind: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt32

    /// Any number is a kind; an unknown one is stored and relayed like any other.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The first entry of every author: key, nonce and invitation chain.
    package static let authorStarted = Kind(rawValue: 1)
    /// A device was invited: its key and the signature of the inviter.
    package static let deviceAdded = Kind(rawValue: 2)
    /// A device was removed: its key, and the ends up to which its logs count.
    package static let deviceRemoved = Kind(rawValue: 3)
    /// An entry of another table or of a lost part of the log, recorded again with its origin.
    package static let copied = Kind(rawValue: 4)
    /// The founder named or dismissed a deputy.
    package static let deputyNamed = Kind(rawValue: 5)

    /// The first kind of the game; lower kinds belong to this module.
    package static let firstOfGame: UInt32 = 16

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    // The operator of `RawRepresentable` is generic, and many times slower.
    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
}

/// The subject of an entry: the table, or one game, identified by the entry that created it.
package enum Scope: Hashable, Sendable {
    /// Devices, players, games as such.
    case table
    case game(EntryID)
}

extension Scope {
    /// One byte 0 for the table; or 1, then author and sequence of the entry that created the game.
    package func write(to writer: inout ByteWriter) {
        GameName.write(name, to: &writer)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        self.init(try GameName.read(from: &reader))
    }

    /// A scope in the terms of `Columns`; nil is the table.
    init(_ name: GameName?) {
        self = name.map { .game(EntryID($0)) } ?? .table
    }

    /// The scope in the terms of `Columns`; nil is the table.
    var name: GameName? {
        guard case .game(let game) = self else { return nil }
        return GameName(author: game.author.octets, sequence: game.sequence)
    }
}

/// An entry to be recorded, without the envelope that the log adds.
package struct Draft: Hashable, Sendable {
    package var scope: Scope
    package var kind: Kind
    /// Encoded as the kind defines; at most `MoveLogLimits.entryBytesMax` with its envelope.
    package var body: [UInt8]

    package init(scope: Scope, kind: Kind, body: [UInt8]) {
        self.scope = scope
        self.kind = kind
        self.body = body
    }
}

/// An item of the log. The envelope is frozen: every version reads author, sequence, lamport, wall
/// time, scope and kind of every entry, even with an unknown body.
package struct Entry: Hashable, Sendable {
    package var id: EntryID
    /// The logical clock of the order (Lamport 1978): above every lamport that the author followed.
    package var lamport: UInt64
    /// By the clock of the author; for people only.
    package var wall: WallTime
    package var scope: Scope
    package var kind: Kind
    /// Encoded as the kind defines.
    package var body: [UInt8]

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
    /// The canonical bytes, which digests cover: lamport, wall time, scope, kind, counted body.
    /// Author and sequence follow from the place in the digest chain of the author.
    package var canonicalBytes: [UInt8] {
        var writer = ByteWriter(capacity: body.count + 40)
        writer.varint(lamport)
        writer.signed(wall.milliseconds)
        scope.write(to: &writer)
        writer.varint(UInt64(kind.rawValue))
        writer.counted(body)
        return writer.bytes
    }

    /// Reads canonical bytes; `id` comes from the place of the entry.
    package init(id: EntryID, canonical reader: inout ByteReader) throws(Malformed) {
        let envelope = try Envelope(from: &reader)
        self.init(
            id: id, lamport: envelope.lamport, wall: WallTime(milliseconds: envelope.wall),
            scope: Scope(envelope.game), kind: Kind(rawValue: envelope.kind),
            body: reader.bytes(envelope.body))
    }
}

/// Milliseconds since 1970-01-01T00:00:00Z by the wall clock of a device: an annotation for people,
/// never an order.
package struct WallTime: Hashable, Comparable, Sendable {
    /// Negative before 1970.
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }
}
