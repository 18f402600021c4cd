package import MoveLog

/// Kind 27: the game is over.
package struct GameEnded: GameBody {
    package static var kind: Kind { .gameEnded }
    /// Has no content.
    package init() {}
    package init(from reader: inout ByteReader) throws(Malformed) {}
    package func write(to writer: inout ByteWriter) {}
}

/// Kind 28: the game goes on after all.
package struct GameReopened: GameBody {
    package static var kind: Kind { .gameReopened }
    /// Has no content.
    package init() {}
    package init(from reader: inout ByteReader) throws(Malformed) {}
    package func write(to writer: inout ByteWriter) {}
}

/// Kind 35: a side does not play on; the other wins, whatever the score.
package struct GameForfeited: GameBody {
    package static var kind: Kind { .gameForfeited }
    /// The side that forfeits.
    package var side: Side

    /// Names the side that forfeits.
    package init(side: Side) { self.side = side }

    package init(from reader: inout ByteReader) throws(Malformed) {
        side = try reader.side()
    }

    package func write(to writer: inout ByteWriter) { writer.byte(side.rawValue) }
}

/// Kind 36: the game is broken off without a result.
package struct GameAbandoned: GameBody {
    package static var kind: Kind { .gameAbandoned }
    /// Why, in a keeper's words.
    package var reason: String

    /// Takes words, cleaned and bounded.
    package init(reason: String) {
        self.reason = PlainText.clean(reason, max: Limits.noteScalarsMax)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        reason = try reader.text("reason", max: Limits.noteBytesMax)
    }

    package func write(to writer: inout ByteWriter) {
        writer.text(reason)
    }
}
