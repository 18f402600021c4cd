// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: 27aae60bb43a5f1292280d56ea05842b

import Documents

extension ClockDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("isEstimated", old?.isEstimated, isEstimated)
        json.change("isRunning", old?.isRunning, isRunning)
        json.change("milliseconds", old?.milliseconds, milliseconds)
        json.change("period", old?.period, period)
        json.change("periodLabel", old?.periodLabel, periodLabel)
        json.change("remainingMilliseconds", old?.remainingMilliseconds, remainingMilliseconds)
        json.change("remainingSeconds", old?.remainingSeconds, remainingSeconds)
        json.change("seconds", old?.seconds, seconds)
        json.change("text", old?.text, text)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("isEstimated", &isEstimated)
        try fields.merge("isRunning", &isRunning)
        try fields.merge("milliseconds", &milliseconds)
        try fields.merge("period", &period)
        try fields.merge("periodLabel", &periodLabel)
        try fields.merge("remainingMilliseconds", &remainingMilliseconds)
        try fields.merge("remainingSeconds", &remainingSeconds)
        try fields.merge("seconds", &seconds)
        try fields.merge("text", &text)
    }
}

extension DeviceBrief: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("author", old?.author, author)
        json.change("id", old?.id, id)
        json.change("keeper", old?.keeper, keeper)
        json.change("name", old?.name, name)
        json.change("role", old?.role, role)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("author", &author)
        try fields.merge("id", &id)
        try fields.merge("keeper", &keeper)
        try fields.merge("name", &name)
        try fields.merge("role", &role)
    }
}

extension EntryDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("away", old?.away, away)
        json.change("because", old?.because, because)
        json.change("becausePhrase", old?.becausePhrase, becausePhrase)
        json.change("clock", old?.clock, clock)
        json.change("conflicts", old?.conflicts, conflicts)
        json.change("copies", old?.copies, copies)
        json.change("fixes", old?.fixes, fixes)
        json.change("game", old?.game, game)
        json.change("home", old?.home, home)
        json.change("index", old?.index, index)
        json.change("keeper", old?.keeper, keeper)
        json.change("kind", old?.kind, kind)
        json.change("lamport", old?.lamport, lamport)
        json.change("name", old?.name, name)
        json.change("names", old?.names, names)
        json.change("period", old?.period, period)
        json.change("phrase", old?.phrase, phrase)
        json.change("place", old?.place, place)
        json.change("player", old?.player, player)
        json.change("playerText", old?.playerText, playerText)
        json.change("points", old?.points, points)
        json.change("resembles", old?.resembles, resembles)
        json.change("side", old?.side, side)
        json.change("state", old?.state, state)
        json.change("text", old?.text, text)
        json.change("voidedBy", old?.voidedBy, voidedBy)
        json.change("wallMilliseconds", old?.wallMilliseconds, wallMilliseconds)
        json.change("was", old?.was, was)
        json.change("wasPhrase", old?.wasPhrase, wasPhrase)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("away", &away)
        try fields.merge("because", &because)
        try fields.merge("becausePhrase", &becausePhrase)
        try fields.merge("clock", &clock)
        try fields.merge("conflicts", &conflicts)
        try fields.merge("copies", &copies)
        try fields.merge("fixes", &fixes)
        try fields.merge("game", &game)
        try fields.merge("home", &home)
        try fields.merge("index", &index)
        try fields.merge("keeper", &keeper)
        try fields.merge("kind", &kind)
        try fields.merge("lamport", &lamport)
        try fields.merge("name", &name)
        try fields.merge("names", &names)
        try fields.merge("period", &period)
        try fields.merge("phrase", &phrase)
        try fields.merge("place", &place)
        try fields.merge("player", &player)
        try fields.merge("playerText", &playerText)
        try fields.merge("points", &points)
        try fields.merge("resembles", &resembles)
        try fields.merge("side", &side)
        try fields.merge("state", &state)
        try fields.merge("text", &text)
        try fields.merge("voidedBy", &voidedBy)
        try fields.merge("wallMilliseconds", &wallMilliseconds)
        try fields.merge("was", &was)
        try fields.merge("wasPhrase", &wasPhrase)
    }
}

