package import Scorebook

/// The words for kinds of moves on the command line.
package enum MoveWord {
    /// The kind, and the variant if the word implies one.
    package struct Meaning: Hashable, Sendable {
        package var kind: MoveKind
        package var variant: Variant?
    }

    struct Word {
        let name: String
        let meaning: Meaning
        let aliases: [String]

        init(_ name: String, _ kind: MoveKind, _ variant: Variant? = nil, _ aliases: String...) {
            self.name = name
            meaning = Meaning(kind: kind, variant: variant)
            self.aliases = aliases
        }

        /// In lower case.
        var spellings: [String] { [name.lowercased()] + aliases }
    }

    /// Every kind that a keeper can record.
    static let words: [Word] = [
        Word("onePoint", .onePoint, nil, "1", "1p", "one", "1pt", "onepointer"),
        Word("twoPoints", .twoPoints, nil, "2", "2p", "two", "2pt", "2pts", "basket"),
        Word("threePoints", .threePoints, nil, "3", "3p", "three", "3pt", "3pts", "triple"),
        Word("freeThrow", .freeThrow, nil, "ft", "free"),
        Word("assist", .assist, nil, "ast", "a"),
        Word("rebound", .rebound, nil, "reb", "r"),
        Word("offensiveRebound", .rebound, .offensive, "oreb", "or", "offreb"),
        Word("defensiveRebound", .rebound, .defensive, "dreb", "dr", "defreb"),
        Word("foul", .foul, nil, "pf", "f"),
        Word("technicalFoul", .technicalFoul, nil, "tech", "tf", "technical"),
        Word("foulDrawn", .foulDrawn, nil, "fd", "drawn"),
        Word("steal", .steal, nil, "stl", "st"),
        Word("block", .block, nil, "blk", "bs"),
        Word("blocked", .blocked, nil, "ba"),
        Word("turnover", .turnover, nil, "to", "tov", "tover"),
        Word("miss", .miss, nil, "m"),
        Word("missedOne", .miss, .ofOnePoint, "miss1", "1m", "m1"),
        Word("missedTwo", .miss, .ofTwoPoints, "miss2", "2m", "m2"),
        Word("missedThree", .miss, .ofThreePoints, "miss3", "3m", "m3"),
        Word("missedFreeThrow", .miss, .ofFreeThrow, "missft", "ftm", "mft"),
        Word("substitutionIn", .substitution, .comingIn, "in", "subin"),
        Word("substitutionOut", .substitution, .goingOut, "out", "subout"),
        Word("timeout", .timeout, nil, "time", "timeo"),
        Word("jumpBall", .jumpBall, nil, "jump"),
        Word("violation", .violation, nil, "viol"),
        Word("review", .review, nil, "challenge"),
    ]

    /// Ignores case, hyphens and underscores.
    package static func read(_ text: String) throws(Unreadable) -> Meaning {
        if let sought = PlainText.word(text).map(joined),
            let known = words.first(where: { $0.spellings.contains(sought) })
        {
            return known.meaning
        }
        let closest = EditDistance.closest(
            to: joined(PlainText.name(text)), among: words.map(\.spellings))
        throw .kind(text, closest: closest.map { words[$0].name })
    }

    /// The first word of a kind; nil for marks that only sources record.
    package static func name(_ kind: MoveKind, _ variant: Variant? = nil) -> String? {
        let meaning = Meaning(kind: kind, variant: variant)
        return words.first { $0.meaning == meaning }?.name
    }

    private static func joined(_ text: String) -> String { text.filter { $0 != "-" && $0 != "_" } }
}

