package import Documents

// What a daemon is asked for and tells most, written member by member (see `JSONWriter`).

extension JSON {
    /// A status, as `encode` writes it.
    package static func written(_ status: StatusDocument) -> [UInt8] {
        JSONWriter.bytes(status, capacity: 8192)
    }

    /// A game, as `encode` writes it.
    package static func written(_ game: GameDocument) -> [UInt8] {
        JSONWriter.bytes(game, capacity: 8192)
    }

    /// An entry, as `encode` writes it.
    package static func written(_ entry: EntryDocument) -> [UInt8] {
        JSONWriter.bytes(entry, capacity: 512)
    }

    /// What was recorded, as `encode` writes it.
    package static func written(_ answer: RecordedDocument) -> [UInt8] {
        JSONWriter.bytes(answer, capacity: 512)
    }
}

extension StatusDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("device", device)
        json.put("game", game)
        json.put("games", games)
        json.put("identity", identity)
        json.put("isOfflineView", isOfflineView)
        json.put("moreGames", moreGames)
        json.put("newerGame", newerGame)
        json.put("peers", peers)
        json.put("schema", schema)
        json.put("storage", storage)
        json.put("sync", sync)
        json.put("table", table)
        json.put("version", version)
        json.put("warnings", warnings)
    }
}

extension DeviceBrief: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("author", author)
        json.put("id", id)
        json.put("keeper", keeper)
        json.put("name", name)
        json.put("role", role)
    }
}

extension TableBrief: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("id", id)
        json.put("name", name)
        json.put("words", words)
    }
}

extension SyncDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("digest", digest)
        json.put("entries", entries)
        json.put("foldVersion", foldVersion)
        json.put("isDegraded", isDegraded)
        json.put("problem", problem)
        json.put("state", state)
        json.put("unknownKinds", unknownKinds)
        json.put("unsynced", unsynced)
        json.put("unsyncedTo", unsyncedTo)
        json.put("words", words)
    }
}

extension PeerDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("address", address)
        json.put("behind", behind)
        json.put("id", id)
        json.put("keeper", keeper)
        json.put("lastSeenSeconds", lastSeenSeconds)
        json.put("missing", missing)
        json.put("name", name)
        json.put("problem", problem)
        json.put("role", role)
        json.put("roundTripMilliseconds", roundTripMilliseconds)
        json.put("state", state)
        json.put("via", via)
    }
}

extension WarningDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("advice", advice)
        json.put("code", code)
        json.put("text", text)
    }
}

extension StorageDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("damage", damage)
        json.put("isFull", isFull)
        json.put("logBytes", logBytes)
    }
}

extension IdentityDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("author", author)
        json.put("forked", forked)
        json.put("incarnations", incarnations)
        json.put("incarnationsMax", incarnationsMax)
        json.put("incidents", incidents)
        json.put("isMember", isMember)
        json.put("name", name)
        json.put("removal", removal)
    }
}

extension IncidentDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("advice", advice)
        json.put("author", author)
        json.put("device", device)
        json.put("kind", kind)
        json.put("text", text)
        json.put("wallMilliseconds", wallMilliseconds)
    }
}

extension RemovalDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("by", by)
        json.put("device", device)
        json.put("entry", entry)
        json.put("uncounted", uncounted)
        json.put("upTo", upTo)
    }
}

extension EntryDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("because", because)
        json.put("clock", clock)
        json.put("conflicts", conflicts)
        json.put("copies", copies)
        json.put("fixes", fixes)
        json.put("game", game)
        json.put("home", home)
        json.put("index", index)
        json.put("keeper", keeper)
        json.put("kind", kind)
        json.put("lamport", lamport)
        json.put("name", name)
        json.put("names", names)
        json.put("period", period)
        json.put("place", place)
        json.put("player", player)
        json.put("playerText", playerText)
        json.put("points", points)
        json.put("resembles", resembles)
        json.put("side", side)
        json.put("state", state)
        json.put("text", text)
        json.put("wallMilliseconds", wallMilliseconds)
        json.put("was", was)
    }
}

extension RecordedDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("echo", echo)
        json.put("entries", entries)
        json.put("game", game)
        json.put("home", home)
        json.put("isDurable", isDurable)
        json.put("isRepeat", isRepeat)
        json.put("questions", questions)
        json.put("schema", schema)
        json.put("warnings", warnings)
    }
}

extension QuestionDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("code", code)
        json.put("entries", entries)
        json.put("text", text)
    }
}
