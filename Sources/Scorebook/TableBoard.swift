package import MoveLog

package struct DeviceLine: Equatable, Sendable {
    package var key: PublicKey
    /// Unique at the table and the same everywhere: `mia`, `mia-2`.
    package var slug: String
    /// Cleaned; empty if not given.
    package var keeper: String
    /// The incarnations of the device, in order of their first entries.
    package var authors: [AuthorID]
}

private struct Guest: Equatable, Sendable {
    var keeper: String
    var slug: String
}

/// Compact: a season has thousands.
package struct GameLine: Equatable, Sendable {
    let creation: TimelineEntry
    /// Several if a log is forked.
    fileprivate(set) var creationCount: Int32 = 1
    /// The number to try for the next game of this name: thousands of equal names cost no more each.
    fileprivate var nextNumber: Int32 = 2
    /// Unique at the table and the same everywhere: `hawks-owls-2`.
    package let slug: String

    package var id: GameID { creation.id }
    /// Cleaned. `Book.names(of:)` has the present ones.
    package var createdNames: Sides<String> { Sides(home: created.home, away: created.away) }
    package var createdWall: WallTime { creation.wall }

    var created: GameCreated {
        guard case .gameCreated(let created) = creation.content else {
            preconditionFailure("a game that no entry created")
        }
        return created
    }
}

/// The fold of the entries about the table: devices, keepers, games and their names.
package struct TableBoard: Equatable, Sendable {
    /// Cleaned; may be empty.
    package var name = ""
    /// In order of their first entries.
    package var devices: [DeviceLine] = []
    /// In order of creation.
    package private(set) var games: [GameLine] = []
    /// The entries about the table, in order.
    package internal(set) var timeline = Timeline()
    /// Entries with values that this version does not know, live or not.
    package var unknownCount = 0
    /// Entries with a scope or body that their kind does not allow.
    package var malformedCount = 0
    package var deviceOfAuthor: [AuthorID: PublicKey] = [:]
    private var authorNames: [AuthorID: String] = [:]
    /// Names of invited devices, by which those without entries are called.
    private var invited: [PublicKey: Guest] = [:]
    /// Indices into `games`, sorted by ID and by name. Four bytes a game each; a dictionary takes
    /// fifty.
    private var byID: [Int32] = []
    private var byName: [Int32] = []

    package func device(_ key: PublicKey) -> DeviceLine? { devices.first { $0.key == key } }

    /// The name of a device, also of one without entries that was invited with a name; nil if it
    /// has none. Unique, and the same everywhere.
    package func slug(of key: PublicKey) -> String? {
        device(key)?.slug ?? invited[key]?.slug
    }

    /// The name of a device's keeper, also of one without entries; empty if not given.
    package func keeper(at key: PublicKey) -> String {
        device(key)?.keeper ?? invited[key]?.keeper ?? ""
    }

    /// Ignores case.
    package func device(named name: String) -> DeviceLine? {
        guard let sought = PlainText.word(name) else { return nil }
        return devices.first { $0.slug == sought }
    }

    package func device(of author: AuthorID) -> DeviceLine? {
        deviceOfAuthor[author].flatMap { device($0) }
    }

    /// Ignores case. Cost: a binary search, as by ID.
    package func game(named name: String) -> GameLine? {
        guard let sought = PlainText.word(name) else { return nil }
        return index(named: sought).map { games[$0] }
    }

    package func game(_ id: GameID) -> GameLine? { index(of: id).map { games[$0] } }

    /// The place of a game in `games`.
    func index(of id: GameID) -> Int? {
        let place = place(of: id)
        guard place < byID.count, games[Int(byID[place])].id == id else { return nil }
        return Int(byID[place])
    }

    private func index(named slug: String) -> Int? {
        let place = place(named: slug)
        guard place < byName.count, games[Int(byName[place])].slug == slug else { return nil }
        return Int(byName[place])
    }

    /// The first place in `byID` with this ID or a higher one.
    private func place(of id: GameID) -> Int {
        byID.indices.partitioningIndex { games[Int(byID[$0])].id >= id }
    }

    private func place(named slug: String) -> Int {
        byName.indices.partitioningIndex { games[Int(byName[$0])].slug >= slug }
    }

    /// `mia`, or `mia/2` for the second incarnation of a device; the start of the ID if the
    /// author's first entry has not arrived.
    package func name(of author: AuthorID) -> String {
        authorNames[author] ?? "?\(author.description.prefix(8))"
    }

    /// `mia.41`, `mia/2.3`.
    package func name(of entry: EntryID) -> String { "\(name(of: entry.author)).\(entry.sequence)" }

    /// Nil if the name has another form or names no author; the entry itself may not exist.
    package func entry(named name: String) -> EntryID? {
        guard let word = PlainText.word(name),
            let dot = word.utf8.lastIndex(of: UInt8(ascii: ".")),
            let sequence = UInt64(word[word.utf8.index(after: dot)...]), sequence > 0
        else { return nil }
        let sought = String(word[..<dot])
        for device in devices {
            for author in device.authors where authorNames[author] == sought {
                return EntryID(author: author, sequence: sequence)
            }
        }
        return nil
    }
}

