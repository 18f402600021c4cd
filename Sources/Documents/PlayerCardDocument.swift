/// One player with what was recorded of the player last: what `scored player` says for programs.
package struct PlayerCardDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// The team's name.
    package var team: String
    /// The player as in the game's document.
    package var player: PlayerDocument
    /// The player's newest moves, newest first.
    package var entries: [EntryDocument]
    /// False when older entries were left out.
    package var isWhole: Bool

    /// Joins the parts.
    package init(
        schema: Int = 1, game: String, team: String, player: PlayerDocument,
        entries: [EntryDocument], isWhole: Bool
    ) {
        self.schema = schema
        self.game = game
        self.team = team
        self.player = player
        self.entries = entries
        self.isWhole = isWhole
    }
}
