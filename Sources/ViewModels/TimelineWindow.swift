package import Documents

/// The entries of a timeline that are held: all that fit from the boundary to the newest one, without
/// a gap, each once.
struct TimelineWindow {
    /// In the table's order, oldest first.
    private(set) var rows: [TimelineRow] = []
    /// Whether nothing that fits stands before the boundary.
    private(set) var reachesBeginning = false
    /// The oldest entry that was fetched: the cursor for older ones. It stays where its row goes.
    private(set) var boundary: (name: String, place: String)?

    private let rowsMax: Int

    /// Empty, and for so many rows at most.
    init(rowsMax: Int) { self.rowsMax = rowsMax }

    /// Whether no older row may be fetched.
    var isFull: Bool { rows.count >= rowsMax }

    /// The row at a place; nil where none is held.
    func row(at place: String) -> TimelineRow? {
        let index = index(of: place)
        return index < rows.count && rows[index].place == place ? rows[index] : nil
    }

    /// The row of the entry of this name.
    func row(named name: String) -> TimelineRow? { rows.last { $0.name == name } }

    /// Whether an entry at the place would be among those held.
    func covers(_ place: String) -> Bool {
        if reachesBeginning { return true }
        return boundary.map { place >= $0.place } ?? false
    }

    /// Inserts a page whose last entry stands right before the boundary; the first page is the newest.
    mutating func insert(_ page: LogDocument) {
        reachesBeginning = !(page.hasOlder ?? !page.entries.isEmpty)
        if let oldest = page.entries.first {
            boundary = (oldest.name, TimelineRow.place(of: oldest))
        }
        for entry in page.entries { insert(entry) }
    }

    /// Puts an entry where the order wants it, unless it is held or stands before the boundary.
    /// Returns the row if it is new.
    @discardableResult
    mutating func insert(_ entry: EntryDocument) -> TimelineRow? {
        let row = TimelineRow(entry)
        guard covers(row.place), self.row(at: row.place) == nil else { return nil }
        rows.insert(row, at: index(of: row.place))
        shorten()
        return row
    }

    /// Whether the entry is held at a place that is not its own any more. The branches of a forked log
    /// stand at places of their own under one name.
    func holdsElsewhere(_ entry: EntryDocument) -> Bool {
        let place = TimelineRow.place(of: entry)
        guard row(at: place) == nil else { return false }
        return rows.contains { row in
            row.name == entry.name
                && !(TimelineRow.isOfFork(row.place) && TimelineRow.isOfFork(place))
        }
    }

    /// Takes entries that were asked for by name, as they are now: of those asked for, what did not
    /// come fits no longer.
    mutating func refresh(_ names: Set<String>, with entries: [EntryDocument]) {
        var fresh: [String: EntryDocument] = [:]
        for entry in entries { fresh[TimelineRow.place(of: entry)] = entry }
        rows = rows.compactMap { row in
            guard names.contains(row.name) else { return row }
            guard let entry = fresh.removeValue(forKey: row.place) else { return nil }
            return TimelineRow(entry)
        }
        for entry in fresh.values { insert(entry) }
    }

    private mutating func shorten() {
        guard rows.count > rowsMax else { return }
        rows.removeFirst(rows.count - rowsMax)
        reachesBeginning = false
        boundary = rows.first.map { ($0.name, $0.place) }
    }

