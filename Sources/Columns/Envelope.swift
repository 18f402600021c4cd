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
