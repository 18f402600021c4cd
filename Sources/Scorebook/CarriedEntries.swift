package import MoveLog

/// Chooses the entries to record again at another table so that every game keeps its score there.
package struct CarriedEntries: Sendable {
    private let late: Set<Place>
    private let official: Set<GameID>
    /// To record after the copies: voids of the moves that are held here. At the other table one
    /// device recorded all copies, so none would be held.
    package let voids: [Draft]

    /// Costs a fold of each game.
    package init(of book: Book) {
        var late: Set<Place> = []
        var official: Set<GameID> = []
        var voids: [Draft] = []
        for game in book.gameIDs {
            guard let board = book.scoreboard(of: game) else { continue }
            if board.official != nil { official.insert(game) }
            for entry in board.timeline where entry.standing == .afterSignOff {
                late.insert(entry.place)
            }
            voids += board.held.map { VoidEntry(target: $0.id).draft(in: game) }
        }
        self.late = late
        self.official = official
        self.voids = voids
    }

    /// True if an entry that counts here is copied. Entries outside of an official result are not,
    /// since no signature excludes them at the other table, nor are entries about this table and
    /// its devices.
    package func includes(_ placed: Placed) -> Bool {
        !late.contains(placed.place) && !placed.entry.isOfTableAlone
    }

    /// True if an entry that does not count here is copied: it must not change an official result.
    package func includes(uncounted entry: Entry) -> Bool {
        if case .game(let game) = entry.scope, official.contains(game) { return false }
        return !entry.isOfTableAlone
    }
}

extension Entry {
    fileprivate var isOfTableAlone: Bool {
        guard kind == .copied else { return kind.isOfTableAlone }
        return (try? CopiedEntry(body: body))?.originKind.isOfTableAlone ?? false
    }
}

extension Kind {
    /// True if the kind is about one table and its devices and false at another: signatures, lost
    /// devices.
    fileprivate var isOfTableAlone: Bool {
        switch self {
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .signOff, .deviceLost, .deviceFound:
            true
        default: false
        }
    }
}
