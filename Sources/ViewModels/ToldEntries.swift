import Documents

/// The entries of a log that were delivered, and the point up to which none is missing.
///
/// Events can be lost: the daemon folds its book again, or a turn has too many. A gap in an
/// author's numbers does not show that, since many entries belong to other games; but a status
/// counts all entries of the log, and follows the events of its turn. So the cursor advances when a
/// status counts as many new entries as there were events, or when an answer names the newest
/// entries; never on an event alone.
struct ToldEntries {
    /// The number of each author up to which no entry is missing: later entries are asked for from
    /// here.
    private(set) var cursor: [String: UInt64] = [:]
    /// The highest number of each author that was delivered.
    private var known: [String: UInt64] = [:]
    /// `known` at the last status.
    private var knownAtStatus: [String: UInt64] = [:]
    private var status: (digest: String, entries: Int)?
    private var eventsSinceStatus = 0
    /// The entries shown last, in two generations: a screen that is open for weeks does not grow.
    private var shown: Set<Recording> = []
    private var shownBefore: Set<Recording> = []

    /// The identity of an entry, independent of its place, which changes if a log turns out to be
    /// forked.
    private struct Recording: Hashable {
        let author: String
        let number: String
        /// Distinguishes the branches of a fork.
        let wall: Int64

        init(_ entry: EntryDocument) {
            let parts = TimelineRow.place(of: entry).split(
                separator: ".", omittingEmptySubsequences: false)
            // Parts of the whole text would keep it in memory.
            author = parts.count > 1 ? String(parts[1]) : ""
            number = parts.count > 2 ? String(parts[2]) : ""
            wall = Int64(entry.wallMilliseconds)
        }
    }

    /// Counts an event, of any game.
    mutating func hearEvent() { eventsSinceStatus += 1 }

    /// Handles a status. Returns true if the log has an entry without an event: the caller then
    /// asks from the cursor, and passes `isBehind` until the answer.
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

    /// Starts with the first page: no entry is missing up to the newest that it names.
    mutating func begin(with page: LogDocument) {
        cursor = Self.newest(page)
        known = cursor
        knownAtStatus = cursor
    }

    /// Handles the answer about missed entries, asked for after the last status that revealed one.
    mutating func merge(_ answer: LogDocument) {
        let newest = Self.newest(answer)
        known.merge(newest) { max($0, $1) }
        // Beyond the answer and the status before it, entries may be missing again.
        cursor.merge(newest) { max($0, $1) }
        cursor.merge(knownAtStatus) { max($0, $1) }
    }

    /// True if the number is higher than any delivered one of its author.
    func isNew(_ name: String) -> Bool {
        guard let (author, number) = EntryName.parts(name) else { return true }
        return number > known[author] ?? 0
    }

    mutating func know(_ name: String) {
        guard let (author, number) = EntryName.parts(name) else { return }
        known[author] = max(known[author] ?? 0, number)
    }

    func isShown(_ entry: EntryDocument) -> Bool {
        let recording = Recording(entry)
        return shown.contains(recording) || shownBefore.contains(recording)
    }

    /// Records that the entry is shown; false if it already was, unless
    /// `ViewModelsLimits.shownEntriesMax` others were shown since.
    mutating func show(_ entry: EntryDocument) -> Bool {
        let recording = Recording(entry)
        guard shown.insert(recording).inserted else { return false }
        let isNew = shownBefore.remove(recording) == nil
        if shown.count >= ViewModelsLimits.shownEntriesMax { (shownBefore, shown) = (shown, []) }
        return isNew
    }

    /// The entries that are known to be shown, for tests.
    var shownCount: Int { shown.count + shownBefore.count }

    private static func newest(_ log: LogDocument) -> [String: UInt64] {
        var newest: [String: UInt64] = [:]
        for name in log.newest ?? log.entries.map(\.name) {
            guard let (author, number) = EntryName.parts(name) else { continue }
            newest[author] = max(newest[author] ?? 0, number)
        }
        return newest
    }
}
