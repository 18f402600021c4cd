package import Documents

// `status` read member by member, without the toolchain's decoder (see `JSONTape`).

extension JSON {
    /// What `GET /v1/status` says, as `decode` reads it; nil where that has to be asked.
    package static func status(in bytes: [UInt8]) -> StatusDocument? {
        JSONFields.read(bytes, StatusDocument.init(fields:))
    }
}

extension StatusDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let device = try fields.object("device", DeviceBrief.init(fields:))
        let game = try fields.objectIfPresent("game", GameDocument.init(fields:))
        let games = try fields.list("games", GameBrief.init(fields:))
        let identity = try fields.objectIfPresent("identity", IdentityDocument.init(fields:))
        let isOfflineView = try fields.flagIfPresent("isOfflineView")
        let moreGames = try fields.numberIfPresent("moreGames")
        let newerGame = try fields.textIfPresent("newerGame")
        let peers = try fields.list("peers", PeerDocument.init(fields:))
        let schema = try fields.number("schema")
        let storage = try fields.object("storage", StorageDocument.init(fields:))
        let sync = try fields.object("sync", SyncDocument.init(fields:))
        let table = try fields.object("table", TableBrief.init(fields:))
        let version = try fields.text("version")
        let warnings = try fields.list("warnings", WarningDocument.init(fields:))
        self.init(
            schema: schema, version: version, table: table, device: device, sync: sync,
            peers: peers, game: game, games: games, warnings: warnings, storage: storage)
        self.identity = identity
        self.isOfflineView = isOfflineView
        self.moreGames = moreGames
        self.newerGame = newerGame
    }
}

extension DeviceBrief {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let author = try fields.text("author")
        let id = try fields.text("id")
        let keeper = try fields.text("keeper")
        let name = try fields.text("name")
        let role = try fields.wordIfPresent("role", DeviceRole.init(rawValue:))
        self.init(id: id, name: name, keeper: keeper, author: author, role: role)
    }
}

extension TableBrief {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let id = try fields.text("id")
        let name = try fields.text("name")
        self.init(id: id, name: name, words: try fields.text("words"))
    }
}

extension SyncDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let digest = try fields.text("digest")
        let entries = try fields.number("entries")
        let foldVersion = try fields.number("foldVersion")
        let isDegraded = try fields.flag("isDegraded")
        let problem = try fields.textIfPresent("problem")
        let state = try fields.word("state", SyncState.init(rawValue:))
        let unknownKinds = try fields.number("unknownKinds")
        let unsynced = try fields.number("unsynced")
        let unsyncedTo = try fields.texts("unsyncedTo")
        self.init(
            state: state, digest: digest, words: try fields.text("words"),
            foldVersion: foldVersion, unsynced: unsynced, unsyncedTo: unsyncedTo,
            entries: entries, unknownKinds: unknownKinds, isDegraded: isDegraded,
            problem: problem)
    }
}

extension PeerDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let address = try fields.textIfPresent("address")
        let behind = try fields.number("behind")
        let id = try fields.text("id")
        let keeper = try fields.text("keeper")
        let lastSeenSeconds = try fields.numberIfPresent("lastSeenSeconds")
        let missing = try fields.number("missing")
        let name = try fields.text("name")
        let problem = try fields.textIfPresent("problem")
        let role = try fields.wordIfPresent("role", DeviceRole.init(rawValue:))
        let roundTripMilliseconds = try fields.numberIfPresent("roundTripMilliseconds")
        let state = try fields.word("state", PeerState.init(rawValue:))
        self.init(
            name: name, id: id, keeper: keeper, state: state, address: address,
            via: try fields.textIfPresent("via"), missing: missing, behind: behind,
            lastSeenSeconds: lastSeenSeconds, roundTripMilliseconds: roundTripMilliseconds,
            problem: problem, role: role)
    }
}

extension WarningDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let advice = try fields.textIfPresent("advice")
        let code = try fields.text("code")
        self.init(code: code, text: try fields.text("text"), advice: advice)
    }
}

extension StorageDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let damage = try fields.texts("damage")
        let isFull = try fields.flag("isFull")
        self.init(logBytes: try fields.number("logBytes"), isFull: isFull, damage: damage)
    }
}

extension IdentityDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let author = try fields.text("author")
        let forked = try fields.texts("forked")
        let incarnations = try fields.number("incarnations")
        let incarnationsMax = try fields.number("incarnationsMax")
        let incidents = try fields.list("incidents", IncidentDocument.init(fields:))
        let isMember = try fields.flag("isMember")
        let name = try fields.text("name")
        let removal = try fields.objectIfPresent("removal", RemovalDocument.init(fields:))
        self.init(
            name: name, author: author, incarnations: incarnations,
            incarnationsMax: incarnationsMax, isMember: isMember, forked: forked,
            incidents: incidents, removal: removal)
    }
}

extension IncidentDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let advice = try fields.textIfPresent("advice")
        let author = try fields.textIfPresent("author")
        let device = try fields.text("device")
        let kind = try fields.text("kind")
        let text = try fields.text("text")
        self.init(
            kind: kind, wallMilliseconds: Int64(try fields.number("wallMilliseconds")),
            device: device, author: author, text: text, advice: advice)
    }
}

extension RemovalDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let by = try fields.text("by")
        let device = try fields.text("device")
        let entry = try fields.text("entry")
        let uncounted = try fields.number("uncounted")
        self.init(
            device: device, by: by, entry: entry, upTo: try fields.texts("upTo"),
            uncounted: uncounted)
    }
}
