package import MoveLog

/// All entries of a table and what they add up to. The boards are a pure function of the set of
/// entries: order of insertion and repetition change nothing.
///
/// Boards are folded again when they are wanted and their entries have changed; call `settle()` once
/// a turn, after the last insertion, so that reading costs nothing. That holds for the games that
/// changed last or were opened last; of the others the entries rest as bytes, and what lists want to
/// know stays at hand of those that were folded once.
package struct Book: Sendable {
    private struct Game: Sendable {
        var creations = Bucket()
        var shelf = GameShelf()
        /// Nil when something changed since.
        var outline: GameOutline?
    }

    private var arrivals = Arrivals()
    private var copies = CopyIndex()
    private var tableBucket = Bucket()
    private var games: [GameID: Apart<Game>] = [:]
    /// Of the games that are opened, but for those of which something changed since that it could not
    /// take. They are large, and a season has thousands of games.
    private var folds: [GameID: GameFold] = [:]
    private var unsettled: Set<GameID> = []
    /// Whether one of them was folded when `settle` came by last, or is new since.
    private var isAnyDue = false
    /// The games that are read and folded, the one that was wanted last at the end.
    private var opened: [GameID] = []
    private var tableCache: TableBoard?

    /// How many games were folded whole, again and again: for tests and measurements.
    private(set) var foldCount = 0

    private let openGamesMax: Int

    /// The devices that the table's log says were removed: nobody waits for them, and their claims
    /// cover nobody. What they recorded and counts is among the entries like everything else.
    package var removed: Set<PublicKey> = [] {
        didSet {
            guard removed != oldValue else { return }
            for id in games.keys { touch(id) }
        }
    }

    /// An empty book.
    package init() { self.init(openGamesMax: Limits.openGamesMax) }

    /// An empty book that keeps as many games read and folded as that.
    init(openGamesMax: Int) { self.openGamesMax = openGamesMax }

    /// Folds all that counts of a log.
    package init(rebuilding log: TableLog) {
        self.init()
        removed = Set(log.removals.keys)
        for admitted in log.allAdmitted() { insert(admitted) }
    }

    /// Folds from nothing.
    package init(rebuilding entries: some Sequence<Placed>, removed: Set<PublicKey> = []) {
        self.init()
        self.removed = removed
        insert(contentsOf: entries)
    }

    /// How many different entries have been inserted.
    package var entryCount: Int { arrivals.count }

    /// Takes an entry; one that is already there changes nothing.
    package mutating func insert(_ placed: Placed) {
        guard arrivals.insert(placed.place) else { return }
        let copy = placed.entry.kind == .copied ? try? CopiedEntry(body: placed.entry.body) : nil
        if let copy {
            apply(copies.insert(copy, placed, arrivals))
            if let game = copy.game { touch(game) }
        } else if case .game(let id) = placed.entry.scope {
            games[id, default: Apart(Game())].value.shelf.insert(placed)
            if !Content.isKnown(placed.entry.kind) { unknownCount += 1 }
            if !take(placed, in: id) { touch(id) }
        } else {
            add(Item(placed))
        }
        apply(copies.originArrived(placed.place, arrivals))
    }

    /// Whether the game's board is at hand and took the entry, so that nothing has to be folded.
    private mutating func take(_ placed: Placed, in id: GameID) -> Bool {
        guard folds[id]?.take(Item(placed)) == true else { return false }
        games[id]?.value.outline = folds[id]?.outline
        return true
    }

    /// Takes entries in any order.
    package mutating func insert(contentsOf entries: some Sequence<Placed>) {
        for placed in entries { insert(placed) }
    }

    /// Takes what joined the log. Entries on pages in columns are not read but for those of the table
    /// and copies.
    package mutating func insert(_ admitted: Admitted) {
        guard let stretch = admitted.stretch else { return insert(contentsOf: admitted.placed) }
        let pages = stretch.placedPages
        if pages.count >= MoveLog.Limits.pagesToReserveMin, let author = pages.first?.author {
            arrivals.reserve(pages: pages.count, of: author)
        }
        for page in pages { insert(page) }
    }

    private mutating func insert(_ page: PlacedPage) {
        guard let summary = page.summary, copies.isEmpty,
            summary.kinds.allSatisfy({ $0 != .copied && Content.isKnown($0) }),
            arrivals.insert(page)
        else { return insert(contentsOf: page.placed()) }
        for game in summary.games {
            games[game.id, default: Apart(Game())].value.shelf.insert(
                page, of: game.id, count: game.count)
            touch(game.id)
        }
        guard summary.hasTable else { return }
        for placed in page.placed(of: .table) { add(Item(placed)) }
    }

    /// Folds what has changed since the last time of the newest games and those at hand. The rest
    /// waits until somebody asks for it: a season that comes in at once is not folded at once.
    package mutating func settle(_ workers: some PieceWorker = OneByOne()) {
        settleTable()
        guard isAnyDue else { return }
        isAnyDue = false
        var due = unsettled
        if due.count > Limits.freshGamesMax {
            due.formIntersection(opened + table.games.suffix(Limits.freshGamesMax).map(\.id))
        }
        fold(due, workers)
    }

    /// Folds everything that has changed, so that all outlines are at hand. Cost: a fold of each game
    /// that changed, which the workers may do at once; how many these were.
    @discardableResult
    package mutating func settleAll(_ workers: some PieceWorker = OneByOne()) -> Int {
        settleTable()
        let due = unsettled
        fold(due, workers)
        return due.count
    }

    /// Of many games at once, as when a season comes in, only those stay at hand that somebody looks at; of
    /// the others the outline is all that is made.
    private mutating func fold(_ due: Set<GameID>, _ workers: some PieceWorker) {
        // A season that came in at once has left room in there for all its games.
        defer { if unsettled.isEmpty { unsettled = [] } }
        let devices = table.deviceOfAuthor
        guard due.count > openGamesMax else {
            for id in due { fold(id, devices) }
            return
        }
        let kept = opened.filter(due.contains)
        let others = Array(due.subtracting(kept))
        let book = self
        let outlines = workers.map(others) { book.foldedOutline($0, devices) }
        for (id, outline) in zip(others, outlines) {
            games[id]?.value.outline = outline
            unsettled.remove(id)
        }
        foldCount += others.count
        for id in kept { fold(id, devices) }
    }

    private func foldedOutline(_ id: GameID, _ devices: [AuthorID: PublicKey]) -> GameOutline? {
        guard let game = games[id]?.value else { return nil }
        return GameFold.outline(
            id, creations: game.creations.items, items: game.shelf.items(of: id),
            devices: devices, standIns: copies.standIns[id] ?? [:], removed: removed)
    }

    /// Folds devices, keepers, games and names now, so that `table` costs nothing.
    package mutating func settleTable() {
        guard tableCache == nil else { return }
        tableBucket.order()
        tableCache = TableBoard(tableBucket.items)
        // Another game may be among the newest now.
        isAnyDue = true
    }

    /// A game's scoreboard, for whoever looks at it more than once, such as the current one: the game is
    /// at hand from then on. Costs a fold where it was not.
    @discardableResult
    package mutating func open(_ id: GameID) -> Scoreboard? {
        if folds[id] != nil {
            if opened.last != id {
                opened.removeAll { $0 == id }
                opened.append(id)
            }
        } else {
            settleTable()
            fold(id, table.deviceOfAuthor)
        }
        return folds[id]?.board
    }

    private mutating func fold(_ id: GameID, _ devices: [AuthorID: PublicKey]) {
        unsettled.remove(id)
        guard var game = games.removeValue(forKey: id) else { return }
        game.value.shelf.open(of: id)
        game.value.creations.order()
        let fold = folded(id, game.value, devices)
        game.value.outline = fold?.outline
        folds[id] = fold
        foldCount += 1
        games[id] = game
        opened.removeAll { $0 == id }
        opened.append(id)
        guard opened.count > openGamesMax else { return }
        let last = opened.removeFirst()
        games[last]?.value.shelf.close()
        folds[last] = nil
    }

    /// Devices, keepers, games and names.
    package var table: TableBoard { tableCache ?? TableBoard(tableBucket.items) }

    /// A game's scoreboard; nil when the table has no such game. Costs a fold where the game is neither
    /// among those that changed last nor opened.
    package func scoreboard(of game: GameID) -> Scoreboard? {
        guard let entries = games[game] else { return nil }
        return (folds[game] ?? folded(game, entries.value, table.deviceOfAuthor))?.board
    }

    /// What a list says of a game; nil when the table has no such game. At hand for the newest games and,
    /// after `settleAll()`, for every game; else it costs a fold.
    package func outline(of game: GameID) -> GameOutline? {
        games[game]?.value.outline ?? scoreboard(of: game).map(GameOutline.init)
    }

    /// Entries of games of kinds that this version does not know.
    package private(set) var unknownCount = 0

    /// The games that have been created, in order of their creation.
    package var gameIDs: [GameID] { table.games.map(\.id) }

    /// Entries that belong to games whose creation has not arrived.
    package var orphanCount: Int {
        // Every game that was created is among them.
        guard games.count > table.games.count else { return 0 }
        return games.values.reduce(0) {
            $1.value.creations.isEmpty ? $0 + $1.value.shelf.count : $0
        }
    }

    private func folded(
        _ id: GameID, _ game: Game, _ devices: [AuthorID: PublicKey]
    ) -> GameFold? {
        GameFold.fold(
            id, creations: game.creations.items, items: game.shelf.items(of: id), devices: devices,
            standIns: copies.standIns[id] ?? [:], removed: removed)
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
            games[item.id, default: Apart(Game())].value.creations.insert(item)
            touch(item.id)
        case .game(let id):
            games[id, default: Apart(Game())].value.shelf.insert(item)
            if item.content == .unknown { unknownCount += 1 }
            touch(id)
        }
    }

    private mutating func remove(_ item: Item) {
        switch item.scope {
        case .table:
            tableBucket.remove(item.place)
            touchTable(item)
            guard case .gameCreated = item.content else { return }
            games[item.id]?.value.creations.remove(item.place)
            touch(item.id)
        case .game(let id):
            games[id]?.value.shelf.remove(item.place)
            if item.content == .unknown { unknownCount -= 1 }
            touch(id)
        }
    }

    private mutating func touch(_ id: GameID) {
        folds[id] = nil
        games[id]?.value.outline = nil
        if games[id] != nil {
            unsettled.insert(id)
            isAnyDue = true
        }
    }

    /// A new author may give a device to claims that every game holds already.
    private mutating func touchTable(_ item: Item) {
        tableCache = nil
        guard case .authorStarted = item.content else { return }
        for id in games.keys { touch(id) }
    }
}
