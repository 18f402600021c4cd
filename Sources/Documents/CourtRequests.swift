/// `POST /v1/notes`: words for the record of a game.
package struct NoteRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game, or the newest where all are over.
    package var game: String?
    /// The words.
    package var text: String

    /// Joins the parts; what has a default may be left out.
    package init(request: String? = nil, game: String? = nil, text: String) {
        self.request = request
        self.game = game
        self.text = text
    }
}

/// `POST /v1/lineups`: who of a side is on the court, all of them.
package struct LineupRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The side.
    package var side: SideName
    /// The players, as in `MoveRequest`; a number alone is one of the side's.
    package var players: [String]
    /// The period; nil for the current one.
    package var period: Int?
    /// Seconds elapsed in the period; nil for the game clock as it stands.
    package var clockSeconds: Int?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, side: SideName, players: [String],
        period: Int? = nil, clockSeconds: Int? = nil
    ) {
        self.request = request
        self.game = game
        self.side = side
        self.players = players
        self.period = period
        self.clockSeconds = clockSeconds
    }
}

/// `POST /v1/substitutions`: a player comes in for another of the same side.
package struct SubstitutionRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// Who comes in, as in `MoveRequest`.
    package var comingIn: String
    /// Who goes out.
    package var goingOut: String
    /// The period; nil for the current one.
    package var period: Int?
    /// Seconds elapsed in the period; nil for the game clock as it stands.
    package var clockSeconds: Int?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, comingIn: String, goingOut: String,
        period: Int? = nil, clockSeconds: Int? = nil
    ) {
        self.request = request
        self.game = game
        self.comingIn = comingIn
        self.goingOut = goingOut
        self.period = period
        self.clockSeconds = clockSeconds
    }
}
