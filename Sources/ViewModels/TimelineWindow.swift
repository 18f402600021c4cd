import Documents

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
        let change = entry.facts.change
        if change == .named { return linked(to: entry, isFiltered) }
        guard entry.period != nil || change == .none else { return nil }
        // A scoring move changes all later scores.
        return entry.points == nil
            ? [] : scores(behind: TimelineRow.place(of: entry), of: entry.game)
    }

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
            if row.entry.facts.change == .named { left += row.entry.names }
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
