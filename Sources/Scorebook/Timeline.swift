package import MoveLog

/// The entries of a game or of the table in order, with their outcomes. Elements are made from rows
/// on access.
package struct Timeline: RandomAccessCollection, Equatable, Sendable {
    var entries: EntryRows
    /// By row.
    var outcomes: [Outcome]
    /// Outcomes name these by index.
    var remarks: [Remark] = []
    /// Of all entries but the first.
    var names: NameIndex

    init(
        _ entries: EntryRows = EntryRows(), _ outcomes: [Outcome] = [], _ names: NameIndex? = nil
    ) {
        self.entries = entries
        self.outcomes = outcomes
        self.names = names ?? NameIndex(entries, from: 1)
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { outcomes.count }

    /// Makes the entry from its row.
    package subscript(index: Int) -> TimelineEntry {
        let row = entries.rows[index]
        let outcome = outcomes[index]
        return TimelineEntry(
            row: row, author: entries.authors[row.author], aside: entries.aside(row),
            outcome: outcome, remark: remark(of: outcome))
    }

    /// The entries that are no moves, and the moves that do not fit their rows, such as corrected ones; in order.
    package var unplain: [TimelineEntry] {
        entries.rows.indices.filter { entries.rows[$0].aside >= 0 }.map { self[$0] }
    }

    private func remark(of outcome: Outcome) -> Remark? {
        outcome.remark < 0 ? nil : remarks[Int(outcome.remark)]
    }

    /// True if the row still makes this entry. False is no proof that it makes another.
    package func makes(_ entry: TimelineEntry, at index: Int) -> Bool {
        guard index < endIndex, entries.rows[index] == entry.row,
            outcomes[index] == entry.outcome
        else { return false }
        return entries.authors[entry.row.author] == entry.author
            && entries.aside(entry.row) === entry.aside
            && remark(of: entry.outcome) === entry.remark
    }

    /// Without it other modules iterate through witness tables, at twice the cost.
    package struct Iterator: IteratorProtocol {
        let timeline: Timeline
        var index = 0

        package mutating func next() -> TimelineEntry? {
            guard index < timeline.endIndex else { return nil }
            defer { index += 1 }
            return timeline[index]
        }
    }

    package func makeIterator() -> Iterator { Iterator(timeline: self) }

    /// The first entry with this ID, or the copy in its place.
    package func place(of id: EntryID) -> Int? {
        guard let first else { return nil }
        if first.id == id || first.recordedAs == id { return 0 }
        return names.indices(of: id, entries.authors).first
    }

    mutating func annotate(_ index: Int, _ remark: Remark) {
        outcomes[index].remark = Int32(remarks.count)
        remarks.append(remark)
    }

    package static func == (left: Timeline, right: Timeline) -> Bool { left.elementsEqual(right) }
}

/// The outcome of an entry, in 16 bytes.
struct Outcome: Equatable, Sendable {
    enum State: UInt8 {
        case live, void, unlinked
        /// Another move of the event counts: the keepers agree, or have to answer.
        case copy, held
        case afterSignOff
    }

    var state = State.live
    /// Index into the remarks; -1 for none.
    var remark: Int32 = -1
    /// Score after the entry.
    var home: Int32 = 0
    var away: Int32 = 0
}

extension Scoreboard {
    /// The game that has an entry in its log: this one, or one that was united with it. A void or an
    /// accept belongs to the same, so that both stay together when the union is undone.
    package func origin(of entry: EntryID) -> GameID {
        guard let place = place(of: entry) else { return id }
        let join = Int(timeline.entries.rows[place].join)
        return join == 0 ? id : timeline.entries.joins[join - 1].game
    }
}

/// The fields of an outcome that few entries have.
final class Remark: Sendable {
    /// The live voids that withdrew the entry, in order.
    let voids: [EntryID]
    /// Of a copy or a held move, the move of its event that counts, or that was withdrawn.
    let headOf: EntryID?
    let correction: Correction?
    /// Moves before it that may be the same; all count.
    let resembles: [EntryID]

    init(
        voids: [EntryID] = [], headOf: EntryID? = nil, correction: Correction? = nil,
        resembles: [EntryID] = []
    ) {
        self.voids = voids
        self.headOf = headOf
        self.correction = correction
        self.resembles = resembles
    }
}

/// The replacement of a corrected move; of the move of an event that counts, by all fixes of the
/// event.
struct Correction: Equatable, Sendable {
    let move: Move
    let inEffect: EntryID
    /// The live fixes, in order.
    let fixes: [EntryID]
    /// Fixes that differ from the one in effect and that no keeper who fixed later had seen.
    let conflicts: [EntryID]
}

/// An entry in the order of the fold: its content and outcome.
package struct TimelineEntry: Equatable, Sendable {
    fileprivate let row: Row
    /// The author, whose device recorded the entry here.
    package let author: AuthorID
    fileprivate let aside: Aside?
    fileprivate let outcome: Outcome
    fileprivate let remark: Remark?

    package static func == (left: TimelineEntry, right: TimelineEntry) -> Bool {
        // Mostly both are a move that fits its row.
        let isPlain =
            left.aside == nil && right.aside == nil && left.remark == nil && right.remark == nil
        if isPlain, left.row == right.row, left.author == right.author,
            left.outcome == right.outcome
        {
            return true
        }
        return left.place == right.place && left.id == right.id && left.wall == right.wall
            && left.kind == right.kind && left.content == right.content
            && left.score == right.score && left.standing == right.standing
            && left.remark?.correction == right.remark?.correction
            && left.allResembled == right.allResembled
    }
}

// MARK: What was recorded

extension TimelineEntry {
    /// The ID that voids and corrections name; of a copy, its origin's.
    package var id: EntryID { aside?.id ?? recordedAs }
    /// The ID in this table's logs; differs from `id` for copies only.
    package var recordedAs: EntryID { EntryID(author: author, sequence: row.sequence) }
    /// 0 for an absurd one.
    package var lamport: UInt64 { row.lamport }
    /// Tells the branches of a forked log apart; nil if the log is not forked up to here.
    package var branch: Digest? { aside?.branch }
    /// By the author's clock; shown to people only.
    package var wall: WallTime { WallTime(milliseconds: row.wall) }
    /// Says more than `content` if that is `.unknown` or `.malformed`.
    package var kind: Kind { aside?.kind ?? .move }
    /// With texts cleaned.
    package var content: Content { aside?.content ?? .move(Move(row)) }
    package var place: Place { Place(lamport: lamport, id: recordedAs, digest: branch) }
    /// Nil for every other entry.
    package var recordedMove: Move? { if case .move(let move) = content { move } else { nil } }
    package var isMove: Bool { row.isMove }
    /// Nil unless the entry is a transfer that counts; `content` is the entry that it transfers.
    package var transfer: Transferred? { aside?.transfer }
    /// The author whose device recorded the move: of a transfer that of the origin, unless it is a
    /// copy of one.
    package var recorder: AuthorID {
        guard id == recordedAs, let transfer else { return author }
        return transfer.origin.author
    }

    var asAside: Aside { aside ?? Aside(id: id, branch: branch, kind: kind, content: content) }
}

// MARK: What became of it

extension TimelineEntry {
    package var standing: Standing {
        switch outcome.state {
        case .live: .live
        case .void: .void(by: remark?.voids ?? [])
        case .unlinked: .unlinked
        case .copy: .copy(of: remark?.headOf ?? id)
        case .held: .held(of: remark?.headOf ?? id)
        case .afterSignOff: .afterSignOff
        }
    }

    /// Score after this entry.
    package var score: Sides<Int> { Sides(home: Int(outcome.home), away: Int(outcome.away)) }

    /// The replacement of a corrected move.
    package var corrected: Move? { remark?.correction?.move }
    /// The live fixes of this move, or of its event if this is the move that counts, in order.
    package var fixes: [EntryID] { remark?.correction?.fixes ?? [] }
    /// The fix whose value counts; nil for a move that no fix corrected.
    package var fixInEffect: EntryID? { remark?.correction?.inEffect }
    /// Fixes that differ from the one in effect and that no keeper who fixed later had seen.
    package var conflicts: [EntryID] { remark?.correction?.conflicts ?? [] }
    /// Another move, the first found, that may be the same as this one; both count.
    package var resembles: EntryID? { remark?.resembles.first }
    /// All such moves.
    package var allResembled: [EntryID] { remark?.resembles ?? [] }
    /// With corrections; nil for every other entry.
    package var move: Move? { corrected ?? recordedMove }
    /// With corrections; nil for every other entry. Costs less than `move`.
    package var moveKind: MoveKind? { corrected?.kind ?? row.kind }
    /// True if the entry counts.
    package var isLive: Bool { outcome.state == .live }
    /// True if another move of the event counts or was withdrawn, and the keepers have to answer.
    package var isHeld: Bool { outcome.state == .held }
    /// True if another move of the event counts, and the keepers agree.
    package var isCopy: Bool { outcome.state == .copy }
}
