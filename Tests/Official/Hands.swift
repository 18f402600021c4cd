import Client
package import Documents
package import Seeds

/// How a game is dealt to the keepers of a table: every step of the file is one keeper's.
package struct Hands: Sendable {
    package private(set) var slots: [[String]]
    /// The keepers of what no player did: of the home team, of the away team, of the officials.
    package private(set) var keepersOfTeams: [SideName?: Int] = [:]
    /// Who starts and stops the game clock.
    package private(set) var keeperOfClock: Int

    /// Deals the players one by one, so that nobody has two more than another, and the rest by
    /// chance.
    package init(of game: OfficialGame, to keepers: Int, random: inout SeededGenerator) {
        slots = Array(repeating: [], count: keepers)
        let players = game.file.slots(of: .home) + game.file.slots(of: .away)
        for (index, slot) in players.shuffled(using: &random).enumerated() {
            slots[index % keepers].append(slot)
        }
        for team in [SideName.home, .away, nil] {
            keepersOfTeams[team] = Int.random(in: 0..<keepers, using: &random)
        }
        keeperOfClock = Int.random(in: 0..<keepers, using: &random)
    }

    package func keeper(of step: ImportStep) -> Int {
        if let player = step.player {
            return slots.firstIndex { $0.contains(player) } ?? 0
        }
        return keepersOfTeams[step.side] ?? 0
    }
}
