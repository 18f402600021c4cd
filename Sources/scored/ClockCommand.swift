import Client
import Documents
import Terminal
import ViewModels

extension Command {
    static let clock = Command(
        "clock", .game, "show the game clock, or start, stop or set it",
        operands: "[ACTION] [VALUE]",
        choices: ClockCommand.actions,
        options: [
            OptionForm("period", "N", "with set: the period"),
            OptionForm("force", "even if the period is not over, or the game is decided"),
            gameOption,
        ],
        details: [
            "scored clock                 shows it",
            "scored clock start | stop",
            "scored clock set MM:SS[.t]   sets it as the scoreboard shows it: the time left",
            "                             of a period with a length, else the time elapsed",
            "scored clock period [N]      begins the next period, or period N",
        ]
    ) { invocation throws(ClientError) in
        if let word = invocation.arguments.operand(0) {
            return try invocation.record(.clock, ClockCommand.request(word, invocation))
        }
        let answer = try GameReading.game(invocation.game, invocation.lookingClient())
        return try invocation.show(answer) { game in
            let model = ScoreboardViewModel()
            model.receive(game)
            let text = model.clock.value
            return TextView([text.isEmpty ? "the game clock never ran" : text])
        }
    }
}

private enum ClockCommand {
    static let actions = ["start", "stop", "set", "period"]

    static func request(
        _ word: String, _ invocation: Invocation
    ) throws(ClientError) -> ClockRequest {
        let arguments = invocation.arguments
        guard let action = ClockAction(rawValue: word) else {
            throw arguments.unknown("action", word, among: actions)
        }
        let value = arguments.operand(1)
        var request = ClockRequest(
            request: RequestName.random(), game: invocation.game, action: action,
            period: try arguments.number("period", in: 1...99), force: invocation.flag("force"))
        switch action {
        case .start, .stop:
            if let value { throw arguments.misused("unexpected argument '\(value)'") }
        case .set:
            guard let value else { throw arguments.misused("missing MM:SS") }
            guard let reading = ScoreboardReading(value, tenths: true) else {
                throw arguments.misused("\(Unreadable.gameClock(value))")
            }
            let game = try GameReading.game(request.game, invocation.client()).document
            request.milliseconds =
                reading.elapsedMilliseconds(in: game, period: request.period)
                ?? GameReading.outside
        case .period:
            guard let value else { break }
            guard let period = Int(value), (1...99).contains(period) else {
                throw arguments.misused(
                    "period takes a number from 1 to 99, or nothing for the next period")
            }
            request.period = period
        }
        return request
    }
}
