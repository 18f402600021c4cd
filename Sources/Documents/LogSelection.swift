package import MoveLog
package import Scorebook

/// Which entries of a game are wanted; all of them unless said otherwise. What it says counts
/// together: an entry must fit all of it.
package struct LogSelection {
    /// Those of this keeper, or of the device of this name, in any case.
    package var keeper: String?
    /// The moves of this player or team, as they stand now.
    package var subject: Subject?
    /// Those that stand before this place of the timeline.
    package var before: Int?
    /// Those that stand behind this place of the timeline.
    package var after: Int?
    /// Of each author named those with a higher number, and those of a log that is forked up to them,
    /// where one number names several; of every other author all.
    package var since: [AuthorID: UInt64]?
    /// These alone.
    package var only: Set<EntryID>?
    /// Of all that fits the newest so many.
    package var limit: Int?

    /// Everything, or the newest so many of one keeper.
    package init(keeper: String? = nil, limit: Int? = nil) {
        self.keeper = keeper
        self.limit = limit
    }

    /// Whether the parts other than keeper and player let an entry through.
    func takes(_ entry: TimelineEntry, at index: Int) -> Bool {
        if let before, index >= before { return false }
        if let after, index <= after { return false }
        if let only, !only.contains(entry.recordedAs) { return false }
        guard let known = since?[entry.author], entry.branch == nil else { return true }
        return entry.recordedAs.sequence > known
    }
}

extension Projection {
    /// Whether an entry is of the keeper, and about the player, that a selection names.
    func fits(_ entry: TimelineEntry, _ selection: LogSelection, _ board: Scoreboard) -> Bool {
        if let keeper = selection.keeper, !isOf(entry, keeper) { return false }
        guard let subject = selection.subject else { return true }
        switch (subject, entry.move?.subject) {
        case (.line(let sought), .line(let ref)): return board.player(ref)?.ref == sought
        case (.team(let sought), .team(let side)): return sought == side
        default: return false
        }
    }

    private func isOf(_ entry: TimelineEntry, _ sought: String) -> Bool {
        guard let device = table.device(of: entry.author) else { return false }
        return device.slug == PlainText.word(sought)
            || PlainText.name(device.keeper) == PlainText.name(sought)
    }

    /// A player's slot, or a team's side, as questions and answers write it.
    func word(_ subject: Subject, in board: Scoreboard) -> String? {
        switch subject {
        case .nobody: nil
        case .team(let side): SideName(side).rawValue
        case .line(let ref): board.player(ref)?.slotText
        }
    }

    /// The newest entry of every author of a game, by name, in the order of names.
    func newestOfEach(_ board: Scoreboard) -> [String] {
        var newest: [AuthorID: UInt64] = [:]
        for entry in board.timeline {
            let id = entry.recordedAs
            newest[id.author] = max(newest[id.author] ?? 0, id.sequence)
        }
        return newest.map { table.name(of: EntryID(author: $0.key, sequence: $0.value)) }.sorted()
    }
}

extension TimelineEntry {
    /// The entry's place in the table's order as a text that sorts as the order does. Of the author
    /// the first 64 bits: two of a table that share them do not occur; of the digest, which only a
    /// forked log has, the same.
    package var placeText: String {
        let author = recordedAs.author.description.prefix(16)
        let place = "\(Self.hex(lamport, 14)).\(author).\(Self.hex(recordedAs.sequence, 12))"
        return branch.map { "\(place).\($0.description.prefix(16))" } ?? place
    }

    private static func hex(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