extension TableBoard {
    /// Folds entries in order.
    init(_ entries: EntryRows) {
        self.init()
        let withdrawn = entries.withdrawals(NameIndex(entries, from: 0), from: 0)
        timeline = Timeline(entries, Array(repeating: Outcome(), count: entries.rows.count))
        for (index, voids) in withdrawn {
            timeline.outcomes[index].state = .void
            let ids = voids.map { entries.id(entries.rows[$0]) }
            timeline.annotate(index, Remark(voids: ids))
        }
        var (keepers, guests): ([PublicKey: String], [(key: PublicKey, name: String)]) = ([:], [])
        for entry in timeline {
            switch entry.content {
            case .authorStarted(let key): start(entry.author, key)
            case .malformed: malformedCount += 1
            default: break
            }
            if entry.content.isLater { unknownCount += 1 }
        }
        for entry in timeline where entry.isLive {
            switch entry.content {
            case .keeperNamed(let named):
                if let key = deviceOfAuthor[entry.author] { keepers[key] = named.name }
            case .deviceAdded(let added?) where !added.name.isEmpty:
                guests.append((added.invitee, added.name))
            case .tableNamed(let named):
                name = named.name
            default: break
            }
        }
        nameDevices(keepers, guests)
        nameGames()
        let places = games.indices.map { Int32($0) }
        byID = places.sorted { games[Int($0)].id < games[Int($1)].id }
        byName = places.sorted { games[Int($0)].slug < games[Int($1)].slug }
    }

    private mutating func start(_ author: AuthorID, _ key: PublicKey) {
        guard deviceOfAuthor[author] == nil else { return }
        deviceOfAuthor[author] = key
        if let index = devices.firstIndex(where: { $0.key == key }) {
            devices[index].authors.append(author)
        } else {
            devices.append(DeviceLine(key: key, slug: "", keeper: "", authors: [author]))
        }
    }

    /// `guests` are the invited devices with their names, in order: the first name counts, until
    /// the keeper gives one. Devices without entries come after the others.
    private mutating func nameDevices(
        _ keepers: [PublicKey: String], _ guests: [(key: PublicKey, name: String)]
    ) {
        var taken: [String: Int] = [:]
        let names = Dictionary(guests.map { ($0.key, $0.name) }) { first, _ in first }
            .mapValues { PlainText.clean($0, max: ScorebookLimits.nameScalarsMax) }
        for index in devices.indices {
            let keeper = keepers[devices[index].key] ?? names[devices[index].key] ?? ""
            let slug = Slug.unique(Slug.make(keeper, fallback: "keeper"), taken: &taken)
            devices[index].keeper = keeper
            devices[index].slug = slug
            for (number, author) in devices[index].authors.enumerated() {
                authorNames[author] = number == 0 ? slug : "\(slug)/\(number + 1)"
            }
        }
        for (key, _) in guests where device(key) == nil && invited[key] == nil {
            guard let keeper = names[key], !keeper.isEmpty else { continue }
            let slug = Slug.unique(Slug.make(keeper, fallback: "keeper"), taken: &taken)
            invited[key] = Guest(keeper: keeper, slug: slug)
        }
    }

