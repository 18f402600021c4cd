package import MoveLog

/// Kind 33: attributes of a roster line get new values, each on its own, so that two keepers who
/// change different ones at once both succeed. No move is touched.
package struct RosterEdited: GameBody {
    package static var kind: Kind { .rosterEdited }
    /// The line.
    package var line: LineRef
    /// The new number, cleaned; empty takes it away; nil leaves it.
    package var number: String?
    /// The new name, cleaned; nil leaves it.
    package var name: String?
    /// True if the player takes part; nil leaves it.
    package var isActive: Bool?

    /// Values of a line that change; texts are cleaned and bounded.
    package init(
        line: LineRef, number: String? = nil, name: String? = nil, isActive: Bool? = nil
    ) {
        self.line = line
        self.number = number.map { PlainText.clean($0, max: Limits.numberScalarsMax) }
        self.name = name.map { PlainText.clean($0, max: Limits.nameScalarsMax) }
        self.isActive = isActive
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        line = try reader.line()
        let flags = try reader.byte()
        guard flags > 0, flags < 16, flags & 8 == 0 || flags & 4 != 0 else {
            throw .invalid("flags")
        }
        if flags & 1 != 0 { number = try reader.text("number", max: Limits.numberBytesMax) }
        if flags & 2 != 0 { name = try reader.text("name", max: Limits.nameBytesMax) }
        if flags & 4 != 0 { isActive = flags & 8 != 0 }
    }

    /// The encoded body: flags 1 number, 2 name, 4 activity and 8 its value.
    package func write(to writer: inout ByteWriter) {
        writer.subject(.line(line))
        writer.byte(
            (number == nil ? 0 : 1) | (name == nil ? 0 : 2) | (isActive == nil ? 0 : 4)
                | (isActive == true ? 8 : 0))
        if let number { writer.text(number) }
        if let name { writer.text(name) }
    }
}

/// Kind 34: two roster lines are one person who was entered twice; the first goes up in the second.
package struct RosterMerged: GameBody {
    package static var kind: Kind { .rosterMerged }
    /// The line that goes up in the other.
    package var from: LineRef
    /// The line that stays.
    package var into: LineRef

    /// Joins the two.
    package init(from: LineRef, into: LineRef) {
        self.from = from
        self.into = into
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        from = try reader.line()
        into = try reader.line()
    }

    package func write(to writer: inout ByteWriter) {
        writer.subject(.line(from))
        writer.subject(.line(into))
    }
}

extension ByteReader {
    /// A subject that is a roster line.
    fileprivate mutating func line() throws(Malformed) -> LineRef {
        guard case .line(let line) = try subject() else { throw .invalid("line") }
        return line
    }
}
