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
