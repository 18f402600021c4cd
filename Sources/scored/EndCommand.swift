import Client
import Documents

extension Command {
    static let end = Command(
        CommandForm(
            "end", .score, "end the game; a game clock that runs is stopped",
            options: [
                OptionForm("forfeit", "SIDE", "home or away does not play on; the other wins"),
                OptionForm("abandon", "REASON", "abandoned without a result"), gameOption,
            ], details: ["Then scored sign; scored reopen takes it back."])
    ) { invocation throws(ClientError) in
        let request = try EndCommand.request(invocation.arguments)
        return try invocation.show(
            invocation.client().post(.end, request, as: RecordedDocument.self))
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
    static func request(_ arguments: Arguments) throws(ClientError) -> EndRequest {
        var request = EndRequest(
            request: RequestName.random(), game: arguments.value("game"),
            abandon: arguments.value("abandon"))
        guard let text = arguments.value("forfeit") else {
            if let reason = request.abandon, reason.allSatisfy(\.isWhitespace) {
                throw arguments.misused("--abandon needs a value (REASON)")
            }
            return request
        }
        guard request.abandon == nil else {
            throw arguments.misused("a game is forfeited or abandoned, not both")
        }
        guard let side = SideName(typed: text) else {
            throw arguments.misused("--forfeit takes home or away, not '\(text)'")
        }
        request.forfeit = side
        return request
    }
}
