import MoveLog

/// An entry of a game in 48 bytes of integers. Its author is a number within the game; fields that
/// do not fit are in an `Aside`.
struct Row: Equatable, Sendable {
    /// 0 for an absurd one.
    let lamport: UInt64
    /// In the log that holds the entry here.
    let sequence: UInt64
    /// Wall time in milliseconds.
    let wall: Int64
    /// Index into the authors.
    fileprivate(set) var author: Int32
    /// Index into the asides; -1 for a move that fits its row.
    fileprivate(set) var aside: Int32 = -1
    /// The game clock of a move in milliseconds; `.min` for none.
    var elapsed = Int32.min
    /// The player of a move: the index of a line of the creation, or a negative constant; 4 less
    /// than `Subject.code`.
    var subject = Row.nobody
    /// Of a move, from 1.
    var period: Int16 = 0
    /// Of a made shot if not as the rules say; else -1.
    var points: Int16 = -1
    /// 0 for an entry that is not a move.
    var moveKind: UInt8 = 0
    /// 0 for none.
    var variant: UInt8 = 0
    /// Flags of a move: 1 tracked the player, 2 alone, 4 covering.
    var placement: UInt8 = 0
    /// Index into the joins of the rows, from 1; 0 for an entry of the game itself.
    fileprivate(set) var join: UInt8 = 0

    static let nobody: Int16 = -4
    static let home: Int16 = -3
    static let away: Int16 = -2
    /// A player of a line that was added later; the aside has it.
    static let added: Int16 = -1

    var isMove: Bool { moveKind != 0 }
    var kind: MoveKind? { MoveKind(rawValue: moveKind) }
    /// Of the game clock in milliseconds; nil if none was read.
    var reading: Int64? { elapsed == .min ? nil : Int64(elapsed) }
    var isTracked: Bool { placement & 1 != 0 }
}

/// The fields that few entries have: everything but moves of a creation's lines without links and
/// texts.
final class Aside: Sendable {
    /// The ID that references name; of a copy, its origin's.
    let id: EntryID
    /// Tells the branches of a forked log apart; nil if the log is not forked up to here.
    let branch: Digest?
    let kind: Kind
    /// With texts cleaned. Of a transfer that counts, what it transfers.
    let content: Content
    /// Nil for every entry but a transfer that counts.
    let transfer: Transferred?

    init(
        id: EntryID, branch: Digest?, kind: Kind, content: Content, transfer: Transferred? = nil
    ) {
        self.id = id
        self.branch = branch
        self.kind = kind
        self.content = content
        self.transfer = transfer
    }

    fileprivate func named(_ naming: Naming) -> Aside {
        Aside(
            id: id, branch: branch, kind: kind, content: content.named(naming), transfer: transfer)
    }

    /// A transfer without effect.
    fileprivate var inert: Aside {
        Aside(
            id: id, branch: branch, kind: kind,
            content: transfer.map(Content.transferred) ?? content)
    }
}

/// A game whose entries belong to another one.
struct Join: Sendable {
    /// The entry that united them, as recorded.
    let union: EntryID
    let game: GameID
    /// The join through which that entry came, from 1; 0 for an entry of the game itself.
    fileprivate(set) var parent: UInt8 = 0
}

/// The entries of a game or of the table, each read once on insertion and sorted by `order()`.
struct EntryRows: Sendable {
    private(set) var rows: [Row] = []
    private(set) var asides: [Aside] = []
    /// By the ID of a copy in place of its origin, the origin's digest.
    private var copyDigests: [EntryID: Digest] = [:]
    private(set) var authors = AuthorNumbers()
    /// The entries with values of a later version, live or not.
    private(set) var laterCount = 0
    private var isOrdered = true
    /// True if the sides are those that people see, after a swap; inserted entries are turned.
    private(set) var isTurned = false
    /// The united games whose entries are here.
    private(set) var joins: [Join] = []
    private var hasTransfers = false
    /// Transfers without effect, since one smaller in order transfers the same entry.
    private(set) var repeated: Set<Place> = []
    /// Removed entries that still have rows; their rows are dropped together, so that removing
    /// thousands costs no more than inserting them.
    private var removed: Set<Place> = []

