import Client
import Documents

extension Command {
    static let track = Command(
        "track", .game, "choose the players that you track", operands: "[PLAYER]...",
        choices: ["home", "away", "all"],
        options: [
            OptionForm("only", "stop tracking all others"),
            OptionForm("from", "DEVICE", "take over its players: those named, else all"),
            gameOption,
        ],
        details: [
            "home, away, a team's name and all mean every player of a side, or of both.",
            "Take over the players of a keeper who is away: that keeper is told on coming",
            "back, and moves that both of you recorded meanwhile are counted once.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        guard !arguments.operands.isEmpty || arguments.has("from") else {
            throw arguments.misused("missing PLAYER")
        }
        return try TrackCommand.send(.track, arguments.operands, invocation)
    }

    static let untrack = Command(
        "untrack", .game, "stop tracking players", operands: "[PLAYER]...",
        options: [
            OptionForm("all", "every player; without PLAYER and --all it asks"), gameOption,
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        guard arguments.operands.isEmpty else {
            guard !arguments.has("all") else {
                throw arguments.misused("PLAYER and --all exclude each other")
            }
            return try TrackCommand.send(.untrack, arguments.operands, invocation)
        }
        if !arguments.has("all") {
            guard let isWanted = try invocation.asks("Stop tracking all players?") else {
                throw arguments.misused("missing PLAYER; for every player: --all")
            }
            guard isWanted else { throw .unusable("nothing was changed") }
        }
        return try TrackCommand.send(.untrack, ["all"], invocation)
    }
}

private enum TrackCommand {
    static func send(
        _ route: Route, _ players: [String], _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let request = TrackRequest(
            request: RequestName.random(), game: invocation.game, players: players,
            isOnly: invocation.flag("only"), from: invocation.arguments.value("from"))
        return try invocation.record(route, request)
    }
}
