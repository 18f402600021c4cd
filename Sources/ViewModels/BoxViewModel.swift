package import Documents

/// The box score of one game: both sides with a line of totals each.
package final class BoxViewModel {
    // Input

    /// Takes the game as the daemon sees it.
    package func receive(_ game: GameDocument) {
        scoreboard.receive(game)
        let kinds = KindColumns.kinds(of: game, isBrief: false)
        home.update(Self.grid(of: game.home, kinds: kinds))
        away.update(Self.grid(of: game.away, kinds: kinds))
        homeFouls.update(SideWords.penalty(game.home) ?? "")
        awayFouls.update(SideWords.penalty(game.away) ?? "")
    }

    // Output

    /// The score above the box.
    package let scoreboard = ScoreboardViewModel()
    /// A row a player, the team's own, and the totals.
    package let home = Dynamic(Grid())
    /// As for the home side.
    package let away = Dynamic(Grid())
    /// `7 fouls this period: penalty`.
    package let homeFouls = Dynamic("")
    /// As for the home side.
    package let awayFouls = Dynamic("")

    /// Empty until a game is received.
    package init() {}

    private static func grid(of side: SideDocument, kinds: [String]) -> Grid {
        let columns =
            [
                Grid.Column("no", isNumber: true), Grid.Column(side.name, isFlexible: true),
                Grid.Column("PTS", isNumber: true),
            ] + KindColumns.columns(kinds)
        var totals = side.counts
        var rows: [Grid.Row] = []
        for player in side.players where player.mergedInto == nil {
            totals.merge(player.counts, uniquingKeysWith: +)
            rows.append(
                Grid.Row(
                    [player.number, player.name, "\(player.points)"]
                        + KindColumns.cells(player.counts, kinds),
                    tone: player.isActive ? .plain : .faint))
        }
        if !side.counts.isEmpty {
            let points = side.score - side.players.map(\.points).reduce(0, +)
            rows.append(
                Grid.Row(
                    ["", "team", points == 0 ? "" : "\(points)"]
                        + KindColumns.cells(side.counts, kinds), tone: .faint))
        }
        rows.append(
            Grid.Row(
                ["", "total", "\(side.score)"] + KindColumns.cells(totals, kinds), tone: .good))
        return Grid(columns: columns, rows: rows).omittingEmpty(["no"])
    }
}
