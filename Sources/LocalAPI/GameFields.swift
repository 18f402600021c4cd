import Documents

// The game of a `status`, read member by member (see `JSONTape`).

extension GameDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let abandonedBecause = try fields.textIfPresent("abandonedBecause")
        let afterSignOff = try fields.texts("afterSignOff")
        let away = try fields.object("away", SideDocument.init(fields:))
        let clock = try fields.objectIfPresent("clock", ClockDocument.init(fields:))
        let conflicts = try fields.listIfPresent("conflicts", FixConflict.init(fields:))
        let held = try fields.number("held")
        let heldMoves = try fields.listIfPresent("heldMoves", HeldMove.init(fields:))
        let home = try fields.object("home", SideDocument.init(fields:))
        let isCurrent = try fields.flag("isCurrent")
        let isDecided = try fields.flag("isDecided")
        let isOfficial = try fields.flag("isOfficial")
        let isProvisional = try fields.flag("isProvisional")
        let lost = try fields.list("lost", LostDocument.init(fields:))
        let moves = try fields.number("moves")
        let name = try fields.text("name")
        let periods = try fields.list("periods", PeriodDocument.init(fields:))
        let provisionalBecause = try fields.texts("provisionalBecause")
        let rules = try fields.object("rules", RulesDocument.init(fields:))
        let schema = try fields.number("schema")
        let signatures = try fields.list("signatures", SignatureDocument.init(fields:))
        let state = try fields.word("state", GamePhase.init(rawValue:))
        let target = try fields.numberIfPresent("target")
        let title = try fields.text("title")
        let unsigned = try fields.texts("unsigned")
        let winner = try fields.wordIfPresent("winner", SideName.init(rawValue:))
        self.init(
            schema: schema, name: name, title: title, state: state, rules: rules, home: home,
            away: away, periods: periods, clock: clock, target: target, winner: winner,
            isDecided: isDecided, isProvisional: isProvisional,
            provisionalBecause: provisionalBecause, moves: moves, held: held,
            heldMoves: heldMoves, conflicts: conflicts, isCurrent: isCurrent,
            signatures: signatures, unsigned: unsigned, isOfficial: isOfficial, lost: lost,
            afterSignOff: afterSignOff, abandonedBecause: abandonedBecause)
    }
}

extension GameBrief {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let away = try fields.number("away")
        let created = try fields.numberIfPresent("createdWallMilliseconds")
        let home = try fields.number("home")
        let isCurrent = try fields.flag("isCurrent")
        let moves = try fields.number("moves")
        let name = try fields.text("name")
        let state = try fields.word("state", GamePhase.init(rawValue:))
        self.init(
            name: name, title: try fields.text("title"), state: state, home: home, away: away,
            isCurrent: isCurrent, moves: moves, createdWallMilliseconds: created.map(Int64.init))
    }
}

extension SideDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let counts = try fields.counts("counts")
        let fouls = try fields.number("fouls")
        let isInPenalty = try fields.flag("isInPenalty")
        let isInSecondPenalty = try fields.flag("isInSecondPenalty")
        let minutesUnknown = try fields.textIfPresent("minutesUnknown")
        let name = try fields.text("name")
        let periodFouls = try fields.number("periodFouls")
        let players = try fields.list("players", PlayerDocument.init(fields:))
        let score = try fields.number("score")
        self.init(
            name: name, score: score, fouls: fouls, periodFouls: periodFouls,
            isInPenalty: isInPenalty, isInSecondPenalty: isInSecondPenalty,
            timeouts: try fields.number("timeouts"), players: players, counts: counts,
            minutesUnknown: minutesUnknown)
    }
}

extension PlayerDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let counts = try fields.counts("counts")
        let fouls = try fields.number("fouls")
        let held = try fields.number("held")
        let isActive = try fields.flag("isActive")
        let isOnCourt = try fields.flagIfPresent("isOnCourt")
        let mergedInto = try fields.textIfPresent("mergedInto")
        let name = try fields.text("name")
        let number = try fields.text("number")
        let plusMinus = try fields.numberIfPresent("plusMinus")
        let points = try fields.number("points")
        let secondsPlayed = try fields.numberIfPresent("secondsPlayed")
        let slot = try fields.text("slot")
        self.init(
            slot: slot, number: number, name: name, points: points, fouls: fouls,
            counts: counts, held: held, trackedBy: try fields.texts("trackedBy"),
            isActive: isActive, isOnCourt: isOnCourt, secondsPlayed: secondsPlayed,
            plusMinus: plusMinus,
            mergedInto: mergedInto)
    }
}

