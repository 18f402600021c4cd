package import Documents

/// What a person should look at.
package final class WarningsViewModel {
    /// One warning, ready to be shown.
    package struct Line: Hashable, Sendable {
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
                    text: "\(status.sync.unknownKinds) \(entries) of a newer version",
                    advice: "kept and passed on; update scored to see them"))
        }
        lines += status.warnings.map { Line(text: $0.text, advice: $0.advice ?? "") }
        self.lines.update(lines)
    }

    // Output

    /// The most urgent first.
    package let lines = Dynamic([Line]())

    /// No warnings until some are received.
    package init() {}
}
