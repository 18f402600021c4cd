package import Documents

/// The games of the table.
package final class GamesViewModel {
    // Input

    /// Takes the games as the daemon lists them.
    package func receive(_ games: GamesDocument) {
        let columns = [
            Grid.Column(""), Grid.Column("game"),
            Grid.Column("teams", isFlexible: true, isOptional: true),
            Grid.Column("score", isNumber: true), Grid.Column("state"),
            Grid.Column("moves", isNumber: true, isOptional: true), Grid.Column("created"),
        ]
        grid.update(
            Grid(columns: columns, rows: games.games.map(row), headCount: 2)
                .omittingEmpty(["created"]))
        placeholder.update(games.games.isEmpty ? ScoreboardViewModel.noGame : "")
    }

    // Output

    /// A row a game, newest first; a star before the current one.
    package let grid = Dynamic(Grid())
    /// What to say when there is none.
    package let placeholder = Dynamic(ScoreboardViewModel.noGame)

    private let zoneOffset: ((Int64) -> Int)?

    /// No games until some are received. `zoneOffset` says by how many seconds local time is ahead of UTC
    /// at an instant; without it nothing is said of when a game was created.
    package init(zoneOffset: ((Int64) -> Int)? = nil) { self.zoneOffset = zoneOffset }

    private func row(_ game: GameBrief) -> Grid.Row {
        let created = game.createdWallMilliseconds.flatMap { wall in
            zoneOffset.map { WallText.minute(wall, ahead: $0(wall)) }
        }
        return Grid.Row(
            [
                game.isCurrent ? "*" : "", game.name, game.title, "\(game.home):\(game.away)",
                game.state.word, "\(game.moves)", created ?? "",
            ])
    }
}
