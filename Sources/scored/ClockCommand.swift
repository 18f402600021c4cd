import Client
import Documents
import Scorebook
import ViewModels

extension Command {
    static let clock = Command(
        CommandForm(
            "clock", .game, "show the game clock, or start, stop and set it",
            operands: "[ACTION] [VALUE]",
            choices: ["start", "stop", "set", "period"],
            options: [
                OptionForm("period", "N", "with set: the period"),
                OptionForm("force", "although the period is not over, or the game is decided"),
                gameOption,
            ],
            details: [
                "scored clock                 shows it", "scored clock start | stop",
                "scored clock set MM:SS[.t]   as the scoreboard shows it: what is left of a",
                "                             period with a length, what elapsed of one without",
                "scored clock period [N]      the beginning of the next period, or of another",
            ])
    ) { invocation throws(ClientError) in
        guard let word = invocation.arguments.operand(0) else {
            return try ClockCommand.show(invocation)
        }
        let request = try ClockCommand.request(word, invocation)
        return try invocation.show(
            invocation.client().post(.clock, request, as: RecordedDocument.self))
    }
}

enum ClockCommand {
    static func show(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let answer = try GameReading.game(
            invocation.arguments.value("game"), invocation.lookingClient())
        if invocation.console.isJSON {
            try invocation.console.show(document: answer.bytes)
            return .done
        }
        let model = ScoreboardViewModel()
        model.receive(answer.document)
        let text = model.clock.value
        try invocation.console.show(line: text.isEmpty ? "the game clock never ran" : text)
        return .done
    }

    static func request(
        _ word: String, _ invocation: Invocation
    ) throws(ClientError) -> ClockRequest {
        let arguments = invocation.arguments
        guard let action = ClockAction(rawValue: word) else {
            throw arguments.misused(
                "unknown clock action '\(word)'; the actions are start, stop, set, period")
        }
        let value = arguments.operand(1)
        var request = ClockRequest(
            request: RequestName.random(), game: arguments.value("game"), action: action,
            period: try arguments.number("period", in: 1...99),
            force: arguments.has("force") ? true : nil)
        switch action {
        case .start, .stop:
            if let value { throw arguments.misused("unexpected argument '\(value)'") }
        case .set:
            guard let value, let reading = ScoreboardReading(value, tenths: true) else {
                throw arguments.misused(
                    value.map { "'\($0)' is not a valid clock time; write MM:SS or MM:SS.t" }
                        ?? "missing MM:SS")
            }
            let game = try GameReading.game(request.game, invocation.client()).document
            request.milliseconds = try GameReading.fitting(
                reading.elapsedMilliseconds(in: game, period: request.period), value, game)
        case .period:
            guard let value else { break }
            guard let period = Int(value), (1...99).contains(period) else {
                throw arguments.misused("period takes a number from 1 to 99, or none for the next")
            }
            request.period = period
        }
        return request
    }
}

/// What commands need to know of a game before they record into it.
enum GameReading {
    /// A game by name, or the current one.
    static func game(
        _ name: String?, _ client: LocalClient
    ) throws(ClientError) -> LocalClient.Answer<GameDocument> {
        if let name { return try client.get(.game, name: name) }
        let games = try client.get(.games, as: GamesDocument.self).document.games
        guard let current = games.first(where: \.isCurrent) else {
            throw .unusable("there is no game yet; create one: scored new HOME AWAY")
        }
        return try client.get(.game, name: current.name)
    }

    /// The side that `home`, `away`, a team's name or a part of one means in the game of the options.
    static func side(
        _ text: String, _ arguments: Arguments, _ client: LocalClient
    ) throws(ClientError) -> SideName {
        if let side = SideName(typed: text) { return side }
        let game = try game(arguments.value("game"), client).document
        let sides = PlayerQuery.teams(
            text, named: Sides(home: game.home.name, away: game.away.name))
        guard let side = sides.first, sides.count == 1 else {
            throw .unusable(
                "'\(text)' is neither home nor away, nor one of the teams \(game.home.name) and "
                    + "\(game.away.name); nothing was recorded")
        }
        return SideName(side)
    }

    /// The name of a game to look at: the current one, or the newest where all are over.
    static func name(
        _ name: String?, _ client: LocalClient
    ) throws(ClientError) -> String {
        if let name { return name }
        let games = try client.get(.games, as: GamesDocument.self).document.games
        guard let game = games.first(where: \.isCurrent) ?? games.first else {
            throw .unusable("there is no game yet; create one: scored new HOME AWAY")
        }
        return game.name
    }

    /// A reading as the daemon wants it: seconds elapsed in the period.
    static func elapsed(
        _ reading: ScoreboardReading, _ text: String, _ game: GameDocument, _ period: Int?
    ) throws(ClientError) -> Int {
        try fitting(reading.elapsed(in: game, period: period), text, game)
    }

    /// What a reading comes to, if the period has so much.
    static func fitting(
        _ elapsed: Int?, _ text: String, _ game: GameDocument
    ) throws(ClientError) -> Int {
        guard let elapsed else {
            throw .unusable(
                "\(text) is more than a period of \(game.name) has; nothing was recorded")
        }
        return elapsed
    }
}
