import MoveLog

/// Which entries have come in. Of an author whose log is not forked and that came in order, as nearly
/// all do, an entry costs eight bytes.
struct Arrivals: Sendable {
    /// The lamports of an author's entries from sequence 1 on, those that need no digest in their place.
    private var lines: [AuthorID: [UInt64]] = [:]
    /// What stands behind a gap, or beside another entry of the same ID.
    private var apart: [EntryID: [Place]] = [:]
    /// How many different entries have come in.
    private(set) var count = 0

    /// Whether an entry is new.
    mutating func insert(_ place: Place) -> Bool {
        guard !isInLine(place), apart[place.id]?.contains(place) != true else { return false }
        count += 1
        guard place.digest == nil, isNext(place.id) else {
            apart[place.id, default: []].append(place)
            return true
        }
        lines[place.id.author, default: []].append(place.lamport)
        closeGap(place.id)
        return true
    }

    /// Whether an entry of this ID is there: one whose log is forked only if it has the digest.
    func holds(_ id: EntryID, _ digest: Digest) -> Bool {
        if let line = lines[id.author], id.sequence > 0, id.sequence <= UInt64(line.count) {
            return true
        }
        return apart[id]?.contains { $0.digest == nil || $0.digest == digest } == true
    }

    private func isInLine(_ place: Place) -> Bool {
        guard place.digest == nil, let line = lines[place.id.author], place.id.sequence > 0,
            place.id.sequence <= UInt64(line.count)
        else { return false }
        return line[Int(place.id.sequence - 1)] == place.lamport
    }

    private func isNext(_ id: EntryID) -> Bool {
        id.sequence == UInt64(lines[id.author]?.count ?? 0) + 1
    }

    /// Takes what waited behind the gap that this entry closed.
    private mutating func closeGap(_ closed: EntryID) {
        var id = EntryID(author: closed.author, sequence: closed.sequence + 1)
        while let waiting = apart[id]?.firstIndex(where: { $0.digest == nil }) {
            guard let place = apart[id]?.remove(at: waiting) else { return }
            if apart[id]?.isEmpty == true { apart[id] = nil }
            lines[id.author, default: []].append(place.lamport)
            id = EntryID(author: id.author, sequence: id.sequence + 1)
        }
    }
}
