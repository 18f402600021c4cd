import MoveLog

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
