/// What `GET /v1/search` says: the games, players and moves that fit every word of a query.
package struct SearchDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// What was searched for, cleaned. An empty query finds nothing.
    package var query: String
    /// Games first, then players, then moves. Of each kind those come first that the query's words
    /// name whole, then those that begin with them, then those that have them somewhere; among equals
    /// the newest.
    package var results: [SearchResult]
    /// How many there are, those left out included.
    package var found: SearchCounts
    /// False when results of a kind were left out.
    package var isWhole: Bool

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, query: String, results: [SearchResult] = [],
        found: SearchCounts = SearchCounts(), isWhole: Bool = true
    ) {
        self.schema = schema
        self.query = query
        self.results = results
        self.found = found
        self.isWhole = isWhole
    }
}

/// How many of each kind a search found.
package struct SearchCounts: Codable, Hashable, Sendable {
    /// Games.
    package var games: Int
    /// People; one who plays in several games counts once.
    package var players: Int
    /// Moves, notes and entries that were named.
    package var moves: Int

    /// Joins the parts; none by default.
    package init(games: Int = 0, players: Int = 0, moves: Int = 0) {
        self.games = games
        self.players = players
        self.moves = moves
    }
}

/// What a search can find.
package enum SearchKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A game of the table.
    case game
    /// A person, in the newest game of those in which the query fits best.
    case player
    /// A move or a note; any other entry only under its own name.
    case move
}

/// One thing that a search found.
package struct SearchResult: Codable, Hashable, Sendable {
    /// What it is.
    package var kind: SearchKind
    /// The name of the game that it is, or is in: `hawks-owls-2`.
    package var game: String
    /// `Hawks - Owls`, `4 Ana`, `4 Ana two points`.
    package var title: String
    /// What else tells it from others: `15:9 · decided · 41 moves`.
    package var detail: String
    /// A player's slot in that game, or that of the player whose move it is: `h#1`.
    package var slot: String?
    /// A move's name: `mia.41`.
    package var entry: String?
    /// Entries that refer to a move (corrections, an assist), in the game's order; of many the newest.
    package var referredBy: [String]?
    /// True in the game that this device records into.
    package var isCurrent: Bool

    /// Joins the parts; what has a default may be left out.
    package init(
        kind: SearchKind, game: String, title: String, detail: String, slot: String? = nil,
        entry: String? = nil, referredBy: [String]? = nil, isCurrent: Bool = false
    ) {
        self.kind = kind
        self.game = game
        self.title = title
        self.detail = detail
        self.slot = slot
        self.entry = entry
        self.referredBy = referredBy
        self.isCurrent = isCurrent
    }
}