    var count: Int { rows.count - removed.count }

    /// Inserts an entry that is not a copy, or a copy that cannot be read.
    mutating func insert(_ placed: Placed) {
        let entry = placed.entry
        if entry.kind == .move, entry.scope != .table, let move = try? Move(body: entry.body) {
            return insert(isTurned ? move.turned : move, placed)
        }
        // An author's first entry alone certifies its device.
        let isMisplaced = entry.kind == .authorStarted && entry.id.sequence != 1
        let content =
            entry.kind == .copied || isMisplaced
            ? Content.malformed
            : Content(kind: entry.kind, scope: entry.scope, body: entry.body, isCleaned: true)
        insert(isTurned ? content.turned : content, entry.kind, entry.id, entry.scope, placed)
    }

    /// Inserts the entries of a game on a page.
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

    /// Inserts or removes the origin that a copy holds, at the place of the copy.
    mutating func count(_ counted: CopyIndex.Copy, isAdded: Bool) {
        let (copy, place) = (counted.copy, counted.placed.place)
        guard isAdded else {
            if counted.isLater { laterCount -= 1 }
            removed.insert(place)
            return
        }
        if removed.contains(place) { dropRemoved() }
        // References to the origin must find the copy.
        _ = authors.number(of: copy.origin.author)
        copyDigests[counted.placed.entry.id] = copy.digest
        insert(
            counted.content(isCleaned: true), copy.originKind, copy.origin, copy.scope,
            counted.placed)
    }

    private mutating func insert(_ move: Move, _ placed: Placed) {
        var row = row(placed)
        move.write(to: &row)
        guard placed.place.digest == nil, move.fitsRow else {
            return insert(
                .move(move.cleaned), .move, placed.entry.id, placed.entry.scope, placed)
        }
        append(row)
    }

