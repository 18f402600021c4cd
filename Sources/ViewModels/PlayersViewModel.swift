package import Documents

/// The players of one side, with their counts and the devices that track them.
package final class PlayersViewModel {
    private let side: SideName

    // Input

    /// A nil game clears it.
    package func receive(_ game: GameDocument?) {
        guard let game else {
            heading.update("")
            brief.update("")
            grid.update(Grid())
            return
        }
        let team = game.side(side)
        heading.update(Phrases.line("\(team.name) (\(side.rawValue))", SideWords.heading(team)))
        brief.update(Self.brief(team))
        grid.update(grid(of: team, kinds: KindColumns.kinds(of: game, isBrief: true)))
    }

    // Output

    /// `Hawks (home) · penalty: 7 team fouls · 1 time-out`.
    package let heading = Dynamic("")
    /// `on court: 4 Ana 12, 7 Bo 2`: the players with their points; only those on the court if that
    /// is known.
    package let brief = Dynamic("")
    /// One row per player, and one for the team's own moves.
    package let grid = Dynamic(Grid())

    package init(side: SideName) { self.side = side }

    private static func brief(_ team: SideDocument) -> String {
        let players = team.players.filter { $0.isActive && $0.mergedInto == nil }
        let onCourt = players.filter { $0.isOnCourt == true }
        let doubt = team.minutesUnknown.map { "on court: not known (\($0)); " } ?? ""
        return (onCourt.isEmpty ? doubt : "on court: ")
            + Phrases.joined(
                (onCourt.isEmpty ? players : onCourt).map { player in
                    let name = player.number == player.name ? "" : player.name
                    let parts = [player.number, name, "\(player.points)"]
                    return Phrases.joined(parts.filter { !$0.isEmpty }, by: " ")
                }, by: ", ")
    }

    private func grid(of team: SideDocument, kinds: [String]) -> Grid {
        let columns =
            [
                Grid.Column("slot"), Grid.Column("no", isNumber: true),
                Grid.Column("player", isFlexible: true), Grid.Column("court"),
                Grid.Column("PTS", isNumber: true),
            ] + KindColumns.columns(kinds) + [Grid.Column("tracked by")]
        let players = team.players.filter { $0.mergedInto == nil }
        var rows = players.map { row(of: $0, kinds: kinds) }
        let ofTeam = KindColumns.cells(team.counts, kinds)
        // The team may have only counts without a column here, such as time-outs.
        if ofTeam.contains(where: { !$0.isEmpty }) {
            rows.append(Grid.Row(["", "", "team", "", ""] + ofTeam + [""], tone: .faint))
        }
        return Grid(columns: columns, rows: rows).omittingEmpty(["no", "court"])
    }

    private func row(of player: PlayerDocument, kinds: [String]) -> Grid.Row {
        let held = player.held == 0 ? "" : " (\(Phrases.count(player.held, "question")))"
        let tracked =
            player.trackedBy.isEmpty ? "nobody" : Phrases.names(player.trackedBy, atMost: 3)
        return Grid.Row(
            [
                player.slot, player.number, player.name, player.isOnCourt == true ? "on" : "",
                "\(player.points)",
            ]
                + KindColumns.cells(player.counts, kinds) + [tracked + held],
            tone: player.isActive ? .plain : .faint)
    }
}

/// The rosters of one game, by slot. A snapshot.
package struct RosterViewModel {
    // Output

    /// `hawks-owls: Hawks - Owls`.
    package let title: String
    /// One row per player, home first, by slot.
    package let grid: Grid
    /// The text shown instead of the grid; empty if there are players.
    package let placeholder: Advice

    package init(_ game: GameDocument) {
        title = "\(game.name): \(game.title)"
        let rows = [game.home, game.away].flatMap { side in
            side.players.map { player in
                let state =
                    player.mergedInto.map { "merged into \($0)" }
                    ?? (player.isActive ? "active" : "inactive")
                return Grid.Row(
                    [
                        player.slot, side.name, player.number, player.name, state,
                        Phrases.names(player.trackedBy, atMost: 3),
                    ], tone: player.isActive ? .plain : .faint)
            }
        }
        grid = Grid(
            columns: [
                Grid.Column("slot"), Grid.Column("team"), Grid.Column("no", isNumber: true),
                Grid.Column("player", isFlexible: true), Grid.Column("state"),
                Grid.Column("tracked by"),
            ], rows: rows)
        placeholder = rows.isEmpty ? Self.noPlayers : Advice()
    }

    static let noPlayers = Advice("no players yet", .addPlayers)
}
