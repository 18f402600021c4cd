import Client
import Documents

extension Command {
    static let undo = Command(
        "undo", .score, "undo your last action; the log keeps both",
        options: [gameOption] + CorrectionCommand.copyOptions,
        details: [
            "An action is what one command of this device recorded: a move, both halves of a",
            "substitution, a line-up, a note, a fix, a void or an accept, a change of the",
            "roster or the rules. undo takes back the last one that still counts; the next",
            "undo the one before it. Undoing a void counts its entries again. undo skips the",
            "game clock (clock set), tracking (untrack), the end (reopen), and what would",
            "change nothing.",
        ]
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(.undo, CorrectionCommand.last(invocation), invocation)
    }

    static let redo = Command(
        "redo", .score, "redo what you undid last", options: [gameOption],
        details: [
            "redo can be repeated as often as undo was. Once this device has recorded",
            "something else, there is nothing to redo.",
        ]
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(.redo, CorrectionCommand.last(invocation), invocation)
    }

    static let void = Command(
        "void", .score, "undo entries by name, also those of other keepers",
        operands: "ENTRY...", options: [gameOption] + CorrectionCommand.copyOptions,
        details: [
            "ENTRY   mia.41 as scored log shows it, or 41 for one of your own",
            "Voiding a void redoes what it undid. Voiding a basket voids its assist.",
        ]
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(.void, CorrectionCommand.entries(invocation), invocation)
    }

    static let fix = Command(
        "fix", .score, "correct a recorded move", operands: "ENTRY",
        options: [
            OptionForm("kind", "KIND", "the right kind, as scored move takes it"),
            OptionForm("player", "PLAYER", "the right player; home or away for the team"),
            OptionForm("points", "N", "the right points"),
            OptionForm("period", "N", "the right period"),
            OptionForm("at", "MM:SS", "the right time, as the scoreboard shows it"),
            OptionForm("detail", "TEXT", "the type of a foul, a turnover, a time-out"),
            OptionForm("one", "what other keepers recorded of it is the same move"),
            OptionForm("two", "what they recorded is another move, and counts too"),
            gameOption,
        ],
        details: [
            "The move keeps its place in the log. Without an option for it, a value stays.",
            "ENTRY   a move, mia.41, or 41 for one of your own; or a fix of one. Only period",
            "        and game clock of a line-up can be fixed; for other players void it",
            "        (scored void ENTRY); scored lineup then records it again.",
            "A fix corrects what all keepers recorded of the event. If it gives another",
            "player or time to a move that others recorded too, you are asked: one or two?",
            "Where two keepers fixed one move in different ways, the later fix counts until",
            "scored settle has an answer.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        try arguments.demandNotBoth("one", "two")
        var request = FixRequest(
            request: RequestName.random(), game: invocation.game,
            entry: try invocation.required(0), kind: arguments.value("kind"),
            player: arguments.value("player"),
            points: try arguments.number("points", in: 0...20),
            detail: arguments.value("detail"), period: try arguments.number("period", in: 1...99),
            shownSeconds: try GameReading.reading(arguments)?.seconds,
            events: arguments.has("one") ? 1 : arguments.has("two") ? 2 : nil)
        guard !request.isEmpty else {
            throw arguments.misused(
                "nothing to correct; give --kind, --player, --points, --period, --at or --detail")
        }
        do throws(ClientError) {
            return try CorrectionCommand.send(.fix, request, invocation)
        } catch {
            guard case .refused(let refusal) = error,
                refusal.code == ErrorCode.oneOrTwo.rawValue,
                let events = try CorrectionCommand.events(refusal, invocation)
            else { throw error }
            (request.request, request.events) = (RequestName.random(), events)
            return try CorrectionCommand.send(.fix, request, invocation)
        }
    }

    static let accept = Command(
        "accept", .score, "count moves as events of their own", operands: "ENTRY...",
        options: [gameOption],
        details: [
            "ENTRY   a copy, or a move that scored held lists, such as bo.17",
            "An accepted move is no longer a copy: both moves count.",
        ]
    ) { invocation throws(ClientError) in
        try CorrectionCommand.send(.accept, CorrectionCommand.entries(invocation), invocation)
    }
}

private enum CorrectionCommand {
    /// Answers to the question if what other keepers recorded too happened all the same.
    static let copyOptions = [
        OptionForm("yes", "count what other keepers recorded of it all the same"),
        OptionForm("no", "do not ask; scored held lists what they recorded"),
    ]

    /// Asks if the refused fix is about one event or two; nil for neither.
    static func events(
        _ refusal: APIError, _ invocation: Invocation
    ) throws(ClientError) -> Int? {
        guard invocation.isAsking else { return nil }
        switch try Question.ask("\(refusal.reason) [1/2, Enter: neither]") {
        case "1"?, "one"?: return 1
        case "2"?, "two"?: return 2
        default: return nil
        }
    }

    static func last(_ invocation: Invocation) -> UndoRequest {
        UndoRequest(request: RequestName.random(), game: invocation.game)
    }

    static func entries(_ invocation: Invocation) -> EntriesRequest {
        EntriesRequest(
            request: RequestName.random(), game: invocation.game,
            entries: invocation.arguments.operands)
    }

    /// Sends the request, prints what was recorded, and asks the questions of the answer.
    static func send(
        _ route: Route, _ request: some Encodable, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        try arguments.demandNotBoth("yes", "no")
        let client = try invocation.client()
        let answer = try client.post(route, request, as: RecordedDocument.self)
        let isAnswered = invocation.isAsking || arguments.has("yes")
        _ = try invocation.show(answer, unsaid: isAnswered ? [WarningCode.heldCopy.rawValue] : [])
        for question in answer.document.questions ?? [] where try isYes(question, invocation) {
            for entry in question.entries {
                let order = SettleRequest(
                    request: RequestName.random(), game: answer.document.game, entry: entry,
                    answer: .this)
                _ = try invocation.record(.settle, order, with: client)
            }
        }
        return .done
    }

    private static func isYes(
        _ question: QuestionDocument, _ invocation: Invocation
    ) throws(ClientError) -> Bool {
        guard question.code == "countHeld", !invocation.arguments.has("no") else { return false }
        if invocation.arguments.has("yes") { return true }
        return try invocation.asks(question.text) ?? false
    }
}
