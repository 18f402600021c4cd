package import Documents

/// The entries of a game or of all games, oldest first, with their states. A snapshot.
package struct LogViewModel {
    private let isOfAllGames: Bool

    // Output

    package let rows: [TimelineRow]
    /// One line per device of the game that was removed from the table.
    package let removed: [String]
    /// The text shown instead of rows.
    package let placeholder = "nothing recorded yet"

    package var grid: Grid {
        grid(
            [
                Grid.Column("entry"), Grid.Column("keeper", isOptional: true),
                Grid.Column("clock"), Grid.Column("what", isFlexible: true),
                Grid.Column("score", isNumber: true), Grid.Column("state", isFlexible: true),
            ]
        ) { [$0.name, $0.keeper, $0.clock, $0.text, $0.score, $0.outcome] }
    }

    /// The grid for a narrow screen: without the keeper, and with the state before the text.
    package var compact: Grid {
        grid(
            [
                Grid.Column("entry"), Grid.Column("clock"), Grid.Column("what", isFlexible: true),
                Grid.Column("score", isNumber: true),
            ]
        ) { [$0.name, $0.clock, $0.marked, $0.score] }
    }

    /// With the entries of all games, both grids begin with a column for the game.
    package init(_ log: LogDocument, isOfAllGames: Bool = false) {
        self.isOfAllGames = isOfAllGames
        rows = log.entries.map { TimelineRow($0, .english) }
        removed = (log.removed ?? []).map { "\($0.device): \($0.words)" }
    }

    private func grid(_ columns: [Grid.Column], _ cells: (TimelineRow) -> [String]) -> Grid {
        Grid(
            columns: (isOfAllGames ? [Grid.Column("game")] : []) + columns,
            rows: rows.map { row in
                Grid.Row((isOfAllGames ? [row.game] : []) + cells(row), tone: row.tone)
            })
    }
}

/// An entry of a log, with its texts.
package struct TimelineRow: Hashable, Identifiable, Sendable {
    package let entry: EntryDocument
    /// `4 Ana three points (was 4 Ana two points)`.
    package let text: String
    /// `8:12`; empty for an entry that does not score.
    package let score: String
    /// `voided by bo.7`; empty for an entry that counts unchanged.
    package let state: String
    /// A string that sorts rows in the order of the game. It identifies the entry and never
    /// changes, unless the log turns out to be forked.
    package let place: String
    package var id: String { place }

    package init(_ entry: EntryDocument, _ words: Catalogue) {
        self.entry = entry
        place = Self.place(of: entry)
        let plain = entry.text(in: words)
        text = entry.was(in: words).map { words(.corrected(plain, $0)) } ?? plain
        score = entry.home.flatMap { home in entry.away.map { "\(home):\($0)" } } ?? ""
        state = Self.state(of: entry, words)
        copies = entry.copies.map { words($0 == 1 ? .onlyHere : .onDevices($0)) } ?? ""
    }

    /// `mia.41`: the same on every device.
    package var name: String { entry.name }
    package var keeper: String { entry.keeper }
    /// The name of its game.
    package var game: String { entry.game ?? "" }
    /// The reading of the game clock on the author's device; empty for none.
    package var clock: String { entry.clock ?? "" }
    /// `only here`, `on 3 devices`; empty if unknown.
    package let copies: String
    /// State and copies: `voided by bo.7 · on 3 devices`.
    package var outcome: String { Phrases.line(state, copies) }
    /// `[voided by bo.7] 4 Ana two points`: the state before the text, for a screen with one column
    /// for both.
    package var marked: String { state.isEmpty ? text : "[\(state)] \(text)" }

    package var tone: Tone {
        switch entry.state {
        case .live: .plain
        case .voided, .copy, .unknown: .faint
        case .held, .afterSignOff: .attention
        }
    }

    private static func state(of entry: EntryDocument, _ words: Catalogue) -> String {
        switch entry.state {
        case .live:
            let fix = entry.fixes?.last.map { words(.fixedBy($0)) }
            let conflicts = entry.conflicts.map { words(.notThis(words.names($0))) }
            let twin = entry.resembles.map { words(.sameAs($0)) }
            return Phrases.joined([fix, conflicts, twin].compactMap(\.self), by: ", ")
        case .voided, .copy, .held, .unknown:
            let word = words(entry.state.term)
            return entry.because(in: words).map { "\(word) \($0)" } ?? word
        case .afterSignOff: return words(.afterSignOff)
        }
    }

    /// An older daemon sends no place: it is made of the lamport and the name.
    static func place(of entry: EntryDocument) -> String {
        if let place = entry.place { return place }
        let digits = String(entry.lamport, radix: 16)
        let zeros = String(repeating: "0", count: max(0, 14 - digits.count))
        return "\(zeros)\(digits).\(entry.name)"
    }
}