extension ForfeitDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("away", old?.away, away)
        json.change("by", old?.by, by)
        json.change("home", old?.home, home)
        json.change("isDefault", old?.isDefault, isDefault)
        json.change("score", old?.score, score)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("away", &away)
        try fields.merge("by", &by)
        try fields.merge("home", &home)
        try fields.merge("isDefault", &isDefault)
        try fields.merge("score", &score)
    }
}

extension GameBrief: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("abandonedBecause", old?.abandonedBecause, abandonedBecause)
        json.change("away", old?.away, away)
        json.change(
            "createdWallMilliseconds", old?.createdWallMilliseconds, createdWallMilliseconds)
        json.change("forfeit", old?.forfeit, forfeit)
        json.change("home", old?.home, home)
        json.change("isCurrent", old?.isCurrent, isCurrent)
        json.change("moves", old?.moves, moves)
        json.change("name", old?.name, name)
        json.change("state", old?.state, state)
        json.change("title", old?.title, title)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("abandonedBecause", &abandonedBecause)
        try fields.merge("away", &away)
        try fields.merge("createdWallMilliseconds", &createdWallMilliseconds)
        try fields.merge("forfeit", &forfeit)
        try fields.merge("home", &home)
        try fields.merge("isCurrent", &isCurrent)
        try fields.merge("moves", &moves)
        try fields.merge("name", &name)
        try fields.merge("state", &state)
        try fields.merge("title", &title)
    }
}

extension GameDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("abandonedBecause", old?.abandonedBecause, abandonedBecause)
        json.change("afterSignOff", old?.afterSignOff, afterSignOff)
        json.change("away", old?.away, away)
        json.change("clock", old?.clock, clock)
        json.change("copies", old?.copies, copies)
        json.change("forfeit", old?.forfeit, forfeit)
        json.change("held", old?.held, held)
        json.change("heldMoves", old?.heldMoves, heldMoves)
        json.change("home", old?.home, home)
        json.change("isCurrent", old?.isCurrent, isCurrent)
        json.change("isDecided", old?.isDecided, isDecided)
        json.change("isOfficial", old?.isOfficial, isOfficial)
        json.change("isProvisional", old?.isProvisional, isProvisional)
        json.change("lost", old?.lost, lost)
        json.change("moves", old?.moves, moves)
        json.change("name", old?.name, name)
        json.change("periods", old?.periods, periods) { String($0.number) }
        json.change("provisionalBecause", old?.provisionalBecause, provisionalBecause)
        json.change("provisionalPhrases", old?.provisionalPhrases, provisionalPhrases)
        json.change("rules", old?.rules, rules)
        json.change("schema", old?.schema, schema)
        json.change("signatures", old?.signatures, signatures)
        json.change("state", old?.state, state)
        json.change("target", old?.target, target)
        json.change("title", old?.title, title)
        json.change("uncompared", old?.uncompared, uncompared)
        json.change("unsigned", old?.unsigned, unsigned)
        json.change("winner", old?.winner, winner)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("abandonedBecause", &abandonedBecause)
        try fields.merge("afterSignOff", &afterSignOff)
        try fields.merge("away", &away)
        try fields.merge("clock", &clock)
        try fields.merge("copies", &copies)
        try fields.merge("forfeit", &forfeit)
        try fields.merge("held", &held)
        try fields.merge("heldMoves", &heldMoves)
        try fields.merge("home", &home)
        try fields.merge("isCurrent", &isCurrent)
        try fields.merge("isDecided", &isDecided)
        try fields.merge("isOfficial", &isOfficial)
        try fields.merge("isProvisional", &isProvisional)
        try fields.merge("lost", &lost)
        try fields.merge("moves", &moves)
        try fields.merge("name", &name)
        try fields.merge("periods", &periods, by: { String($0.number) })
        try fields.merge("provisionalBecause", &provisionalBecause)
        try fields.merge("provisionalPhrases", &provisionalPhrases)
        try fields.merge("rules", &rules)
        try fields.merge("schema", &schema)
        try fields.merge("signatures", &signatures)
        try fields.merge("state", &state)
        try fields.merge("target", &target)
        try fields.merge("title", &title)
        try fields.merge("uncompared", &uncompared)
        try fields.merge("unsigned", &unsigned)
        try fields.merge("winner", &winner)
    }
}

