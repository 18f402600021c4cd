package import Documents

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
