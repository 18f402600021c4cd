package import MoveLog

/// The entries of a table and the boards folded from them. The boards are a pure function of the
/// set of entries: order of insertion and repetition change nothing.
///
/// A game is folded again when its board is wanted and its entries have changed. Call
/// `foldChanged()` once a turn, after the last insertion, and again until nothing is due: reading
/// the games that changed or were opened last then costs nothing. The other games stay as bytes,
/// and their outlines, once folded, stay in memory.
package struct Book: Sendable {
    private struct Game: Sendable {
        /// Pages that hold entries of the game, among others; shared with the log.
        var pages: [PlacedPage] = []
        /// Entries that did not arrive in pages.
        var loose = EntryRows()
        /// Both, in order, while the game is open and has pages.
        var read: EntryRows?
        var count = 0
        /// Entries with values of a later version: those that arrived by themselves, and those of
        /// pages once these were read.
        var laterCount = 0
        /// Of the last fold, also if the game `isDue` since; nil before it and while the game is
        /// open.
        var outline: GameOutline?
        /// As `outline`.
        var extent: GameExtent?
        /// As `outline`.
        var texts: GameTexts?
        /// True while `folds` has the game with all its entries.
        var isOpen = false
        /// True if an entry arrived after the last fold.
        var isDue = false
        /// True if players may have come to the game after its creation.
        var isJoined = false
    }

    private var arrivals = Arrivals()
    private var copies = CopyIndex()
    private(set) var tableFold = TableFold()
    private var teamIndex = TeamIndex()
    private var newcomers = Newcomers()
    private var games: [Game] = []
    private var places: [GameID: Int] = [:]
    /// The game asked for last: entries of one game arrive together.
    private var last: (id: GameID, place: Int)?
    /// Open games only, without those that changed in a way that could not be appended: a fold is
    /// large, and a season has thousands of games.
    private var folds: [GameID: GameFold] = [:]
    private var unfolded: Set<GameID> = []
    /// True if the last `foldChanged` left the games to the next.
    private var haveGamesWaited = false
    /// True if `foldChanged` has something to fold.
    package private(set) var isAnyDue = false
    /// Games that may have other names than at their creation.
    private var renamed: Set<GameID> = []
    private var links = GameLinks()
    /// The games whose folds are kept, the most recently used last.
    private var opened: [GameID] = []
    /// Has every game whose creation is not on the table's board, among others.
    private var uncreated: Set<GameID> = []

    /// Whole folds so far, repeated ones included: for tests and measurements.
    private(set) var foldCount = 0

    private let openGamesMax: Int

    /// The removed devices, from the table's log: no result waits for them, and their claims no
    /// longer cover a player. Their entries that count are folded like all others.
    package var removed: Set<PublicKey> = [] {
        didSet {
            if removed != oldValue { touchAll() }
        }
    }

    package init() { self.init(openGamesMax: ScorebookLimits.openGamesMax) }

    init(openGamesMax: Int) { self.openGamesMax = openGamesMax }

    /// Holds every entry of the log that counts; nothing is folded yet.
    package init(rebuilding log: TableLog) {
        self.init()
        removed = Set(log.removals.keys)
        for admitted in log.allAdmitted() { insert(admitted) }
    }

    package init(rebuilding entries: [Placed], removed: Set<PublicKey> = []) {
        self.init()
        self.removed = removed
        insert(contentsOf: entries)
    }

    /// The number of different entries.
    package var entryCount: Int { arrivals.count }

    /// An entry that is already here changes nothing.
    ///
    /// `GameFold.append` takes an entry that comes after the last one; before others, the game's
    /// fold is dropped (`touch`) and `foldChanged` folds it again after the turn. Pages of a
    /// catch-up always drop it, and a reordered log makes `Ledger.rebuild` build a new book.
    /// `TableBoard.append` does the same for the table.
    package mutating func insert(_ placed: Placed) {
        guard arrivals.insert(placed.place) else { return }
        let copy = placed.entry.kind == .copied ? try? CopiedEntry(body: placed.entry.body) : nil
        if let copy {
            apply(copies.insert(copy, placed, arrivals))
            if let game = copy.game {
                touch(game)
                touchGames(changedBy: .copied, copy.origin, in: game)
            }
        } else if case .game(let id) = placed.entry.scope {
            let place = place(of: id)
            games[place].count += 1
            let known = games[place].loose.laterCount
            games[place].loose.insert(placed)
            games[place].read?.insert(placed)
            addLater(games[place].loose.laterCount - known, at: place)
            if placed.entry.kind != .move {
                if placed.entry.kind.isRenaming { renamed.insert(id) }
                if placed.entry.kind.isLink { link(placed.entry, id) }
                noteTeams(placed.entry, id, at: place)
            }
            if !games[place].isOpen || folds[id]?.append(placed) != true {
                touch(id, at: place)
            } else if placed.entry.kind != .move {
                newcomers.appended(placed.entry.id.author, to: id)
            }
            touchGames(changedBy: placed.entry.kind, placed.entry.id, in: id)
        } else {
            insertTable(placed)
        }
        guard !copies.isEmpty else { return }
        apply(copies.originArrived(placed.place, arrivals))
    }

    package mutating func insert(contentsOf entries: [Placed]) {
        for placed in entries { insert(placed) }
    }

    /// Entries on pages in columns are read only if they are about the table or are copies.
    package mutating func insert(_ admitted: Admitted) {
        guard let stretch = admitted.stretch else { return insert(contentsOf: admitted.placed) }
        for page in stretch.placedPages { insert(page) }
    }

    private mutating func insert(_ page: PlacedPage) {
        guard let summary = page.summary, copies.isEmpty,
            summary.kinds.map(Kind.init).allSatisfy({ $0 != .copied && Content.isKnown($0) }),
            arrivals.insert(page)
        else { return insert(contentsOf: page.placed()) }
        for game in summary.games {
            let id = EntryID(game.name)
            let place = place(of: id)
            games[place].count += game.count
            games[place].pages.append(page)
            games[place].read = nil
            let kinds = summary.kinds.map(Kind.init)
            if kinds.contains(where: \.isRenaming) { renamed.insert(id) }
            if kinds.contains(where: \.isLink) {
                for placed in page.placed(of: .game(id)) where placed.entry.kind.isLink {
                    link(placed.entry, id)
                }
            }
            if kinds.contains(where: \.isJoining) { noteJoined(id, at: place) }
            if kinds.contains(.teamNamed) {
                for placed in page.placed(of: .game(id)) { noteTeams(placed.entry, id, at: place) }
            }
            touch(id, at: place)
            for other in links.games(with: id) { touch(other) }
        }
        guard summary.hasTable else { return }
        for placed in page.placed(of: .table) { insertTable(placed) }
    }

    private mutating func place(of id: GameID) -> Int {
        if let last, last.id == id { return last.place }
        let place = places[id] ?? games.count
        if place == games.count {
            places[id] = place
            games.append(Game())
            uncreated.insert(id)
        }
        last = (id, place)
        return place
    }

    /// Cost: reads the pages of the game unless it is open.
    private func entries(of id: GameID, at place: Int) -> EntryRows {
        var entries = games[place].read ?? games[place].loose
        for page in games[place].read == nil ? games[place].pages : [] {
            entries.insert(page, of: id)
        }
        entries.order()
        return entries
    }

    /// Folds the table, and of the games that changed the open and the newest ones, the newest
    /// first. The others wait until they are asked for: a season that arrives at once is not folded
    /// at once. Stops after about `ScorebookLimits.entriesOfAFoldMax` entries; `isAnyDue` is then
    /// true.
    /// The fold of a season's table takes as long as that of a game: after it the games wait for the
    /// next call, once.
    package mutating func foldChanged() {
        let isTableDue = tableFold.board == nil
        foldTable()
        guard isAnyDue else { return }
        haveGamesWaited =
            isTableDue && !haveGamesWaited && table.games.count > ScorebookLimits.freshGamesMax
        if haveGamesWaited { return }
        let fresh = opened + table.games.suffix(ScorebookLimits.freshGamesMax).map(\.id)
        let due = fresh.filter(unfolded.contains)
        let isMany = due.count > openGamesMax
        var count = 0
        for id in due.reversed() {
            guard count < ScorebookLimits.entriesOfAFoldMax else { return }
            count += fold(id, aside: isMany && !opened.contains(id))
        }
        isAnyDue = false
    }

    /// Folds every game that changed, so that all outlines are in memory.
    package mutating func foldAll() { while !foldSome() {} }

    /// Folds some of all the games that changed, about `ScorebookLimits.entriesOfAFoldMax` entries.
    /// True once none is left: all outlines are then in memory.
    package mutating func foldSome() -> Bool {
        foldTable()
        // When many are due, as when a season arrives, only the open ones keep their folds.
        let isMany = unfolded.count > openGamesMax
        var count = 0
        while let id = unfolded.first {
            guard count < ScorebookLimits.entriesOfAFoldMax else { return false }
            count += fold(id, aside: isMany && !opened.contains(id))
        }
        // A season that arrived at once has left capacity for all its games.
        unfolded = []
        return true
    }

    /// Folds a game and opens it, or keeps its outline alone. Returns the number of its entries.
    private mutating func fold(_ id: GameID, aside: Bool) -> Int {
        guard let place = places[id] else {
            unfolded.remove(id)
            return 0
        }
        if aside {
            unfolded.remove(id)
            let folded = folded(id, table.deviceOfAuthor)
            let board = folded?.board
            newcomers.folded(id, folded?.strangers)
            noteLater(board, at: place)
            keepOutline(of: board, at: place)
            games[place].isDue = false
            foldCount += 1
        } else {
            fold(id, table.deviceOfAuthor)
        }
        return games[place].count
    }

    /// Folds devices, keepers, games and names, so that `table` costs nothing.
    package mutating func foldTable() {
        guard tableFold.board == nil else { return }
        tableFold.fold()
        extendTeams()
        uncreated = uncreated.filter { table.index(of: $0) == nil }
        // Another game may be among the newest now.
        isAnyDue = true
    }

    /// Costs a look at each game unless the table is folded.
    var teams: TeamIndex {
        var book = self
        book.extendTeams()
        return book.teamIndex
    }

    private mutating func extendTeams() {
        // Uniquely referenced, the index is changed in place.
        var index = TeamIndex()
        swap(&index, &teamIndex)
        index.extend(to: table) { id in places[id].map { games[$0].isJoined } ?? false }
        teamIndex = index
    }

    /// The scoreboard of a game that is asked for repeatedly, such as the current one: the game is
    /// open from now on. Costs a fold if it was not.
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
        newcomers.folded(id, folds[id]?.strangers)
        noteLater(folds[id]?.board, at: place)
        // While the game is open, entries are appended without a new fold.
        keepOutline(of: nil, at: place)
        games[place].isOpen = folds[id] != nil
        games[place].isDue = false
        foldCount += 1
        opened.removeAll { $0 == id }
        opened.append(id)
        guard opened.count > openGamesMax else { return }
        let last = opened.removeFirst()
        guard let place = places[last] else { return }
        games[place].read = nil
        games[place].isOpen = false
        keepOutline(of: folds.removeValue(forKey: last)?.board, at: place)
    }

    /// Counts what the fold has read.
    private mutating func noteLater(_ board: Scoreboard?, at place: Int) {
        guard let count = board?.timeline.entries.laterCount else { return }
        addLater(count - games[place].laterCount, at: place)
    }

    private mutating func addLater(_ count: Int, at place: Int) {
        games[place].laterCount += count
        unknownCount += count
    }

    private mutating func keepOutline(of board: Scoreboard?, at place: Int) {
        games[place].outline = board.map(GameOutline.init)
        games[place].extent = board.map(GameExtent.init)
        games[place].texts = board.map(GameTexts.init)
    }

    /// Costs a fold of the table's entries unless `foldTable()` was called after the last change.
    package var table: TableBoard {
        tableFold.folded
    }

    /// The open games in which moves wait for a comparison of wall clocks, in order. Cost: a look
    /// at each open game.
    package var gamesAwaitingCommonTime: [GameID] {
        opened.filter { folds[$0]?.board.awaitsCommonTime == true }.sorted()
    }

    /// Nil if the table has no such game. Costs a fold unless the game is open.
    package func scoreboard(of game: GameID) -> Scoreboard? {
        folds[game]?.board ?? folded(game, table.deviceOfAuthor)?.board
    }

    /// Nil if the table has no such game. In memory for the newest games and, after `foldAll()`,
    /// for every game; otherwise costs a fold.
    package func outline(of game: GameID) -> GameOutline? {
        places[game].flatMap { games[$0].isDue ? nil : games[$0].outline }
            ?? scoreboard(of: game).map(GameOutline.init)
    }

    /// The outline as of the last fold: while much is due, that of some turns ago. Nil for a game
    /// that was not folded yet. Costs nothing.
    package func lastOutline(of game: GameID) -> GameOutline? {
        folds[game].map { GameOutline($0.board) } ?? places[game].flatMap { games[$0].outline }
    }

    /// The texts of a closed game; nil for an open one, whose board is at hand, and for one that
    /// changed since its last fold.
    package func texts(of game: GameID) -> GameTexts? {
        places[game].flatMap { games[$0].isDue || folds[game] != nil ? nil : games[$0].texts }
    }

    /// Where the entries of each game stand in the log. In memory after `foldAll()`, apart from a
    /// look at each row of the open games; otherwise costs a fold for each game.
    package var extents: [GameID: GameExtent] {
        gameIDs.reduce(into: [:]) { extents, id in
            if isUnited(id) { return }
            let known = places[id].flatMap { games[$0].isDue ? nil : games[$0].extent }
            extents[id] = known ?? scoreboard(of: id).map(GameExtent.init)
        }
    }

    /// Entries of games with values that this version does not know, live or not. Those on pages
    /// are included once their game was folded.
    package private(set) var unknownCount = 0

    /// The names of the teams as they are now. Only for a game whose teams were renamed or swapped
    /// it costs what `outline(of:)` costs.
    package func names(of game: GameLine) -> Sides<String> {
        let outline = renamed.contains(game.id) ? outline(of: game.id) : nil
        return outline?.names ?? game.createdNames
    }

    /// In order of creation.
    package var gameIDs: [GameID] { table.games.map(\.id) }

    /// True if the entries of the game are folded in another one. Only for a game that entries link
    /// to another it costs what `outline(of:)` costs.
    package func isUnited(_ game: GameID) -> Bool {
        !links.games(with: game).isEmpty && outline(of: game)?.unitedInto != nil
    }

    /// Entries of games whose creation has not arrived. Cost: a look at each of these games.
    package var orphanCount: Int {
        if uncreated.isEmpty { return 0 }
        let table = table
        return uncreated.reduce(0) { count, id in
            guard let place = places[id], table.index(of: id) == nil else { return count }
            return count + games[place].count
        }
    }

    private func folded(_ id: GameID, _ devices: [AuthorID: PublicKey]) -> GameFold? {
        guard let game = table.game(id), let place = places[id] else { return nil }
        let linked = links.games(with: id)
        guard !linked.isEmpty else {
            return GameFold.fold(
                game, entries(of: id, at: place), devices: devices,
                standIns: copies.standIns[id] ?? [:], removed: removed)
        }
        return fold(game, linkedWith: linked, devices)
    }

    /// Cost: reads the entries of all these games.
    private func fold(
        _ game: GameLine, linkedWith linked: [GameID], _ devices: [AuthorID: PublicKey]
    ) -> GameFold {
        var rows: [GameID: EntryRows] = [:]
        var lines: [GameID: GameLine] = [:]
        for id in linked {
            rows[id] = places[id].map { entries(of: id, at: $0) }
            lines[id] = table.game(id)
        }
        let games = LinkedGames(rows, lines)
        let links = games.links(of: game.id)
        let standIns = ([game.id] + links.united).compactMap { copies.standIns[$0] }
        return GameFold.fold(
            game, games.entries(of: game.id), devices: devices,
            standIns: standIns.reduce([:]) { $0.merging($1) { $0 + $1 } }, removed: removed,
            links: links)
    }

    private mutating func apply(_ change: CopyIndex.Change) {
        for copy in change.removed { count(copy, isAdded: false) }
        for copy in change.added { count(copy, isAdded: true) }
    }

    private mutating func count(_ copy: CopyIndex.Copy, isAdded: Bool) {
        switch copy.copy.scope {
        case .table:
            tableFold.count(copy, isAdded: isAdded)
            teamIndex.reset()
            if copy.copy.originKind == .authorStarted {
                newcomers.beginByCopy(copy.placed.entry.id.author)
                touchAll()
            } else if copy.copy.originKind == .gameCreated {
                touchCreated(copy.copy.origin)
                uncreated.insert(copy.copy.origin)
            }
        case .game(let id):
            let place = place(of: id)
            games[place].count += isAdded ? 1 : -1
            games[place].loose.count(copy, isAdded: isAdded)
            games[place].read?.count(copy, isAdded: isAdded)
            if copy.isLater { addLater(isAdded ? 1 : -1, at: place) }
            if copy.copy.originKind.isRenaming { renamed.insert(id) }
            if copy.copy.originKind.isLink { link(copy.content(), id) }
            noteTeams(copy.copy.originKind, copy.content(isCleaned: true), id, at: place)
            touchGames(changedBy: .copied, copy.copy.origin, in: id)
            touch(id, at: place)
        }
    }

    private mutating func link(_ entry: Entry, _ id: GameID) {
        link(Content(kind: entry.kind, scope: entry.scope, body: entry.body), id)
    }

    private mutating func link(_ content: Content, _ id: GameID) {
        guard links.note(content, in: id) else { return }
        for other in links.games(with: id) { touch(other) }
    }

    private mutating func touchGames(changedBy kind: Kind, _ entry: EntryID, in id: GameID) {
        if links.isEmpty { return }
        for other in links.games(changedBy: kind, entry, in: id) { touch(other) }
    }

    /// Does nothing for a game of which nothing has arrived.
    private mutating func touch(_ id: GameID) {
        if let place = places[id] { touch(id, at: place) }
    }

    private mutating func touch(_ id: GameID, at place: Int) {
        isAnyDue = true
        if games[place].isDue { return }
        if games[place].isOpen { folds[id] = nil }
        games[place].isOpen = false
        games[place].isDue = true
        unfolded.insert(id)
    }

    private mutating func touchAll() {
        for (id, place) in places { touch(id, at: place) }
    }

    private mutating func insertTable(_ placed: Placed) {
        tableFold.insert(placed)
        if tableFold.board == nil { teamIndex.reset() }
        if placed.entry.kind == .authorStarted {
            guard let games = newcomers.begin(placed) else { return touchAll() }
            for game in games { touch(game) }
        } else if placed.entry.kind == .gameCreated {
            touchCreated(placed.entry.id)
        }
    }

    private mutating func touchCreated(_ id: GameID) {
        touch(id, at: place(of: id))
        for other in links.games(with: id) { touch(other) }
        guard let board = tableFold.board, board.index(of: id) != nil else { return }
        uncreated.remove(id)
        extendTeams()
    }

    /// Notes names of teams, and players who come later.
    private mutating func noteTeams(
        _ kind: Kind, _ content: @autoclosure () -> Content, _ id: GameID, at place: Int
    ) {
        if kind.isJoining { noteJoined(id, at: place) }
        guard kind == .teamNamed, case .teamNamed(let named) = content() else { return }
        teamIndex.note(named.name, of: id, at: tableFold.board?.index(of: id))
    }

    private mutating func noteTeams(_ entry: Entry, _ id: GameID, at place: Int) {
        noteTeams(
            entry.kind,
            Content(kind: entry.kind, scope: entry.scope, body: entry.body, isCleaned: true), id,
            at: place)
    }

    private mutating func noteJoined(_ id: GameID, at place: Int) {
        if games[place].isJoined { return }
        games[place].isJoined = true
        guard let table = tableFold.board, let index = table.index(of: id) else { return }
        teamIndex.notePlayers(of: table.games[index], at: index)
    }
}

extension Kind {
    /// True if an entry of the kind may change how the teams of a game are called.
    fileprivate var isRenaming: Bool { self == .teamNamed || self == .rulesChanged }

    /// True if an entry of the kind may bring players to a game.
    fileprivate var isJoining: Bool { self == .rosterAdded || self == .gameUnited }
}
