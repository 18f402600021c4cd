import MoveLog

/// The entries of one game. All of them are kept as bytes: those that came one by one as their own,
/// those that came on pages by the page, which the log has too. Those of a game that is looked at are
/// read, so that folding it again costs no reading.
struct GameShelf: Sendable {
    /// Pages on which entries of this game stand, among others.
    private var pages: [PlacedPage] = []
    /// What came otherwise; nil where nothing did, as in the games of a season that is over.
    private var loose: Apart<Loose>?
    /// Everything, read; nil while nobody looks.
    private var bucket: Apart<Bucket>?
    /// How many entries there are.
    private(set) var count = 0

    /// Entries that came one by one, and copies.
    fileprivate struct Loose: Sendable {
        /// The authors that the bytes name by their index.
        var authors: [AuthorID] = []
        var bytes: [UInt8] = []
        /// Of the last entry in the bytes: what is near it takes fewer.
        var last = Stamp()
        /// Copies that stand in for entries that are not there: few, so they stay as they are.
        var copies = Bucket()
    }

    /// What grows slowly from entry to entry.
    fileprivate struct Stamp {
        var lamport: UInt64 = 0
        var wall: Int64 = 0
    }

    /// In order of their places; `game` is the one whose shelf this is.
    func items(of game: GameID) -> [Item] { bucket?.value.items ?? read(game).items }

    /// Whether the entries are read.
    var isOpen: Bool { bucket != nil }

    /// Takes an entry of the game that is no copy.
    mutating func insert(_ placed: Placed) {
        count += 1
        if loose == nil { loose = Apart(Loose()) }
        loose?.value.append(placed)
        bucket?.value.insert(Item(placed))
    }

    /// Takes those entries of a page that are of this game; none of them is a copy.
    mutating func insert(_ page: PlacedPage, of game: GameID, count: Int) {
        self.count += count
        pages.append(page)
        for placed in bucket == nil ? [] : page.placed(of: .game(game)) {
            bucket?.value.insert(Item(placed))
        }
    }

    /// Takes a copy that counts.
    mutating func insert(_ copy: Item) {
        count += 1
        if loose == nil { loose = Apart(Loose()) }
        loose?.value.copies.insert(copy)
        bucket?.value.insert(copy)
    }

    /// Takes a copy out that counts no more.
    mutating func remove(_ place: Place) {
        count -= 1
        loose?.value.copies.remove(place)
        bucket?.value.remove(place)
    }

    /// Reads and sorts now, so that `items` costs nothing.
    mutating func open(of game: GameID) {
        if bucket == nil { bucket = Apart(read(game)) }
        bucket?.value.order()
    }

    /// Forgets what was read, and the room that the bytes have left.
    mutating func close() {
        bucket = nil
        loose?.value.fit()
    }

    private func read(_ game: GameID) -> Bucket {
        var bucket = Bucket()
        for placed in loose?.value.placed(of: game) ?? [] { bucket.insert(Item(placed)) }
        for page in pages {
            for placed in page.placed(of: .game(game)) { bucket.insert(Item(placed)) }
        }
        for copy in loose?.value.copies.items ?? [] { bucket.insert(copy) }
        bucket.order()
        return bucket
    }
}

// MARK: Bytes

extension GameShelf.Loose {
    /// Author's index and whether the place has a digest, sequence, lamport of the place, its digest,
    /// wall time, kind, body; lamport and wall time less those of the entry before.
    fileprivate mutating func append(_ placed: Placed) {
        let place = placed.place
        let author = authors.firstIndex(of: place.id.author) ?? authors.count
        if author == authors.count { authors.append(place.id.author) }
        var writer = ByteWriter(capacity: placed.entry.body.count + 32)
        writer.count(author * 2 + (place.digest == nil ? 0 : 1))
        writer.varint(place.id.sequence)
        let stamp = GameShelf.Stamp(
            lamport: place.lamport, wall: placed.entry.wall.milliseconds)
        writer.signed(Int64(bitPattern: stamp.lamport &- last.lamport))
        if let digest = place.digest { writer.raw(digest.bytes) }
        writer.signed(stamp.wall &- last.wall)
        writer.varint(UInt64(placed.entry.kind.rawValue))
        writer.counted(placed.entry.body)
        last = stamp
        bytes += writer.bytes
    }

    /// Forgets the room that the bytes have left.
    fileprivate mutating func fit() {
        var exact: [UInt8] = []
        exact.reserveCapacity(bytes.count)
        exact += bytes
        bytes = exact
    }

    /// What the bytes hold, in the order in which it came.
    fileprivate func placed(of game: GameID) -> [Placed] {
        var placed: [Placed] = []
        var reader = ByteReader(bytes)
        var last = GameShelf.Stamp()
        do throws(Malformed) {
            while reader.remaining > 0 { placed.append(try next(&reader, &last, game)) }
        } catch {
            preconditionFailure("bytes that this shelf wrote cannot be read: \(error)")
        }
        return placed
    }

    private func next(
        _ reader: inout ByteReader, _ last: inout GameShelf.Stamp, _ game: GameID
    ) throws(Malformed) -> Placed {
        let head = try reader.count("author", max: authors.count * 2 - 1)
        let id = EntryID(author: authors[head / 2], sequence: try reader.varint())
        last.lamport &+= UInt64(bitPattern: try reader.signed())
        let digest = head % 2 == 1 ? try reader.identifier(Digest.self) : nil
        last.wall &+= try reader.signed()
        let kind = Kind(rawValue: UInt32(truncatingIfNeeded: try reader.varint()))
        let body = try reader.counted("body", max: MoveLog.Limits.entryBytesMax)
        let entry = Entry(
            id: id, lamport: last.lamport, wall: WallTime(milliseconds: last.wall),
            scope: .game(game), kind: kind, body: body)
        return Placed(entry: entry, place: Place(lamport: last.lamport, id: id, digest: digest))
    }
}
