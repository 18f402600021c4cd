import Client
import Documents

extension Command {
    static let sub = Command(
        "sub", .score, "substitute one player for another", operands: "IN [for] OUT",
        options: momentOptions + [gameOption],
        details: ["scored sub h4 for h7; for one half of it: scored move h4 in"]
    ) { invocation throws(ClientError) in
        var words = invocation.arguments.operands
        if words.count == 3, words[1] == "for" { words.remove(at: 1) }
        guard words.count == 2 else { throw invocation.arguments.misused("sub takes IN for OUT") }
        let client = try invocation.client()
        var request = SubstitutionRequest(
            request: RequestName.random(), game: invocation.game, comingIn: words[0],
            goingOut: words[1])
        (request.period, request.clockSeconds) = try GameReading.moment(invocation, client)
        return try invocation.record(.substitutions, request, with: client)
    }

    static let lineup = Command(
        "lineup", .score, "record which players of a side are on the court",
        operands: "SIDE PLAYER...", choices: ["home", "away"],
        options: momentOptions + [gameOption],
        details: [
            "Name all of them; a number alone is one of the side: scored lineup home 4 7 9"
        ]
    ) { invocation throws(ClientError) in
        let client = try invocation.client()
        let side = try GameReading.side(invocation.required(0), invocation, client)
        var request = LineupRequest(
            request: RequestName.random(), game: invocation.game, side: side,
            players: Array(invocation.arguments.operands.dropFirst()))
        (request.period, request.clockSeconds) = try GameReading.moment(invocation, client)
        return try invocation.record(.lineups, request, with: client)
    }

    static let note = Command(
        "note", .score, "record a note", operands: "TEXT...", options: [gameOption],
        details: ["A note about one player: scored move PLAYER note --detail TEXT"]
    ) { invocation throws(ClientError) in
        let request = NoteRequest(
            request: RequestName.random(), game: invocation.game, text: invocation.text)
        return try invocation.record(.notes, request)
    }
}

/// The options of commands that record at a moment of the game.
let momentOptions = [
    OptionForm("period", "N", "the period, if not the current one"),
    OptionForm("at", "MM:SS", "the time on the game clock, if not the current one"),
]
