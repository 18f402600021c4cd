/// What `GET /v1/held` says: the moves of a game that wait for a person's answer.
package struct HeldDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// In the order of the log.
    package var moves: [HeldMove]

    /// Joins the parts; what has a default may be left out.
    package init(schema: Int = 1, game: String, moves: [HeldMove]) {
        self.schema = schema
        self.game = game
        self.moves = moves
    }
}

/// A move that is counted nowhere until somebody accepts, fixes or voids it.
package struct HeldMove: Codable, Hashable, Sendable {
    /// `bo.17`.
    package var name: String
    /// Who recorded it.
    package var keeper: String
    /// What it says: `4 Ana two points`.
    package var text: String
    /// The player's slot, for a player's move.
    package var player: String?
    /// The game clock's reading as its keeper saw it.
    package var clock: String?
    /// The move that it seems to be a copy of.
    package var of: String
    /// Who recorded that one.
    package var ofKeeper: String
    /// The game clock's reading of that one.
    package var ofClock: String?
    /// What became of that one: where it is voided, neither of the two is counted.
    package var ofState: EntryState

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, keeper: String, text: String, player: String? = nil, clock: String? = nil,
        of: String, ofKeeper: String, ofClock: String? = nil, ofState: EntryState = .live
    ) {
        self.name = name
        self.keeper = keeper
        self.text = text
        self.player = player
        self.clock = clock
        self.of = of
        self.ofKeeper = ofKeeper
        self.ofClock = ofClock
        self.ofState = ofState
    }
}

/// A move that keepers corrected in different ways without knowing of each other.
package struct FixConflict: Codable, Hashable, Sendable {
    /// The move: `mia.41`.
    package var move: String
    /// What it says now: `4 Ana three points`.
    package var text: String
    /// The correction that counts, the last in the order.
    package var fix: String
    /// Those that do not.
    package var others: [String]
    /// What they say, in the same order.
    package var otherTexts: [String]

    /// Joins the parts.
    package init(
        move: String, text: String, fix: String, others: [String], otherTexts: [String]
    ) {
        self.move = move
        self.text = text
        self.fix = fix
        self.others = others
        self.otherTexts = otherTexts
    }
}

/// Something that only a person can answer, behind a request that was done.
package struct QuestionDocument: Codable, Hashable, Sendable {
    /// For programs: `countHeld`.
    package var code: String
    /// The question.
    package var text: String
    /// The entries that a yes would name: for `countHeld` in `POST /v1/accept`.
    package var entries: [String]

    /// Joins the parts.
    package init(code: String, text: String, entries: [String]) {
        self.code = code
        self.text = text
        self.entries = entries
    }
}
