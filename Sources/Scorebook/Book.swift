package import MoveLog

/// All entries of a table and what they add up to. The boards are a pure function of the set of
/// entries: order of insertion and repetition change nothing.
///
/// Boards are folded again when they are wanted and their entries have changed; call `settle()` once
/// a turn, after the last insertion, so that reading costs nothing.
package struct Book: Sendable {
    private struct Game: Sendable {
        var creations = Bucket()
        var bucket = Bucket()
        /// Nil when something changed since.
        var board: Scoreboard?
    }

    private var places: Set<Place> = []
    private var copies = CopyIndex()
    private var tableBucket = Bucket()
    private var games: [GameID: Game] = [:]
    private var unsettled: Set<GameID> = []
    private var tableCache: TableBoard?

    /// An empty book.
    package init() {}

    /// Folds from nothing.
    package init(rebuilding entries: some Sequence<Placed>) {
        insert(contentsOf: entries)
    }

    /// How many different entries have been inserted.
    package var entryCount: Int { places.count }

    /// Takes an entry; one that is already there changes nothing.
    package mutating func insert(_ placed: Placed) {
        guard places.insert(placed.place).inserted else { return }
        let copy = placed.entry.kind == .copied ? try? CopiedEntry(body: placed.entry.body) : nil
        if let copy {
            apply(copies.insert(copy, placed))
            if let game = copy.game { touch(game) }
        } else {
            add(Item(placed))
        }
        apply(copies.originArrived(placed.place))
    }

    /// Takes entries in any order.
    package mutating func insert(contentsOf entries: some Sequence<Placed>) {
        for placed in entries { insert(placed) }
    }

    /// Folds what has changed since the last time.
    package mutating func settle() {
        if tableCache == nil {
            tableBucket.order()
            tableCache = TableBoard(tableBucket.items)
        }
        let devices = table.deviceOfAuthor
        for id in unsettled {
            guard var game = games.removeValue(forKey: id) else { continue }
            game.bucket.order()
            game.creations.order()
            game.board = fold(id, game, devices)
            games[id] = game
        }
        unsettled = []
    }

    /// Devices, keepers, games and names.
    package var table: TableBoard { tableCache ?? TableBoard(tableBucket.items) }

    /// A game's scoreboard; nil when the table has no such game.
    package func scoreboard(of game: GameID) -> Scoreboard? {
        guard let entries = games[game] else { return nil }
        return entries.board ?? fold(game, entries, table.deviceOfAuthor)
    }

    /// The games that have been created, in order of their creation.
    package var gameIDs: [GameID] { table.games.map(\.id) }

    /// Entries that belong to games whose creation has not arrived.
    package var orphanCount: Int {
        games.values.reduce(0) { $1.creations.isEmpty ? $0 + $1.bucket.items.count : $0 }
    }

    private func fold(
        _ id: GameID, _ game: Game, _ devices: [AuthorID: PublicKey]
    ) -> Scoreboard? {
        GameFold.fold(
            id, creations: game.creations.items, items: game.bucket.items, devices: devices,
            standIns: copies.standIns[id] ?? [:])
    }

    private mutating func apply(_ change: CopyIndex.Change) {
        for item in change.removed { remove(item) }
        for item in change.added { add(item) }
    }

    private mutating func add(_ item: Item) {
        switch item.scope {
        case .table:
            tableBucket.insert(item)
            touchTable(item)
            guard case .gameCreated = item.content else { return }
            games[item.id, default: Game()].creations.insert(item)
            touch(item.id)
        case .game(let id):
            games[id, default: Game()].bucket.insert(item)
            touch(id)
        }
    }

    private mutating func remove(_ item: Item) {
        switch item.scope {
        case .table:
            tableBucket.remove(item.place)
            touchTable(item)
            games[item.id]?.creations.remove(item.place)
            touch(item.id)
        case .game(let id):
            games[id]?.bucket.remove(item.place)
            touch(id)
        }
    }

    private mutating func touch(_ id: GameID) {
        #if PlantedBugs
            if PlantedBug.isActive(.keepsOldBoard) { if games[id]?.board != nil { return } }
        #endif
        games[id]?.board = nil
        if games[id] != nil { unsettled.insert(id) }
    }

    /// A new author may give a device to claims that every game holds already.
    private mutating func touchTable(_ item: Item) {
        tableCache = nil
        guard case .authorStarted = item.content else { return }
        for id in games.keys { touch(id) }
    }
}
