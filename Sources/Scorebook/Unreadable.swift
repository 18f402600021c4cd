/// The fault of words that a person typed or a file holds.
package enum Unreadable: Error, Equatable, Sendable {
    /// No kind of move is called this; the words that are, and the closest of them.
    case kind(String, closest: [String])
    /// No rules preset is called this.
    case preset(String)
    /// No value of this rule.
    case ruleValue(Rule, String)
    /// No `kind=N` that gives points to a kind of made shot.
    case points(String)
    /// No reading of a game clock: `MM:SS`, `MM:SS.t`.
    case gameClock(String)
    /// A roster line, by number from 1, and what is wrong with it.
    case rosterLine(Int, String)
    /// A roster with more lines than one entry holds; how many.
    case rosterTooLong(Int)
}

extension Unreadable: CustomStringConvertible {
    /// One sentence: what could not be read and what can be.
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
