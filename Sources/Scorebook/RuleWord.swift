/// The words of the command line for the rules of a game: `--target 21`, `--period-length 10:00`,
/// `--points twoPoints=2`. The local API takes the same.
package enum RuleWord {
    /// Rules that have an option of their own, in the order in which help lists them; the four others
    /// are set by `points kind=N`.
    package static let options: [Rule] = Rule.allCases.filter { movePoints[$0] == nil }

    /// The word of a rule: that of its option, or of the kind of move that it gives points to.
    package static func name(_ rule: Rule) -> String {
        switch rule {
        case .playersASide: "players"
        case .target: "target"
        case .lead: "lead"
        case .cap: "cap"
        case .periods: "periods"
        case .periodLength: "period-length"
        case .overtimeLength: "overtime"
        case .overtimeTarget: "overtime-target"
        case .onePoint: "onePoint"
        case .twoPoints: "twoPoints"
        case .threePoints: "threePoints"
        case .freeThrow: "freeThrow"
        case .penaltyFouls: "penalty"
        case .secondPenaltyFouls: "second-penalty"
        case .foulLimit: "foul-limit"
        case .overtimePenaltyFouls: "overtime-penalty"
        }
    }

    /// The meaning of a rule in a few words, for help.
    package static func explanation(_ rule: Rule) -> String {
        switch rule {
        case .playersASide: "players of a side on the court"
        case .target: "points that win the game, 0 for none"
        case .lead: "lead that the target needs"
        case .cap: "points that win whatever the lead, 0 for none"
        case .periods: "regular periods"
        case .periodLength: "period length, MM:SS or minutes, 0: no game clock"
        case .overtimeLength: "overtime length, MM:SS or minutes, 0: no game clock"
        case .overtimeTarget: "points in overtime that win, 0 for none"
        case .onePoint, .twoPoints, .threePoints, .freeThrow: "points of a \(name(rule))"
        case .penaltyFouls: "team foul of a period for the penalty, 0 for none"
        case .secondPenaltyFouls: "team foul from which the ball goes with it, 0 for none"
        case .foulLimit: "fouls that put a player out, 0 for no limit"
        case .overtimePenaltyFouls: "team foul of an overtime for the penalty, 0 to count on"
        }
    }

    /// The rule with this word, in any case; nil for any other word.
    package static func rule(named word: String) -> Rule? {
        guard let sought = PlainText.word(word) else { return nil }
        return Rule.allCases.first { name($0).lowercased() == sought }
    }

    /// Reads a value as typed: a whole number, or of a length `MM:SS` or whole minutes.
    package static func read(_ rule: Rule, _ text: String) throws(Unreadable) -> Int {
        let value = isLength(rule) ? length(text) : number(text)
        guard let value, (0...rule.valueMax).contains(value) else { throw .ruleValue(rule, text) }
        return value
    }

    /// Checks a value that was not typed, such as one of a request.
    package static func check(_ rule: Rule, _ value: Int) throws(Unreadable) -> Int {
        guard (0...rule.valueMax).contains(value) else { throw .ruleValue(rule, "\(value)") }
        return value
    }

    /// A value as people write it: `21`, `10:00`, `none` where 0 switches the rule off.
    package static func print(_ rule: Rule, _ value: Int) -> String {
        if value == 0 && isSwitchedOffByZero(rule) { return "none" }
        return isLength(rule) ? ClockText.print(.milliseconds(value)) : "\(value)"
    }

    /// Reads `kind=N`: what a kind of made shot counts. The kind is any word that `MoveWord` knows.
    package static func readPoints(_ text: String) throws(Unreadable) -> (rule: Rule, value: Int) {
        let parts = PlainText.ascii(text)?.split(separator: "=", omittingEmptySubsequences: false)
            .map(String.init)
        guard let parts, parts.count == 2, let meaning = try? MoveWord.read(parts[0]),
            meaning.variant == nil,
            let rule = movePoints.first(where: { $0.value == meaning.kind })?.key
        else { throw .points(text) }
        return (rule, try read(rule, parts[1]))
    }

    /// The allowed values, for messages.
    package static func bounds(_ rule: Rule) -> String {
        isLength(rule)
            ? "MM:SS or whole minutes, at most \(ClockText.print(Limits.elapsedMax))"
            : "a whole number from 0 to \(rule.valueMax)"
    }

    private static let movePoints: [Rule: MoveKind] = [
        .onePoint: .onePoint, .twoPoints: .twoPoints, .threePoints: .threePoints,
        .freeThrow: .freeThrow,
    ]

    private static func isLength(_ rule: Rule) -> Bool {
        rule == .periodLength || rule == .overtimeLength
    }

    private static func isSwitchedOffByZero(_ rule: Rule) -> Bool {
        switch rule {
        case .target, .cap, .periodLength, .overtimeLength, .overtimeTarget, .penaltyFouls,
            .secondPenaltyFouls, .foulLimit:
            true
        case .playersASide, .lead, .periods, .onePoint, .twoPoints, .threePoints, .freeThrow,
            .overtimePenaltyFouls:
            false
        }
    }

    /// Digits of ASCII alone, few enough for any bound.
    private static func number(_ text: String) -> Int? {
        if PlainText.word(text) == "none" { return 0 }
        let isNumber =
            !text.isEmpty && text.utf8.count <= 9
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
