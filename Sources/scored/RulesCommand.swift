import Client
import Documents
import Scorebook

extension Command {
    static let rules = Command(
        "rules", .game, "show the rules of a game, or change them", operands: "[GAME]",
        options: [OptionForm("preset", "PRESET", "all rules of pickup, 3x3, fiba or nba")]
            + RulesOptions.all + [gameOption],
        details: [
            "Without options it shows every rule. With options it changes those rules, also",
            "during the game, and says what that does to the result. Every N may be none.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let operand = arguments.operand(0)
        if let operand, invocation.game != nil {
            throw arguments.misused("'\(operand)' and --game name two games")
        }
        let game = operand ?? invocation.game
        guard let rules = try RulesOptions.read(arguments, preset: "preset") else {
            return try invocation.show(GameReading.game(game, invocation.lookingClient())) { game in
                Invocation.view(
                    of: [(game.name, game.rules.summary)]
                        + game.rules.words.map { ($0.name, $0.value) })
            }
        }
        let request = RulesChangeRequest(request: RequestName.random(), game: game, rules: rules)
        return try invocation.record(.rules, request)
    }
}

/// The options of `new` and `rules` that set rules.
enum RulesOptions {
    static let all =
        RuleWord.options.map { rule in
            OptionForm(RuleWord.name(rule), placeholder(rule), RuleWord.explanation(rule))
        } + [
            OptionForm(
                "points", "KIND=N", "the points of a made shot: onePoint=2", isRepeated: true)
        ]

    /// The rules that the options set; nil without any.
    static func read(
        _ arguments: Arguments, preset: String
    ) throws(ClientError) -> RulesRequest? {
        var rules = RulesRequest(preset: arguments.value(preset))
        for rule in RuleWord.options {
            let option = RuleWord.name(rule)
            guard let text = arguments.value(option) else { continue }
            if rule == .penaltyFouls, text.contains(",") {
                try readPenalties(text, into: &rules, arguments)
            } else {
                rules[rule] = try reading(arguments, RuleWord.read(rule, text))
            }
        }
        for text in arguments.values("points") {
            let (rule, value) = try reading(arguments, RuleWord.readPoints(text))
            guard rules[rule] == nil else {
                throw arguments.misused("the points of \(RuleWord.name(rule)) were given twice")
            }
            rules[rule] = value
        }
        if rules.periods == 0 { throw arguments.misused("a game needs at least one period") }
        return rules == RulesRequest() ? nil : rules
    }

    /// `--penalty 7,10`: both penalties in one option.
    private static func readPenalties(
        _ text: String, into rules: inout RulesRequest, _ arguments: Arguments
    ) throws(ClientError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !arguments.has(RuleWord.name(.secondPenaltyFouls)) else {
            throw arguments.misused(
                "--penalty takes one number, or two such as 7,10, not '\(text)'")
        }
        for (rule, part) in zip([Rule.penaltyFouls, .secondPenaltyFouls], parts) {
            rules[rule] = try reading(arguments, RuleWord.read(rule, part))
        }
    }

    private static func reading<Value>(
        _ arguments: Arguments, _ value: @autoclosure () throws(Unreadable) -> Value
    ) throws(ClientError) -> Value {
        try ClientError.rethrowing(
            { (error: Unreadable) in arguments.misused("\(error)") }, value())
    }

    private static func placeholder(_ rule: Rule) -> String {
        switch rule {
        case .periodLength, .overtimeLength: "MM:SS"
        case .penaltyFouls: "N[,N]"
        default: "N"
        }
    }
}