extension HeldMove: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("answers", old?.answers, answers)
        json.change("clock", old?.clock, clock)
        json.change("keeper", old?.keeper, keeper)
        json.change("name", old?.name, name)
        json.change("of", old?.of, of)
        json.change("ofClock", old?.ofClock, ofClock)
        json.change("ofKeeper", old?.ofKeeper, ofKeeper)
        json.change("ofPhrase", old?.ofPhrase, ofPhrase)
        json.change("ofState", old?.ofState, ofState)
        json.change("ofText", old?.ofText, ofText)
        json.change("phrase", old?.phrase, phrase)
        json.change("player", old?.player, player)
        json.change("reason", old?.reason, reason)
        json.change("text", old?.text, text)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("answers", &answers)
        try fields.merge("clock", &clock)
        try fields.merge("keeper", &keeper)
        try fields.merge("name", &name)
        try fields.merge("of", &of)
        try fields.merge("ofClock", &ofClock)
        try fields.merge("ofKeeper", &ofKeeper)
        try fields.merge("ofPhrase", &ofPhrase)
        try fields.merge("ofState", &ofState)
        try fields.merge("ofText", &ofText)
        try fields.merge("phrase", &phrase)
        try fields.merge("player", &player)
        try fields.merge("reason", &reason)
        try fields.merge("text", &text)
    }
}

extension IdentityDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("author", old?.author, author)
        json.change("forked", old?.forked, forked)
        json.change("incarnations", old?.incarnations, incarnations)
        json.change("incarnationsMax", old?.incarnationsMax, incarnationsMax)
        json.change("incidents", old?.incidents, incidents)
        json.change("isMember", old?.isMember, isMember)
        json.change("name", old?.name, name)
        json.change("removal", old?.removal, removal)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("author", &author)
        try fields.merge("forked", &forked)
        try fields.merge("incarnations", &incarnations)
        try fields.merge("incarnationsMax", &incarnationsMax)
        try fields.merge("incidents", &incidents)
        try fields.merge("isMember", &isMember)
        try fields.merge("name", &name)
        try fields.merge("removal", &removal)
    }
}

extension IncidentDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("advice", old?.advice, advice)
        json.change("author", old?.author, author)
        json.change("device", old?.device, device)
        json.change("kind", old?.kind, kind)
        json.change("text", old?.text, text)
        json.change("wallMilliseconds", old?.wallMilliseconds, wallMilliseconds)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("advice", &advice)
        try fields.merge("author", &author)
        try fields.merge("device", &device)
        try fields.merge("kind", &kind)
        try fields.merge("text", &text)
        try fields.merge("wallMilliseconds", &wallMilliseconds)
    }
}

extension LostDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("device", old?.device, device)
        json.change("later", old?.later, later)
        json.change("upTo", old?.upTo, upTo)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("device", &device)
        try fields.merge("later", &later)
        try fields.merge("upTo", &upTo)
    }
}

