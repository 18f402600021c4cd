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
        var lines: [Line] = []
        if status.sync.unknownKinds > 0 {
            let entries = status.sync.unknownKinds == 1 ? "entry" : "entries"
            lines.append(
                Line(
                    name: "unknownKinds",
                    text: "\(status.sync.unknownKinds) \(entries) of a newer version",
                    advice: "kept and passed on; update scored to see them"))
        }
        var seen = Counts()
        lines += status.warnings.map { warning in
            let number = seen[warning.code, default: 0] + 1
            seen[warning.code] = number
            return Line(
                name: number == 1 ? warning.code : "\(warning.code) \(number)",
                text: warning.text, advice: warning.advice ?? "")
        }
        self.lines.update(lines)
    }

    // Output

    /// The most urgent first.
    package let lines = Dynamic([Line]())

    /// No warnings until some are received.
    package init() {}
}
