package import Documents

/// What a person should look at.
package final class WarningsViewModel {
    /// One warning, ready to be shown.
    package struct Line: Hashable, Sendable {
        /// For programs: what kind of warning it is; of several of a kind the later ones have a
        /// number behind it. Stays while the words change.
        package var name: String
        /// What is wrong.
        package var text: String
        /// What to do; empty when there is nothing.
        package var advice: String
    }

    // Input

    /// Takes what the daemon says. Faults of its disk are among its warnings, with what to do.
    package func receive(_ status: StatusDocument) {
        lines.update(Self.lines(status.warnings))
        linesAndHeld.update(Self.lines(status.warningsAndHeld))
    }

    private static func lines(_ warnings: [WarningDocument]) -> [Line] {
        var seen = Counts()
        return warnings.map { warning in
            let number = seen[warning.code, default: 0] + 1
            seen[warning.code] = number
            return Line(
                name: number == 1 ? warning.code : "\(warning.code) \(number)",
                text: warning.text, advice: warning.advice ?? "")
        }
    }

    // Output

    /// The most urgent first.
    package let lines = Dynamic([Line]())
    /// The same with the held moves, for where these have no place of their own.
    package let linesAndHeld = Dynamic([Line]())

    /// No warnings until some are received.
    package init() {}
}
