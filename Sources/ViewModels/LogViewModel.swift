package import Documents

/// The entries of a game or of all games, oldest first, with their states.
package final class LogViewModel {
    private var entries: [EntryDocument] = []
    private let isOfAllGames: Bool

    // Input

    /// Replaces the log.
    package func receive(_ log: LogDocument) {
        entries = log.entries
        removed.update((log.removed ?? []).map { "\($0.device): \($0.words)" })
        show()
    }

    // Output

    /// One row per entry.
    package let grid = Dynamic(Grid())
    /// The grid for a narrow screen: without the keeper, and with the state before the text.
    package let compact = Dynamic(Grid())
    /// One line per device of the game that was removed from the table.
    package let removed = Dynamic([String]())
    /// The text shown instead of the grid; empty if there are entries.
    package let placeholder = Dynamic("nothing recorded yet")

    /// With the entries of all games, both grids begin with a column for the game.
    package init(isOfAllGames: Bool = false) { self.isOfAllGames = isOfAllGames }

    package static let columns = [
        Grid.Column("entry"),
        Grid.Column("keeper", isOptional: true), Grid.Column("clock"),
        Grid.Column("what", isFlexible: true), Grid.Column("score", isNumber: true),
        Grid.Column("state", isFlexible: true),
    ]

    /// The row for a narrow screen: without the keeper, and with the state before the text.
    package static func compact(_ row: Grid.Row) -> Grid.Row {
        let (entry, clock, what, score, state) = (
            row.cells[0], row.cells[2], row.cells[3], row.cells[4], row.cells[5]
        )
        return Grid.Row(
            [entry, clock, state.isEmpty ? what : "[\(state)] \(what)", score], tone: row.tone)
    }

    private func show() {
        let bare = entries.map { entry in
            var bare = entry
            bare.copies = nil
            return Self.compact(Self.row(bare))
        }
        compact.update(withGames(Grid(columns: [0, 2, 3, 4].map { Self.columns[$0] }, rows: bare)))
        grid.update(withGames(Grid(columns: Self.columns, rows: entries.map(Self.row))))
        placeholder.update(entries.isEmpty ? "nothing recorded yet" : "")
    }

    private func withGames(_ grid: Grid) -> Grid {
        guard isOfAllGames else { return grid }
        let rows = zip(entries, grid.rows).map { entry, row in
            Grid.Row([entry.game ?? ""] + row.cells, tone: row.tone)
        }
        return Grid(columns: [Grid.Column("game")] + grid.columns, rows: rows)
    }

    static func row(_ entry: EntryDocument) -> Grid.Row {
        Grid.Row(
            [
                entry.name, entry.keeper, entry.clock ?? "", text(entry),
                score(entry),
                state(entry),
            ], tone: tone(entry.state))
    }

    /// `4 Ana three points (was 4 Ana two points)`.
    static func text(_ entry: EntryDocument) -> String {
        entry.text + (entry.was.map { " (was \($0))" } ?? "")
    }

    /// `12:9` for a scoring move; empty for other entries.
    static func score(_ entry: EntryDocument) -> String {
        guard let home = entry.home, let away = entry.away else { return "" }
        return "\(home):\(away)"
    }

    /// `only here`, `on 3 devices`; nil if unknown.
    static func copies(_ entry: EntryDocument) -> String? {
        entry.copies.map { $0 == 1 ? "only here" : "on \($0) devices" }
    }

    /// `voided by bo.7 · on 3 devices`.
    static func state(_ entry: EntryDocument) -> String {
        let copies = copies(entry)
        switch entry.state {
        case .live: return Phrases.line(correction(entry), copies)
        case .voided, .held, .unknown:
            let word = entry.state.rawValue
            return Phrases.line(entry.because.map { "\(word) \($0)" } ?? word, copies)
        case .afterSignOff: return Phrases.line("after sign-off", copies)
        }
    }

    /// The fixes, conflicts and possible duplicates of a live move; nil if there are none.
    private static func correction(_ entry: EntryDocument) -> String? {
        let fix = entry.fixes?.last.map { "fixed by \($0)" }
        let conflicts = entry.conflicts.map { "not \(Phrases.names($0))" }
        let twin = entry.resembles.map { "same as \($0)?" }
        let words = [fix, conflicts, twin].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    static func tone(_ state: EntryState) -> Tone {
        switch state {
        case .live: .plain
        case .voided, .unknown: .faint
        case .held, .afterSignOff: .attention
        }
    }
}
