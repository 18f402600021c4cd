package import MoveLog

/// Kind 16: the keeper at the author's device is called this.
package struct KeeperNamed: TableBody {
    package static var kind: Kind { .keeperNamed }
    /// The name.
    package var name: String

    /// Takes a name, cleaned and bounded.
    package init(name: String) { self.name = PlainText.clean(name, max: Limits.nameScalarsMax) }

    package init(from reader: inout ByteReader) throws(Malformed) {
        name = try reader.text("name", max: Limits.nameBytesMax)
    }

    package func write(to writer: inout ByteWriter) { writer.text(name) }
}

/// Kind 17: the table is called this.
package struct TableNamed: TableBody {
    package static var kind: Kind { .tableNamed }
    /// The name.
    package var name: String

    /// Takes a name, cleaned and bounded.
    package init(name: String) { self.name = PlainText.clean(name, max: Limits.nameScalarsMax) }

    package init(from reader: inout ByteReader) throws(Malformed) {
        name = try reader.text("name", max: Limits.nameBytesMax)
    }

    package func write(to writer: inout ByteWriter) { writer.text(name) }
}

/// Kind 29: words of a keeper, about the table or about one game.
package struct Note: TableBody, GameBody {
    package static var kind: Kind { .note }
    /// The words.
    package var text: String

    /// Takes words, cleaned and bounded.
    package init(text: String) { self.text = PlainText.clean(text, max: Limits.noteScalarsMax) }

    package init(from reader: inout ByteReader) throws(Malformed) {
        text = try reader.text("note", max: Limits.noteBytesMax)
    }

    package func write(to writer: inout ByteWriter) { writer.text(text) }
}
