/// `POST /v1/roster`: change the roster of a game.
package struct RosterRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// What to do.
    package var action: RosterAction
    /// For `add`: the side.
    package var side: SideName?
    /// For `add`: whom, in the order of their slots.
    package var players: [RosterPlayer]?
    /// For every other action: the player, as in `MoveRequest`.
    package var player: String?
    /// For `rename`: the new name.
    package var name: String?
    /// For `number`: the new number; empty takes it away.
    package var number: String?
    /// For `merge`: the player who stays, and in whom the other goes up.
    package var into: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, action: RosterAction, side: SideName? = nil,
        players: [RosterPlayer]? = nil, player: String? = nil, name: String? = nil,
        number: String? = nil, into: String? = nil
    ) {
        self.request = request
        self.game = game
        self.action = action
        self.side = side
        self.players = players
        self.player = player
        self.name = name
        self.number = number
        self.into = into
    }
}

/// What can be done to a roster. No move is touched by any of it.
package enum RosterAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Further players, behind those who are there.
    case add
    /// Another name.
    case rename
    /// Another number, or none.
    case number
    /// The player takes no part.
    case inactive
    /// The player takes part again.
    case active
    /// Two lines are one person who was entered twice.
    case merge
}
