/// The entries of a log that count, in the table's order, read a stride at a time: memory is bounded
/// by the number of branches. It keeps the log as it was when this was made.
///
/// An entry never comes before an earlier one of its branch: behind an absurd lamport, whose place
/// is before all others, the order is that of the branch.
package struct OrderedEntries: IteratorProtocol, Sequence, Sendable {
    private let log: TableLog
    /// Of this game alone, with its creation, if it is not nil.
    private let game: EntryID?
    /// By their next places, the first one last.
    private var branches: [Cursor] = []

    private struct Cursor {
        let log: AuthorLog
        let branch: Int
        let end: UInt64
        /// The sequence of the last entry read.
        var sequence: UInt64
        /// Entries read and not yet returned, the next one last.
        var read: [Placed] = []
        var next: Place?
    }

    /// The entries of one game only, unless `game` is nil. Cost: the first stride of each branch
    /// that has one.
    package init(of log: TableLog, about game: EntryID? = nil) {
        self.log = log
        self.game = game
        for author in log.authorIDs {
            guard let held = log.authors[author] else { continue }
            let ends = log.countedEnds(of: held)
            for branch in held.branches.indices where held.branches[branch].after < ends[branch] {
                advance(
                    Cursor(
                        log: held, branch: branch, end: ends[branch],
                        sequence: held.branches[branch].after))
            }
        }
    }

    /// Cost: now and then the decoding of a stride, and a look at half of the branches.
    package mutating func next() -> Placed? {
        guard var cursor = branches.popLast(), let placed = cursor.read.popLast() else {
            return nil
        }
        advance(cursor)
        return placed
    }

    /// Puts a branch where its next entry belongs; leaves it out after its last.
    private mutating func advance(_ cursor: Cursor) {
        var cursor = cursor
        while cursor.read.isEmpty, cursor.sequence < cursor.end { fill(&cursor) }
        guard let next = cursor.read.last?.place else { return }
        let place = Swift.max(cursor.next ?? next, next)
        cursor.next = place
        branches.insert(
            cursor, at: branches.indices.partitioningIndex { branches[$0].next ?? place < place })
    }

    /// Reads the entries up to the next multiple of the stride.
    private func fill(_ cursor: inout Cursor) {
        let (stride, after) = (MoveLogLimits.chainStride, cursor.sequence)
        cursor.sequence = Swift.min(cursor.end, (after / stride + 1) * stride)
        guard mayHave(cursor, after: after) else { return }
        let entries = log.entries(
            of: cursor.log, on: cursor.branch, after: after, upTo: cursor.sequence)
        let held = cursor.log
        cursor.read = entries.filter(isWanted).map { log.placed($0, in: held) }.reversed()
    }

    private func isWanted(_ entry: Entry) -> Bool {
        guard let game else { return true }
        return entry.id == game || entry.scope == .game(game)
    }

    /// False if none of the entries up to the cursor's sequence is of the game. Decodes nothing
    /// where they are a page in columns.
    private func mayHave(_ cursor: Cursor, after: UInt64) -> Bool {
        guard let game else { return true }
        let author = cursor.log.author
        if author == game.author, after < game.sequence, game.sequence <= cursor.sequence {
            return true
        }
        let pages = cursor.log.branches[cursor.branch].pages(after: after, upTo: cursor.sequence)
        return pages.contains { page in
            !page.isInColumns
                || page.summary(of: author).games.contains { EntryID($0.name) == game }
        }
    }
}
