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
