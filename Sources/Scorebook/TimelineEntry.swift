package import MoveLog

/// An entry of a game, in the order of the fold: what was recorded, which never changes and is shared
/// with the fold, and what has become of it. A few dozen bytes: timelines are copied and searched.
package struct TimelineEntry: Equatable, Sendable {
    private let item: Item
    /// Whether it counts.
    package var standing: Standing
    /// Score after this entry.
    package var score: Sides<Int>
    private var remarks = Remarks.none

    /// An entry as it stands.
    init(_ item: Item, _ standing: Standing, score: Sides<Int>) {
        self.item = item
        self.standing = standing
        self.score = score
    }
}

// MARK: What was recorded

extension TimelineEntry {
    /// The entry's ID, which voids and corrections name; of a copy, its origin's.
    package var id: EntryID { item.id }
    /// The entry in this table's logs; differs from `id` for copies only.
    package var recordedAs: EntryID { item.recordedAs }
    /// Lamport of the place; 0 for an absurd one.
    package var lamport: UInt64 { item.place.lamport }
    /// What tells the branches of a forked log apart; nil where the log is not forked up to here.
    package var branch: Digest? { item.place.digest }
    /// The author's wall clock, for people.
    package var wall: WallTime { item.wall }
    /// The kind, which says more than `content` where that is `.unknown` or `.malformed`.
    package var kind: Kind { item.kind }
    /// What it says; texts are cleaned.
    package var content: Content { item.content }
    /// The author, whose device recorded it here.
    package var author: AuthorID { recordedAs.author }
    /// Where it stands.
    package var place: Place { item.place }
    /// The move as its keeper recorded it; nil for every other entry.
    package var recordedMove: Move? {
        if case .move(let move) = item.content { move } else { nil }
    }
    /// Whether it is a move.
    package var isMove: Bool { if case .move = item.content { true } else { false } }
}

// MARK: What became of it

extension TimelineEntry {
    /// What only few entries have, kept apart.
    private indirect enum Remarks: Equatable, Sendable {
        case none
        case some(Remark)
    }

    private struct Remark: Equatable, Sendable {
        var corrected: Move?
        var fixes: [EntryID] = []
        var conflicts: [EntryID] = []
        var resembles: EntryID?
    }

    private var remark: Remark {
        get { if case .some(let remark) = remarks { remark } else { Remark() } }
        set { remarks = newValue == Remark() ? .none : .some(newValue) }
    }

    private var isPlain: Bool { if case .none = remarks { true } else { false } }

    /// What stands in this move's place since it was corrected; nil as long as it was not.
    package var corrected: Move? {
        get { isPlain ? nil : remark.corrected }
        set { remark.corrected = newValue }
    }

    /// The live fixes of this move, in order; the last one won.
    package var fixes: [EntryID] {
        get { isPlain ? [] : remark.fixes }
        set { remark.fixes = newValue }
    }

    /// Those of them that were made without knowledge of the one that won and say something else.
    package var conflicts: [EntryID] {
        get { isPlain ? [] : remark.conflicts }
        set { remark.conflicts = newValue }
    }

    /// Another move that may be the same as this one; both count.
    package var resembles: EntryID? {
        get { isPlain ? nil : remark.resembles }
        set { remark.resembles = newValue }
    }

    /// Whether another move may be the same as this one.
    func resembles(_ other: EntryID) -> Bool { !isPlain && remark.resembles == other }

    /// The move as it stands, corrections included; nil for every other entry.
    package var move: Move? { corrected ?? recordedMove }
    /// Whether it counts.
    package var isLive: Bool { standing.isLive }
}
