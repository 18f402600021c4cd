import Client
import Documents

extension Command {
    static let track = Command(
        CommandForm(
            "track", .game, "say which players you keep", operands: "[PLAYER]...",
            choices: ["home", "away", "all"],
            options: [
                OptionForm("only", "let every other player go"),
                OptionForm("from", "DEVICE", "take over its players: those named, else all"),
                gameOption,
            ],
            details: [
                "home, away, a team's name and all stand for everybody of a side, or of both.",
                "Players of a keeper who is away are taken over: their keeper is told on coming",
                "back, and what both of you recorded meanwhile is held.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        guard !arguments.operands.isEmpty || arguments.has("from") else {
            throw arguments.misused("missing PLAYER")
        }
        return try TrackCommand.send(.track, invocation.arguments.operands, invocation)
    }

    static let untrack = Command(
        CommandForm(
            "untrack", .game, "stop tracking players", operands: "[PLAYER]...",
            options: [
                OptionForm("all", "everybody; without a name and this it is asked"), gameOption,
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        guard arguments.operands.isEmpty else {
            guard !arguments.has("all") else {
                throw arguments.misused("name players or give --all, not both")
            }
            return try TrackCommand.send(.untrack, arguments.operands, invocation)
        }
        if !arguments.has("all") {
            guard let isWanted = try invocation.asks("Stop tracking everybody?") else {
                throw arguments.misused("missing PLAYER; for everybody: --all")
            }
            guard isWanted else { throw .unusable("nothing was changed") }
        }
        return try TrackCommand.send(.untrack, ["all"], invocation)
    }
}

enum TrackCommand {
    static func send(
        _ route: Route, _ players: [String], _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let request = TrackRequest(
            request: RequestName.random(), game: invocation.arguments.value("game"),
            players: players, isOnly: invocation.arguments.has("only") ? true : nil,
            from: invocation.arguments.value("from"))
        return try invocation.show(
            invocation.client().post(route, request, as: RecordedDocument.self))
    }
}
