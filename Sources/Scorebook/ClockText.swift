/// Readings of the game clock as text.
package enum ClockText {
    /// `MM:SS` or `MM:SS.t`; hours count as minutes.
    package static func print(_ reading: Duration, tenths: Bool = false) -> String {
        let milliseconds = reading.wholeMilliseconds
        let size = milliseconds.magnitude
        let minutes = size / 60_000
        let seconds = size / 1000 % 60
        let text =
            (milliseconds < 0 ? "-" : "") + padded(minutes) + ":" + padded(seconds)
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
        else {
            throw .gameClock(text)
        }
        var reading = minutes * 60_000 + seconds * 1000
        if rest.count == 2 {
            guard let fraction = digits(rest[1], 1...3) else { throw .gameClock(text) }
            reading += fraction * [100, 10, 1][rest[1].count - 1]
        }
        guard Duration.milliseconds(reading) <= Limits.elapsedMax else { throw .gameClock(text) }
        return .milliseconds(reading)
    }

    private static func padded(_ number: UInt64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func digits(_ text: Substring, _ count: ClosedRange<Int>) -> Int? {
        guard count.contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
