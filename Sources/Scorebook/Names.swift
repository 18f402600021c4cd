package import MoveLog

/// Kind 16: the keeper at the author's device is called this.
package struct KeeperNamed: TableBody {
    package static var kind: Kind { .keeperNamed }
    /// The name.
    package var name: String

    /// Takes a name, cleaned and bounded.
    package init(name: String) { self.name = PlainText.clean(name, max: Limits.nameScalarsMax) }

    package init(body: [UInt8]) throws(Malformed) { name = try nameAlone(body) }
    package var body: [UInt8] { bodyOfText(name) }
}

/// Kind 17: the table is called this.
package struct TableNamed: TableBody {
    package static var kind: Kind { .tableNamed }
    /// The name.
    package var name: String

    /// Takes a name, cleaned and bounded.
    package init(name: String) { self.name = PlainText.clean(name, max: Limits.nameScalarsMax) }

    package init(body: [UInt8]) throws(Malformed) { name = try nameAlone(body) }
    package var body: [UInt8] { bodyOfText(name) }
}

/// Kind 29: words of a keeper, about the table or about one game.
package struct Note: TableBody, GameBody {
    package static var kind: Kind { .note }
    /// The words.
    package var text: String

    /// Takes words, cleaned and bounded.
    package init(text: String) { self.text = PlainText.clean(text, max: Limits.noteScalarsMax) }

    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        text = try reader.text("note", max: Limits.noteBytesMax)
        try reader.finish()
    }

    package var body: [UInt8] { bodyOfText(text) }
}

private func nameAlone(_ body: [UInt8]) throws(Malformed) -> String {
    var reader = ByteReader(body)
    let name = try reader.text("name", max: Limits.nameBytesMax)
    try reader.finish()
    return name
}

private func bodyOfText(_ text: String) -> [UInt8] {
    var writer = ByteWriter()
    writer.text(text)
    return writer.bytes
}
