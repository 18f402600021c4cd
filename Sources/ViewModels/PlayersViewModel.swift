package import Documents

/// The players of one side, with their counts and the devices that track them.
package final class PlayersViewModel {
    private let side: SideName
    private let words: Catalogue

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
        heading.update(
            Phrases.line(
                "\(team.name) (\(words(code: side == .home ? .home : .away)))",
                SideWords.heading(team, in: words)))
        brief.update(brief(team))
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

    package init(side: SideName, words: Catalogue = .english) {
        (self.side, self.words) = (side, words)
    }

    private func brief(_ team: SideDocument) -> String {
        let players = team.players.filter { $0.isActive && $0.mergedInto == nil }
        let onCourt = players.filter { $0.isOnCourt == true }
        let shown = (onCourt.isEmpty ? players : onCourt).map { player in
            let name = player.number == player.name ? "" : player.name
            let parts = [player.number, name, "\(player.points)"]
            return Phrases.joined(parts.filter { !$0.isEmpty }, by: " ")
        }
        let list = Phrases.joined(shown, by: ", ")
        if !onCourt.isEmpty { return words(.onCourt(list)) }
        let doubt = team.minutesUnknown(in: words).map { words(.onCourtUnknown($0)) }
        return doubt.map { "\($0); \(list)" } ?? list
    }

    private func grid(of team: SideDocument, kinds: [String]) -> Grid {
        let columns =
            [
                Grid.Column(words(.slot)), Grid.Column(words(.number), isNumber: true),
                Grid.Column(words(.player), isFlexible: true), Grid.Column(words(.court)),
                Grid.Column(words(.pointsColumn), isNumber: true),
            ] + KindColumns.columns(kinds, words) + [Grid.Column(words(.trackedBy))]
        let players = team.players.filter { $0.mergedInto == nil }
        var rows = players.map { row(of: $0, kinds: kinds) }
        let ofTeam = KindColumns.cells(team.counts, kinds)
        // The team may have only counts without a column here, such as time-outs.
        if ofTeam.contains(where: { !$0.isEmpty }) {
            rows.append(Grid.Row(["", "", words(.team), "", ""] + ofTeam + [""], tone: .faint))
        }
        return Grid(columns: columns, rows: rows).omittingEmpty([words(.number), words(.court)])
    }

    private func row(of player: PlayerDocument, kinds: [String]) -> Grid.Row {
        let trackers =
            player.trackedBy.isEmpty
            ? words(.nobody) : words.names(player.trackedBy, atMost: 3)
        let tracked =
            player.held == 0 ? trackers : words(.withQuestions(trackers, player.held))
        return Grid.Row(
            [
                player.slot, player.number, player.name,
                player.isOnCourt == true ? words(.onTheCourt) : "",
                "\(player.points)",
            ]
                + KindColumns.cells(player.counts, kinds) + [tracked],
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
        placeholder = rows.isEmpty ? Self.noPlayers(in: .english) : Advice()
    }

    static func noPlayers(in words: Catalogue) -> Advice {
        Advice(words(.noPlayersYet), .addPlayers)
    }
}
