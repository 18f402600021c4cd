import MoveLog

/// An entry of a game as the fold walks it: 48 bytes of integers. Its author is a number within the
/// game; what does not fit lies aside.
struct Row: Sendable {
    /// Of the place; 0 for an absurd one.
    let lamport: UInt64
    /// Number in the log of the author who recorded the entry here.
    let sequence: UInt64
    /// In milliseconds.
    let wall: Int64
    /// The author of the entry in this log, as an index of the authors.
    let author: Int32
    /// The rest of the entry, as an index of what lies aside; -1 for a move that fits its row.
    fileprivate(set) var aside: Int32 = -1
    /// The game clock's reading that a move carries, in milliseconds; the least number for none.
    var elapsed = Int32.min
    /// The player of a move by the index of a line of the creation, or one of the numbers below 0.
    var subject = Row.nobody
    /// Of a move, from 1.
    var period: Int16 = 0
    /// Of a made shot where the rules do not say it; -1 where they do.
    var points: Int16 = -1
    /// 0 for what is no move.
    var moveKind: UInt8 = 0
    /// 0 for none.
    var variant: UInt8 = 0
    /// The flags of a move's keeper: 1 tracked the player, 2 alone, 4 covering.
    var placement: UInt8 = 0

    static let nobody: Int16 = -1
    static let home: Int16 = -2
    static let away: Int16 = -3
    /// A player of a line that was added later, which lies aside.
    static let added: Int16 = -4

    /// True if it is something that happened on the court, which may be corrected, held and counted.
    var isMove: Bool { moveKind != 0 }
    /// The move; nil for any other entry.
    var kind: MoveKind? { MoveKind(rawValue: moveKind) }
    /// The game clock's reading in milliseconds; nil when nobody read it.
    var reading: Int64? { elapsed == .min ? nil : Int64(elapsed) }
    /// True if the keeper's device tracked the player.
    var isTracked: Bool { placement & 1 != 0 }
}

/// The fields that few entries have: all but moves of a creation's lines, without links and words.
final class Aside: Equatable, Sendable {
    /// The ID that references name; of a copy, its origin's.
    let id: EntryID
    /// The digest that tells the branches of a forked log apart; nil where the log is not forked up to here.
    let branch: Digest?
    let kind: Kind
    /// The content of the entry, its texts cleaned.
    let content: Content

    init(id: EntryID, branch: Digest?, kind: Kind, content: Content) {
        self.id = id
        self.branch = branch
        self.kind = kind
        self.content = content
    }

    static func == (left: Aside, right: Aside) -> Bool {
        left === right
            || left.id == right.id && left.branch == right.branch && left.kind == right.kind
                && left.content == right.content
    }
}

/// The entries of a game or of the table, read once when they come in. Sorted when they are wanted.
struct EntryRows: Sendable {
    private(set) var rows: [Row] = []
    private(set) var asides: [Aside] = []
    private(set) var authors = AuthorNumbers()
    private var isOrdered = true
    /// The places of entries that were removed and still have rows: these are taken out together, so
    /// that removing thousands costs no more than inserting them.
    private var removed: Set<Place> = []

    /// The number of entries.
    var count: Int { rows.count - removed.count }

    /// Inserts an entry that is no copy, or whose copy cannot be read.
    mutating func insert(_ placed: Placed) {
        let entry = placed.entry
        if entry.kind == .move, entry.scope != .table, let move = try? Move(body: entry.body) {
            return insert(move, placed)
        }
        // Only the first entry of an author says whose it is, since that one alone certifies itself.
        let isMisplaced = entry.kind == .authorStarted && entry.id.sequence != 1
        let content =
            entry.kind == .copied || isMisplaced
            ? Content.malformed
            : Content(kind: entry.kind, scope: entry.scope, body: entry.body)
        insert(content, kind: entry.kind, id: entry.id, placed)
    }

