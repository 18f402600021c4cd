import Client
import Documents

extension Command {
    static let sub = Command(
        CommandForm(
            "sub", .score, "a player comes in for another", operands: "IN [for] OUT",
            options: CourtCommand.options,
            details: ["scored sub h4 for h7; a single move of it: scored move h4 in"])
    ) { invocation throws(ClientError) in
        var words = invocation.arguments.operands
        if words.count == 3, words[1] == "for" { words.remove(at: 1) }
        guard words.count == 2 else { throw invocation.arguments.misused("sub takes IN for OUT") }
        let client = try invocation.client()
        var request = SubstitutionRequest(
            request: RequestName.random(), game: invocation.arguments.value("game"),
            comingIn: words[0], goingOut: words[1])
        (request.period, request.clockSeconds) = try CourtCommand.moment(invocation, client)
        return try invocation.show(
            client.post(.substitutions, request, as: RecordedDocument.self))
    }

    static let lineup = Command(
        CommandForm(
            "lineup", .score, "say who of a side is on the court", operands: "SIDE PLAYER...",
            choices: ["home", "away"], options: CourtCommand.options,
            details: ["All of them; a number alone is one of the side's: scored lineup home 4 7 9"])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let word = try invocation.required(0)
        let client = try invocation.client()
        let side = try GameReading.side(word, arguments, client)
        var request = LineupRequest(
            request: RequestName.random(), game: arguments.value("game"), side: side,
            players: Array(arguments.operands.dropFirst()))
        (request.period, request.clockSeconds) = try CourtCommand.moment(invocation, client)
        return try invocation.show(client.post(.lineups, request, as: RecordedDocument.self))
    }

    static let note = Command(
        CommandForm(
            "note", .score, "words for the record", operands: "TEXT...", options: [gameOption],
            details: ["A note about one player: scored move PLAYER note --detail TEXT"])
    ) { invocation throws(ClientError) in
        let request = NoteRequest(
            request: RequestName.random(), game: invocation.arguments.value("game"),
            text: invocation.arguments.operands.joined(separator: " "))
        return try invocation.show(
            invocation.client().post(.notes, request, as: RecordedDocument.self))
    }
}

enum CourtCommand {
    static let options = [
        OptionForm("period", "N", "the period, if not the current one"),
        OptionForm("at", "MM:SS", "the game clock, if not as it stands"), gameOption,
    ]

    /// Period and seconds elapsed, where the options say them.
    static func moment(
        _ invocation: Invocation, _ client: LocalClient
    ) throws(ClientError) -> (Int?, Int?) {
        let arguments = invocation.arguments
        let period = try arguments.number("period", in: 1...99)
        guard let text = arguments.value("at") else { return (period, nil) }
        guard let reading = ScoreboardReading(text) else {
            throw arguments.misused("--at takes MM:SS, not '\(text)'")
        }
        let game = try GameReading.game(arguments.value("game"), client).document
        return (period, try GameReading.elapsed(reading, text, game, period))
    }
}