extension Rule {
    /// The word of the rule's option or, for points, of the kind of move; the meaning, for help;
    /// and true if 0 switches the rule off.
    fileprivate var definition: (word: String, meaning: String, isOffAtZero: Bool) {
        switch self {
        case .playersASide: ("players", "players of a side on the court", false)
        case .target: ("target", "points that win the game, 0 for none", true)
        case .lead: ("lead", "lead that the target needs", false)
        case .cap: ("cap", "points that win whatever the lead, 0 for none", true)
        case .periods: ("periods", "regular periods", false)
        case .periodLength:
            ("period-length", "period length, MM:SS or minutes, 0: no game clock", true)
        case .overtimeLength:
            ("overtime", "overtime length, MM:SS or minutes, 0: no game clock", true)
        case .overtimeTarget:
            ("overtime-target", "points in overtime that win, 0 for none", true)
        case .onePoint: ("onePoint", "points of a onePoint", false)
        case .twoPoints: ("twoPoints", "points of a twoPoints", false)
        case .threePoints: ("threePoints", "points of a threePoints", false)
        case .freeThrow: ("freeThrow", "points of a freeThrow", false)
        case .penaltyFouls:
            ("penalty", "team foul of a period for the penalty, 0 for none", true)
        case .secondPenaltyFouls:
            ("second-penalty", "team foul from which the ball goes with it, 0 for none", true)
        case .foulLimit: ("foul-limit", "fouls that put a player out, 0 for no limit", true)
        case .overtimePenaltyFouls:
            ("overtime-penalty", "team foul of an overtime for the penalty, 0 to count on", false)
        case .secondTeamIsHome: ("second-team-home", "1: the second team is at home", false)
        case .forfeitAward:
            ("forfeit-award", "result of a forfeit: N, w, lead-or-N, own or none", true)
        case .defaultAward:
            ("default-award", "result of a default, in the same words", true)
        }
    }
}

