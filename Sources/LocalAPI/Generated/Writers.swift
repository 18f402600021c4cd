// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: 6d20879d711141151f271d463f1039cb

import Documents

extension JSON {
    /// The value by its generated writer; nil means: use JSONEncoder.
    static func written(_ value: some Encodable) -> [UInt8]? {
        switch value {
        case let value as StatusDocument: JSONWriter.bytes(value)
        case let value as MoveRequest: JSONWriter.bytes(value)
        case let value as GameDocument: JSONWriter.bytes(value)
        case let value as EntryDocument: JSONWriter.bytes(value)
        case let value as RecordedDocument: JSONWriter.bytes(value)
        default: nil
        }
    }
}

extension ClockDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("isEstimated", isEstimated)
        json.put("isRunning", isRunning)
        json.put("milliseconds", milliseconds)
        json.put("period", period)
        json.put("periodLabel", periodLabel)
        json.put("remainingMilliseconds", remainingMilliseconds)
        json.put("remainingSeconds", remainingSeconds)
        json.put("seconds", seconds)
        json.put("text", text)
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

extension EntryDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("because", because)
        json.put("becausePhrase", becausePhrase)
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
        json.put("phrase", phrase)
        json.put("place", place)
        json.put("player", player)
        json.put("playerText", playerText)
        json.put("points", points)
        json.put("resembles", resembles)
        json.put("side", side)
        json.put("state", state)
        json.put("text", text)
        json.put("voidedBy", voidedBy)
        json.put("wallMilliseconds", wallMilliseconds)
        json.put("was", was)
        json.put("wasPhrase", wasPhrase)
    }
}

extension ForfeitDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("by", by)
        json.put("home", home)
        json.put("isDefault", isDefault)
        json.put("score", score)
    }
}

extension GameBrief: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("abandonedBecause", abandonedBecause)
        json.put("away", away)
        json.put("createdWallMilliseconds", createdWallMilliseconds)
        json.put("forfeit", forfeit)
        json.put("home", home)
        json.put("isCurrent", isCurrent)
        json.put("moves", moves)
        json.put("name", name)
        json.put("state", state)
        json.put("title", title)
    }
}

extension GameDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("abandonedBecause", abandonedBecause)
        json.put("afterSignOff", afterSignOff)
        json.put("away", away)
        json.put("clock", clock)
        json.put("copies", copies)
        json.put("forfeit", forfeit)
        json.put("held", held)
        json.put("heldMoves", heldMoves)
        json.put("home", home)
        json.put("isCurrent", isCurrent)
        json.put("isDecided", isDecided)
        json.put("isOfficial", isOfficial)
        json.put("isProvisional", isProvisional)
        json.put("lost", lost)
        json.put("moves", moves)
        json.put("name", name)
        json.put("periods", periods)
        json.put("provisionalBecause", provisionalBecause)
        json.put("provisionalPhrases", provisionalPhrases)
        json.put("rules", rules)
        json.put("schema", schema)
        json.put("signatures", signatures)
        json.put("state", state)
        json.put("target", target)
        json.put("title", title)
        json.put("uncompared", uncompared)
        json.put("unsigned", unsigned)
        json.put("winner", winner)
    }
}

extension HeldMove: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("answers", answers)
        json.put("clock", clock)
        json.put("keeper", keeper)
        json.put("name", name)
        json.put("of", of)
        json.put("ofClock", ofClock)
        json.put("ofKeeper", ofKeeper)
        json.put("ofPhrase", ofPhrase)
        json.put("ofState", ofState)
        json.put("ofText", ofText)
        json.put("phrase", phrase)
        json.put("player", player)
        json.put("reason", reason)
        json.put("text", text)
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

extension LostDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("device", device)
        json.put("later", later)
        json.put("upTo", upTo)
    }
}

extension MoveRequest: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("basket", basket)
        json.put("clockMilliseconds", clockMilliseconds)
        json.put("clockSeconds", clockSeconds)
        json.put("detail", detail)
        json.put("force", force)
        json.put("freeThrows", freeThrows)
        json.put("game", game)
        json.put("kind", kind)
        json.put("period", period)
        json.put("player", player)
        json.put("points", points)
        json.put("request", request)
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

extension PeriodDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("home", home)
        json.put("label", label)
        json.put("number", number)
    }
}

extension Phrase: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("code", code)
        json.put("values", values)
    }
}

extension PhraseValue: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("number", number)
        json.put("phrase", phrase)
        json.put("text", text)
    }
}

extension PlayerDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("counts", counts)
        json.put("fouls", fouls)
        json.put("held", held)
        json.put("isActive", isActive)
        json.put("isOnCourt", isOnCourt)
        json.put("mergedInto", mergedInto)
        json.put("name", name)
        json.put("number", number)
        json.put("plusMinus", plusMinus)
        json.put("points", points)
        json.put("secondsPlayed", secondsPlayed)
        json.put("slot", slot)
        json.put("trackedBy", trackedBy)
    }
}

extension QuestionDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("code", code)
        json.put("entries", entries)
        json.put("text", text)
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

extension RemovalDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("by", by)
        json.put("device", device)
        json.put("entry", entry)
        json.put("uncounted", uncounted)
        json.put("upTo", upTo)
    }
}

extension RuleWords: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("name", name)
        json.put("value", value)
    }
}

extension RulesDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("cap", cap)
        json.put("defaultAward", defaultAward)
        json.put("forfeitAward", forfeitAward)
        json.put("foulLimit", foulLimit)
        json.put("lead", lead)
        json.put("overtimePenaltyFouls", overtimePenaltyFouls)
        json.put("overtimeSeconds", overtimeSeconds)
        json.put("overtimeTarget", overtimeTarget)
        json.put("penaltyFouls", penaltyFouls)
        json.put("periodSeconds", periodSeconds)
        json.put("periods", periods)
        json.put("playersASide", playersASide)
        json.put("points", points)
        json.put("preset", preset)
        json.put("secondPenaltyFouls", secondPenaltyFouls)
        json.put("summary", summary)
        json.put("target", target)
        json.put("words", words)
    }
}

extension SideDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("counts", counts)
        json.put("fouls", fouls)
        json.put("isInPenalty", isInPenalty)
        json.put("isInSecondPenalty", isInSecondPenalty)
        json.put("minutesUnknown", minutesUnknown)
        json.put("minutesUnknownPhrase", minutesUnknownPhrase)
        json.put("name", name)
        json.put("periodFouls", periodFouls)
        json.put("players", players)
        json.put("score", score)
        json.put("timeouts", timeouts)
    }
}

extension SignatureDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("device", device)
        json.put("digest", digest)
        json.put("entry", entry)
        json.put("home", home)
        json.put("isAgreed", isAgreed)
        json.put("name", name)
        json.put("protest", protest)
        json.put("words", words)
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

extension StorageDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("damage", damage)
        json.put("isFull", isFull)
        json.put("logBytes", logBytes)
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

extension TableBrief: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("id", id)
        json.put("name", name)
        json.put("words", words)
    }
}

extension WarningDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("advice", advice)
        json.put("code", code)
        json.put("phrase", phrase)
        json.put("text", text)
    }
}
