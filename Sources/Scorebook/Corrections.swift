package import MoveLog

/// Kind 31: a move is withdrawn and another stands in its place of the timeline, in one entry.
package struct Fix: GameBody {
    package static var kind: Kind { .fix }
    /// The move that is corrected: the first one, also where earlier fixes name it.
    package var target: EntryID
    /// The fix that the keeper saw in its place; nil when it was not corrected before.
    package var base: EntryID?
    /// The move as it should have been, whole.
    package var move: Move

    /// Joins target, base and replacement.
    package init(target: EntryID, base: EntryID? = nil, move: Move) {
        self.target = target
        self.base = base
        self.move = move
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        target = try reader.entryID()
        switch try reader.byte() {
        case 0: base = nil
        case 1: base = try reader.entryID()
        default: throw .invalid("base")
        }
        move = try Move(from: &reader)
    }

    package func write(to writer: inout ByteWriter) {
        writer.entryID(target)
        writer.byte(base == nil ? 0 : 1)
        if let base { writer.entryID(base) }
        move.write(to: &writer)
    }
}

/// Kind 32: a held move is counted after all.
package struct Accepted: GameBody {
    package static var kind: Kind { .accepted }
    /// The held move.
    package var target: EntryID

    /// Names the move.
    package init(target: EntryID) { self.target = target }

    package init(from reader: inout ByteReader) throws(Malformed) {
        target = try reader.entryID()
    }

    package func write(to writer: inout ByteWriter) {
        writer.entryID(target)
    }
}
