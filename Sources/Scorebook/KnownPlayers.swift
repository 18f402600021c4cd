import MoveLog

/// People of the table whom a new game's roster can refer to, so that a player is one person in all
/// games.
extension Book {
    /// The roster that a team of this name had in its last game, for the side it plays on now; empty
    /// when it never played here. Names are compared as slugs. Cost: a fold at most.
    package func lastRoster(of team: String, on side: Side) -> [RosterLine] {
        let sought = Slug.make(team, fallback: "")
        for game in table.games.reversed() {
            for past in Side.allCases
            where !sought.isEmpty && Slug.make(game.names[past], fallback: "") == sought {
                guard outline(of: game.id)?.hasPlayers[past] == true,
                    let board = scoreboard(of: game.id)
                else { continue }
                return board.teams[past].players.filter { !$0.isWithdrawn }.map {
                    RosterLine(side: side, number: $0.number, name: $0.name, player: $0.player)
                }
            }
        }
        return []
    }

    /// The lines with those linked to people whose names the team's last roster has, each once.
    package func linking(_ lines: [RosterLine], to team: String) -> [RosterLine] {
        guard let side = lines.first?.side else { return lines }
        var known: [String: PlayerID] = [:]
        for line in lastRoster(of: team, on: side) where !line.name.isEmpty {
            known[Slug.plain(line.name)] = line.player
        }
        return lines.map { line in
            var line = line
            line.player = line.player ?? known.removeValue(forKey: Slug.plain(line.name))
            return line
        }
    }
}
