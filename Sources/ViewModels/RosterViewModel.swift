package import Documents

/// The rosters of one game: who sits on which slot.
package final class RosterViewModel {
    // Input

    /// Takes the game as the daemon sees it.
    package func receive(_ game: GameDocument) {
        title.update("\(game.name): \(game.title)")
        let rows = [game.home, game.away].flatMap { side in
            side.players.map { Grid.Row(Self.cells($0, side), tone: Self.tone($0)) }
        }
        grid.update(
            Grid(
                columns: [
                    Grid.Column("slot"), Grid.Column("team"), Grid.Column("no", isNumber: true),
                    Grid.Column("player", isFlexible: true), Grid.Column("state"),
                    Grid.Column("tracked by"),
                ], rows: rows))
        placeholder.update(rows.isEmpty ? Self.noPlayers : "")
    }

    // Output

    /// `hawks-owls: Hawks - Owls`.
    package let title = Dynamic("")
    /// A row a player, home first, by slot.
    package let grid = Dynamic(Grid())
    /// What to say when there is nobody.
    package let placeholder = Dynamic("")

    /// Empty until a game is received.
    package init() {}

    static let noPlayers = "no players yet: scored roster add home \"4 Ana\""

    private static func cells(_ player: PlayerDocument, _ side: SideDocument) -> [String] {
        [
            player.slot, side.name, player.number, player.name, state(player),
            player.trackedBy.isEmpty ? "" : Phrases.names(player.trackedBy, atMost: 3),
        ]
    }

    private static func state(_ player: PlayerDocument) -> String {
        if let other = player.mergedInto { return "merged into \(other)" }
        return player.isActive ? "active" : "inactive"
    }

    private static func tone(_ player: PlayerDocument) -> Tone {
        player.isActive ? .plain : .faint
    }
}
