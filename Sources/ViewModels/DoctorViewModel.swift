package import Documents

/// What a look over the device found, as a person reads it. It is found once and does not change.
package struct DoctorViewModel: Sendable {
    /// One thing that was looked at.
    package struct Line: Hashable, Sendable {
        /// `FAILED`, `look`, `ok`, `skipped`: said in words, for terminals without colours.
        package let word: String
        /// What was looked at.
        package let subject: String
        /// What was found.
        package let text: String
        /// What to do about it; empty for what is well.
        package let advice: String
        /// How it is drawn.
        package let tone: Tone
    }

    // Output

    /// Failures first.
    package let lines: [Line]
    /// All of it in one line.
    package let verdict: String
    /// How the verdict is drawn.
    package let tone: Tone

    /// Of a document, whose order is kept.
    package init(_ document: DoctorDocument) {
        lines = document.checks.map { check in
            Line(
                word: Self.word(check.verdict), subject: check.subject, text: check.text,
                advice: check.advice ?? "", tone: Self.tone(check.verdict))
        }
        let well = document.checks.count { $0.verdict == .fine }
        verdict =
            "\(document.failed) failed, \(Phrases.count(document.warnings, "warning")), \(well) OK: "
            + document.home
        tone = document.failed > 0 ? .bad : document.warnings > 0 ? .attention : .good
    }

    private static func word(_ verdict: CheckVerdict) -> String {
        switch verdict {
        case .failed: "FAILED"
        case .warning: "warning"
        case .fine: "OK"
        case .skipped: "skipped"
        }
    }

    private static func tone(_ verdict: CheckVerdict) -> Tone {
        switch verdict {
        case .failed: .bad
        case .warning: .attention
        case .fine: .good
        case .skipped: .faint
        }
    }
}