extension PeerDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("address", old?.address, address)
        json.change("behind", old?.behind, behind)
        json.change("id", old?.id, id)
        json.change("keeper", old?.keeper, keeper)
        json.change("lastSeenSeconds", old?.lastSeenSeconds, lastSeenSeconds)
        json.change("missing", old?.missing, missing)
        json.change("name", old?.name, name)
        json.change("problem", old?.problem, problem)
        json.change("role", old?.role, role)
        json.change("roundTripMilliseconds", old?.roundTripMilliseconds, roundTripMilliseconds)
        json.change("state", old?.state, state)
        json.change("via", old?.via, via)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("address", &address)
        try fields.merge("behind", &behind)
        try fields.merge("id", &id)
        try fields.merge("keeper", &keeper)
        try fields.merge("lastSeenSeconds", &lastSeenSeconds)
        try fields.merge("missing", &missing)
        try fields.merge("name", &name)
        try fields.merge("problem", &problem)
        try fields.merge("role", &role)
        try fields.merge("roundTripMilliseconds", &roundTripMilliseconds)
        try fields.merge("state", &state)
        try fields.merge("via", &via)
    }
}

extension PeriodDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("away", old?.away, away)
        json.change("home", old?.home, home)
        json.change("label", old?.label, label)
        json.change("number", old?.number, number)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("away", &away)
        try fields.merge("home", &home)
        try fields.merge("label", &label)
        try fields.merge("number", &number)
    }
}

extension Phrase: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("code", old?.code, code)
        json.change("values", old?.values, values)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("code", &code)
        try fields.merge("values", &values)
    }
}

extension PhraseValue: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("number", old?.number, number)
        json.change("phrase", old?.phrase, phrase)
        json.change("text", old?.text, text)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("number", &number)
        try fields.merge("phrase", &phrase)
        try fields.merge("text", &text)
    }
}

extension PlayerDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("counts", old?.counts, counts)
        json.change("fouls", old?.fouls, fouls)
        json.change("held", old?.held, held)
        json.change("isActive", old?.isActive, isActive)
        json.change("isOnCourt", old?.isOnCourt, isOnCourt)
        json.change("mergedInto", old?.mergedInto, mergedInto)
        json.change("name", old?.name, name)
        json.change("number", old?.number, number)
        json.change("plusMinus", old?.plusMinus, plusMinus)
        json.change("points", old?.points, points)
        json.change("secondsPlayed", old?.secondsPlayed, secondsPlayed)
        json.change("slot", old?.slot, slot)
        json.change("trackedBy", old?.trackedBy, trackedBy)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("counts", &counts)
        try fields.merge("fouls", &fouls)
        try fields.merge("held", &held)
        try fields.merge("isActive", &isActive)
        try fields.merge("isOnCourt", &isOnCourt)
        try fields.merge("mergedInto", &mergedInto)
        try fields.merge("name", &name)
        try fields.merge("number", &number)
        try fields.merge("plusMinus", &plusMinus)
        try fields.merge("points", &points)
        try fields.merge("secondsPlayed", &secondsPlayed)
        try fields.merge("slot", &slot)
        try fields.merge("trackedBy", &trackedBy)
    }
}

extension RemovalDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("by", old?.by, by)
        json.change("device", old?.device, device)
        json.change("entry", old?.entry, entry)
        json.change("uncounted", old?.uncounted, uncounted)
        json.change("upTo", old?.upTo, upTo)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("by", &by)
        try fields.merge("device", &device)
        try fields.merge("entry", &entry)
        try fields.merge("uncounted", &uncounted)
        try fields.merge("upTo", &upTo)
    }
}

extension RuleWords: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("name", old?.name, name)
        json.change("value", old?.value, value)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("name", &name)
        try fields.merge("value", &value)
    }
}

