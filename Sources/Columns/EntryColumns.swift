/// Entries of one author in columns: each field of the entries is a column of numbers. A body that
/// is a row of varints, such as a move, becomes one column a varint, whatever the varints mean; an
/// author ID in it that the page names anyway is one number. Any other body is written verbatim.
/// The canonical bytes can be restored exactly.
///
/// Layout: authors (count, 16 bytes each; number 0 is the author of the page), games (count, each
/// the number of its author and a sequence), shapes (count, each kind and form), then the columns:
/// shape (if there are several), scope (if there are games; 0 is the table, else the number of the
/// game plus one), lamport, wall time, and for each shape those of its bodies; then zeros up to
/// `ColumnLimits.entryBytesMin` bytes an entry.
package enum EntryColumns {
    /// The common form of the bodies of some entries.
    package struct Shape: Hashable {
        package internal(set) var kind: UInt32
        /// The count of numbers of a body; nil for verbatim bodies.
        var fieldCount: Int?
        /// One bit a number, the first number in the lowest bit: 1 if the number stands for an
        /// author ID.
        var authorBits: UInt64 = 0

        func isAuthor(_ field: Int) -> Bool { authorBits >> UInt64(field) & 1 == 1 }
    }
}

/// Entries in columns, before they are canonical bytes.
package struct ColumnContent {
    /// The author of the entries, then the other authors that the page names.
    var authors: [Octets16]
    var games: [GameName] = []
    package internal(set) var shapes: [EntryColumns.Shape] = []
    /// For each entry the index of its shape.
    var shapeOf: [UInt64] = []
    /// For each entry 0 for the table, or the index of its game plus one.
    var scopeOf: [UInt64] = []
    /// One for each entry.
    package internal(set) var lamports: [UInt64] = []
    /// The bit patterns of signed milliseconds.
    var walls: [UInt64] = []
    /// By shape.
    var bodies: [Bodies] = []
    /// The columns of all bodies, one after the other.
    package internal(set) var numbers: [UInt64] = []

    /// The bodies of one shape: columns from index `start` of the numbers on, each with one number
    /// a body; or, for verbatim bodies, a column of their lengths, and their bytes.
    struct Bodies {
        let start: Int
        let count: Int
        var raw: [UInt8] = []
    }

    var count: Int { lamports.count }
}

/// The games and kinds on a page.
package struct ColumnSummary {
    /// The games, each once, with the count of their entries.
    package internal(set) var games: [(name: GameName, count: Int)] = []
    /// The kinds, each once.
    package internal(set) var kinds: [UInt32] = []
    /// True if the page has entries about the table.
    package internal(set) var hasTable = true
}

/// The ID of the entry that created a game; entries about the game refer to it.
package struct GameName: Hashable, Sendable {
    package var author: Octets16
    /// The number of the entry in its author's log, from 1.
    package var sequence: UInt64

    package init(author: Octets16, sequence: UInt64) {
        self.author = author
        self.sequence = sequence
    }

    /// One byte 0 for nil, the table; or 1, then author and sequence.
    package static func write(_ name: GameName?, to writer: inout ByteWriter) {
        guard let name else { return writer.byte(0) }
        writer.byte(1)
        writer.raw(name.author.bytes)
        writer.varint(name.sequence)
    }

    package static func read(from reader: inout ByteReader) throws(Malformed) -> GameName? {
        switch try reader.byte() {
        case 0: return nil
        case 1:
            let name = GameName(author: try reader.octets16(), sequence: try reader.varint())
            guard name.sequence > 0 else { throw .invalid("scope") }
            return name
        default: throw .invalid("scope")
        }
    }
}

/// The fields of an entry in its canonical bytes, and the place of its body in them.
package struct Envelope {
    /// The logical clock of the order.
    package let lamport: UInt64
    /// Milliseconds since 1970.
    package let wall: Int64
    /// Nil is the table.
    package let game: GameName?
    package let kind: UInt32
    /// Offsets in the bytes of the reader.
    package let body: Range<Int>

    /// Reads one entry to its end.
    package init(from reader: inout ByteReader) throws(Malformed) {
        let start = reader.offset
        lamport = try reader.varint()
        wall = try reader.signed()
        game = try GameName.read(from: &reader)
        let number = try reader.varint()
        guard number <= UInt64(UInt32.max) else { throw .invalid("kind") }
        kind = UInt32(number)
        let count = try reader.count("body", max: ColumnLimits.entryBytesMax)
        body = reader.offset..<(reader.offset + count)
        try reader.skip(count)
        guard reader.offset - start <= ColumnLimits.entryBytesMax else { throw .tooLarge("entry") }
    }
}
