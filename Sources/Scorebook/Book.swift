package import MoveLog

/// All entries of a table and what they add up to. The boards are a pure function of the set of
/// entries: order of insertion and repetition change nothing.
///
/// Boards are folded again when they are wanted and their entries have changed; call `foldChanged()`
/// once a turn, after the last insertion, so that reading costs nothing. That holds for the games that
/// changed last or were opened last; of the others the entries rest as bytes, and what lists want to
/// know stays at hand of those that were folded once.
package struct Book: Sendable {
    /// The entries of one game.
    private struct Game: Sendable {
        /// Pages on which entries of the game stand, among others; the log has them too.
        var pages: [PlacedPage] = []
        /// The entries that came otherwise.
        var loose = EntryRows()
        /// Both, in order, while somebody looks at the game and it has pages.
        var read: EntryRows?
        /// The number of entries.
        var count = 0
        /// Nil when something changed since, or the game is at hand.
        var outline: GameOutline?
        /// True if it is folded, with everything that came.
        var isAtHand = false
        /// True if something changed since it was folded.
        var isDue = false
    }

    private var arrivals = Arrivals()
    private var copies = CopyIndex()
    private var tableEntries = EntryRows()
    private var games: [Game] = []
    private var places: [GameID: Int] = [:]
    /// The game that was asked for last: entries of a game come together.
    private var last: (id: GameID, place: Int)?
    /// Of the games that are opened, but for those of which something changed since that could not be
    /// appended. They are large, and a season has thousands of games.
    private var folds: [GameID: GameFold] = [:]
    private var unfolded: Set<GameID> = []
    /// True if one of them was folded when `foldChanged` came by last, or is new since.
    private var isAnyDue = false
    /// The games that are read and folded, the one that was wanted last at the end.
    private var opened: [GameID] = []
    private var tableCache: TableBoard?

    /// The number of whole folds, repeated ones included: for tests and measurements.
    private(set) var foldCount = 0

    private let openGamesMax: Int

    /// The devices that the table's log says were removed: nobody waits for them, and their claims
    /// cover nobody. What they recorded and counts is among the entries like everything else.
    package var removed: Set<PublicKey> = [] {
        didSet {
            guard removed != oldValue else { return }
            for (id, place) in places { touch(id, at: place) }
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
    package init(rebuilding entries: [Placed], removed: Set<PublicKey> = []) {
        self.init()
        self.removed = removed
        insert(contentsOf: entries)
    }

    /// The number of different entries inserted.
    package var entryCount: Int { arrivals.count }

    /// Inserts an entry; one that is already there changes nothing.
    package mutating func insert(_ placed: Placed) {
        guard arrivals.insert(placed.place) else { return }
        let copy = placed.entry.kind == .copied ? try? CopiedEntry(body: placed.entry.body) : nil
        if let copy {
            apply(copies.insert(copy, placed, arrivals))
            if let game = copy.game, let place = places[game] { touch(game, at: place) }
        } else if case .game(let id) = placed.entry.scope {
            let place = place(of: id)
            games[place].count += 1
            games[place].loose.insert(placed)
            games[place].read?.insert(placed)
            if !Content.isKnown(placed.entry.kind) { unknownCount += 1 }
            if !games[place].isAtHand || folds[id]?.append(placed) != true { touch(id, at: place) }
        } else {
            tableEntries.insert(placed)
            touchTable(placed.entry.kind, placed.entry.id)
        }
        guard !copies.isEmpty else { return }
        apply(copies.originArrived(placed.place, arrivals))
    }

    /// Inserts entries in any order.
    package mutating func insert(contentsOf entries: [Placed]) {
        for placed in entries { insert(placed) }
    }

    /// Inserts what joined the log. Entries on pages in columns are not read but for those of the table
    /// and copies.
    package mutating func insert(_ admitted: Admitted) {
        guard let stretch = admitted.stretch else { return insert(contentsOf: admitted.placed) }
        for page in stretch.placedPages { insert(page) }
    }

    private mutating func insert(_ page: PlacedPage) {
        guard let summary = page.summary, copies.isEmpty,
            summary.kinds.allSatisfy({ $0 != .copied && Content.isKnown($0) }),
            arrivals.insert(page)
        else { return insert(contentsOf: page.placed()) }
        for game in summary.games {
            let place = place(of: game.id)
            games[place].count += game.count
            games[place].pages.append(page)
            games[place].read = nil
            touch(game.id, at: place)
        }
        guard summary.hasTable else { return }
        for placed in page.placed(of: .table) {
            tableEntries.insert(placed)
            touchTable(placed.entry.kind, placed.entry.id)
        }
    }

    /// The index of a game in `games`.
    private mutating func place(of id: GameID) -> Int {
        if let last, last.id == id { return last.place }
        let place = places[id] ?? games.count
        if place == games.count {
            places[id] = place
            games.append(Game())
        }
        last = (id, place)
        return place
    }

    /// The entries of a game, in order. Cost: pages are read, unless the game is at hand.
    private func entries(of id: GameID, at place: Int) -> EntryRows {
        var entries = games[place].read ?? games[place].loose
        for page in games[place].read == nil ? games[place].pages : [] {
            entries.insert(page, of: id)
        }
        entries.order()
        return entries
    }

    /// Folds what has changed since the last time of the newest games and those at hand. The rest
    /// waits until somebody asks for it: a season that comes in at once is not folded at once.
    package mutating func foldChanged() {
        foldTable()
        guard isAnyDue else { return }
        isAnyDue = false
        var due = unfolded
        if due.count > Limits.freshGamesMax {
            due.formIntersection(opened + table.games.suffix(Limits.freshGamesMax).map(\.id))
        }
        fold(due)
    }

    /// Folds everything that has changed, so that all outlines are at hand.
    package mutating func foldAll() {
        foldTable()
        fold(unfolded)
    }

    /// Of many games at once, as when a season comes in, only those stay at hand that somebody looks at; of
    /// the others the outline is all that is kept.
    private mutating func fold(_ due: Set<GameID>) {
        // A season that came in at once has left room in there for all its games.
        defer { if unfolded.isEmpty { unfolded = [] } }
        let devices = table.deviceOfAuthor
        let isMany = due.count > openGamesMax
        for id in due {
            if isMany, !opened.contains(id), let place = places[id] {
                games[place].outline = folded(id, devices).map { GameOutline($0.board) }
                games[place].isDue = false
                unfolded.remove(id)
                foldCount += 1
            } else {
                fold(id, devices)
            }
        }
    }

    /// Folds devices, keepers, games and names now, so that `table` costs nothing.
    package mutating func foldTable() {
        guard tableCache == nil else { return }
        tableEntries.order()
        tableCache = TableBoard(tableEntries)
        // Another game may be among the newest now.
        isAnyDue = true
    }

    /// A game's scoreboard, for a caller that looks at it more than once, such as the current one: the game is
    /// at hand from then on. Costs a fold where it was not.
    @discardableResult
    package mutating func open(_ id: GameID) -> Scoreboard? {
        if folds[id] != nil {
            if opened.last != id {
                opened.removeAll { $0 == id }
                opened.append(id)
            }
        } else {
            foldTable()
            fold(id, table.deviceOfAuthor)
        }
        return folds[id]?.board
    }

    private mutating func fold(_ id: GameID, _ devices: [AuthorID: PublicKey]) {
        unfolded.remove(id)
        guard let place = places[id] else { return }
        if games[place].pages.isEmpty {
            games[place].loose.order()
        } else {
            games[place].read = entries(of: id, at: place)
        }
        folds[id] = folded(id, devices)
        games[place].isAtHand = folds[id] != nil
        games[place].isDue = false
        foldCount += 1
        opened.removeAll { $0 == id }
        opened.append(id)
        guard opened.count > openGamesMax else { return }
        let last = opened.removeFirst()
        guard let place = places[last] else { return }
        games[place].read = nil
        games[place].isAtHand = false
        games[place].outline = folds.removeValue(forKey: last).map { GameOutline($0.board) }
    }

    /// Devices, keepers, games and names.
    package var table: TableBoard {
        if let tableCache { return tableCache }
        var entries = tableEntries
        entries.order()
        return TableBoard(entries)
    }

    /// A game's scoreboard; nil when the table has no such game. Costs a fold where the game is neither
    /// among those that changed last nor opened.
    package func scoreboard(of game: GameID) -> Scoreboard? {
        folds[game]?.board ?? folded(game, table.deviceOfAuthor)?.board
    }

    /// The row of a game in a list; nil when the table has no such game. At hand for the newest games and,
    /// after `foldAll()`, for every game; else it costs a fold.
    package func outline(of game: GameID) -> GameOutline? {
        places[game].flatMap { games[$0].outline } ?? scoreboard(of: game).map(GameOutline.init)
    }

    /// Entries of games of kinds that this version does not know.
    package private(set) var unknownCount = 0

    /// The games that have been created, in order of their creation.
    package var gameIDs: [GameID] { table.games.map(\.id) }

    /// Entries that belong to games whose creation has not arrived.
    package var orphanCount: Int {
        // Every game that was created is among them.
        guard games.count > table.games.count else { return 0 }
        let created = Set(gameIDs)
        return places.reduce(0) { created.contains($1.key) ? $0 : $0 + games[$1.value].count }
    }

    private func folded(_ id: GameID, _ devices: [AuthorID: PublicKey]) -> GameFold? {
        guard let game = table.game(id), let place = places[id] else { return nil }
        return GameFold.fold(
            game, entries(of: id, at: place), devices: devices,
            standIns: copies.standIns[id] ?? [:], removed: removed)
    }

    private mutating func apply(_ change: CopyIndex.Change) {
        for copy in change.removed { remove(copy) }
        for copy in change.added { add(copy) }
    }

    private mutating func add(_ copy: CopyIndex.Copy) {
        switch copy.copy.scope {
        case .table:
            tableEntries.insert(copy.copy, in: copy.placed)
            touchTable(copy.copy.originKind, copy.copy.origin)
        case .game(let id):
            let place = place(of: id)
            games[place].count += 1
            games[place].loose.insert(copy.copy, in: copy.placed)
            games[place].read?.insert(copy.copy, in: copy.placed)
            if copy.isUnknown { unknownCount += 1 }
            touch(id, at: place)
        }
    }

    private mutating func remove(_ copy: CopyIndex.Copy) {
        switch copy.copy.scope {
        case .table:
            tableEntries.remove(copy.placed.place)
            touchTable(copy.copy.originKind, copy.copy.origin)
        case .game(let id):
            let place = place(of: id)
            games[place].count -= 1
            games[place].loose.remove(copy.placed.place)
            games[place].read?.remove(copy.placed.place)
            if copy.isUnknown { unknownCount -= 1 }
            touch(id, at: place)
        }
    }

    private mutating func touch(_ id: GameID, at place: Int) {
        isAnyDue = true
        if games[place].isDue { return }
        if games[place].isAtHand { folds[id] = nil }
        games[place].isAtHand = false
        games[place].outline = nil
        games[place].isDue = true
        unfolded.insert(id)
    }

    /// A new author may give a device to claims that every game holds already.
    private mutating func touchTable(_ kind: Kind, _ id: EntryID) {
        tableCache = nil
        if kind == .authorStarted { for (id, place) in places { touch(id, at: place) } }
        if kind == .gameCreated { touch(id, at: place(of: id)) }
    }
}
