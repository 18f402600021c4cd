package import MoveLog

/// What of a table's games is recorded again at another table, by one device: each game adds up there to
/// what it added up to here.
package struct Luggage: Sendable {
    private let late: Set<EntryID>
    /// Behind the copies, what withdraws the moves that are held here: at a table where one device
    /// recorded all of them nothing would hold them.
    package let voids: [Draft]

    /// Looks at every game of a book. Costs a fold of each.
    package init(of book: Book) {
        var late: Set<EntryID> = []
        var voids: [Draft] = []
        for game in book.gameIDs {
            guard let board = book.scoreboard(of: game) else { continue }
            for entry in board.timeline where entry.standing == .afterSignOff {
                late.insert(entry.recordedAs)
            }
            voids += board.held.map { VoidEntry(target: $0.id).draft(in: game) }
        }
        self.late = late
        self.voids = voids
    }

    /// Whether an entry goes along: not what came behind an official result, since no signature keeps it
    /// out at the other table, and nothing that is about this table and its devices alone.
    package func takes(_ entry: Entry) -> Bool {
        let kind =
            entry.kind == .copied
            ? (try? CopiedEntry(body: entry.body))?.originKind ?? .copied : entry.kind
        return !late.contains(entry.id) && !kind.isOfTableAlone
    }
}

extension Kind {
    /// Whether entries of this kind say something about one table and its devices, which is not
    /// true at another: who signed there, and who was lost.
    fileprivate var isOfTableAlone: Bool {
        switch self {
        case .authorStarted, .deviceAdded, .deviceRemoved, .keeperNamed, .tableNamed, .signOff,
            .deviceLost, .deviceFound:
            true
        default: false
        }
    }
}
