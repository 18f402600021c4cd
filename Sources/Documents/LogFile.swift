package import MoveLog

/// The first line of a `scored-log/1` file. Everything about the table follows from `founding`;
/// `entries`, `runs` and `digest` say what the file must come to; the rest is for people.
package struct LogFileHeader: Codable, Hashable, Sendable {
    /// What the first line's `format` says.
    package static let formatName = "scored-log/1"

    /// `scored-log/1`.
    package var format: String
    /// The founding entry's canonical bytes.
    package var founding: Base64
    /// 64 hexadecimal digits: the table's ID.
    package var table: String
    /// The table's name when the file was written; empty without one.
    package var name: String
    /// How many entries the log has, all branches counted.
    package var entries: Int
    /// How many lines follow.
    package var runs: Int
    /// 64 hexadecimal digits: the table digest of the whole file.
    package var digest: String
    /// Four words of it, for people.
    package var words: String
    /// Devices of one digest may show different scores only if this differs.
    package var foldVersion: Int
    /// When the file was written, by the writer's wall clock.
    package var wallMilliseconds: Int64
    /// The names of the devices.
    package var devices: [String]
    /// The names of the games.
    package var games: [String]

    /// Joins the parts; the format is this version's.
    package init(
        founding: Base64, table: String, name: String, entries: Int, runs: Int, digest: String,
        words: String, foldVersion: Int, wallMilliseconds: Int64, devices: [String],
        games: [String]
    ) {
        format = Self.formatName
        self.founding = founding
        self.table = table
        self.name = name
        self.entries = entries
        self.runs = runs
        self.digest = digest
        self.words = words
        self.foldVersion = foldVersion
        self.wallMilliseconds = wallMilliseconds
        self.devices = devices
        self.games = games
    }
}

/// Any other line of a `scored-log/1` file: one run of one author. What a person reads of it stands
/// in the run as well, and must agree with it.
package struct LogFileRun: Codable, Hashable, Sendable {
    /// Whose entries these are: the author's name, for people alone.
    package var by: String
    /// 32 hexadecimal digits.
    package var author: String
    /// The sequence before the first entry.
    package var after: UInt64
    /// How many entries.
    package var count: Int
    /// The run's bytes, as they travel on links.
    package var run: Base64

    /// Joins the parts.
    package init(by: String, author: String, after: UInt64, count: Int, run: Base64) {
        self.by = by
        self.author = author
        self.after = after
        self.count = count
        self.run = run
    }

    /// The line of a run.
    package init(_ run: Run, by name: String) {
        var writer = ByteWriter(capacity: run.byteCount + 160)
        run.write(to: &writer)
        self.init(
            by: name, author: run.author.description, after: run.after, count: run.count,
            run: Base64(writer.bytes))
    }

    /// Whether what a person reads is what the run says.
    package func agrees(with run: Run) -> Bool {
        author == run.author.description && after == run.after && count == run.count
    }
}

/// `POST /v1/import/log`: a part of a `scored-log/1` file. Parts come in the order of the file, the
/// first with the header; nothing is done before the last.
package struct LogPartRequest: Codable, Hashable, Sendable {
    /// 32 hexadecimal digits chosen at random, the same for all parts of one file.
    package var intake: String
    /// The header, in the first part only.
    package var header: LogFileHeader?
    /// The runs behind it, in the order of the file.
    package var runs: [LogFileRun]
    /// The number of each run's line in the file, so that a refusal can name one.
    package var lines: [Int]
    /// Whether the file ends here.
    package var isLast: Bool

    /// Joins the parts.
    package init(
        intake: String, header: LogFileHeader? = nil, runs: [LogFileRun], lines: [Int],
        isLast: Bool
    ) {
        self.intake = intake
        self.header = header
        self.runs = runs
        self.lines = lines
        self.isLast = isLast
    }
}

/// What came of a table's log from a file.
package struct LogImportDocument: Codable, Hashable, Sendable {
    /// What a device did with the file.
    package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
        /// More of the file is to come.
        case waiting
        /// What was missing is here now.
        case merged
        /// A fresh device holds the log and is no member of the table.
        case archive
        /// A fresh device holds the log and goes on as the member that its key is.
        case member
    }

    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// What a device did with it.
    package var outcome: Outcome
    /// The same in a sentence.
    package var text: String
    /// How many entries are new here.
    package var entries: Int
    /// 64 hexadecimal digits: the digest of all that is held now.
    package var digest: String
    /// Four words of it.
    package var words: String
    /// What a person should look at.
    package var warnings: [WarningDocument]

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, outcome: Outcome, text: String, entries: Int = 0, digest: String = "",
        words: String = "", warnings: [WarningDocument] = []
    ) {
        self.schema = schema
        self.outcome = outcome
        self.text = text
        self.entries = entries
        self.digest = digest
        self.words = words
        self.warnings = warnings
    }
}
