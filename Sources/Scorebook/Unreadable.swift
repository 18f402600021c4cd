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
        }
    }

    private func shown(_ text: String) -> String {
        PlainText.clean(text, max: ScorebookLimits.nameScalarsMax)
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
        guard count.contains(text.count), PlainText.isDigits(text) else {
            return nil
        }
        return Int(text)
    }
}
