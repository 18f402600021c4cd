package import Documents

/// What a keeper reads from the scoreboard's clock: `MM:SS`, which counts down where periods have a
/// length, and up where they have none.
package struct ScoreboardReading: Hashable, Sendable {
    /// As shown, in seconds.
    package let seconds: Int

    /// Reads `M:SS` or `MM:SS`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...3).contains(parts[0].count), parts[1].count == 2,
            parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let minutes = Int(parts[0]), let rest = Int(parts[1]), rest < 60
        else { return nil }
        seconds = minutes * 60 + rest
    }

    /// Seconds elapsed in a period of the game; the present period if nil. Nil when the period is
    /// shorter than the reading.
    package func elapsed(in game: GameDocument, period: Int?) -> Int? {
        let period = period ?? game.clock?.period ?? 1
        let rules = game.rules
        let isOvertime = rules.periods.map { period > $0 } ?? false
        guard let length = isOvertime ? rules.overtimeSeconds : rules.periodSeconds, length > 0
        else { return seconds }
        return seconds <= length ? length - seconds : nil
    }
}
