package import MoveLog

/// The entries of a table's games that one device records again at another table: each game adds up there to
/// what it added up to here.
package struct Luggage: Sendable {
    private let late: Set<Place>
    private let official: Set<GameID>
    /// Behind the copies, what withdraws the moves that are held here: at a table where one device
    /// recorded all of them nothing would hold them.
    package let voids: [Draft]

    /// Looks at every game of a book. Costs a fold of each.
    package init(of book: Book) {
        var late: Set<Place> = []
        var official: Set<GameID> = []
        var voids: [Draft] = []
        for game in book.gameIDs {
            guard let board = book.scoreboard(of: game) else { continue }
            if board.official != nil { official.insert(game) }
            for entry in board.timeline where entry.standing == .afterSignOff {
                late.insert(
                    Place(lamport: entry.lamport, id: entry.recordedAs, digest: entry.branch))
            }
            voids += board.held.map { VoidEntry(target: $0.id).draft(in: game) }
        }
        self.late = late
        self.official = official
        self.voids = voids
    }

    /// True if an entry that counts here goes along: not what came behind an official result, since no
    /// signature keeps it out at the other table, and nothing that is about this table and its devices
    /// alone.
    package func includes(_ placed: Placed) -> Bool {
        !late.contains(placed.place) && !placed.entry.isOfTableAlone
    }

    /// True if an entry that counts nowhere here goes along: it may change no official result.
    package func includes(uncounted entry: Entry) -> Bool {
        if case .game(let game) = entry.scope, official.contains(game) { return false }
        return !entry.isOfTableAlone
    }
}

extension Entry {
    /// True if it, or what it is a copy of, says something about one table alone.
    fileprivate var isOfTableAlone: Bool {
        guard kind == .copied else { return kind.isOfTableAlone }
        return (try? CopiedEntry(body: body))?.originKind.isOfTableAlone ?? false
    }
}

extension Kind {
    /// True if entries of this kind say something about one table and its devices, which is not
    /// true at another: who signed there, and who was lost.
    fileprivate var isOfTableAlone: Bool {
        switch self {
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .signOff, .deviceLost, .deviceFound:
            true
        default: false
        }
    }
}
