/// `POST /v1/rules`: give rules of a game new values.
package struct RulesChangeRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// What changes; a preset sets every rule, and what stands beside it differs from it.
    package var rules: RulesRequest

    /// Joins the parts; what has a default may be left out.
    package init(request: String? = nil, game: String? = nil, rules: RulesRequest) {
        self.request = request
        self.game = game
        self.rules = rules
    }
}

/// `POST /v1/end`: end a game. A game clock that runs is stopped.
package struct EndRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// The side that does not play on; the other wins.
    package var forfeit: SideName?
    /// Instead of `forfeit`: why the game is broken off without a result.
    package var abandon: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, forfeit: SideName? = nil,
        abandon: String? = nil
    ) {
        self.request = request
        self.game = game
        self.forfeit = forfeit
        self.abandon = abandon
    }
}

/// `POST /v1/reopen`: let a game that is over go on; signatures are cleared.
package struct ReopenRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?

    /// Joins the parts; what has a default may be left out.
    package init(request: String? = nil, game: String? = nil) {
        self.request = request
        self.game = game
    }
}

/// `POST /v1/sign`: sign the result as this device holds it.
package struct SignRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game, or the newest where all are over.
    package var game: String?
    /// Who signs: a referee, a captain; nil for the keeper of this device.
    package var name: String?
    /// The words of a protest that goes with the signature.
    package var protest: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, name: String? = nil, protest: String? = nil
    ) {
        self.request = request
        self.game = game
        self.name = name
        self.protest = protest
    }
}

/// `POST /v1/lost` and `POST /v1/found`: no longer wait for a device, or wait for it again.
package struct AbsenceRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game, or the newest where all are over.
    package var game: String?
    /// The device's name.
    package var device: String
    /// True declares a device lost that is in sync.
    package var force: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, device: String, force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.device = device
        self.force = force
    }
}