    private mutating func insert(
        _ content: Content, _ kind: Kind, _ id: EntryID, _ scope: Scope, _ placed: Placed
    ) {
        var (row, content) = (row(placed), content)
        var transfer: Transferred?
        if case .transferred(let body) = content, scope != .game(body.game) {
            (transfer, content) = (body, body.moved.content)
            hasTransfers = true
            // Its recorder needs a number.
            _ = authors.number(of: body.origin.author)
        }
        if case .move(let move) = content { move.write(to: &row) }
        if content.isLater { laterCount += 1 }
        row.aside = Int32(asides.count)
        asides.append(
            Aside(
                id: id, branch: placed.place.digest, kind: kind, content: content,
                transfer: transfer))
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

    /// Sorts by place and drops removed rows.
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

    /// The same with an entry of another scope in front.
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

    /// The same with home as away and away as home.
    var turned: EntryRows {
        var turned = named(.turned)
        turned.isTurned.toggle()
        return turned
    }

    /// The same with the sides and lines of another game.
    func named(_ naming: Naming) -> EntryRows {
        var named = self
        named.asides = asides.map { $0.named(naming) }
        for index in rows.indices where rows[index].isMove {
            let row = rows[index]
            if case .move(let move)? = named.content(row) {
                named.rows[index].subject = move.asRow.subject
            } else if row.subject != Row.nobody, row.subject < 0 || naming.game != nil {
                named.name(index, naming)
            }
        }
        return named
    }

    /// Names the player of a move that fits its row.
    private mutating func name(_ index: Int, _ naming: Naming) {
        let move = Move(rows[index]).named(naming)
        rows[index].subject = move.asRow.subject
        guard !move.fitsRow else { return }
        let id = recordedAs(rows[index])
        rows[index].aside = Int32(asides.count)
        asides.append(Aside(id: id, branch: nil, kind: .move, content: .move(move)))
    }

    /// Without the effect of transfers whose origin a live one that is smaller in order transfers.
    func withoutRepeats(_ withdrawn: [Int: [Int]]) -> EntryRows {
        guard hasTransfers else { return self }
        var seen: Set<EntryID> = []
        var places: Set<Place> = []
        for row in zip(rows.indices, rows).filter({ withdrawn[$0.0] == nil }).map(\.1) {
            guard let origin = aside(row)?.transfer?.origin, !seen.insert(origin).inserted else {
                continue
            }
            places.insert(place(of: row))
        }
        return withoutEffect(of: places)
    }

    func withoutEffect(of transfers: Set<Place>) -> EntryRows {
        guard !transfers.isEmpty else { return self }
        var quiet = self
        quiet.repeated = transfers
        for index in rows.indices where rows[index].aside >= 0 {
            guard transfers.contains(place(of: rows[index])) else { continue }
            let (row, number) = (rows[index], Int(rows[index].aside))
            quiet.asides[number] = asides[number].inert
            quiet.rows[index] = Row(
                lamport: row.lamport, sequence: row.sequence, wall: row.wall, author: row.author,
                aside: row.aside, join: row.join)
        }
        return quiet
    }

    /// Inserts the entries of a united game, named as in this one.
    mutating func insert(_ other: EntryRows, of game: GameID, unitedBy union: EntryID) {
        let first = UInt8(joins.count + 1)
        joins.append(Join(union: union, game: game))
        for var join in other.joins {
            join.parent = join.parent == 0 ? first : first + join.parent
            joins.append(join)
        }
        let numbers = (0..<Int32(other.authors.count)).map {
            authors.number(of: other.authors[$0])
        }
        let offset = Int32(asides.count)
        asides += other.asides
        hasTransfers = hasTransfers || other.hasTransfers
        for var row in other.rows {
            row.author = numbers[Int(row.author)]
            if row.aside >= 0 { row.aside += offset }
            row.join = row.join == 0 ? first : first + row.join
            append(row)
        }
    }

    /// The lines of a game's creation, as if they had been added to another game.
    func beginning(withLinesOf creation: TimelineEntry, _ created: GameCreated) -> EntryRows {
        var whole = beginning(with: creation)
        let added = Aside(
            id: creation.id, branch: creation.branch, kind: .gameCreated,
            content: .rosterAdded(RosterAdded(of: created)))
        whole.asides[whole.asides.count - 1] = added
        whole.isOrdered = false
        return whole
    }

    func filter(_ isWanted: [Bool]) -> EntryRows {
        var some = self
        some.rows = zip(rows, isWanted).filter(\.1).map(\.0)
        return some
    }
}

extension EntryRows {
    /// The entry's ID in the table's logs.
    func recordedAs(_ row: Row) -> EntryID {
        EntryID(author: authors[row.author], sequence: row.sequence)
    }

    /// The ID that references name.
    func id(_ row: Row) -> EntryID { aside(row)?.id ?? recordedAs(row) }

    /// True if the stand-in is of the same origin as the entry that is here: an origin itself has all
    /// copies of its ID.
    func isOne(_ recordedAs: EntryID, with standIn: StandIn) -> Bool {
        guard !copyDigests.isEmpty, let digest = copyDigests[recordedAs] else { return true }
        return digest == standIn.digest
    }

    /// A copy inside the cut that stands for the entry; nil if there is none.
    func standIn(for row: Row, inside cut: Cut, _ standIns: [EntryID: [StandIn]]) -> StandIn? {
        standIns[id(row)]?.first { cut.contains($0.id) && isOne(recordedAs(row), with: $0) }
    }

    func aside(_ row: Row) -> Aside? { row.aside < 0 ? nil : asides[Int(row.aside)] }

    /// Nil for a move that fits its row.
    func content(_ row: Row) -> Content? { aside(row)?.content }

    /// As recorded; nil for every other entry.
    func move(_ row: Row) -> Move? {
        guard row.isMove else { return nil }
        if case .move(let move)? = content(row) { return move }
        return Move(row)
    }

