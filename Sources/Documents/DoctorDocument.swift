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

/// What `scored verify --json` prints: a log that was read and checked in full.
package struct VerifyDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// 64 hexadecimal digits.
    package var table: String
    /// Files of the log.
    package var segments: Int
    /// Bytes of all files.
    package var bytes: Int
    /// Entries that were read, of all authors.
    package var entries: Int
    /// Authors of them.
    package var authors: Int
    /// Signed heads, each checked.
    package var heads: Int
    /// Own entries behind the last signature on this disk: a device signs its own when it sends them, so
    /// that the disks of others have the signature.
    package var unsigned: Int
    /// 64 hexadecimal digits; status shows the same.
    package var digest: String
    /// Four words of the digest.
    package var words: String
    /// What is wrong, a sentence each.
    package var problems: [String]
    /// False when entries may be missing, or something is signed by the wrong key.
    package var isSound: Bool

    /// Joins the parts.
    package init(
        schema: Int = 1, table: String, segments: Int, bytes: Int, entries: Int, authors: Int,
        heads: Int, unsigned: Int, digest: String, words: String, problems: [String],
        isSound: Bool
    ) {
        self.schema = schema
        self.table = table
        self.segments = segments
        self.bytes = bytes
        self.entries = entries
        self.authors = authors
        self.heads = heads
        self.unsigned = unsigned
        self.digest = digest
        self.words = words
        self.problems = problems
        self.isSound = isSound
    }
}
