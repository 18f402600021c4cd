package import Scorebook

extension Projection {
    /// The box score of a game as comma-separated values: a row a player, then one of what the team
    /// has beside its players, then the total; home first. What nobody recorded is empty, and so is
    /// the row of a player whom nobody tracks and of whom nothing is recorded.
    ///
    /// Where nobody ever claimed a player, as in every imported game, whoever records, records all:
    /// then a player without a move has zeroes, since an empty cell would say that nobody watched.
    ///
    /// FGM and FGA count ones, twos and threes. 2PM is the shots that count two by the game's rules, in
    /// 3x3 those from behind the arc; 1PM is empty in a game without ones. TF, technical fouls, are not
    /// among PF. The total's MIN is that of its players together. New columns go to the end.
    package func boxCSV(_ board: Scoreboard) -> String {
        var csv = CSV(Self.boxHeader)
        let game = table.game(board.id)?.slug ?? ""
        let courtTime = CourtTime(board)
        for side in Side.allCases {
            let box = board.boxScore(side, courtTime)
            let team = board.teams[side].name
            for (line, box) in box.players where line.isListed {
                let name = line.name.isEmpty && line.number.isEmpty ? line.slotText : line.name
                let isUnknown = !board.claimants.isEmpty && line.isUnwatched
                csv.append(
                    [.text(game), .text(team), .text(line.number), .text(name)]
                        + (isUnknown ? Self.unknownCells : cells(box)))
            }
            csv.append(
                [.text(game), .text(team), .empty, .plain("team")] + cells(box.teamCredited))
            csv.append([.text(game), .text(team), .empty, .plain("total")] + cells(box.total))
        }
        return csv.text
    }

    private static let boxHeader = [
        "game", "team", "number", "player", "MIN", "PTS", "FGM", "FGA", "2PM", "2PA", "3PM", "3PA",
        "FTM", "FTA", "OREB", "DREB", "REB", "AST", "STL", "BLK", "TO", "PF", "+/-",
        "1PM", "1PA", "TF",
    ]

    private static let unknownCells = [CSV.Cell](repeating: .empty, count: boxHeader.count - 4)

    private func cells(_ box: BoxLine) -> [CSV.Cell] {
        let time: CSV.Cell = box.time.map { .plain(ClockText.print($0)) } ?? .empty
        let counts: [Int?] = [
            box.points, box.fieldGoalsMade, box.fieldGoalsAttempted, box.twosMade,
            box.twosAttempted, box.threesMade, box.threesAttempted, box.freeThrowsMade,
            box.freeThrowsAttempted, box.offensiveRebounds, box.defensiveRebounds, box.rebounds,
            box.assists, box.steals, box.blocks, box.turnovers, box.fouls, box.plusMinus,
            box.onesMade, box.onesAttempted, box.technicalFouls,
        ]
        return [time] + counts.map { .number($0) }
    }
}

extension PlayerLine {
    /// Whether lists of players show the line: not what went up in another, nor what was withdrawn
    /// before it counted anything.
    var isListed: Bool { mergedInto == nil && !(isWithdrawn && tally == Tally()) }

    /// Nobody tracks the player, and nothing of him is recorded.
    var isUnwatched: Bool { trackers.isEmpty && tally == Tally() }
}