extension PeriodDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let away = try fields.number("away")
        let home = try fields.number("home")
        let label = try fields.text("label")
        self.init(number: try fields.number("number"), label: label, home: home, away: away)
    }
}

extension ClockDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let isEstimated = try fields.flag("isEstimated")
        let isRunning = try fields.flag("isRunning")
        let milliseconds = try fields.number("milliseconds")
        let period = try fields.number("period")
        let periodLabel = try fields.text("periodLabel")
        let remainingMilliseconds = try fields.numberIfPresent("remainingMilliseconds")
        let remainingSeconds = try fields.numberIfPresent("remainingSeconds")
        let seconds = try fields.number("seconds")
        self.init(
            text: try fields.text("text"), milliseconds: milliseconds,
            remainingMilliseconds: remainingMilliseconds, period: period,
            periodLabel: periodLabel, isRunning: isRunning, isEstimated: isEstimated)
        self.seconds = seconds
        self.remainingSeconds = remainingSeconds
    }
}

extension RulesDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let cap = try fields.numberIfPresent("cap")
        let foulLimit = try fields.numberIfPresent("foulLimit")
        let lead = try fields.numberIfPresent("lead")
        let overtimePenaltyFouls = try fields.numberIfPresent("overtimePenaltyFouls")
        let overtimeSeconds = try fields.numberIfPresent("overtimeSeconds")
        let overtimeTarget = try fields.numberIfPresent("overtimeTarget")
        let penaltyFouls = try fields.numberIfPresent("penaltyFouls")
        let periodSeconds = try fields.numberIfPresent("periodSeconds")
        let periods = try fields.numberIfPresent("periods")
        let playersASide = try fields.numberIfPresent("playersASide")
        let points = try fields.counts("points")
        let preset = try fields.textIfPresent("preset")
        let secondPenaltyFouls = try fields.numberIfPresent("secondPenaltyFouls")
        let summary = try fields.text("summary")
        let target = try fields.numberIfPresent("target")
        self.init(
            preset: preset, summary: summary, periods: periods, periodSeconds: periodSeconds,
            overtimeSeconds: overtimeSeconds, overtimeTarget: overtimeTarget, target: target,
            lead: lead, cap: cap, points: points, playersASide: playersASide,
            penaltyFouls: penaltyFouls, secondPenaltyFouls: secondPenaltyFouls,
            overtimePenaltyFouls: overtimePenaltyFouls, foulLimit: foulLimit,
            words: try fields.list("words", RuleWords.init(fields:)))
    }
}

extension RuleWords {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let name = try fields.text("name")
        self.init(name: name, value: try fields.text("value"))
    }
}

extension HeldMove {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let clock = try fields.textIfPresent("clock")
        let keeper = try fields.text("keeper")
        let name = try fields.text("name")
        let of = try fields.text("of")
        let ofClock = try fields.textIfPresent("ofClock")
        let ofKeeper = try fields.text("ofKeeper")
        let ofState = try fields.word("ofState", EntryState.init(rawValue:))
        let player = try fields.textIfPresent("player")
        self.init(
            name: name, keeper: keeper, text: try fields.text("text"), player: player,
            clock: clock, of: of, ofKeeper: ofKeeper, ofClock: ofClock, ofState: ofState)
    }
}

extension FixConflict {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let fix = try fields.text("fix")
        let move = try fields.text("move")
        let otherTexts = try fields.texts("otherTexts")
        let others = try fields.texts("others")
        self.init(
            move: move, text: try fields.text("text"), fix: fix, others: others,
            otherTexts: otherTexts)
    }
}

extension SignatureDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let away = try fields.number("away")
        let device = try fields.text("device")
        let digest = try fields.text("digest")
        let entry = try fields.text("entry")
        let home = try fields.number("home")
        let isAgreed = try fields.flag("isAgreed")
        let name = try fields.text("name")
        let protest = try fields.textIfPresent("protest")
        self.init(
            device: device, name: name, entry: entry, home: home, away: away, digest: digest,
            words: try fields.text("words"), isAgreed: isAgreed, protest: protest)
    }
}

extension LostDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let device = try fields.text("device")
        let later = try fields.texts("later")
        self.init(device: device, upTo: try fields.texts("upTo"), later: later)
    }
}
