package import MoveLog

/// Chooses the entries to record again at another table so that every game keeps its score there.
package struct CarriedEntries: Sendable {
    private let late: Set<Place>
    private let official: Set<GameID>
    /// To record after the copies. At the other table one device recorded all of them, so that no
    /// move would be in an event with another: the moves that do not count here are withdrawn by
    /// themselves, and those that count say what their events came to.
    package let amends: [Draft]

    /// Costs a fold of each game.
    package init(of book: Book) {
        var late: Set<Place> = []
        var official: Set<GameID> = []
        var amends: [Draft] = []
        for game in book.gameIDs {
            guard let board = book.scoreboard(of: game) else { continue }
            if board.official != nil { official.insert(game) }
            for entry in board.timeline where entry.standing == .afterSignOff {
                late.insert(entry.place)
            }
            amends += Self.amends(board)
        }
        self.late = late
        self.official = official
        self.amends = amends
    }

    private static func amends(_ board: Scoreboard) -> [Draft] {
        let behind = board.timeline.filter { $0.headOf != nil }.map(\.id)
        let told = board.timeline.compactMap { entry -> Draft? in
            guard entry.isLive, let move = entry.corrected, let fix = entry.fixInEffect,
                case .fix(let body)? = board.entry(fix)?.content,
                board.entry(body.target)?.id != entry.id
            else { return nil }
            return Fix(target: entry.id, bases: entry.fixes, move: move).draft(in: board.id)
        }
        return told + VoidEntry.drafts(of: behind, in: board, alone: true)
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
