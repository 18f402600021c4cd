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

    /// Takes what the daemon says: its warnings, and the faults of its disk before them.
    package func receive(_ status: StatusDocument) {
        var lines: [Line] = []
        if status.storage.isFull {
            lines.append(
                Line(
                    text: "the disk is full: nothing can be recorded",
                    advice: "free some space; recording resumes by itself"))
        }
        for damage in status.storage.damage {
            lines.append(Line(text: damage, advice: "peers return what they hold of it"))
        }
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
