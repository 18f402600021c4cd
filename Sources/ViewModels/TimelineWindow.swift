package import Documents

/// The entries that a timeline holds: all matching ones from the boundary to the newest, without
/// gaps or duplicates.
struct TimelineWindow {
    /// In the order of the game, oldest first.
    private(set) var rows: [TimelineRow] = []
    /// True if no matching entry is older than the boundary.
    private(set) var reachesBeginning = false
    /// The oldest entry fetched: the cursor for older pages. It stays even if its row is removed.
    private(set) var boundary: (name: String, place: String)?

    private let rowsMax: Int

    init(rowsMax: Int) { self.rowsMax = rowsMax }

    /// True if no older page may be fetched.
    var isFull: Bool { rows.count >= rowsMax }

    func row(at place: String) -> TimelineRow? {
        let index = index(of: place)
        return index < rows.count && rows[index].place == place ? rows[index] : nil
    }

    /// The last row of this name: the branches of a fork share names.
    func row(named name: String) -> TimelineRow? { rows.last { $0.name == name } }

    /// True if the place is within the held range.
    func covers(_ place: String) -> Bool {
        if reachesBeginning { return true }
        return boundary.map { place >= $0.place } ?? false
    }

    /// Inserts the page before the boundary; the first page is the newest.
    mutating func insert(_ page: LogDocument) {
        reachesBeginning = !(page.hasOlder ?? !page.entries.isEmpty)
        if let oldest = page.entries.first {
            boundary = (oldest.name, TimelineRow.place(of: oldest))
        }
        for entry in page.entries { insert(entry) }
    }

    /// Inserts an entry in order, unless it is held or older than the boundary. Returns the row if
    /// it is new.
    @discardableResult
    mutating func insert(_ entry: EntryDocument) -> TimelineRow? {
        let row = TimelineRow(entry)
        guard covers(row.place), self.row(at: row.place) == nil else { return nil }
        rows.insert(row, at: index(of: row.place))
        shorten()
        return row
    }

    /// True if the entry is held at a place that it has left. Branches of a forked log share a
    /// name, at places of their own.
    func holdsElsewhere(_ entry: EntryDocument) -> Bool {
        let place = TimelineRow.place(of: entry)
        guard row(at: place) == nil else { return false }
        return rows.contains { row in
            row.name == entry.name
                && !(TimelineRow.isOfFork(row.place) && TimelineRow.isOfFork(place))
        }
    }

    /// Replaces the rows of these names. A name without an entry no longer matches, and its rows
    /// are removed.
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

    /// The index of the first row at or after the place.
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

// MARK: Effects of an entry on others

extension TimelineWindow {
    /// The names of the rows that this entry may have changed; nil if it may be all of its game.
    /// `isFiltered`: entries after the boundary may be missing from the window.
    func touched(by entry: EntryDocument, isFiltered: Bool) -> Set<String>? {
        if Self.linking.contains(entry.kind) { return linked(to: entry, isFiltered) }
        guard entry.period != nil || Self.single.contains(entry.kind) else { return nil }
        // A scoring move changes all later scores.
        return entry.points == nil
            ? [] : scores(behind: TimelineRow.place(of: entry), of: entry.game)
    }

    /// Kinds that change the entries they name.
    private static let linking: Set<String> = ["void", "fix", "accepted"]
    /// Kinds, besides moves, that do not change other entries.
    private static let single: Set<String> = [
        "gameCreated", "rosterAdded", "gameClock", "periodBegan", "trackingClaimed",
        "trackingReleased", "note",
    ]

    private func linked(to entry: EntryDocument, _ isFiltered: Bool) -> Set<String>? {
        var targets: Set<String> = []
        var left = entry.names
        // A change before the boundary affects every score.
        var first = TimelineRow.place(of: entry)
        while let name = left.popLast() {
            guard targets.insert(name).inserted else { continue }
            guard let row = row(named: name) else {
                // The entry may correct a row that is held.
                if isFiltered { return nil }
                first = ""
                continue
            }
            first = min(first, row.place)
            if Self.linking.contains(row.entry.kind) { left += row.entry.names }
        }
        let followers = rows.filter { !targets.isDisjoint(with: $0.entry.names) }
        return targets.union(followers.map(\.name)).union(scores(behind: first, of: entry.game))
    }

    private func scores(behind place: String, of game: String?) -> Set<String> {
        Set(
            rows.reversed().prefix { $0.place > place }
                .filter { !$0.score.isEmpty && $0.entry.game == game }.map(\.name))
    }
}

/// An entry of a timeline, with its texts.
package struct TimelineRow: Hashable, Identifiable, Sendable {
    package let entry: EntryDocument
    /// `4 Ana three points (was 4 Ana two points)`.
    package let text: String
    /// `8:12`; empty for an entry that does not score.
    package let score: String
    /// `voided by bo.7`; empty for an entry that counts unchanged.
    package let state: String
    /// `only here`, `on 3 devices`; empty if unknown.
    package let copies: String
    /// State and copies: `voided by bo.7 · on 3 devices`.
    package let outcome: String
    package let tone: Tone
    /// A string that sorts rows in the order of the game. It identifies the entry and never
    /// changes, unless the log turns out to be forked.
    package let place: String
    package var id: String { place }

    package init(_ entry: EntryDocument) {
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
    package var keeper: String { entry.keeper }
    /// The name of its game.
    package var game: String { entry.game ?? "" }
    /// The reading of the game clock on the author's device; empty for none.
    package var clock: String { entry.clock ?? "" }

    /// `[voided by bo.7] 4 Ana two points`: the state before the text, for a screen with one column
    /// for both.
    package var marked: String { state.isEmpty ? text : "[\(state)] \(text)" }

    /// The cells of `LogViewModel.columns`; without the number of devices for a line that is
    /// written once.
    package func cells(hasCopies: Bool = true) -> Grid.Row {
        var entry = entry
        if !hasCopies { entry.copies = nil }
        return LogViewModel.row(entry)
    }

    /// The value that names an entry in a question: its name, or its place if the log is forked and
    /// the name is ambiguous.
    static func cursor(_ name: String, _ place: String) -> String {
        isOfFork(place) ? place : name
    }

    /// True if the place names a branch of a forked log.
    static func isOfFork(_ place: String) -> Bool {
        place.utf8.count { $0 == UInt8(ascii: ".") } > 2
    }

    /// An older daemon sends no place: it is made of the lamport and the name.
    static func place(of entry: EntryDocument) -> String {
        if let place = entry.place { return place }
        let digits = String(entry.lamport, radix: 16)
        let zeros = String(repeating: "0", count: max(0, 14 - digits.count))
        return "\(zeros)\(digits).\(entry.name)"
    }
}