extension RulesDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("cap", old?.cap, cap)
        json.change("defaultAward", old?.defaultAward, defaultAward)
        json.change("forfeitAward", old?.forfeitAward, forfeitAward)
        json.change("foulLimit", old?.foulLimit, foulLimit)
        json.change("lead", old?.lead, lead)
        json.change("overtimePenaltyFouls", old?.overtimePenaltyFouls, overtimePenaltyFouls)
        json.change("overtimeSeconds", old?.overtimeSeconds, overtimeSeconds)
        json.change("overtimeTarget", old?.overtimeTarget, overtimeTarget)
        json.change("penaltyFouls", old?.penaltyFouls, penaltyFouls)
        json.change("periodSeconds", old?.periodSeconds, periodSeconds)
        json.change("periods", old?.periods, periods)
        json.change("playersASide", old?.playersASide, playersASide)
        json.change("points", old?.points, points)
        json.change("preset", old?.preset, preset)
        json.change("secondPenaltyFouls", old?.secondPenaltyFouls, secondPenaltyFouls)
        json.change("summary", old?.summary, summary)
        json.change("target", old?.target, target)
        json.change("words", old?.words, words)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("cap", &cap)
        try fields.merge("defaultAward", &defaultAward)
        try fields.merge("forfeitAward", &forfeitAward)
        try fields.merge("foulLimit", &foulLimit)
        try fields.merge("lead", &lead)
        try fields.merge("overtimePenaltyFouls", &overtimePenaltyFouls)
        try fields.merge("overtimeSeconds", &overtimeSeconds)
        try fields.merge("overtimeTarget", &overtimeTarget)
        try fields.merge("penaltyFouls", &penaltyFouls)
        try fields.merge("periodSeconds", &periodSeconds)
        try fields.merge("periods", &periods)
        try fields.merge("playersASide", &playersASide)
        try fields.merge("points", &points)
        try fields.merge("preset", &preset)
        try fields.merge("secondPenaltyFouls", &secondPenaltyFouls)
        try fields.merge("summary", &summary)
        try fields.merge("target", &target)
        try fields.merge("words", &words)
    }
}

extension SideDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("counts", old?.counts, counts)
        json.change("fouls", old?.fouls, fouls)
        json.change("isInPenalty", old?.isInPenalty, isInPenalty)
        json.change("isInSecondPenalty", old?.isInSecondPenalty, isInSecondPenalty)
        json.change("minutesUnknown", old?.minutesUnknown, minutesUnknown)
        json.change("minutesUnknownPhrase", old?.minutesUnknownPhrase, minutesUnknownPhrase)
        json.change("name", old?.name, name)
        json.change("periodFouls", old?.periodFouls, periodFouls)
        json.change("players", old?.players, players) { $0.slot }
        json.change("score", old?.score, score)
        json.change("timeouts", old?.timeouts, timeouts)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("counts", &counts)
        try fields.merge("fouls", &fouls)
        try fields.merge("isInPenalty", &isInPenalty)
        try fields.merge("isInSecondPenalty", &isInSecondPenalty)
        try fields.merge("minutesUnknown", &minutesUnknown)
        try fields.merge("minutesUnknownPhrase", &minutesUnknownPhrase)
        try fields.merge("name", &name)
        try fields.merge("periodFouls", &periodFouls)
        try fields.merge("players", &players, by: { $0.slot })
        try fields.merge("score", &score)
        try fields.merge("timeouts", &timeouts)
    }
}

extension SignatureDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("away", old?.away, away)
        json.change("device", old?.device, device)
        json.change("digest", old?.digest, digest)
        json.change("entry", old?.entry, entry)
        json.change("home", old?.home, home)
        json.change("isAgreed", old?.isAgreed, isAgreed)
        json.change("name", old?.name, name)
        json.change("protest", old?.protest, protest)
        json.change("words", old?.words, words)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("away", &away)
        try fields.merge("device", &device)
        try fields.merge("digest", &digest)
        try fields.merge("entry", &entry)
        try fields.merge("home", &home)
        try fields.merge("isAgreed", &isAgreed)
        try fields.merge("name", &name)
        try fields.merge("protest", &protest)
        try fields.merge("words", &words)
    }
}

