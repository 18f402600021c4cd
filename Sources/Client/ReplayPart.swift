package import Documents

/// The part of a game that one keeper records again: the moves of some players, and of the teams.
package struct ReplayPart: Sendable {
    /// What is recorded, in the order of the file.
    package private(set) var moves: [MoveRequest] = []
    /// Steps of the file that are no move: marks of the source.
    package private(set) var marks = 0
    /// Moves that belong to other keepers.
    package private(set) var others = 0

    /// Takes the moves of the players (slots, or `home`, `away`, `all` for everybody of a side)
    /// and those that belong to the team of a side in `teams`. Throws for a slot that the file does
    /// not have.
    package init(
        of file: GamelogFile, players: [String], teams: Set<SideName>
    ) throws(ClientError) {
        let chosen = try Self.slots(players, in: file)
        for step in file.steps {
            guard let move = step.move, let side = step.side else {
                marks += 1
                continue
            }
            let isChosen = step.player.map(chosen.contains) ?? teams.contains(side)
            if isChosen {
                moves.append(move)
            } else {
                others += 1
            }
        }
    }

    private static func slots(
        _ words: [String], in file: GamelogFile
    ) throws(ClientError) -> Set<String> {
        let home = file.slots(of: .home)
        let away = file.slots(of: .away)
        var chosen: Set<String> = []
        for word in words {
            switch word {
            case "home": chosen.formUnion(home)
            case "away": chosen.formUnion(away)
            case "all": chosen.formUnion(home + away)
            case let slot where (home + away).contains(slot): chosen.insert(slot)
            default:
                throw .unusable(
                    "no player of the file has the slot '\(word)'; there are "
                        + "h#1 to h#\(home.count) and a#1 to a#\(away.count); nothing was recorded")
            }
        }
        return chosen
    }
}