    /// A game cannot be withdrawn: a void of its creation changes nothing.
    private mutating func nameGames() {
        var named: [String: Int] = [:]
        var places: [GameID: Int] = [:]
        for entry in timeline {
            guard case .gameCreated(let created) = entry.content else { continue }
            if let place = places[entry.id] {
                games[place].creationCount += 1
                continue
            }
            places[entry.id] = games.count
            let slug = uniqueSlug(of: created) { _, slug in named[slug] }
            named[slug] = games.count
            games.append(GameLine(creation: entry, slug: slug))
        }
    }

    /// The first of `slug`, `slug-2`, `slug-3` … that no game has; `index` finds the game that has
    /// one.
    private mutating func uniqueSlug(
        of created: GameCreated, index: (TableBoard, String) -> Int?
    ) -> String {
        let slug = Slug.make("\(created.home) \(created.away)", fallback: "game")
        guard let first = index(self, slug) else { return slug }
        var number = games[first].nextNumber
        var candidate = "\(slug)-\(number)"
        while index(self, candidate) != nil {
            number += 1
            candidate = "\(slug)-\(number)"
        }
        games[first].nextNumber = number + 1
        return candidate
    }
}

// MARK: One more entry

extension TableBoard {
    /// Appends an entry that is not a copy that counts; the board then equals the fold of all
    /// entries. False, and nothing is changed, if the entry is not the last in order or may change
    /// what earlier ones mean. Cost: moves the indices, four bytes a game, and is otherwise
    /// independent of the number of games, unless another holds a copy of the board.
    mutating func append(_ placed: Placed) -> Bool {
        guard isAppendable(placed) else { return false }
        timeline.append(placed)
        let entry = timeline[timeline.count - 1]
        if entry.content.isLater { unknownCount += 1 }
        switch entry.content {
        case .gameCreated(let created): append(entry, created)
        case .tableNamed(let named): name = named.name
        case .malformed: malformedCount += 1
        default: break
        }
        return true
    }

    /// Entries that name or rename a device may give others another number, and a void takes
    /// something back.
    private func isAppendable(_ placed: Placed) -> Bool {
        switch placed.entry.kind {
        case .authorStarted, .deviceAdded, .keeperNamed, .void: return false
        case .gameCreated where index(of: placed.entry.id) != nil: return false
        default: break
        }
        let entries = timeline.entries
        guard let last = entries.rows.last else { return false }
        return entries.place(of: last) < placed.place
            && !timeline.names.hasBeyond(placed.entry.id, entries.authors)
    }

    private mutating func append(_ entry: TimelineEntry, _ created: GameCreated) {
        let slug = uniqueSlug(of: created) { board, slug in board.index(named: slug) }
        let index = Int32(games.count)
        byID.insert(index, at: place(of: entry.id))
        byName.insert(index, at: place(named: slug))
        games.append(GameLine(creation: entry, slug: slug))
    }
}

/// The entries about the table. Once they are folded the board holds them, so that they are in
/// memory once and an entry can be appended without copying them.
struct TableFold: Sendable {
    /// Empty while there is a board.
    private var entries = EntryRows()
    /// Nil if an entry arrived since that could not be appended.
    private(set) var board: TableBoard?
    /// Whole folds so far, for tests.
    private(set) var foldCount = 0

    /// Cost: constant for the creation of a game that is the last entry in order; of most others a
    /// fold, when the board is wanted.
    mutating func insert(_ placed: Placed) {
        if board?.append(placed) == true { return }
        unfold()
        entries.insert(placed)
    }

    /// Inserts or removes the origin that a copy holds.
    mutating func count(_ copy: CopyIndex.Copy, isAdded: Bool) {
        unfold()
        entries.count(copy, isAdded: isAdded)
    }

    private mutating func unfold() {
        guard let board else { return }
        entries = board.timeline.entries
        self.board = nil
    }

    mutating func fold() {
        guard board == nil else { return }
        entries.order()
        board = TableBoard(entries)
        entries = EntryRows()
        foldCount += 1
    }

    /// The board; costs a fold if there is none.
    var folded: TableBoard {
        if let board { return board }
        var other = self
        other.fold()
        return other.board ?? TableBoard()
    }
}
