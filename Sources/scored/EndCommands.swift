import Client
import Documents

extension Command {
    static let end = Command(
        "end", .score, "end the game; stops a running game clock",
        options: [
            OptionForm("forfeit", "SIDE", "home, away or the team that does not play on"),
            OptionForm("abandon", "REASON", "abandoned without a result"), gameOption,
            OptionForm("yes", "do not ask; needed without a terminal"),
        ],
        details: [
            "Then sign with scored sign; scored reopen takes it back. scored asks before it",
            "ends a game that is not decided. A move recorded after the end counts until the",
            "game is official, and its keeper is warned: a foul may be called after the",
            "whistle.",
        ]
    ) { invocation throws(ClientError) in
        var request = try EndCommand.request(invocation.arguments)
        let client = try invocation.client()
        if let team = invocation.arguments.value("forfeit") {
            request.forfeit = try GameReading.side(team, invocation, client)
        }
        let isDecision = request.forfeit != nil || request.abandon != nil
        if !isDecision, !invocation.arguments.has("yes") {
            try EndCommand.ask(&request, client, invocation)
        }
        return try invocation.record(.end, request, with: client)
    }

    static let reopen = Command(
        "reopen", .score, "resume a game that is over",
        options: [gameOption], details: ["Signatures are cleared: everyone must sign again."]
    ) { invocation throws(ClientError) in
        try invocation.record(
            .reopen, ReopenRequest(request: RequestName.random(), game: invocation.game))
    }

    static let sign = Command(
        "sign", .score, "sign the result as this device has it",
        options: [
            OptionForm("as", "NAME", "who signs, if not the keeper: a referee, a captain"),
            OptionForm("protest", "TEXT", "sign under protest, for this reason"), gameOption,
        ],
        details: [
            "The game is official once every device that tracked players (if none did: that",
            "recorded) has signed the same, except devices declared lost. The four words of",
            "the answer are then the same on every screen.",
            "Refused while questions are open (scored settle); what arrives later is kept and",
            "not counted.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        for (option, form) in [("as", "NAME"), ("protest", "TEXT")] {
            guard arguments.value(option)?.allSatisfy(\.isWhitespace) != true else {
                throw arguments.misused("--\(option) needs a value (\(form))")
            }
        }
        let request = SignRequest(
            request: RequestName.random(), game: invocation.game, name: arguments.value("as"),
            protest: arguments.value("protest"))
        return try invocation.record(.sign, request)
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
        // A game without moves is not named: the daemon refuses it while another needs a signature.
        if game.moves > 0 { request.game = game.name }
        let left = game.clock.map {
            ", \($0.periodLabel) " + ($0.remainingMilliseconds == nil ? $0.text : "\($0.text) left")
        }
        let state =
            "\(game.title) is at \(game.home.score):\(game.away.score)\(left ?? "") and not decided"
        try invocation.confirm("End it?", of: state, otherwise: "the game goes on")
    }

    static func request(_ arguments: Arguments) throws(ClientError) -> EndRequest {
        try arguments.demandNotBoth("forfeit", "abandon")
        let reason = arguments.value("abandon")
        if reason?.allSatisfy(\.isWhitespace) == true {
            throw arguments.misused("--abandon needs a value (REASON)")
        }
        return EndRequest(
            request: RequestName.random(), game: arguments.value("game"), abandon: reason)
    }
}
