package import MoveLog

/// The kinds of this module. A number never changes its meaning and is never used again; 41 to 47 are
/// kept for what the rules of the table may need yet.
extension Kind {
    /// Table: the name of the keeper at the author's device.
    package static let keeperNamed = Kind(rawValue: 16)
    /// Table: the name of the table.
    package static let tableNamed = Kind(rawValue: 17)
    /// Table: a game with its teams, rules and first roster; its entry ID names the game.
    package static let gameCreated = Kind(rawValue: 18)
    /// Game: further roster lines.
    package static let rosterAdded = Kind(rawValue: 19)
    /// Game: something that a player, a team or nobody did.
    package static let move = Kind(rawValue: 20)
    /// Table or game: withdraws an entry of the same scope.
    package static let void = Kind(rawValue: 21)
    /// Game: the game clock was started, stopped or set.
    package static let gameClock = Kind(rawValue: 22)
    /// Game: a period began.
    package static let periodBegan = Kind(rawValue: 23)
    /// Game: a device tracks these players.
    package static let trackingClaimed = Kind(rawValue: 24)
    /// Game: a device no longer tracks these players.
    package static let trackingReleased = Kind(rawValue: 25)
    /// Game: some rules have new values.
    package static let rulesChanged = Kind(rawValue: 26)
    /// Game: it is over.
    package static let gameEnded = Kind(rawValue: 27)
    /// Game: it goes on after all.
    package static let gameReopened = Kind(rawValue: 28)
    /// Table or game: words of a keeper.
    package static let note = Kind(rawValue: 29)
    /// Game: a move is withdrawn and another stands in its place.
    package static let fix = Kind(rawValue: 31)
    /// Game: a held move is counted after all.
    package static let accepted = Kind(rawValue: 32)
    /// Game: attributes of a roster line have new values.
    package static let rosterEdited = Kind(rawValue: 33)
    /// Game: two roster lines are one person.
    package static let rosterMerged = Kind(rawValue: 34)
    /// Game: a side does not play on.
    package static let gameForfeited = Kind(rawValue: 35)
    /// Game: it is broken off without a result.
    package static let gameAbandoned = Kind(rawValue: 36)
    /// Game: a keeper signs the result.
    package static let signOff = Kind(rawValue: 37)
    /// Game: nobody waits for a device any longer.
    package static let deviceLost = Kind(rawValue: 38)
    /// Game: a device that was declared lost is waited for again.
    package static let deviceFound = Kind(rawValue: 39)
    /// Game: a device tracks the players of a keeper who is away.
    package static let takenOver = Kind(rawValue: 40)
}

/// The content of an entry of one kind.
///
/// Reading then writing gives the same bytes back: every value has one encoding.
package protocol EntryBody: Hashable, Sendable {
    /// The kind whose entries have this body.
    static var kind: Kind { get }
    /// Reads what `write` wrote.
    init(from reader: inout ByteReader) throws(Malformed)
    /// Writes the body.
    func write(to writer: inout ByteWriter)
}

extension EntryBody {
    /// Reads a body whole; anything left over is malformed.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        try self.init(from: &reader)
        try reader.finish()
    }

    /// The encoded body.
    package var body: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        write(to: &writer)
        return writer.bytes
    }

    /// Demands that every device will read this back: what a body built from a request may fail.
    package func validate() throws(Malformed) { _ = try Self(body: body) }
}

/// A body whose entry is about the table.
package protocol TableBody: EntryBody {}

extension TableBody {
    /// The draft to record.
    package var draft: Draft { Draft(scope: .table, kind: Self.kind, body: body) }
}

/// A body whose entry is about one game.
package protocol GameBody: EntryBody {}

extension GameBody {
    /// The draft to record in a game.
    package func draft(in game: GameID) -> Draft {
        Draft(scope: .game(game), kind: Self.kind, body: body)
    }
}

/// Names a game: the entry that created it.
package typealias GameID = EntryID

/// The version of the fold, shown beside the table's digest words: devices whose logs are equal may
/// show different scores only if this differs.
package let foldVersion = 4
