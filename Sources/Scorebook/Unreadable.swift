/// The error in a text that a person typed or a file holds.
package enum Unreadable: Error, Equatable, Sendable {
    /// Not a kind of move; with the closest words.
    case kind(String, closest: [String])
    /// Not a preset.
    case preset(String)
    /// Not a value of the rule.
    case ruleValue(Rule, String)
    /// Not `kind=N` with a kind of made shot.
    case points(String)
    /// Not a reading of a game clock: `MM:SS`, `MM:SS.t`.
    case gameClock(String)
    /// A roster line, by number from 1, and the fault.
    case rosterLine(Int, String)
    /// The number of lines, more than one entry holds.
    case rosterTooLong(Int)
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
                + "twoPoints, threePoints or freeThrow, and 0 to \(Limits.movePointsMax)"
        case .gameClock(let text):
            return "'\(shown(text))' is not a valid clock time; write MM:SS or MM:SS.t"
        case .rosterLine(let line, let problem): return "line \(line): \(problem)"
        case .rosterTooLong(let count):
            return "\(count) roster lines are too many; at most \(Limits.rosterLinesMax)"
        }
    }

    private func shown(_ text: String) -> String {
        PlainText.clean(text, max: Limits.nameScalarsMax)
    }
}
