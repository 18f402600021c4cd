package import MoveLog

/// Every entry of a game or of the table, in order, with what became of each. Entries are made from
/// rows when somebody asks for them.
package struct Timeline: RandomAccessCollection, Equatable, Sendable {
    var entries: EntryRows
    /// By row.
    var outcomes: [Outcome]
    /// The fields that few entries have; outcomes name them by index.
    var remarks: [Remark] = []
    /// Of all but the first, which is found without it.
    var names: NameIndex

    /// Nothing yet.
    init() { self.init(EntryRows(), []) }

    /// Rows in order, with what became of each.
    init(_ entries: EntryRows, _ outcomes: [Outcome], _ names: NameIndex? = nil) {
        self.entries = entries
        self.outcomes = outcomes
        self.names = names ?? NameIndex(entries, from: 1)
    }

    /// 0.
    package var startIndex: Int { 0 }
    /// The number of entries.
    package var endIndex: Int { outcomes.count }

    /// An entry with what became of it. Cost: it is made from its row.
    package subscript(index: Int) -> TimelineEntry {
        let row = entries.rows[index]
        let outcome = outcomes[index]
        return TimelineEntry(
            row: row, author: entries.authors[row.author], aside: entries.aside(row),
            outcome: outcome,
            remark: outcome.remark < 0 ? nil : remarks[Int(outcome.remark)])
    }

    /// The index of the first entry with this ID, or of the copy in its place.
    func place(of id: EntryID) -> Int? {
        guard let first else { return nil }
        if first.id == id || first.recordedAs == id { return 0 }
        return names.indices(of: id, entries.authors).first
    }

    /// Keeps what only few entries have.
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
    /// As an index of the remarks; -1 for none.
    var remark: Int32 = -1
    /// Score after the entry.
    var home: Int32 = 0
    var away: Int32 = 0
}

/// The fields that only few entries have.
final class Remark: Sendable {
    /// The live voids that withdrew it, in order.
    let voids: [EntryID]
    /// The move as whose copy it is held.
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

/// The move in the place of a corrected one.
struct Correction: Equatable, Sendable {
    /// The move of the fix that won.
    let move: Move
    /// The live fixes, in order; the last one won.
    let fixes: [EntryID]
    /// The losers whose keepers the winner's had not seen, and who say something else.
    let conflicts: [EntryID]
}

/// An entry of a game in the order of the fold: what was recorded, and what became of it.
package struct TimelineEntry: Equatable, Sendable {
    private let row: Row
    /// The author, whose device recorded it here.
    package let author: AuthorID
    private let aside: Aside?
    private let outcome: Outcome
    private let remark: Remark?

    fileprivate init(
        row: Row, author: AuthorID, aside: Aside?, outcome: Outcome, remark: Remark?
    ) {
        self.row = row
        self.author = author
        self.aside = aside
        self.outcome = outcome
        self.remark = remark
    }

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
    /// The entry's ID, which voids and corrections name; of a copy, its origin's.
    package var id: EntryID { aside?.id ?? recordedAs }
    /// The entry in this table's logs; differs from `id` for copies only.
    package var recordedAs: EntryID { EntryID(author: author, sequence: row.sequence) }
    /// Lamport of the place; 0 for an absurd one.
    package var lamport: UInt64 { row.lamport }
    /// The digest that tells the branches of a forked log apart; nil where the log is not forked up to here.
    package var branch: Digest? { aside?.branch }
    /// The author's wall clock, for people.
    package var wall: WallTime { WallTime(milliseconds: row.wall) }
    /// The kind, which says more than `content` where that is `.unknown` or `.malformed`.
    package var kind: Kind { aside?.kind ?? .move }
    /// The content; texts are cleaned.
    package var content: Content { aside?.content ?? .move(Move(row)) }
    /// The place in the order.
    package var place: Place { Place(lamport: lamport, id: recordedAs, digest: branch) }
    /// The move as its keeper recorded it; nil for every other entry.
    package var recordedMove: Move? {
        if case .move(let move) = content { move } else { nil }
    }
    /// True if it is a move.
    package var isMove: Bool { row.isMove }

    var asAside: Aside { aside ?? Aside(id: id, branch: branch, kind: kind, content: content) }
}

// MARK: What became of it

extension TimelineEntry {
    /// True if it counts.
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
    package var score: Sides<Int> {
        Sides(home: Int(outcome.home), away: Int(outcome.away))
    }

    /// The move in this one's place since it was corrected; nil as long as it was not.
    package var corrected: Move? { remark?.correction?.move }
    /// The live fixes of this move, in order; the last one won.
    package var fixes: [EntryID] { remark?.correction?.fixes ?? [] }
    /// Those of them that were made without knowledge of the one that won and say something else.
    package var conflicts: [EntryID] { remark?.correction?.conflicts ?? [] }
    /// Another move that may be the same as this one; both count.
    package var resembles: EntryID? { remark?.resembles }
    /// The move as it stands, corrections included; nil for every other entry.
    package var move: Move? { corrected ?? recordedMove }
    /// The kind of the move as it stands; nil for every other entry. Costs less than the move.
    package var moveKind: MoveKind? { corrected?.kind ?? row.kind }
    /// True if it counts.
    package var isLive: Bool { outcome.state == .live }
    /// True if it waits for an answer.
    package var isHeld: Bool { outcome.state == .held }
}
