package import Documents

/// The games of the table.
package final class GamesViewModel {
    // Input

    /// Takes the games as the daemon lists them.
    package func receive(_ games: GamesDocument) {
        let columns = [
            Grid.Column(""), Grid.Column("game"), Grid.Column("teams", isFlexible: true),
            Grid.Column("score", isNumber: true), Grid.Column("state"),
            Grid.Column("moves", isNumber: true),
        ]
        grid.update(Grid(columns: columns, rows: games.games.map(Self.row)))
        placeholder.update(games.games.isEmpty ? ScoreboardViewModel.noGame : "")
    }

    // Output

    /// A row a game, newest first; a star before the current one.
    package let grid = Dynamic(Grid())
    /// What to say when there is none.
    package let placeholder = Dynamic(ScoreboardViewModel.noGame)

    /// No games until some are received.
    package init() {}

    private static func row(_ game: GameBrief) -> Grid.Row {
        Grid.Row(
            [
                game.isCurrent ? "*" : "", game.name, game.title, "\(game.home):\(game.away)",
                game.state.word, "\(game.moves)",
            ])
    }
}
