package import MoveLog
package import Scorebook

/// What a device knows beside its book, at one moment.
package struct Surroundings: Sendable {
    /// The program's version.
    package var version: String
    /// The table.
    package var tableID: TableID
    /// This device, by key, by ID and by its present author.
    package var device: PublicKey
    /// Names this device in announcements.
    package var deviceID: DeviceID
    /// The incarnation under which this device records now.
    package var author: AuthorID
    /// The digest of the whole table.
    package var digest: Digest
    /// False while the keeper's switch keeps the device from every link.
    package var isOnline = true
    /// Own moves that are durable on no other device.
    package var unsynced = 0
    /// Names of the devices that lack some of them.
    package var unsyncedTo: [String] = []
    /// The other devices, in the order of their names.
    package var peers: [PeerDocument] = []
    /// The log on disk.
    package var storage = StorageDocument()
    /// The daemon's own warnings, in any order: clocks that differ, removed devices, failed disks.
    package var warnings: [WarningDocument] = []
    /// Why the device is degraded, if it is.
    package var problem: String?
    /// The game that this device records into.
    package var current: GameID?
    /// The name of the newest open game where that is newer than the current one.
    package var newerGame: String?
    /// The game that is shown in its place; nil for none.
    package var shown: GameID?
    /// The shown game's clock as this device counts it; nil when it stands.
    package var reading: ClockReading?

    /// What every device has; the rest is set afterwards.
    package init(
        version: String, tableID: TableID, device: PublicKey, deviceID: DeviceID,
        author: AuthorID, digest: Digest
    ) {
        self.version = version
        self.tableID = tableID
        self.device = device
        self.deviceID = deviceID
        self.author = author
        self.digest = digest
    }

    /// How the device stands to the others: the switch first, then what its links say.
    package var syncState: SyncState {
        if !isOnline { return .offline }
        if peers.contains(where: { $0.state == .syncing }) { return .syncing }
        return peers.contains { $0.state == .inSync } ? .inSync : .alone
    }
}

extension StatusDocument {
    /// Everything that a device shows of itself. Fold the book before.
    package init(_ book: Book, _ around: Surroundings) {
        let table = book.table
        let projection = Projection(table: table, device: around.device, peers: around.peers)
        let line = table.device(around.device)
        let shown = (around.shown ?? around.current).flatMap(table.game)
        let board = shown.flatMap { book.scoreboard(of: $0.id) }
        let problem = around.problem ?? (around.storage.isFull ? "the disk is full" : nil)
        let games = GamesDocument(book, current: around.current, newest: Limits.statusGamesMax)
            .games.filter { $0.name != shown?.slug }
        self.init(
            version: around.version,
            table: TableBrief(
                id: around.tableID.description, name: table.name,
                words: SpokenWords.four(of: around.tableID.bytes)),
            device: DeviceBrief(
                id: around.deviceID.description, name: line?.slug ?? "",
                keeper: line?.keeper ?? "", author: around.author.description),
            sync: SyncDocument(
                state: around.syncState, digest: around.digest.description,
                words: SpokenWords.four(of: around.digest), foldVersion: Scorebook.foldVersion,
                unsynced: around.unsynced, unsyncedTo: around.unsyncedTo,
                entries: book.entryCount, unknownKinds: table.unknownCount + book.unknownCount,
                isDegraded: problem != nil || !around.storage.damage.isEmpty, problem: problem),
            peers: around.peers,
            game: board.map {
                projection.game(
                    $0, reading: around.reading, isCurrent: $0.id == around.current)
            },
            games: games,
            warnings: WarningDocument.byUrgency(
                around.warnings + Self.orphans(book)
                    + (board.map { projection.warnings($0, reading: around.reading) } ?? [])
                    .filter { Self.isWanted($0, around) }),
            storage: around.storage)
        let others = table.games.count - (shown == nil ? 0 : 1)
        newerGame = around.newerGame
        moreGames = others > games.count ? others - games.count : nil
    }

    /// Whoever went offline knows that nobody is there; and what a removed device claims covers no
    /// player.
    private static func isWanted(_ warning: WarningDocument, _ around: Surroundings) -> Bool {
        let isRemoved = around.warnings.contains { $0.code == "removed" }
        return switch warning.code {
        case "uncovered": around.isOnline && !isRemoved
        case "untracked", "overlap", "takenOver": !isRemoved
        default: true
        }
    }

    private static func orphans(_ book: Book) -> [WarningDocument] {
        let count = book.orphanCount
        guard count > 0 else { return [] }
        return [
            WarningDocument(
                code: "gameMissing",
                text: "\(Phrases.entries(count)) of games that have not arrived yet",
                advice: "they show once a device that has those games is in sync")
        ]
    }
}

extension GamesDocument {
    /// The games of a table, newest first, at most that many of them. Call
    /// `foldChanged()` before, or `foldAll()` where all are wanted: an outline that is not at hand costs a fold.
    package init(_ book: Book, current: GameID?, newest most: Int = .max) {
        let table = book.table
        // No game of a list says who is away, so any device may ask.
        let briefs = table.games.suffix(most).reversed().compactMap {
            line -> GameBrief? in
            guard let outline = book.outline(of: line.id) else { return nil }
            return GameBrief(line, outline, isCurrent: line.id == current)
        }
        self.init(games: briefs)
    }
}
