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
            outcome: outcome,
            remark: outcome.remark < 0 ? nil : remarks[Int(outcome.remark)])
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
    func place(of id: EntryID) -> Int? {
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
        case live, void, unlinked, held, afterSignOff
    }

    var state = State.live
    /// Index into the remarks; -1 for none.
    var remark: Int32 = -1
    /// Score after the entry.
    var home: Int32 = 0
    var away: Int32 = 0
}

/// The fields of an outcome that few entries have.
final class Remark: Sendable {
    /// The live voids that withdrew the entry, in order.
    let voids: [EntryID]
    /// The original of a held move.
    let heldOf: EntryID?
    let correction: Correction?
    /// Another move that may be the same; both count.
    let resembles: EntryID?

    init(
        voids: [EntryID] = [], heldOf: EntryID? = nil, correction: Correction? = nil,
        resembles: EntryID? = nil
    ) {
        self.voids = voids
        self.heldOf = heldOf
        self.correction = correction
        self.resembles = resembles
    }
}

/// The replacement of a corrected move.
struct Correction: Equatable, Sendable {
    /// Of the fix that won.
    let move: Move
    /// The live fixes, in order; the last one won.
    let fixes: [EntryID]
    /// Fixes that lost, differ, and were unknown to the winner's keeper.
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
        left.place == right.place && left.id == right.id && left.wall == right.wall
            && left.kind == right.kind && left.content == right.content
            && left.score == right.score && left.standing == right.standing
            && left.remark?.correction == right.remark?.correction
            && left.resembles == right.resembles
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

    var asAside: Aside { aside ?? Aside(id: id, branch: branch, kind: kind, content: content) }
}

// MARK: What became of it

extension TimelineEntry {
    package var standing: Standing {
        switch outcome.state {
        case .live: .live
        case .void: .void(by: remark?.voids ?? [])
        case .unlinked: .unlinked
        case .held: .held(of: remark?.heldOf ?? id)
        case .afterSignOff: .afterSignOff
        }
    }

    /// Score after this entry.
    package var score: Sides<Int> { Sides(home: Int(outcome.home), away: Int(outcome.away)) }

    /// The replacement of a corrected move.
    package var corrected: Move? { remark?.correction?.move }
    /// The live fixes of this move, in order; the last one won.
    package var fixes: [EntryID] { remark?.correction?.fixes ?? [] }
    /// Fixes that lost, differ, and were unknown to the winner's keeper.
    package var conflicts: [EntryID] { remark?.correction?.conflicts ?? [] }
    /// Another move that may be the same as this one; both count.
    package var resembles: EntryID? { remark?.resembles }
    /// With corrections; nil for every other entry.
    package var move: Move? { corrected ?? recordedMove }
    /// With corrections; nil for every other entry. Costs less than `move`.
    package var moveKind: MoveKind? { corrected?.kind ?? row.kind }
    /// True if the entry counts.
    package var isLive: Bool { outcome.state == .live }
    /// True if the move waits for an answer.
    package var isHeld: Bool { outcome.state == .held }
}
