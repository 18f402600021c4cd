package import MoveLog

/// Kind 27: the game is over.
package struct GameEnded: GameBody {
    package static var kind: Kind { .gameEnded }
    /// Has no content.
    package init() {}
    package init(body: [UInt8]) throws(Malformed) { try ByteReader(body).finish() }
    package var body: [UInt8] { [] }
}

/// Kind 28: the game goes on after all.
package struct GameReopened: GameBody {
    package static var kind: Kind { .gameReopened }
    /// Has no content.
    package init() {}
    package init(body: [UInt8]) throws(Malformed) { try ByteReader(body).finish() }
    package var body: [UInt8] { [] }
}

/// Kind 35: a side does not play on; the other wins, whatever the score.
package struct GameForfeited: GameBody {
    package static var kind: Kind { .gameForfeited }
    /// The side that forfeits.
    package var side: Side

    /// Names the side that forfeits.
    package init(side: Side) { self.side = side }

    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        side = try reader.side()
        try reader.finish()
    }

    package var body: [UInt8] { [side.rawValue] }
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

    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        reason = try reader.text("reason", max: Limits.noteBytesMax)
        try reader.finish()
    }

    package var body: [UInt8] {
        var writer = ByteWriter()
        writer.text(reason)
        return writer.bytes
    }
}
