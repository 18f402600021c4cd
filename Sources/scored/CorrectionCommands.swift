import Client
import Documents

extension Command {
    static let undo = Command(
        CommandForm(
            "undo", .score, "undo your own last action; the log keeps both",
            options: [gameOption] + AskingOptions.held,
            details: [
                "An action is what one command of this device recorded: a move, both halves of",
                "a substitution, a line-up, a note, a fix, a void or an accept, a change of the",
                "roster or the rules. The last one that stands is undone; the next undo takes",
                "the one before it. What a void withdrew counts again. The game clock (clock",
                "set), tracking (untrack) and the end (reopen) are passed over, and so is what",
                "would change nothing.",
            ])
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(
            .undo, CorrectionCommand.own(invocation), invocation)
    }

    static let redo = Command(
        CommandForm(
            "redo", .score, "redo what you undid last", options: [gameOption],
            details: [
                "As often as undo; after another action of this device there is nothing to redo."
            ])
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(
            .redo, CorrectionCommand.own(invocation), invocation)
    }

    static let void = Command(
        CommandForm(
            "void", .score, "undo the entries named, also of other keepers",
            operands: "ENTRY...", options: [gameOption] + AskingOptions.held,
            details: [
                "ENTRY   mia.41 as scored log shows it, or 41 for one of your own",
                "A void can be voided itself, which redoes what it undid. With a basket goes its",
                "assist.",
            ])
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(
            .void, CorrectionCommand.named(invocation), invocation)
    }

    static let fix = Command(
        CommandForm(
            "fix", .score, "put right what a move says; it keeps its place",
            operands: "ENTRY",
            options: [
                OptionForm("kind", "KIND", "what it was, as for scored move"),
                OptionForm("player", "PLAYER", "whose it was; home or away for the team"),
                OptionForm("points", "N", "what it was worth"),
                OptionForm("period", "N", "the period it was in"),
                OptionForm("at", "MM:SS", "the game clock, as the scoreboard shows it"),
                OptionForm("detail", "TEXT", "the type of a foul, a turnover, a time-out"),
                gameOption,
            ],
            details: [
                "ENTRY   a move, mia.41, or 41 for one of your own; or a fix of one. Of a line-up",
                "        only period and game clock can be fixed; for other players: scored void,",
                "        then scored lineup.",
                "A held move that is fixed counts. Where two keepers fixed one move in different",
                "ways, the later fix counts; the other is listed until somebody fixes it again.",
            ])
    ) { invocation throws(ClientError) in try FixCommand.run(invocation) }

    static let accept = Command(
        CommandForm(
            "accept", .score, "count held moves: they are no duplicates", operands: "ENTRY...",
            options: [gameOption],
            details: ["ENTRY   a move that scored held lists, such as bo.17"])
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(
            .accept, CorrectionCommand.named(invocation), invocation)
    }
}

/// How a command is told beforehand what it would ask.
enum AskingOptions {
    static let held = [
        OptionForm("yes", "count the held copies of what is undone"),
        OptionForm("no", "leave them held, without a question"),
    ]
}

enum CorrectionCommand {
    /// The request of a command that names no entry.
    static func own(_ invocation: Invocation) -> UndoRequest {
        UndoRequest(request: RequestName.random(), game: invocation.arguments.value("game"))
    }

    /// The request of a command that names entries.
    static func named(_ invocation: Invocation) -> EntriesRequest {
        EntriesRequest(
            request: RequestName.random(), game: invocation.arguments.value("game"),
            entries: invocation.arguments.operands)
    }

    /// Sends it, shows what was recorded, and asks what only the keeper knows.
    static func send(
        _ route: Route, _ request: some Encodable, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        guard !(arguments.has("yes") && arguments.has("no")) else {
            throw arguments.misused("--yes and --no exclude each other")
        }
        let client = try invocation.client()
        let answer = try client.post(route, request, as: RecordedDocument.self)
        let questions = answer.document.questions ?? []
        let isAnswered = invocation.isAsking || arguments.has("yes")
        _ = try invocation.show(answer, unsaid: isAnswered ? [WarningCode.heldCopy.rawValue] : [])
        for question in questions where try isAccepted(question, invocation) {
            let accept = EntriesRequest(
                request: RequestName.random(), game: answer.document.game,
                entries: question.entries)
            _ = try invocation.show(client.post(.accept, accept, as: RecordedDocument.self))
        }
        return .done
    }

    private static func isAccepted(
        _ question: QuestionDocument, _ invocation: Invocation
    ) throws(ClientError) -> Bool {
        guard question.code == "countHeld", !invocation.arguments.has("no") else { return false }
        if invocation.arguments.has("yes") { return true }
        return try invocation.asks(question.text) ?? false
    }
}

enum FixCommand {
    static func run(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        var request = FixRequest(
            request: RequestName.random(), game: arguments.value("game"),
            entry: try invocation.required(0), kind: arguments.value("kind"),
            player: arguments.value("player"),
            points: try arguments.number("points", in: 0...20),
            detail: arguments.value("detail"), period: try arguments.number("period", in: 1...99))
        if let text = arguments.value("at") {
            guard let reading = ScoreboardReading(text) else {
                throw arguments.misused("--at takes MM:SS, not '\(text)'")
            }
            request.shownSeconds = reading.seconds
        }
        guard !request.isEmpty else {
            throw arguments.misused(
                "say what is wrong with --kind, --player, --points, --period, --at or --detail")
        }
        return try CorrectionCommand.send(.fix, request, invocation)
    }
}
