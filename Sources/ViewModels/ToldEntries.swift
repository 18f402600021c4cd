import Documents

/// What was told of a log, and up to where nothing is missing.
///
/// An event may never come: the daemon folds its book anew, or one turn brings too many. Of an author
/// a higher number than the last is no sign of it, since many of them belong elsewhere; but a status
/// counts all entries of the log, and follows the events of its turn. So the cursor moves where a
/// status counts as many new ones as were told, and where an answer says what is the newest; never
/// with an event alone.
struct ToldEntries {
    /// Of each author the number up to which nothing is missing: what came later is asked from here.
    private(set) var cursor: [String: UInt64] = [:]
    /// The highest number of each author's entries that was told.
    private var known: [String: UInt64] = [:]
    /// The same when the last status came.
    private var knownAtStatus: [String: UInt64] = [:]
    private var status: (digest: String, entries: Int)?
    private var eventsSinceStatus = 0
    private var shown: Set<Recording> = []

    /// An entry whatever its place is: that one moves where a log turns out to be forked.
    private struct Recording: Hashable {
        let author: Substring
        let number: Substring
        /// Tells the branches of a fork apart.
        let wall: Int64

        init(_ entry: EntryDocument) {
            let parts = TimelineRow.place(of: entry).split(
                separator: ".", omittingEmptySubsequences: false)
            author = parts.count > 1 ? parts[1] : ""
            number = parts.count > 2 ? parts[2] : ""
            wall = Int64(entry.wallMilliseconds)
        }
    }

    /// An event came, about whatever game.
    mutating func hearEvent() { eventsSinceStatus += 1 }

    /// A status came. Returns whether something is in the log that no event told; then it is to be
    /// asked for from the cursor, and `isBehind` be true until the answer.
    mutating func hear(digest: String, entries: Int, isBehind: Bool) -> Bool {
        defer {
            status = (digest, entries)
            eventsSinceStatus = 0
            knownAtStatus = known
        }
        guard let status else { return false }
        let isAsBefore = digest == status.digest
        let areAllTold = eventsSinceStatus > 0 && entries == status.entries + eventsSinceStatus
        guard isAsBefore || areAllTold else { return true }
        if !isBehind { cursor.merge(known) { max($0, $1) } }
        return false
    }

    /// The first page is there: nothing is missing up to what it says to be the newest.
    mutating func begin(with page: LogDocument) {
        cursor = Self.newest(page)
        known = cursor
        knownAtStatus = cursor
    }

    /// What came later is there, asked for after the last status that left something untold.
    mutating func merge(_ answer: LogDocument) {
        let newest = Self.newest(answer)
        known.merge(newest) { max($0, $1) }
        // Behind what a status before it proved or the question was about, a hole may be again.
        cursor.merge(newest) { max($0, $1) }
        cursor.merge(knownAtStatus) { max($0, $1) }
    }

    /// Whether an entry of this name is the newest of its author.
    func isNew(_ name: String) -> Bool {
        guard let (author, number) = EntryName.parts(name) else { return true }
        return number > known[author] ?? 0
    }

    /// Remembers that the entry was told.
    mutating func know(_ name: String) {
        guard let (author, number) = EntryName.parts(name) else { return }
        known[author] = max(known[author] ?? 0, number)
    }

    /// Whether the entry was shown.
    func isShown(_ entry: EntryDocument) -> Bool { shown.contains(Recording(entry)) }

    /// Remembers that it is; false if it was already.
    mutating func show(_ entry: EntryDocument) -> Bool { shown.insert(Recording(entry)).inserted }

    private static func newest(_ log: LogDocument) -> [String: UInt64] {
        var newest: [String: UInt64] = [:]
        for name in log.newest ?? log.entries.map(\.name) {
            guard let (author, number) = EntryName.parts(name) else { continue }
            newest[author] = max(newest[author] ?? 0, number)
        }
        return newest
    }
}
