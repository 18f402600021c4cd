import Client
import Documents

extension Command {
    static let end = Command(
        CommandForm(
            "end", .score, "end the game; a game clock that runs is stopped",
            options: [
                OptionForm("forfeit", "SIDE", "home, away or a team that does not play on"),
                OptionForm("abandon", "REASON", "abandoned without a result"), gameOption,
                OptionForm("yes", "do not ask; needed where there is no terminal"),
            ],
            details: [
                "Then scored sign; scored reopen takes it back. A game that nothing has decided",
                "is ended after a question. A move recorded after the end counts until the game",
                "is official, and its keeper is warned: a foul may be called after the whistle.",
            ])
    ) { invocation throws(ClientError) in
        var request = try EndCommand.request(invocation.arguments)
        let client = try invocation.client()
        if let team = invocation.arguments.value("forfeit") {
            request.forfeit = try GameReading.side(team, invocation.arguments, client)
        }
        let isDecision = request.forfeit != nil || request.abandon != nil
        if !isDecision, !invocation.arguments.has("yes") {
            try EndCommand.ask(&request, client, invocation)
        }
        return try invocation.show(client.post(.end, request, as: RecordedDocument.self))
    }

    static let reopen = Command(
        CommandForm(
            "reopen", .score, "let a game that is over go on",
            options: [gameOption], details: ["Signatures are cleared: everyone must sign again."])
    ) { invocation throws(ClientError) in
        let request = ReopenRequest(
            request: RequestName.random(), game: invocation.arguments.value("game"))
        return try invocation.show(
            invocation.client().post(.reopen, request, as: RecordedDocument.self))
    }
}

enum EndCommand {
    /// Asks before a game ends that neither its totals nor its time have decided.
    static func ask(
        _ request: inout EndRequest, _ client: LocalClient, _ invocation: Invocation
    ) throws(ClientError) {
        let status = try client.status(of: request.game).document
        guard let game = status.game, game.state == .live || game.state == .scheduled else {
            return
        }
        let isTimeOver = status.warnings.contains { $0.code == WarningCode.timeOver.rawValue }
        guard !isTimeOver || game.home.score == game.away.score else { return }
        // What nobody played is ended by its name alone, where another game waits to be signed.
        if game.moves > 0 { request.game = game.name }
        let left = game.clock.map {
            ", \($0.periodLabel) " + ($0.remainingMilliseconds == nil ? $0.text : "\($0.text) left")
        }
        let state =
            "\(game.title) is at \(game.home.score):\(game.away.score)\(left ?? "") and not decided"
        try invocation.confirm("End it?", of: state, otherwise: "the game goes on")
    }

    static func request(_ arguments: Arguments) throws(ClientError) -> EndRequest {
        let request = EndRequest(
            request: RequestName.random(), game: arguments.value("game"),
            abandon: arguments.value("abandon"))
        guard arguments.has("forfeit") else {
            if let reason = request.abandon, reason.allSatisfy(\.isWhitespace) {
                throw arguments.misused("--abandon needs a value (REASON)")
            }
            return request
        }
        guard request.abandon == nil else {
            throw arguments.misused("a game is forfeited or abandoned, not both")
        }
        return request
    }
}
