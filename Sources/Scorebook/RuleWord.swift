/// The words for the rules of a game on the command line and in the local API: `--target 21`,
/// `--period-length 10:00`, `--points twoPoints=2`.
package enum RuleWord {
    /// Rules with an option of their own, in the order of help; the four others are set by
    /// `points kind=N`.
    package static let options: [Rule] = Rule.allCases.filter { $0.unit != .points }

    /// The name of the rule's option, or the kind of move whose points it sets.
    package static func name(_ rule: Rule) -> String { rule.definition.word }

    /// The meaning of the rule in a few words, for help.
    package static func explanation(_ rule: Rule) -> String { rule.definition.meaning }

    /// Reads a whole number or, for a length, `MM:SS` or whole minutes.
    package static func read(_ rule: Rule, _ text: String) throws(Unreadable) -> Int {
        let value = isLength(rule) ? length(text) : number(text)
        guard let value, (0...rule.valueMax).contains(value) else { throw .ruleValue(rule, text) }
        return value
    }

    /// As `read` takes it: `21`, `10:00`, `none` if 0 switches the rule off.
    package static func print(_ rule: Rule, _ value: Int) -> String {
        if value == 0 && rule.definition.isOffAtZero { return "none" }
        return isLength(rule) ? ClockText.print(.milliseconds(value)) : "\(value)"
    }

    /// Reads `kind=N`, the points of a kind of made shot, with any word of `MoveWord`.
    package static func readPoints(_ text: String) throws(Unreadable) -> (rule: Rule, value: Int) {
        let parts = PlainText.ascii(text)?.split(separator: "=", omittingEmptySubsequences: false)
            .map(String.init)
        guard let parts, parts.count == 2, let meaning = try? MoveWord.read(parts[0]),
            meaning.variant == nil, let rule = Rule(pointsOf: meaning.kind)
        else { throw .points(text) }
        return (rule, try read(rule, parts[1]))
    }

    /// The values that `read` accepts, for messages.
    package static func bounds(_ rule: Rule) -> String {
        isLength(rule)
            ? "MM:SS or whole minutes, at most \(ClockText.print(ScorebookLimits.elapsedMax))"
            : "a whole number from 0 to \(rule.valueMax)"
    }

    private static func isLength(_ rule: Rule) -> Bool { rule.unit == .length }

    /// ASCII digits, few enough for any bound.
    private static func number(_ text: String) -> Int? {
        if PlainText.word(text) == "none" { return 0 }
        let isNumber = !text.isEmpty && text.utf8.count <= 9 && PlainText.isDigits(text)
        return isNumber ? Int(text) : nil
    }

    private static func length(_ text: String) -> Int? {
        if let minutes = number(text) { return minutes * 60_000 }
        guard let reading = try? ClockText.read(text), reading.wholeMilliseconds % 1000 == 0 else {
            return nil
        }
        return Int(reading.wholeMilliseconds)
    }
}
