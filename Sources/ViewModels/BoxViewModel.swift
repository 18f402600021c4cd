package import Documents

/// The box score of one game: both sides with a line of totals each.
package final class BoxViewModel {
    // Input

    /// Takes the game as the daemon sees it.
    package func receive(_ game: GameDocument) {
        scoreboard.receive(game)
        let kinds = KindColumns.kinds(of: game, isBrief: false)
        homeFouls.update(SideWords.penalty(game.home) ?? "")
        awayFouls.update(SideWords.penalty(game.away) ?? "")
        let columns = CourtColumns(game)
        let hasClaims = (game.home.players + game.away.players)
            .contains { !$0.trackedBy.isEmpty }
        home.update(Self.grid(of: game.home, kinds, columns, hasClaims: hasClaims))
        away.update(Self.grid(of: game.away, kinds, columns, hasClaims: hasClaims))
        notes.update(
            [game.home, game.away].compactMap { side in
                side.minutesUnknown.map { "the minutes of \(side.name) are not known: \($0)" }
            })
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

    /// What the box cannot say, and why.
    package let notes = Dynamic<[String]>([])

    /// Empty until a game is received.
    package init() {}

    private static func grid(
        of side: SideDocument, _ kinds: [String], _ court: CourtColumns, hasClaims: Bool
    ) -> Grid {
        let columns =
            [
                Grid.Column("no", isNumber: true), Grid.Column(side.name, isFlexible: true),
                Grid.Column("MIN", isNumber: true), Grid.Column("PTS", isNumber: true),
            ] + KindColumns.columns(kinds) + [Grid.Column("+/-", isNumber: true)]
        var totals = side.counts
        var rows: [Grid.Row] = []
        for player in side.players where player.mergedInto == nil {
            totals += player.counts
            let isUnknown = hasClaims && player.isUnwatched
            let points = isUnknown ? "" : "\(player.points)"
            rows.append(
                Grid.Row(
                    [player.number, player.name, court.time(player), points]
                        + KindColumns.cells(player.counts, kinds) + [court.plusMinus(player)],
                    tone: player.isActive ? .plain : .faint))
        }
        if !side.counts.isEmpty {
            let points = side.score - side.players.map(\.points).reduce(0, +)
            rows.append(
                Grid.Row(
                    ["", "team", "", points == 0 ? "" : "\(points)"]
                        + KindColumns.cells(side.counts, kinds) + [""], tone: .faint))
        }
        rows.append(
            Grid.Row(
                ["", "total", court.total(side), "\(side.score)"]
                    + KindColumns.cells(totals, kinds) + [""], tone: .good))
        return Grid(columns: columns, rows: rows, headCount: 2)
            .omittingEmpty(["no", "MIN", "+/-"])
    }
}

extension PlayerDocument {
    /// Nobody tracks the player, and nothing of him is recorded: where others are tracked his points
    /// are unknown, and not none.
    fileprivate var isUnwatched: Bool { trackedBy.isEmpty && counts.isEmpty && points == 0 }
}

/// The columns of a box that follow from substitutions: empty, and so left out, where nothing of
/// them is known; a side of which nothing is known while the other is has them with dashes.
private struct CourtColumns {
    private let hasTime: Bool
    private let hasPlusMinus: Bool

    init(_ game: GameDocument) {
        let players = game.home.players + game.away.players
        hasTime = players.contains { $0.secondsPlayed != nil }
        hasPlusMinus = players.contains { $0.plusMinus != nil }
    }

    func time(_ player: PlayerDocument) -> String {
        hasTime ? player.secondsPlayed.map(PlayedTime.text) ?? "–" : ""
    }

    func plusMinus(_ player: PlayerDocument) -> String {
        hasPlusMinus ? player.plusMinus.map { $0 > 0 ? "+\($0)" : "\($0)" } ?? "–" : ""
    }

    func total(_ side: SideDocument) -> String {
        let times = side.players.compactMap(\.secondsPlayed)
        return times.isEmpty ? "" : PlayedTime.text(seconds: times.reduce(0, +))
    }
}
