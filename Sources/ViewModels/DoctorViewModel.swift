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
            let (word, tone) = Self.look(check.verdict)
            return Line(
                word: word, subject: check.subject, text: check.text, advice: check.advice ?? "",
                tone: tone)
        }
        let well = document.checks.count { $0.verdict == .fine }
        verdict =
            "\(document.failed) failed, \(Phrases.count(document.warnings, "warning")), \(well) OK: "
            + document.home
        tone = document.failed > 0 ? .bad : document.warnings > 0 ? .attention : .good
    }

    private static func look(_ verdict: CheckVerdict) -> (word: String, tone: Tone) {
        switch verdict {
        case .failed: ("FAILED", .bad)
        case .warning: ("warning", .attention)
        case .fine: ("OK", .good)
        case .skipped: ("skipped", .faint)
        }
    }
}
