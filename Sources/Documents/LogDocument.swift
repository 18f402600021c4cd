/// What `GET /v1/games/{name}/log` says: the entries of a game in the table's order.
package struct LogDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name; nil for the whole table's log.
    package var game: String?
    /// In order, oldest first.
    package var entries: [EntryDocument]
    /// False when older entries were left out.
    package var isWhole: Bool
    /// All entries of the game that are of the keeper and about the player asked for, given here or
    /// not.
    package var count: Int?
    /// Whether older ones of these stand before the first given here.
    package var hasOlder: Bool?
    /// The slot of the player whom the question named, or `home`, `away`.
    package var player: String?
    /// The newest entry of every author of the game, whoever was asked for: with these as `since`
    /// the next question is answered with what came later, wherever in the order that stands.
    package var newest: [String]?
    /// Devices with entries in the game that were removed from the table; nil for none.
    package var removed: [RemovalDocument]?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, game: String? = nil, entries: [EntryDocument], isWhole: Bool = true,
        count: Int? = nil, hasOlder: Bool? = nil, player: String? = nil, newest: [String]? = nil
    ) {
        self.schema = schema
        self.game = game
        self.entries = entries
        self.isWhole = isWhole
        self.count = count
        self.hasOlder = hasOlder
        self.player = player
        self.newest = newest
    }
}

/// An entry as people read it.
package struct EntryDocument: Codable, Hashable, Sendable {
    /// `mia.41`: the same on every device.
    package var name: String
    /// The game's name; nil for an entry of the table.
    package var game: String?
    /// Who recorded it.
    package var keeper: String
    /// Milliseconds since 1970 by the keeper's clock: an annotation, no order.
    package var wallMilliseconds: Int64
    /// Position in the game's order, from 0; it may grow when older entries arrive.
    package var index: Int
    /// The first part of the order.
    package var lamport: UInt64
    /// The place in the table's order: these texts sort as the entries stand, on every device, and
    /// what arrives late changes none of them; but a log that turns out to be forked tells its
    /// branches apart by a fourth part.
    package var place: String?
    /// `twoPoints`, `clock`, `void` and so on; `unknown` for a kind of a newer version.
    package var kind: String
    /// The entry in a few words, without the keeper: `h4 Ana two points`.
    package var text: String
    /// What a move said before it was corrected; nil for one that never was.
    package var was: String?
    /// The corrections of the move that stand, in order: the last one counts.
    package var fixes: [String]?
    /// Those that say something else and did not know of the one that counts.
    package var conflicts: [String]?
    /// A move that may be the same as this one; both count.
    package var resembles: String?
    /// The side, for a move.
    package var side: SideName?
    /// The player's slot, for a player's move.
    package var player: String?
    /// The player as people say it: `4 Ana`.
    package var playerText: String?
    /// Points of a scoring move.
    package var points: Int?
    /// The period in which its keeper saw it.
    package var period: Int?
    /// The game clock's reading as its keeper saw it.
    package var clock: String?
    /// The home side's running score after a scoring move.
    package var home: Int?
    /// The away side's running score after a scoring move.
    package var away: Int?
    /// Whether it counts.
    package var state: EntryState
    /// Why it does not count, as it follows the state's word: `by bo.7`.
    package var because: String?
    /// Devices on which it is known to be durable, this one included.
    package var copies: Int?
    /// Entries that it refers to.
    package var names: [String]

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, game: String? = nil, keeper: String, wallMilliseconds: Int64, index: Int,
        lamport: UInt64, place: String? = nil, kind: String, text: String, was: String? = nil,
        fixes: [String]? = nil,
        conflicts: [String]? = nil, resembles: String? = nil, side: SideName? = nil,
        player: String? = nil, playerText: String? = nil, points: Int? = nil, period: Int? = nil,
        clock: String? = nil,
        home: Int? = nil, away: Int? = nil, state: EntryState = .live, because: String? = nil,
        copies: Int? = nil, names: [String] = []
    ) {
        self.name = name
        self.game = game
        self.keeper = keeper
        self.wallMilliseconds = wallMilliseconds
        self.index = index
        self.lamport = lamport
        self.place = place
        self.kind = kind
        self.text = text
        self.was = was
        self.fixes = fixes
        self.conflicts = conflicts
        self.resembles = resembles
        self.side = side
        self.player = player
        self.playerText = playerText
        self.points = points
        self.period = period
        self.clock = clock
        self.home = home
        self.away = away
        self.state = state
        self.because = because
        self.copies = copies
        self.names = names
    }
}

/// Whether an entry counts.
package enum EntryState: String, Codable, Hashable, Sendable, CaseIterable {
    /// It counts.
    case live
    /// Withdrawn by a later entry.
    case voided
    /// A suspected duplicate that waits for an answer.
    case held
    /// Arrived behind a result that all have signed.
    case afterSignOff
    /// Not understood by this version: kept and relayed.
    case unknown
}

/// A line of `export entries`: an entry with everything a program needs to check it elsewhere.
package struct ExportLine: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The entry as people read it.
    package var entry: EntryDocument
    /// 32 hexadecimal digits.
    package var author: String
    /// From 1 without gaps.
    package var sequence: UInt64
    /// 64 hexadecimal digits of the entry's canonical bytes.
    package var digest: String?
    /// The canonical bytes in hexadecimal digits.
    package var bytes: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, entry: EntryDocument, author: String, sequence: UInt64,
        digest: String? = nil, bytes: String? = nil
    ) {
        self.schema = schema
        self.entry = entry
        self.author = author
        self.sequence = sequence
        self.digest = digest
        self.bytes = bytes
    }
}