extension StatusDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("device", old?.device, device)
        json.change("game", old?.game, game)
        json.change("games", old?.games, games)
        json.change("identity", old?.identity, identity)
        json.change("isOfflineView", old?.isOfflineView, isOfflineView)
        json.change("moreGames", old?.moreGames, moreGames)
        json.change("newerGame", old?.newerGame, newerGame)
        json.change("peers", old?.peers, peers) { $0.id }
        json.change("schema", old?.schema, schema)
        json.change("storage", old?.storage, storage)
        json.change("sync", old?.sync, sync)
        json.change("table", old?.table, table)
        json.change("version", old?.version, version)
        json.change("warnings", old?.warnings, warnings)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("device", &device)
        try fields.merge("game", &game)
        try fields.merge("games", &games)
        try fields.merge("identity", &identity)
        try fields.merge("isOfflineView", &isOfflineView)
        try fields.merge("moreGames", &moreGames)
        try fields.merge("newerGame", &newerGame)
        try fields.merge("peers", &peers, by: { $0.id }, order: { $0.name })
        try fields.merge("schema", &schema)
        try fields.merge("storage", &storage)
        try fields.merge("sync", &sync)
        try fields.merge("table", &table)
        try fields.merge("version", &version)
        try fields.merge("warnings", &warnings)
    }
}

extension StorageDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("damage", old?.damage, damage)
        json.change("isFull", old?.isFull, isFull)
        json.change("logBytes", old?.logBytes, logBytes)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("damage", &damage)
        try fields.merge("isFull", &isFull)
        try fields.merge("logBytes", &logBytes)
    }
}

extension SyncDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("digest", old?.digest, digest)
        json.change("entries", old?.entries, entries)
        json.change("foldVersion", old?.foldVersion, foldVersion)
        json.change("isDegraded", old?.isDegraded, isDegraded)
        json.change("problem", old?.problem, problem)
        json.change("state", old?.state, state)
        json.change("unknownKinds", old?.unknownKinds, unknownKinds)
        json.change("unsynced", old?.unsynced, unsynced)
        json.change("unsyncedTo", old?.unsyncedTo, unsyncedTo)
        json.change("words", old?.words, words)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("digest", &digest)
        try fields.merge("entries", &entries)
        try fields.merge("foldVersion", &foldVersion)
        try fields.merge("isDegraded", &isDegraded)
        try fields.merge("problem", &problem)
        try fields.merge("state", &state)
        try fields.merge("unknownKinds", &unknownKinds)
        try fields.merge("unsynced", &unsynced)
        try fields.merge("unsyncedTo", &unsyncedTo)
        try fields.merge("words", &words)
    }
}

extension TableBrief: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("id", old?.id, id)
        json.change("name", old?.name, name)
        json.change("words", old?.words, words)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("id", &id)
        try fields.merge("name", &name)
        try fields.merge("words", &words)
    }
}

extension WarningDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("advice", old?.advice, advice)
        json.change("code", old?.code, code)
        json.change("phrase", old?.phrase, phrase)
        json.change("text", old?.text, text)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("advice", &advice)
        try fields.merge("code", &code)
        try fields.merge("phrase", &phrase)
        try fields.merge("text", &text)
    }
}

extension WatchDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("arrived", old?.arrived, arrived)
        json.change("id", old?.id, id)
        json.change("status", old?.status, status)
        json.change("windows", old?.windows, windows) { $0.name }
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("arrived", &arrived)
        try fields.merge("id", &id)
        try fields.merge("status", &status)
        try fields.merge("windows", &windows, by: { $0.name })
    }
}

extension WindowDocument: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("entries", old?.entries, entries) { $0.place ?? "" }
        json.change("game", old?.game, game)
        json.change("hasOlder", old?.hasOlder, hasOlder)
        json.change("name", old?.name, name)
        json.change("player", old?.player, player)
        json.change("problem", old?.problem, problem)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("entries", &entries, by: { $0.place ?? "" })
        try fields.merge("game", &game)
        try fields.merge("hasOlder", &hasOlder)
        try fields.merge("name", &name)
        try fields.merge("player", &player)
        try fields.merge("problem", &problem)
    }
}

extension WindowProblem: JSONPatchable {
    func writeChanges(since old: Self?, to json: inout JSONWriter) {
        json.change("code", old?.code, code)
        json.change("message", old?.message, message)
    }

    mutating func merge(_ fields: inout JSONFields) throws(JSONTape.StepAside) {
        try fields.merge("code", &code)
        try fields.merge("message", &message)
    }
}
