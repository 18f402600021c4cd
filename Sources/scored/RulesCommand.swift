import Client
import Documents
import Scorebook

extension Command {
    static let rules = Command(
        CommandForm(
            "rules", .game, "show what a game is played by, or change it", operands: "[GAME]",
            options: [OptionForm("preset", "PRESET", "pickup, 3x3, fiba or nba, as a whole")]
                + RulesOptions.all + [gameOption],
            details: [
                "Without options it shows every value. With options it changes those values, also",
                "while the game goes on, and says what that does to the verdict. Every N may be",
                "none.",
            ])
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let game = try RulesCommand.game(arguments)
        guard let rules = try RulesOptions.read(arguments, preset: "preset") else {
            return try RulesCommand.show(game, invocation)
        }
        let request = RulesChangeRequest(request: RequestName.random(), game: game, rules: rules)
        return try invocation.show(
            invocation.client().post(.rules, request, as: RecordedDocument.self))
    }
}

enum RulesCommand {
    static func game(_ arguments: Arguments) throws(ClientError) -> String? {
        guard let operand = arguments.operand(0) else { return arguments.value("game") }
        guard !arguments.has("game") else {
            throw arguments.misused("'\(operand)' and --game name two games")
        }
        return operand
    }

    static func show(_ game: String?, _ invocation: Invocation) throws(ClientError) -> ExitCode {
        let answer = try GameReading.game(game, invocation.lookingClient())
        if invocation.console.isJSON {
            try invocation.console.show(document: answer.bytes)
            return .done
        }
        let rules = answer.document.rules
        try invocation.show(
            facts: [(answer.document.name, rules.summary)] + rules.words.map { ($0.name, $0.value) }
        )
        return .done
    }
}

/// The options of `new` and `rules` that say what a game is played by.
enum RulesOptions {
    static let all =
        RuleWord.options.map { rule in
            OptionForm(RuleWord.name(rule), placeholder(rule), RuleWord.explanation(rule))
        } + [
            OptionForm("points", "KIND=N", "what a made shot counts: onePoint=2", isRepeated: true)
        ]

    /// What the options say of the rules; nil when they say nothing.
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
                rules[rule] = try reading(arguments) { () throws(Unreadable) in
                    try RuleWord.read(rule, text)
                }
            }
        }
        for text in arguments.values("points") {
            let (rule, value) = try reading(arguments) { () throws(Unreadable) in
                try RuleWord.readPoints(text)
            }
            guard rules[rule] == nil else {
                throw arguments.misused("the points of \(RuleWord.name(rule)) are given twice")
            }
            rules[rule] = value
        }
        if rules.periods == 0 { throw arguments.misused("a game has one period at least") }
        return rules == RulesRequest() ? nil : rules
    }

    /// `--penalty 7,10`: the first and the second in one.
    private static func readPenalties(
        _ text: String, into rules: inout RulesRequest, _ arguments: Arguments
    ) throws(ClientError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !arguments.has(RuleWord.name(.secondPenaltyFouls)) else {
            throw arguments.misused("--penalty takes one number or two: 7,10, not '\(text)'")
        }
        for (rule, part) in zip([Rule.penaltyFouls, .secondPenaltyFouls], parts) {
            rules[rule] = try reading(arguments) { () throws(Unreadable) in
                try RuleWord.read(rule, part)
            }
        }
    }

    private static func reading<Value>(
        _ arguments: Arguments, _ read: () throws(Unreadable) -> Value
    ) throws(ClientError) -> Value {
        do throws(Unreadable) {
            return try read()
        } catch {
            throw arguments.misused("\(error)")
        }
    }

    private static func placeholder(_ rule: Rule) -> String {
        switch rule {
        case .periodLength, .overtimeLength: "MM:SS"
        case .penaltyFouls: "N[,N]"
        default: "N"
        }
    }
}
