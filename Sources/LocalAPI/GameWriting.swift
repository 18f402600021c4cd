import Documents

// The game of a status, written member by member (see `JSONWriter`).

extension GameDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("abandonedBecause", abandonedBecause)
        json.put("afterSignOff", afterSignOff)
        json.put("away", away)
        json.put("clock", clock)
        json.put("conflicts", conflicts)
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
        json.put("rules", rules)
        json.put("schema", schema)
        json.put("signatures", signatures)
        json.put("state", state)
        json.put("target", target)
        json.put("title", title)
        json.put("unsigned", unsigned)
        json.put("winner", winner)
    }
}

extension GameBrief: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("createdWallMilliseconds", createdWallMilliseconds)
        json.put("home", home)
        json.put("isCurrent", isCurrent)
        json.put("moves", moves)
        json.put("name", name)
        json.put("state", state)
        json.put("title", title)
    }
}

extension SideDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("counts", counts)
        json.put("fouls", fouls)
        json.put("isInPenalty", isInPenalty)
        json.put("isInSecondPenalty", isInSecondPenalty)
        json.put("minutesUnknown", minutesUnknown)
        json.put("name", name)
        json.put("periodFouls", periodFouls)
        json.put("players", players)
        json.put("score", score)
        json.put("timeouts", timeouts)
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

extension PeriodDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("away", away)
        json.put("home", home)
        json.put("label", label)
        json.put("number", number)
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

extension RulesDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("cap", cap)
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

extension RuleWords: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("name", name)
        json.put("value", value)
    }
}

extension HeldMove: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("clock", clock)
        json.put("keeper", keeper)
        json.put("name", name)
        json.put("of", of)
        json.put("ofClock", ofClock)
        json.put("ofKeeper", ofKeeper)
        json.put("ofState", ofState)
        json.put("player", player)
        json.put("text", text)
    }
}

extension FixConflict: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("fix", fix)
        json.put("move", move)
        json.put("otherTexts", otherTexts)
        json.put("others", others)
        json.put("text", text)
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

extension LostDocument: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.put("device", device)
        json.put("later", later)
        json.put("upTo", upTo)
    }
}
