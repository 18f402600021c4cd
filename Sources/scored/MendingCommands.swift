import Client
import Documents

extension Command {
    static let team = Command(
        "team", .game, "rename a team", operands: "TEAM NAME", options: [gameOption],
        details: [
            "TEAM   home, away, or the team's name or a part of it",
            "Every screen, page and file shows the new name. In commands the game keeps its",
            "name, so that nobody's commands break. scored undo takes it back.",
        ]
    ) { invocation throws(ClientError) in
        let words = invocation.arguments.operands
        guard words.count > 1 else {
            throw invocation.arguments.misused("team takes TEAM NAME: scored team home \"Hawks II\"")
        }
        return try invocation.record(
            .teams,
            TeamNameRequest(
                request: RequestName.random(), game: invocation.game, team: words[0],
                name: words.dropFirst().joined(separator: " ")))
    }

    static let swap = Command(
        "swap", .game, "swap home and away", options: [gameOption],
        details: [
            "For a game that was created the wrong way round. Every player keeps the team, every",
            "move its player; h and a, home and away change places everywhere, also in what",
            "keepers type from now on. scored undo takes it back.",
        ]
    ) { invocation throws(ClientError) in
        try invocation.record(
            .swap, SwapRequest(request: RequestName.random(), game: invocation.game))
    }
}
