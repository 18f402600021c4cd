import Documents

/// A busy table: five other games, a held move, a warning.
extension Samples {
    static func brief(_ name: String, _ title: String, _ home: Int, _ away: Int) -> GameBrief {
        GameBrief(name: name, title: title, state: .closed, home: home, away: away, moves: 31)
    }

    static let otherGames = [
        brief("owls-foxes", "Owls - Foxes", 15, 9), brief("cats-bears", "Cats - Bears", 21, 19),
        brief("hawks-cats", "Hawks - Cats", 11, 15), brief("bears-owls", "Bears - Owls", 4, 15),
        brief("hawks-owls", "Hawks - Owls", 15, 13),
    ]

    static func held(_ name: String, _ text: String) -> HeldMove {
        HeldMove(
            name: name, keeper: "Bo", text: text, player: "h#1", clock: "04:31", of: "mia.41",
            ofKeeper: "Mia", ofClock: "04:33")
    }

    static var busy: StatusDocument {
        var game = Samples.game
        game.heldMoves = [held("bo.17", "4 Ana two points")]
        game.held = 1
        var status = Samples.status(
            peers: [Samples.peer("bo", .inSync), Samples.peer("cy", .away, missing: 3)], game: game)
        status.games = otherGames
        status.warnings = [
            WarningDocument(
                code: "untracked", text: "nobody tracks 日本 太郎", advice: "scored track h#3")
        ]
        return status
    }
}
