package import Documents

/// A reading of the scoreboard's clock, `MM:SS`: it counts down in a period with a length, else up.
package struct ScoreboardReading: Hashable, Sendable {
    /// As shown, in milliseconds.
    package let milliseconds: Int

    /// In whole seconds, rounded down.
    package var seconds: Int { milliseconds / 1000 }

    /// Reads `M:SS` or `MM:SS`, and `M:SS.t` if `tenths` are allowed; nil for anything else.
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

    /// Seconds elapsed in a period of the game, by default the current one; nil if the period is
    /// shorter than the reading.
    package func elapsed(in game: GameDocument, period: Int?) -> Int? {
        elapsedMilliseconds(in: game, period: period).map { $0 / 1000 }
    }

    /// `elapsed` in milliseconds.
    package func elapsedMilliseconds(in game: GameDocument, period: Int?) -> Int? {
        let period = period ?? game.clock?.period ?? 1
        let rules = game.rules
        let isOvertime = rules.periods.map { period > $0 } ?? false
        guard let length = isOvertime ? rules.overtimeSeconds : rules.periodSeconds, length > 0
        else { return milliseconds }
        return milliseconds <= length * 1000 ? length * 1000 - milliseconds : nil
    }
}
