import Scorebook

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

extension GameDocument {
    /// Whom a keeper means in a game, by the rules of every command: `h4` and `a7`, `h#1`, a number,
    /// or a name or two letters or more of one.
    package enum PlayerAnswer: Hashable, Sendable {
        /// Exactly this player.
        case player(PlayerDocument)
        /// All of these fit, home first, by slot.
        case several([PlayerDocument])
        /// Nobody fits; the closest by name or number.
        case nobody(closest: [PlayerDocument])
    }

    /// Never guesses. The slot of a player who went up in another finds that one.
    package func player(typed text: String) -> PlayerAnswer {
        let players = home.players + away.players
        let spellings = players.enumerated().compactMap { place, player in
            player.spelling(place: place)
        }
        switch PlayerQuery.find(text, among: spellings) {
        case .player(let place): return .player(present(players[place]))
        case .several(let places): return .several(places.map { players[$0] })
        case .nobody(let closest): return .nobody(closest: closest.map { players[$0] })
        }
    }

    /// The player of a slot: `h#1`; nil where there is none.
    package func player(slot: String) -> PlayerDocument? {
        (home.players + away.players).first { $0.slot == slot }
    }

    /// The team of the player of a slot.
    package func side(ofSlot slot: String) -> SideDocument? {
        [home, away].first { side in side.players.contains { $0.slot == slot } }
    }

    private func present(_ player: PlayerDocument) -> PlayerDocument {
        var line = player
        // A line goes up in another once; a document that says otherwise does not hold anybody.
        for _ in 0..<(home.players.count + away.players.count) {
            guard let next = line.mergedInto.flatMap(player(slot:)) else { break }
            line = next
        }
        return line
    }
}

extension PlayerDocument {
    /// `4 Ana`; only the name where there is no number.
    package var numberAndName: String {
        number.isEmpty || number == name ? name : "\(number) \(name)"
    }

    /// Nil for a slot that no version so far has written.
    fileprivate func spelling(place: Int) -> PlayerQuery.Spelling? {
        guard let side = SideName(typed: String(slot.prefix(1)))?.side,
            slot.dropFirst().first == "#", let number = Int(slot.dropFirst(2))
        else { return nil }
        return PlayerQuery.Spelling(
            place: place, side: side, slot: number, number: self.number,
            // A player without a name is shown by number or slot, and is not called so.
            name: name == self.number || name == slot ? "" : name,
            isWithdrawn: mergedInto != nil || !isActive)
    }
}
