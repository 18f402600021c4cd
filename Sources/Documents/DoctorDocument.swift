/// What `scored doctor --json` prints: everything that was looked at, failures first.
package struct DoctorDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The home that was looked at.
    package var home: String
    /// Checks that failed.
    package var failed: Int
    /// Checks that leave something to be looked at.
    package var warnings: Int
    /// Failures, then warnings, then what is well; each kind in the order of the looking.
    package var checks: [CheckDocument]

    /// Sorts the checks and counts them.
    package init(schema: Int = 1, home: String, checks: [CheckDocument]) {
        self.schema = schema
        self.home = home
        self.checks = CheckVerdict.allCases.flatMap { verdict in
            checks.filter { $0.verdict == verdict }
        }
        failed = checks.count { $0.verdict == .failed }
        warnings = checks.count { $0.verdict == .warning }
    }
}

/// How a check came out, the worst first.
package enum CheckVerdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// Something does not work, or will lose what is recorded.
    case failed
    /// A person should look at it.
    case warning
    /// As it should be.
    case fine
    /// Could not be looked at, and why.
    case skipped
}

/// One thing that was looked at.
package struct CheckDocument: Codable, Hashable, Sendable {
    /// Stable, for programs: `disk`, `log`, `permissions` and so on; several checks may share one.
    package var subject: String
    /// How it came out.
    package var verdict: CheckVerdict
    /// What was found, on what.
    package var text: String
    /// What to do about it; nil for what is well.
    package var advice: String?
    /// What was measured, by name, each name with its unit: `syncMedianMilliseconds`.
    package var figures: [String: Double]?

    /// Joins the parts; what has a default may be left out.
    package init(
        _ subject: String, _ verdict: CheckVerdict, _ text: String, advice: String? = nil,
        figures: [String: Double]? = nil
    ) {
        self.subject = subject
        self.verdict = verdict
        self.text = text
        self.advice = advice
        self.figures = figures
    }
}