    /// The author whose device recorded the move: of a transfer that of the origin, unless it is a
    /// copy of one.
    func recorder(_ row: Row) -> Int32 {
        guard let aside = aside(row), let origin = aside.transfer?.origin,
            aside.id == recordedAs(row)
        else { return row.author }
        return authors.known(origin.author) ?? row.author
    }

    /// False if the entry came with a game whose union is outside of the cut.
    func isJoined(_ row: Row, inside cut: Cut) -> Bool {
        var number = row.join
        while number > 0 {
            let join = joins[Int(number) - 1]
            guard cut.contains(join.union) else { return false }
            number = join.parent
        }
        return true
    }

    func place(of row: Row) -> Place {
        Place(lamport: row.lamport, id: recordedAs(row), digest: aside(row)?.branch)
    }
}

/// Numbers for authors, in order of first use.
struct AuthorNumbers: Sendable {
    private var authors: [AuthorID] = []
    /// All but the first `ScorebookLimits.authorsAtHandMax`, which are found by linear search.
    private var others: [AuthorID: Int32] = [:]

    var count: Int { authors.count }

    subscript(number: Int32) -> AuthorID { authors[Int(number)] }

    func known(_ author: AuthorID) -> Int32? {
        for index in 0..<min(authors.count, ScorebookLimits.authorsAtHandMax)
        where authors[index] == author {
            return Int32(index)
        }
        return others.isEmpty ? nil : others[author]
    }

    mutating func number(of author: AuthorID) -> Int32 {
        if let known = known(author) { return known }
        let number = Int32(authors.count)
        if authors.count >= ScorebookLimits.authorsAtHandMax { others[author] = number }
        authors.append(author)
        return number
    }
}

/// Finds entries by ID. An ID names several entries if a log is forked; a copy is found under its
/// own ID and its origin's. Sorted by sequence for each author: a look-up is a binary search.
struct NameIndex: Sendable {
    private struct Slot {
        let sequence: UInt64
        let index: Int32
    }

    private var slots: [[Slot]] = []
    /// True if two entries share an ID.
    private(set) var hasNamesakes = false

    /// Indexes the rows from `first` on.
    init(_ entries: EntryRows, from first: Int) {
        slots = Array(repeating: [], count: entries.authors.count)
        for index in first..<max(first, entries.rows.count) { append(entries, index) }
        for (author, line) in slots.enumerated()
        where zip(line, line.dropFirst()).contains(where: { $0.sequence > $1.sequence }) {
            // Stable: of equal sequences the first in order comes first.
            slots[author].sort { ($0.sequence, $0.index) < ($1.sequence, $1.index) }
        }
        hasNamesakes = slots.contains { line in
            zip(line, line.dropFirst()).contains { $0.sequence == $1.sequence }
        }
    }

    /// Adds the last entry in order, which must be its author's last.
    mutating func append(_ entries: EntryRows, _ index: Int) {
        let row = entries.rows[index]
        while slots.count < entries.authors.count { slots.append([]) }
        slots[Int(row.author)].append(Slot(sequence: row.sequence, index: Int32(index)))
        guard let id = entries.aside(row)?.id, id != entries.recordedAs(row),
            let author = entries.authors.known(id.author)
        else { return }
        slots[Int(author)].append(Slot(sequence: id.sequence, index: Int32(index)))
    }

    /// In order; at most `ScorebookLimits.namesakesMax`.
    func indices(of id: EntryID, _ authors: AuthorNumbers) -> [Int] {
        guard let author = authors.known(id.author), Int(author) < slots.count else { return [] }
        let line = slots[Int(author)]
        let first = line.indices.partitioningIndex { line[$0].sequence >= id.sequence }
        return line[first...].prefix(ScorebookLimits.namesakesMax).prefix {
            $0.sequence == id.sequence
        }
        .map { Int($0.index) }
    }

    /// True if the author has an entry with this sequence or a later one.
    func hasBeyond(_ id: EntryID, _ authors: AuthorNumbers) -> Bool {
        guard let author = authors.known(id.author), Int(author) < slots.count else { return false }
        return slots[Int(author)].last.map { $0.sequence >= id.sequence } ?? false
    }
}
