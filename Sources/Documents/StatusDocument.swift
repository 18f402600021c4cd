/// What `GET /v1/status` says: everything that one device knows and shows, the current game
/// included.
package struct StatusDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The program's version.
    package var version: String
    /// The table that this device belongs to.
    package var table: TableBrief
    /// This device.
    package var device: DeviceBrief
    /// How this device stands to the others.
    package var sync: SyncDocument
    /// The other devices of the table, in the order of their names.
    package var peers: [PeerDocument]
    /// The current game; nil when the table has none.
    package var game: GameDocument?
    /// The name of the newest open game where that is newer than the current one; absent where the
    /// current one is, and from older daemons.
    package var newerGame: String?
    /// The other games, newest first, as many as a status lists.
    package var games: [GameBrief]
    /// How many other games there are beside those; absent where there are none, and from older
    /// daemons.
    package var moreGames: Int?
    /// What a person should look at, most urgent first.
    package var warnings: [WarningDocument]
    /// The log on this device's disk.
    package var storage: StorageDocument
    /// True when no daemon answered and the log was read from the disk: so it stood there, a running
    /// game clock is counted on, and nothing is known of the other devices since. Else absent.
    package var isOfflineView: Bool?
    /// Who this device is at its table, and what happened to its home; absent from older daemons.
    package var identity: IdentityDocument?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, version: String, table: TableBrief, device: DeviceBrief,
        sync: SyncDocument, peers: [PeerDocument] = [], game: GameDocument? = nil,
        games: [GameBrief] = [], warnings: [WarningDocument] = [],
        storage: StorageDocument = StorageDocument()
    ) {
        self.schema = schema
        self.version = version
        self.table = table
        self.device = device
        self.sync = sync
        self.peers = peers
        self.game = game
        self.games = games
        self.warnings = warnings
        self.storage = storage
    }
}

extension StatusDocument {
    /// The warnings, and among them that moves are held; the most urgent first.
    package var warningsAndHeld: [WarningDocument] {
        let count = game?.heldMoves?.count ?? 0
        guard count > 0 else { return warnings }
        let held = WarningDocument(
            code: WarningDocument.heldMoves,
            text: "\(Phrases.count(count, "held move")): not counted until confirmed",
            advice: "scored held")
        return WarningDocument.byUrgency(warnings + [held])
    }

    /// The things that wait for a person, a sentence each: the warnings, held moves, and moves that no other
    /// device has although there are others.
    package var reasonsToLook: [String] {
        var reasons = warningsAndHeld.map(\.sentence)
        if sync.unsynced > 0, peers.contains(where: { $0.state != .left }) {
            reasons.append(
                "\(Phrases.onlyHere(sync.unsynced)); to be reached: "
                    + Phrases.names(sync.unsyncedTo))
        }
        return reasons
    }
}

/// A table as others name it.
package struct TableBrief: Codable, Hashable, Sendable {
    /// 64 hexadecimal digits.
    package var id: String
    /// The name that people gave it; empty until they do.
    package var name: String
    /// Four words of the ID, to be read aloud.
    package var words: String

    /// Joins the parts; what has a default may be left out.
    package init(id: String, name: String, words: String) {
        self.id = id
        self.name = name
        self.words = words
    }
}

/// A device as others name it.
package struct DeviceBrief: Codable, Hashable, Sendable {
    /// 32 hexadecimal digits.
    package var id: String
    /// The device's name, which is the same on every device of the table.
    package var name: String
    /// The person at the device.
    package var keeper: String
    /// 32 hexadecimal digits: the incarnation under which the device records now.
    package var author: String
    /// As in `PeerDocument`.
    package var role: DeviceRole?

    /// Joins the parts; what has a default may be left out.
    package init(
        id: String, name: String, keeper: String, author: String, role: DeviceRole? = nil
    ) {
        self.id = id
        self.name = name
        self.keeper = keeper
        self.author = author
        self.role = role
    }
}

/// How a device stands to the rest of its table.
package struct SyncDocument: Codable, Hashable, Sendable {
    /// The one word of it.
    package var state: SyncState
    /// 64 hexadecimal digits; equal on two devices exactly when they hold the same entries.
    package var digest: String
    /// Four words of the digest, for people: they detect accidents, not malice.
    package var words: String
    /// Devices of one digest may show different scores only if this differs.
    package var foldVersion: Int
    /// Own moves that are durable on no other device.
    package var unsynced: Int
    /// Names of the devices that lack some of them.
    package var unsyncedTo: [String]
    /// Entries in the log, of all authors.
    package var entries: Int
    /// Entries whose kind this version does not know: kept, relayed, not shown.
    package var unknownKinds: Int
    /// True when `status --check` should exit 5.
    package var isDegraded: Bool
    /// Why it is degraded, in a sentence.
    package var problem: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        state: SyncState, digest: String, words: String, foldVersion: Int = 1, unsynced: Int,
        unsyncedTo: [String] = [],
        entries: Int, unknownKinds: Int = 0, isDegraded: Bool = false, problem: String? = nil
    ) {
        self.state = state
        self.digest = digest
        self.words = words
        self.foldVersion = foldVersion
        self.unsynced = unsynced
        self.unsyncedTo = unsyncedTo
        self.entries = entries
        self.unknownKinds = unknownKinds
        self.isDegraded = isDegraded
        self.problem = problem
    }
}

/// How a device stands to the rest of its table, in one word.
package enum SyncState: String, Codable, Hashable, Sendable, CaseIterable {
    /// Every reachable device holds what this one holds, and the other way round.
    case inSync
    /// Entries are on their way.
    case syncing
    /// No other device belongs to the table yet, or none can be reached.
    case alone
    /// The keeper switched syncing off.
    case offline
}
