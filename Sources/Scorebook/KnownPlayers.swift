import MoveLog

/// People of the table whom the roster of a new game can refer to: a player is then one person in
/// all games.
extension Book {
    /// The roster of a team's last game, for the side that it plays on now; empty if there is none.
    /// Names are compared as slugs. Cost: one fold at most.
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

    /// Links each line to the person of the same name in the team's last roster; each person is
    /// used once.
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