    /// The first row at or behind the place.
    private func index(of place: String) -> Int {
        if let last = rows.last, last.place < place { return rows.count }
        var low = 0
        var high = rows.count
        while low < high {
            let middle = (low + high) / 2
            if rows[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

// MARK: What an entry changes about others

extension TimelineWindow {
    /// Names of the rows whose entries may read differently since this one is there; nil where it may
    /// be all of them. `isFiltered`: entries that are not held may stand behind the boundary.
    func touched(by entry: EntryDocument, isFiltered: Bool) -> Set<String>? {
        if Self.linking.contains(entry.kind) { return linked(to: entry, isFiltered) }
        guard entry.period != nil || Self.single.contains(entry.kind) else { return nil }
        // Every later score is another.
        return entry.points == nil ? [] : scores(behind: TimelineRow.place(of: entry))
    }

    /// Entries that say something of those that they name.
    private static let linking: Set<String> = ["void", "fix", "accepted"]
    /// Entries, beside moves, that say nothing of others.
    private static let single: Set<String> = [
        "gameCreated", "rosterAdded", "gameClock", "periodBegan", "trackingClaimed",
        "trackingReleased", "note",
    ]

    private func linked(to entry: EntryDocument, _ isFiltered: Bool) -> Set<String>? {
        var targets: Set<String> = []
        var left = entry.names
        // What stands before the boundary changes every score.
        var first = TimelineRow.place(of: entry)
        while let name = left.popLast() {
            guard targets.insert(name).inserted else { continue }
            guard let row = row(named: name) else {
                // It may be a correction of a row that is held.
                if isFiltered { return nil }
                first = ""
                continue
            }
            first = min(first, row.place)
            if Self.linking.contains(row.entry.kind) { left += row.entry.names }
        }
        let followers = rows.filter { !targets.isDisjoint(with: $0.entry.names) }
        return targets.union(followers.map(\.name)).union(scores(behind: first))
    }

    private func scores(behind place: String) -> Set<String> {
        Set(rows.reversed().prefix { $0.place > place }.filter { !$0.score.isEmpty }.map(\.name))
    }
}

/// An entry of a timeline, ready to be shown.
package struct TimelineRow: Hashable, Sendable {
    /// The entry as it was last told.
    package let entry: EntryDocument
    /// `4 Ana three points (was 4 Ana two points)`.
    package let text: String
    /// `8:12`; empty for an entry without a score of its own.
    package let score: String
    /// What became of it: `voided by bo.7`; empty for one that counts as it is.
    package let state: String
    /// `only here`, `on 3 devices`; empty where it is not known.
    package let copies: String
    /// Both: `voided by bo.7 · on 3 devices`.
    package let outcome: String
    /// How the row is meant.
    package let tone: Tone
    /// Sorts rows as the entries stand, and is the entry's own as long as it exists.
    package let place: String

    /// Makes the words.
    init(_ entry: EntryDocument) {
        self.entry = entry
        place = Self.place(of: entry)
        text = LogViewModel.text(entry)
        var bare = entry
        bare.copies = nil
        score = LogViewModel.score(entry)
        state = LogViewModel.state(bare)
        copies = LogViewModel.copies(entry) ?? ""
        outcome = LogViewModel.state(entry)
        tone = LogViewModel.tone(entry.state)
    }

    /// `mia.41`: the same on every device.
    package var name: String { entry.name }
    /// Who recorded it.
    package var keeper: String { entry.keeper }
    /// The game clock's reading as its keeper saw it; empty for none.
    package var clock: String { entry.clock ?? "" }

    /// `[voided by bo.7] 4 Ana two points`: what became of it in front, for a screen with one column
    /// for both.
    package var marked: String { state.isEmpty ? text : "[\(state)] \(text)" }

    /// The cells of `LogViewModel.columns`; without copies for a line that is written once and stays.
    package func cells(hasCopies: Bool = true) -> Grid.Row {
        var entry = entry
        if !hasCopies { entry.copies = nil }
        return LogViewModel.row(entry)
    }

    /// How a question names an entry by which it is to be answered: where the log is forked the name
    /// alone is that of several.
    static func cursor(_ name: String, _ place: String) -> String {
        isOfFork(place) ? place : name
    }

    /// Whether a place says which branch of a forked log the entry belongs to.
    static func isOfFork(_ place: String) -> Bool {
        place.utf8.count { $0 == UInt8(ascii: ".") } > 2
    }

    /// Where the daemon is older and says no place, the first part of it and the name.
    static func place(of entry: EntryDocument) -> String {
        if let place = entry.place { return place }
        let digits = String(entry.lamport, radix: 16)
        let zeros = String(repeating: "0", count: max(0, 14 - digits.count))
        return "\(zeros)\(digits).\(entry.name)"
    }
}
