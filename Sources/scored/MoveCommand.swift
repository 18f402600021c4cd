import Client
import Documents
import LocalAPI

extension Command {
    static let move = Command(
        CommandForm(
            "move", .score, "record a move", operands: "PLAYER KIND",
            options: [
                OptionForm("points", "N", "for a free throw that is worth more"),
                OptionForm("period", "N", "the period, if not the current one"),
                OptionForm("at", "MM:SS", "the game clock, if not as it stands"),
                OptionForm("detail", "TEXT", "offensive, personal and so on; the words of a note"),
                OptionForm("for", "ENTRY", "of an assist: the basket"),
                OptionForm("force", "although the game is decided or over, or it is unlikely"),
                gameOption,
            ],
            details: [
                "PLAYER  h4, a7, a slot h#1, a number or two letters or more of a name, unique in",
                "        the game; home or away for a move of the team",
                "KIND    onePoint 1, twoPoints 2, threePoints 3, freeThrow ft, assist a,",
                "        rebound r (or, dr), foul f, technicalFoul tf, steal st, block bs,",
                "        turnover to, missedTwo m2, missedThree m3, missedFreeThrow mft, timeout,",
                "        in, out, note (its words are --detail TEXT)",
                "An assist belongs to the side's last basket within 5 s of game clock, unless",
                "--for names another; when that is voided, so is the assist.",
                "Points for a game that is over or decided need --force. While a device that",
                "tracks players is away, nobody knows whether the totals decide the game: then",
                "the move is recorded with a warning. Other points than the kind has, and an",
                "overtime that nothing else shows, need --force too.",
                "A foul of home or away counts as a team foul, whoever it was; technicalFoul of",
                "home or away is its coach's or bench's and does not.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let client = try invocation.client()
        var request = MoveRequest(
            request: RequestName.random(), game: arguments.value("game"),
            player: try invocation.required(0), kind: try invocation.required(1),
            points: try arguments.number("points", in: 0...9),
            detail: arguments.value("detail"), period: try arguments.number("period", in: 1...99),
            basket: arguments.value("for"), force: arguments.has("force") ? true : nil)
        if let text = arguments.value("at") {
            guard let reading = ScoreboardReading(text) else {
                throw arguments.misused("--at takes MM:SS, not '\(text)'")
            }
            let game = try GameReading.game(request.game, client).document
            request.clockSeconds = try GameReading.elapsed(reading, text, game, request.period)
        }
        return try invocation.show(MoveCommand.record(request, with: client, invocation))
    }
}

enum MoveCommand {
    /// Records, and asks at the terminal where the daemon wants to be told twice: a game that is
    /// decided takes a further basket, and any game an unlikely move, only from a keeper who means it.
    static func record(
        _ request: MoveRequest, with client: LocalClient, _ invocation: Invocation
    ) throws(ClientError) -> LocalClient.Answer<RecordedDocument> {
        do throws(ClientError) {
            return try client.post(.moves, request, as: RecordedDocument.self)
        } catch {
            guard case .refused(let document) = error,
                [ErrorCode.decided, .unlikely].map(\.rawValue).contains(document.code),
                invocation.isAsking,
                try invocation.asks("\(document.message); record it all the same?") == true
            else { throw error }
            var forced = request
            forced.force = true
            return try client.post(.moves, forced, as: RecordedDocument.self)
        }
    }
}
