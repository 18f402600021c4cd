package import Documents

/// The findings of an examination of this device, as text. A snapshot: it does not follow the
/// device.
package struct DoctorViewModel: Sendable {
    /// The result of one check.
    package struct Line: Hashable, Sendable {
        /// `FAILED`, `warning`, `OK` or `skipped`: a word, for views without colour.
        package let word: String
        /// The subject of the check.
        package let subject: String
        /// The finding.
        package let text: String
        /// The advice; empty if the check passed.
        package let advice: String
        package let tone: Tone
    }

    // Output

    /// In the order of the document: failures first.
    package let lines: [Line]
    /// The counts of failures, warnings and passed checks, and the home.
    package let verdict: String
    package let tone: Tone

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
