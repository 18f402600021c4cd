import Client
import Documents

extension Command {
    static let end = Command(
        "end", .score, "end the game, also by forfeit or abandonment",
        options: [
            OptionForm("forfeit", "SIDE", "home, away or the team that does not play on"),
            OptionForm("default", "SIDE", "the side that has too few players left"),
            OptionForm("abandon", "REASON", "abandoned without a result"), gameOption,
            OptionForm("yes", "do not ask; needed without a terminal"),
        ],
        details: [
            "Stops a running game clock. The next step is scored sign; scored reopen takes",
            "the end back. scored asks first about a forfeit, a default, an abandonment, a",
            "game that is not decided, and anything odd: a period that never began, baskets",
            "while the game clock stood, a tie. The rules give the result of a forfeit or a",
            "default (forfeit-award, default-award of scored rules); the played score stays",
            "beside it. A move recorded after the end counts until the game is official, and",
            "its keeper is warned, because a foul may be called after the whistle.",
        ]
    ) { invocation throws(ClientError) in
        var request = try EndCommand.request(invocation.arguments)
        let client = try invocation.client()
        let team = invocation.arguments.value("forfeit") ?? invocation.arguments.value("default")
        if let team {
            request.forfeit = try GameReading.side(team, invocation, client)
            request.isDefault = invocation.arguments.value("default") == nil ? nil : true
        }
        request.force = invocation.flag("yes")
        return try invocation.record(asking: "End it?", otherwise: "the game goes on") {
            isConfirmed throws(ClientError) in
            if isConfirmed { request.force = true }
            return try client.post(.end, request, as: RecordedDocument.self)
        }
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
            OptionForm("yes", "do not ask about what is odd; needed without a terminal"),
        ],
        details: [
            "The game is official once every device that tracked players has signed the same",
            "result, except devices declared lost. If no device tracked players, every device",
            "that recorded has to sign. The four words of the answer are then the same on",
            "every screen.",
            "sign is refused while questions are open (scored settle). Moves that arrive",
            "after the result is official are kept and do not count.",
            "scored asks first about anything odd: a period that never began, baskets while",
            "the game clock stood, baskets that may count twice, an early end, a tie.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        for (option, form) in [("as", "NAME"), ("protest", "TEXT")] {
            guard arguments.value(option)?.allSatisfy(\.isWhitespace) != true else {
                throw arguments.misused("--\(option) needs a value (\(form))")
            }
        }
        var request = SignRequest(
            request: RequestName.random(), game: invocation.game, name: arguments.value("as"),
            protest: arguments.value("protest"), force: invocation.flag("yes"))
        let client = try invocation.client()
        return try invocation.record(asking: "Sign it?", otherwise: "nothing was signed") {
            isConfirmed throws(ClientError) in
            if isConfirmed { request.force = true }
            return try client.post(.sign, request, as: RecordedDocument.self)
        }
    }
}

enum EndCommand {
    static func request(_ arguments: Arguments) throws(ClientError) -> EndRequest {
        try arguments.demandNotBoth("forfeit", "abandon")
        try arguments.demandNotBoth("forfeit", "default")
        try arguments.demandNotBoth("default", "abandon")
        let reason = arguments.value("abandon")
        if reason?.allSatisfy(\.isWhitespace) == true {
            throw arguments.misused("--abandon needs a value (REASON)")
        }
        return EndRequest(
            request: RequestName.random(), game: arguments.value("game"), abandon: reason)
    }
}
