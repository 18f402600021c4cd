package import MoveLog

/// The set of entries that have arrived. Nearly every author's log arrives in order and unforked;
/// then one number holds it.
struct Arrivals: Sendable {
    private var authors = AuthorNumbers()
    /// By author number, the sequence up to which every entry has arrived with no digest in its
    /// place.
    private var lasts: [UInt64] = []
    /// The entries after a gap, and those that share an ID.
    private var beyond: [EntryID: [Place]] = [:]
    private(set) var count = 0

    /// True if the entry is new. Without a digest in the place an ID names one entry.
    mutating func insert(_ place: Place) -> Bool {
        let author = number(of: place.id.author)
        if place.digest == nil, place.id.sequence <= lasts[author] { return false }
        if !beyond.isEmpty, beyond[place.id]?.contains(place) == true { return false }
        count += 1
        if place.digest == nil, place.id.sequence == lasts[author] + 1 {
            lasts[author] += 1
            if !beyond.isEmpty { closeGap(place.id, author) }
        } else {
            beyond[place.id, default: []].append(place)
        }
        return true
    }

    /// Inserts a page of new entries that follow on what has arrived of their author; false if they
    /// do not, and then the caller inserts them one by one.
    mutating func insert(_ page: PlacedPage) -> Bool {
        let author = number(of: page.author)
        guard page.after == lasts[author], beyond.isEmpty else { return false }
        count += page.page.count
        lasts[author] += UInt64(page.page.count)
        return true
    }

    /// True if the entry has arrived; on a fork only the branch with this digest counts.
    func holds(_ id: EntryID, _ digest: Digest) -> Bool {
        if let author = authors.known(id.author), id.sequence > 0, id.sequence <= lasts[Int(author)]
        {
            return true
        }
        return beyond[id]?.contains { $0.digest == nil || $0.digest == digest } == true
    }

    private mutating func number(of author: AuthorID) -> Int {
        let number = Int(authors.number(of: author))
        if number == lasts.count { lasts.append(0) }
        return number
    }

    /// Continues after the gap that an entry closed.
    private mutating func closeGap(_ closed: EntryID, _ author: Int) {
        var id = EntryID(author: closed.author, sequence: closed.sequence + 1)
        while let waiting = beyond[id]?.firstIndex(where: { $0.digest == nil }) {
            beyond[id]?.remove(at: waiting)
            if beyond[id]?.isEmpty == true { beyond[id] = nil }
            lasts[author] = id.sequence
            id.sequence += 1
        }
    }
}

/// A copy that a sign-off may cover instead of its origin.
package struct StandIn: Hashable, Comparable, Sendable {
    package let id: EntryID
    /// Of the origin: others may claim to copy an entry of this ID.
    let digest: Digest

    package static func < (left: Self, right: Self) -> Bool {
        (left.id, left.digest) < (right.id, right.digest)
    }
}

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

        func content(isCleaned: Bool = false) -> Content {
            Content(
                kind: copy.originKind, scope: copy.scope, body: copy.content, isCleaned: isCleaned)
        }

        /// True if the origin has values of a later version.
        var isLater: Bool { content().isLater }
    }

    private struct Copies: Sendable {
        var first: Copy
        var isCounted = false
    }

    private var copies: [EntryID: [Digest: Copies]] = [:]
    /// By game and origin, every copy that names the game, counting or not.
    private(set) var standIns: [GameID: [EntryID: [StandIn]]] = [:]

    var isEmpty: Bool { copies.isEmpty }

    mutating func insert(_ copy: CopiedEntry, _ placed: Placed, _ arrivals: Arrivals) -> Change {
        if let game = copy.game {
            standIns[game, default: [:]][copy.origin, default: []]
                .append(StandIn(id: placed.entry.id, digest: copy.digest))
        }
        let item = Copy(copy: copy, placed: placed)
        let known = copies[copy.origin]?[copy.digest]
        if let known, known.first.placed.place <= placed.place { return Change() }
        copies[copy.origin, default: [:]][copy.digest] = Copies(first: item)
        var change = recount(copy.origin, copy.digest, arrivals)
        if let known, known.isCounted { change.removed.append(known.first) }
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

    private mutating func recount(
        _ origin: EntryID, _ digest: Digest, _ arrivals: Arrivals
    ) -> Change {
        guard let known = copies[origin]?[digest] else { return Change() }
        let counts = !arrivals.holds(origin, digest)
        guard counts != known.isCounted else { return Change() }
        copies[origin]?[digest]?.isCounted = counts
        return counts ? Change(added: [known.first]) : Change(removed: [known.first])
    }
}

extension CopiedEntry {
    /// The game that the origin belongs to or created; nil for an origin about the table.
    package var game: GameID? {
        switch scope {
        case .game(let id): id
        case .table: originKind == .gameCreated ? origin : nil
        }
    }
}
