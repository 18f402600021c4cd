package import MoveLog
package import Scorebook

/// The state of a device outside its book, at one moment.
package struct Surroundings: Sendable {
    /// The program's version.
    package var version: String
    package var tableID: TableID
    package var device: PublicKey
    /// The ID of this device in announcements.
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
    /// The warnings about the device, in any order.
    package var warnings: [WarningDocument] = []
    /// The reason for which the device is degraded; nil if it is not.
    package var problem: String?
    /// The game that this device records into.
    package var current: GameID?
    /// The name of the newest open game if it is newer than the current one.
    package var newerGame: String?
    /// The game that is shown in the place of the current one.
    package var shown: GameID?
    /// The present reading of the shown game's clock; nil if it is stopped.
    package var reading: ClockReading?

    /// The rest is set afterwards.
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

    /// From the keeper's switch, then from the links.
    package var syncState: SyncState {
        if !isOnline { return .offline }
        if peers.contains(where: { $0.state == .syncing }) { return .syncing }
        return peers.contains { $0.state == .inSync } ? .inSync : .alone
    }
}

extension StatusDocument {
    /// Fold the book before.
    package init(_ book: Book, _ around: Surroundings) {
        let table = book.table
        let projection = Projection(table: table, device: around.device, peers: around.peers)
        let line = table.device(around.device)
        let shown = (around.shown ?? around.current).flatMap(table.game)
        let board = shown.flatMap { book.scoreboard(of: $0.id) }
        let problem = around.problem ?? (around.storage.isFull ? "the disk is full" : nil)
        let games = GamesDocument(
            book, current: around.current, newest: DocumentsLimits.statusGamesMax
        )
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
                projection.game($0, reading: around.reading, isCurrent: $0.id == around.current)
            },
            games: games,
            warnings: WarningDocument.byUrgency(
                around.warnings
                    + Self.missingGames(book)
                    + (board.map { projection.warnings($0, reading: around.reading) } ?? [])
                    .filter { Self.isWanted($0, around) }),
            storage: around.storage)
        let others = table.games.count - (shown == nil ? 0 : 1)
        newerGame = around.newerGame
        moreGames = others > games.count ? others - games.count : nil
    }

    private static func missingGames(_ book: Book) -> [WarningDocument] {
        guard book.orphanCount > 0 else { return [] }
        return [
            WarningDocument(
                .gameMissing,
                "\(Phrases.entries(book.orphanCount)) of games that have not arrived yet",
                advice: "they appear once a device that has those games is in sync")
        ]
    }

    /// No coverage warnings on a device that is offline by choice or was removed.
    private static func isWanted(_ warning: WarningDocument, _ around: Surroundings) -> Bool {
        let isRemoved = around.warnings.contains { $0.code == WarningCode.removed.rawValue }
        return switch WarningCode(rawValue: warning.code) {
        case .uncovered: around.isOnline && !isRemoved
        case .untracked, .overlap, .takenOver: !isRemoved
        default: true
        }
    }
}

extension GamesDocument {
    /// Newest first. Call `foldChanged()` before, or `foldAll()` for all games: a missing outline
    /// costs a fold.
    package init(_ book: Book, current: GameID?, newest most: Int = .max) {
        let table = book.table
        let briefs = table.games.suffix(most).reversed().compactMap {
            line -> GameBrief? in
            guard let outline = book.outline(of: line.id) else { return nil }
            return GameBrief(line, outline, isCurrent: line.id == current)
        }
        self.init(games: briefs)
    }
}