    /// Inserts the entries of a game that stand on a page.
    mutating func insert(_ page: PlacedPage, of game: GameID) {
        guard let columns = page.columns(of: .game(game)) else {
            for placed in page.placed(of: .game(game)) { insert(placed) }
            return
        }
        let author = authors.number(of: page.author)
        let numbers = columns.numbers
        for index in columns.indices {
            let (first, step, count) = columns.places(index)
            var row = Row(
                lamport: columns.lamport(index), sequence: columns.sequence(index),
                wall: columns.wall(index).milliseconds, author: author)
            if count > 0, columns.kind(index) == .move,
                row.readMove(from: numbers, at: first, step: step, count: count)
            {
                append(row)
            } else {
                insert(columns.placed(index))
            }
        }
    }

    /// Inserts what a copy stands in for, at the copy's own place.
    mutating func insert(_ copy: CopiedEntry, in placed: Placed) {
        if removed.contains(placed.place) { dropRemoved() }
        let content = Content(kind: copy.originKind, scope: copy.scope, body: copy.content)
        // So that what names the origin finds the copy.
        _ = authors.number(of: copy.origin.author)
        insert(content, kind: copy.originKind, id: copy.origin, placed)
    }

    /// Removes an entry that is there.
    mutating func remove(_ place: Place) { removed.insert(place) }

    private mutating func insert(_ move: Move, _ placed: Placed) {
        var row = row(placed)
        move.write(to: &row)
        guard placed.place.digest == nil, move.fitsRow else {
            return insert(.move(move), kind: .move, id: placed.entry.id, placed)
        }
        append(row)
    }

    private mutating func insert(
        _ content: Content, kind: Kind, id: EntryID, _ placed: Placed
    ) {
        var row = row(placed)
        let cleaned = content.cleaned
        if case .move(let move) = cleaned { move.write(to: &row) }
        row.aside = Int32(asides.count)
        asides.append(
            Aside(id: id, branch: placed.place.digest, kind: kind, content: cleaned))
        append(row)
    }

    private mutating func row(_ placed: Placed) -> Row {
        Row(
            lamport: placed.place.lamport, sequence: placed.place.id.sequence,
            wall: placed.entry.wall.milliseconds,
            author: authors.number(of: placed.place.id.author))
    }

    private mutating func append(_ row: Row) {
        if isOrdered, let last = rows.last, isBefore(row, last) { isOrdered = false }
        rows.append(row)
    }

    private mutating func dropRemoved() {
        rows = rows.filter { !removed.contains(place(of: $0)) }
        removed = []
    }

    /// Sorts by place, and takes out what was removed.
    mutating func order() {
        if !removed.isEmpty { dropRemoved() }
        guard !isOrdered else { return }
        rows = rows.sorted(by: isBefore)
        isOrdered = true
    }

    private func isBefore(_ left: Row, _ right: Row) -> Bool {
        if left.lamport != right.lamport { return left.lamport < right.lamport }
        return place(of: left) < place(of: right)
    }

    /// The same with another scope's entry before all others.
    func beginning(with first: TimelineEntry) -> EntryRows {
        var whole = self
        _ = whole.authors.number(of: first.id.author)
        let row = Row(
            lamport: first.lamport, sequence: first.recordedAs.sequence,
            wall: first.wall.milliseconds, author: whole.authors.number(of: first.author),
            aside: Int32(asides.count))
        whole.asides.append(first.asAside)
        whole.rows = [row] + rows
        return whole
    }

    /// Those rows alone.
    func filter(_ isWanted: [Bool]) -> EntryRows {
        var some = self
        some.rows = zip(rows, isWanted).filter(\.1).map(\.0)
        return some
    }
}

extension EntryRows {
    /// The entry as it stands in the table's logs.
    func recordedAs(_ row: Row) -> EntryID {
        EntryID(author: authors[row.author], sequence: row.sequence)
    }

    /// The ID that references name.
    func id(_ row: Row) -> EntryID { aside(row)?.id ?? recordedAs(row) }

    /// The rare fields of the entry.
    func aside(_ row: Row) -> Aside? { row.aside < 0 ? nil : asides[Int(row.aside)] }