/// The words for the rules of a game on the command line and in the local API: `--target 21`,
/// `--period-length 10:00`, `--points twoPoints=2`.
package enum RuleWord {
    /// Rules with an option of their own, in the order of help; the points of shots are set by
    /// `points kind=N`, the sides by a command of their own.
    package static let options: [Rule] = Rule.allCases.filter {
        $0.unit != .points && $0.unit != .flag
    }

    /// The name of the rule's option, or the kind of move whose points it sets.
    package static func name(_ rule: Rule) -> String { rule.definition.word }

    /// The meaning of the rule in a few words, for help.
    package static func explanation(_ rule: Rule) -> String { rule.definition.meaning }

    /// Reads a whole number or, for a length, `MM:SS` or whole minutes.
    package static func read(_ rule: Rule, _ text: String) throws(Unreadable) -> Int {
        let value =
            switch rule.unit {
            case .length: length(text)
            case .award: award(text)
            case .count, .periods, .points, .flag: number(text)
            }
        guard let value, (0...rule.valueMax).contains(value) else { throw .ruleValue(rule, text) }
        return value
    }

    /// As `read` takes it: `21`, `10:00`, `none` if 0 switches the rule off.
    package static func print(_ rule: Rule, _ value: Int) -> String {
        if value == 0 && rule.definition.isOffAtZero { return "none" }
        return switch rule.unit {
        case .length: ClockText.print(.milliseconds(value))
        case .award: text(of: Award(value: value))
        case .count, .periods, .points, .flag: "\(value)"
        }
    }

    /// Reads `kind=N`, the points of a kind of made shot, with any word of `MoveWord`.
    package static func readPoints(_ text: String) throws(Unreadable) -> (rule: Rule, value: Int) {
        let parts = PlainText.ascii(text)?.split(separator: "=", omittingEmptySubsequences: false)
            .map(String.init)
        guard let parts, parts.count == 2, let rule = Rule(pointsOf: parts[0]) else {
            throw .points(text)
        }
        return (rule, try read(rule, parts[1]))
    }

    /// The values that `read` accepts, for messages.
    package static func bounds(_ rule: Rule) -> String {
        switch rule.unit {
        case .length:
            "MM:SS or whole minutes, at most \(ClockText.print(ScorebookLimits.elapsedMax))"
        case .award: "none, 1 to 99, w, lead-or-1 to lead-or-99, or own"
        case .count, .periods, .points, .flag: "a whole number from 0 to \(rule.valueMax)"
        }
    }

    /// `20`, `w`, `lead-or-2`, `own`.
    private static func text(of award: Award) -> String {
        switch award {
        case .played: "none"
        case .points(let points): "\(points)"
        case .win: "w"
        case .pointsUnlessAhead(let points): "\(leadOr)\(points)"
        case .ownPoints: "own"
        }
    }

    private static let leadOr = "lead-or-"

    private static func award(_ text: String) -> Int? {
        func points(_ text: String) -> Int? { number(text).flatMap { $0 < 100 ? $0 : nil } }
        let word = PlainText.word(text) ?? ""
        switch word {
        case "w": return Award.win.value
        case "own": return Award.ownPoints.value
        case _ where word.hasPrefix(leadOr):
            let points = points(String(word.dropFirst(leadOr.count))) ?? 0
            return points > 0 ? Award.pointsUnlessAhead(points).value : nil
        default: return points(text)
        }
    }

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

package enum ClockText {
    /// `MM:SS` or `MM:SS.t`; hours count as minutes.
    package static func print(_ reading: Duration, tenths: Bool = false) -> String {
        let milliseconds = reading.wholeMilliseconds
        let size = milliseconds.magnitude
        let minutes = size / 60_000
        let seconds = size / 1000 % 60
        let text = (milliseconds < 0 ? "-" : "") + padded(minutes) + ":" + padded(seconds)
        return tenths ? text + ".\(size / 100 % 10)" : text
    }

    /// Reads `M:SS` and `MM:SS`, with up to three decimals.
    package static func read(_ text: String) throws(Unreadable) -> Duration {
        let parts = PlainText.ascii(text)?.split(separator: ":", omittingEmptySubsequences: false)
        guard let parts, parts.count == 2, let minutes = digits(parts[0], 1...4) else {
            throw .gameClock(text)
        }
        let rest = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(rest.count), let seconds = digits(rest[0], 2...2), seconds < 60
        else { throw .gameClock(text) }
        var reading = minutes * 60_000 + seconds * 1000
        if rest.count == 2 {
            guard let fraction = digits(rest[1], 1...3) else { throw .gameClock(text) }
            reading += fraction * [100, 10, 1][rest[1].count - 1]
        }
        guard Duration.milliseconds(reading) <= ScorebookLimits.elapsedMax else {
            throw .gameClock(text)
        }
        return .milliseconds(reading)
    }

    private static func padded(_ number: UInt64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func digits(_ text: Substring, _ count: ClosedRange<Int>) -> Int? {
        count.contains(text.count) && PlainText.isDigits(text) ? Int(text) : nil
    }
}

/// The error in a text that a person typed or a file holds.
package enum Unreadable: Error, Equatable, Sendable {
    /// Not a kind of move; with the closest words.
    case kind(String, closest: [String])
    case preset(String)
    case ruleValue(Rule, String)
    /// Not `kind=N` with a kind of made shot.
    case points(String)
    /// Not a reading of a game clock: `MM:SS`, `MM:SS.t`.
    case gameClock(String)
    /// A roster line, by number from 1, and the fault.
    case rosterLine(Int, String)
    /// The number of lines, more than one entry holds.
    case rosterTooLong(Int)
    /// Text in UTF-16, or with zero bytes.
    case utf16
    /// The first byte that is not UTF-8, and its line where there are several.
    case notUTF8(byte: UInt8, line: Int?)
    /// U+FFFD, which other programs write for a letter that they could not read.
    case lostLetter(line: Int?)
}

extension Unreadable: CustomStringConvertible {
    /// One sentence: the fault, and what can be read.
    package var description: String {
        switch self {
        case .kind(let word, let closest):
            let hint = closest.isEmpty ? "" : "did you mean \(closest.joined(separator: " or "))? "
            return "no kind of move is called '\(shown(word))'; \(hint)"
                + "scored help move lists the kinds"
        case .preset(let word):
            let words = RulesPreset.allCases.map(\.word).joined(separator: ", ")
            return "no rules are called '\(shown(word))'; there are \(words)"
        case .ruleValue(let rule, let text):
            return "'\(shown(text))' is not a value of \(RuleWord.name(rule)) "
                + "(\(RuleWord.explanation(rule))); write \(RuleWord.bounds(rule))"
        case .points(let text):
            return "'\(shown(text))' gives no points to a kind; write twoPoints=3: onePoint, "
                + "twoPoints, threePoints or freeThrow, and 0 to \(ScorebookLimits.movePointsMax)"
        case .gameClock(let text):
            return "'\(shown(text))' is not a valid clock time; write MM:SS or MM:SS.t"
        case .rosterLine(let line, let problem): return "line \(line): \(problem)"
        case .rosterTooLong(let count):
            return "\(count) roster lines are too many; at most \(ScorebookLimits.rosterLinesMax)"
        case .utf16:
            return "the text has zero bytes or the mark of UTF-16; save the file as UTF-8"
        case .lostLetter(let line):
            return "\(line.map { "line \($0): " } ?? "")a letter is lost: U+FFFD stands in its "
                + "place, as where a program read the wrong encoding; write the letter again"
        case .notUTF8(let byte, let line):
            let digits = String(byte, radix: 16, uppercase: true)
            return "\(line.map { "line \($0): " } ?? "")the byte 0x\(digits) is not UTF-8; save "
                + "the file as UTF-8, or set the terminal to UTF-8"
        }
    }
}
