import MoveLog

/// The copies that count: of the copies of one origin the first in order, and only while the origin
/// is not in the table's logs.
struct CopyIndex: Sendable {
    struct Change {
        var removed: [Copy] = []
        var added: [Copy] = []
    }

    struct Copy: Sendable {
        let copy: CopiedEntry
        let placed: Placed

        /// True if this version does not know the kind of the origin.
        var isUnknown: Bool {
            Content(kind: copy.originKind, scope: copy.scope, body: copy.content) == .unknown
        }
    }

    private struct Copies: Sendable {
        var first: Copy
        var isCounted = false
    }

    private var copies: [EntryID: [Digest: Copies]] = [:]
    /// By game and origin, every copy that names the game, counting or not.
    private(set) var standIns: [GameID: [EntryID: [EntryID]]] = [:]

    var isEmpty: Bool { copies.isEmpty }

    mutating func insert(
        _ copy: CopiedEntry, _ placed: Placed, _ arrivals: Arrivals
    ) -> Change {
        if let game = copy.game {
            standIns[game, default: [:]][copy.origin, default: []].append(placed.entry.id)
        }
        let item = Copy(copy: copy, placed: placed)
        guard var known = copies[copy.origin]?[copy.digest] else {
            copies[copy.origin, default: [:]][copy.digest] = Copies(first: item)
            return recount(copy.origin, copy.digest, arrivals)
        }
        guard placed.place < known.first.placed.place else { return Change() }
        var change = Change()
        if known.isCounted { change.removed.append(known.first) }
        known = Copies(first: item)
        copies[copy.origin]?[copy.digest] = known
        change.added += recount(copy.origin, copy.digest, arrivals).added
        return change
    }

    mutating func originArrived(_ place: Place, _ arrivals: Arrivals) -> Change {
        var change = Change()
        for digest in copies[place.id]?.keys.sorted() ?? [] {
            let next = recount(place.id, digest, arrivals)
            change.removed += next.removed
            change.added += next.added
        }
        return change
    }

    private func isPresent(_ origin: EntryID, _ digest: Digest, _ arrivals: Arrivals) -> Bool {
        return arrivals.holds(origin, digest)
    }

    private mutating func recount(
        _ origin: EntryID, _ digest: Digest, _ arrivals: Arrivals
    ) -> Change {
        guard let known = copies[origin]?[digest] else { return Change() }
        let counts = !isPresent(origin, digest, arrivals)
        guard counts != known.isCounted else { return Change() }
        copies[origin]?[digest]?.isCounted = counts
        return counts ? Change(added: [known.first]) : Change(removed: [known.first])
    }
}

extension CopiedEntry {
    /// The game that the origin belongs to or created; nil for an origin about the table.
    var game: GameID? {
        switch scope {
        case .game(let id): id
        case .table: originKind == .gameCreated ? origin : nil
        }
    }
}