    /// The content of an entry that is no plain move.
    func content(_ row: Row) -> Content? { aside(row)?.content }

    /// The move as it was recorded; nil for every other entry.
    func move(_ row: Row) -> Move? {
        guard row.isMove else { return nil }
        if case .move(let move)? = content(row) { return move }
        return Move(row)
    }

    /// The place in the order.
    func place(of row: Row) -> Place {
        Place(lamport: row.lamport, id: recordedAs(row), digest: aside(row)?.branch)
    }
}

/// Numbers for authors, in the order of their first entries.
struct AuthorNumbers: Sendable {
    private var authors: [AuthorID] = []
    /// Of those behind the first `Limits.authorsAtHandMax`, which are compared one by one.
    private var others: [AuthorID: Int32] = [:]

    var count: Int { authors.count }

    subscript(number: Int32) -> AuthorID { authors[Int(number)] }

    /// The number of an author who has one.
    func known(_ author: AuthorID) -> Int32? {
        for index in 0..<min(authors.count, Limits.authorsAtHandMax) where authors[index] == author
        {
            return Int32(index)
        }
        return others.isEmpty ? nil : others[author]
    }

    mutating func number(of author: AuthorID) -> Int32 {
        if let known = known(author) { return known }
        let number = Int32(authors.count)
        if authors.count >= Limits.authorsAtHandMax { others[author] = number }
        authors.append(author)
        return number
    }
}

/// Where the entries stand that others name, by ID: several where a log is forked, and a copy under
/// its own ID as well as its origin's. For each author the numbers in ascending order: a look-up is a
/// search by halves.
struct NameIndex: Sendable {
    private struct Slot {
        let sequence: UInt64
        let index: Int32
    }

    private var slots: [[Slot]] = []
    /// True if a name of an entry is that of another too.
    private(set) var hasNamesakes = false

    /// Names the entries from the first on.
    init(_ entries: EntryRows, from first: Int) {
        slots = Array(repeating: [], count: entries.authors.count)
        for index in first..<max(first, entries.rows.count) { append(entries, index) }
        for author in slots.indices where isUnordered(slots[author]) {
            // Stable: of those with one name the first in order comes first.
            slots[author].sort { ($0.sequence, $0.index) < ($1.sequence, $1.index) }
        }
        hasNamesakes = slots.contains { line in
            zip(line, line.dropFirst()).contains { $0.sequence == $1.sequence }
        }
    }

    private func isUnordered(_ line: [Slot]) -> Bool {
        for place in line.indices.dropFirst() where line[place - 1].sequence > line[place].sequence
        {
            return true
        }
        return false
    }

    /// Names an entry that stands behind all others and is its author's last.
    mutating func append(_ entries: EntryRows, _ index: Int) {
        let row = entries.rows[index]
        while slots.count < entries.authors.count { slots.append([]) }
        slots[Int(row.author)].append(Slot(sequence: row.sequence, index: Int32(index)))
        guard let id = entries.aside(row)?.id, id != entries.recordedAs(row),
            let author = entries.authors.known(id.author)
        else { return }
        slots[Int(author)].append(Slot(sequence: id.sequence, index: Int32(index)))
    }

    /// In order; the first `Limits.namesakesMax` alone.
    func indices(of id: EntryID, _ authors: AuthorNumbers) -> [Int] {
        guard let author = authors.known(id.author), Int(author) < slots.count else { return [] }
        let line = slots[Int(author)]
        let first = line.indices.partitioningIndex { line[$0].sequence >= id.sequence }
        return line[first...].prefix(Limits.namesakesMax).prefix { $0.sequence == id.sequence }
            .map { Int($0.index) }
    }

    /// True if an author has recorded anything beyond a number: a further entry would not be the last.
    func hasBeyond(_ id: EntryID, _ authors: AuthorNumbers) -> Bool {
        guard let author = authors.known(id.author), Int(author) < slots.count else { return false }
        return slots[Int(author)].last.map { $0.sequence >= id.sequence } ?? false
    }
}
