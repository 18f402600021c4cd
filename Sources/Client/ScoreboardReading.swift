package import Documents

/// What a keeper reads from the scoreboard's clock: `MM:SS`, which counts down where periods have a
/// length, and up where they have none.
package struct ScoreboardReading: Hashable, Sendable {
    /// As shown, in milliseconds.
    package let milliseconds: Int

    /// As shown, in whole seconds.
    package var seconds: Int { milliseconds / 1000 }

    /// Reads `M:SS` or `MM:SS`, with tenths if they are allowed also `M:SS.t`; nil for anything
    /// else.
    package init?(_ text: String, tenths: Bool = false) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...3).contains(parts[0].count) else { return nil }
        let rest = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard (1...(tenths ? 2 : 1)).contains(rest.count), rest[0].count == 2,
            rest.count == 1 || rest[1].count == 1,
            ([parts[0]] + rest).joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let minutes = Int(parts[0]), let seconds = Int(rest[0]), seconds < 60
        else { return nil }
        let tenth = rest.count == 2 ? Int(rest[1]) ?? 0 : 0
        milliseconds = (minutes * 60 + seconds) * 1000 + tenth * 100
    }

    /// Seconds elapsed in a period of the game; the present period if nil. Nil when the period is
    /// shorter than the reading.
    package func elapsed(in game: GameDocument, period: Int?) -> Int? {
        elapsedMilliseconds(in: game, period: period).map { $0 / 1000 }
    }

    /// The same in milliseconds.
    package func elapsedMilliseconds(in game: GameDocument, period: Int?) -> Int? {
        let period = period ?? game.clock?.period ?? 1
        let rules = game.rules
        let isOvertime = rules.periods.map { period > $0 } ?? false
        guard let length = isOvertime ? rules.overtimeSeconds : rules.periodSeconds, length > 0
        else { return milliseconds }
        return milliseconds <= length * 1000 ? length * 1000 - milliseconds : nil
    }
}
