// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: 5350e2f5a2c4a473d9c097309495b8b2

import Documents

extension JSON {
    /// The value by its generated reader; nil means: use JSONDecoder.
    static func read<Value>(_ type: Value.Type, _ tape: JSONTape) -> Value? {
        if type == StatusDocument.self {
            return JSONFields.read(tape, StatusDocument.init(fields:)) as? Value
        }
        if type == MoveRequest.self {
            return JSONFields.read(tape, MoveRequest.init(fields:)) as? Value
        }
        if type == RecordedDocument.self {
            return JSONFields.read(tape, RecordedDocument.init(fields:)) as? Value
        }
        return nil
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
        let text = try fields.text("text")
        self.init(
            text: text, seconds: seconds, remainingSeconds: remainingSeconds,
            milliseconds: milliseconds, remainingMilliseconds: remainingMilliseconds,
            period: period, periodLabel: periodLabel, isRunning: isRunning,
            isEstimated: isEstimated)
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

extension EntryDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let away = try fields.numberIfPresent("away")
        let because = try fields.textIfPresent("because")
        let becausePhrase = try fields.objectIfPresent("becausePhrase", Phrase.init(fields:))
        let clock = try fields.textIfPresent("clock")
        let conflicts = try fields.textsIfPresent("conflicts")
        let copies = try fields.numberIfPresent("copies")
        let fixes = try fields.textsIfPresent("fixes")
        let game = try fields.textIfPresent("game")
        let home = try fields.numberIfPresent("home")
        let index = try fields.number("index")
        let keeper = try fields.text("keeper")
        let kind = try fields.text("kind")
        let lamport = UInt64(clamping: try fields.number("lamport"))
        let name = try fields.text("name")
        let names = try fields.texts("names")
        let period = try fields.numberIfPresent("period")
        let phrase = try fields.objectIfPresent("phrase", Phrase.init(fields:))
        let place = try fields.textIfPresent("place")
        let player = try fields.textIfPresent("player")
        let playerText = try fields.textIfPresent("playerText")
        let points = try fields.numberIfPresent("points")
        let resembles = try fields.textIfPresent("resembles")
        let side = try fields.wordIfPresent("side", SideName.init(rawValue:))
        let state = try fields.word("state", EntryState.init(rawValue:))
        let text = try fields.text("text")
        let voidedBy = try fields.textsIfPresent("voidedBy")
        let wallMilliseconds = Int64(try fields.number("wallMilliseconds"))
        let was = try fields.textIfPresent("was")
        let wasPhrase = try fields.objectIfPresent("wasPhrase", Phrase.init(fields:))
        self.init(
            name: name, game: game, keeper: keeper, wallMilliseconds: wallMilliseconds,
            index: index, lamport: lamport, place: place, kind: kind, text: text, phrase: phrase,
            was: was, wasPhrase: wasPhrase, fixes: fixes, conflicts: conflicts,
            resembles: resembles, side: side, player: player, playerText: playerText,
            points: points, period: period, clock: clock, home: home, away: away, state: state,
            because: because, becausePhrase: becausePhrase, voidedBy: voidedBy, copies: copies,
            names: names)
    }
}

extension ForfeitDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let away = try fields.numberIfPresent("away")
        let by = try fields.word("by", SideName.init(rawValue:))
        let home = try fields.numberIfPresent("home")
        let isDefault = try fields.flag("isDefault")
        let score = try fields.text("score")
        self.init(by: by, isDefault: isDefault, home: home, away: away, score: score)
    }
}

extension GameBrief {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let abandonedBecause = try fields.textIfPresent("abandonedBecause")
        let away = try fields.number("away")
        let createdWallMilliseconds =
            (try fields.numberIfPresent("createdWallMilliseconds")).map { Int64($0) }
        let forfeit = try fields.objectIfPresent("forfeit", ForfeitDocument.init(fields:))
        let home = try fields.number("home")
        let isCurrent = try fields.flag("isCurrent")
        let moves = try fields.number("moves")
        let name = try fields.text("name")
        let state = try fields.word("state", GamePhase.init(rawValue:))
        let title = try fields.text("title")
        self.init(
            name: name, title: title, state: state, home: home, away: away, isCurrent: isCurrent,
            moves: moves, createdWallMilliseconds: createdWallMilliseconds, forfeit: forfeit,
            abandonedBecause: abandonedBecause)
    }
}

extension GameDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let abandonedBecause = try fields.textIfPresent("abandonedBecause")
        let afterSignOff = try fields.texts("afterSignOff")
        let away = try fields.object("away", SideDocument.init(fields:))
        let clock = try fields.objectIfPresent("clock", ClockDocument.init(fields:))
        let copies = try fields.numberIfPresent("copies")
        let forfeit = try fields.objectIfPresent("forfeit", ForfeitDocument.init(fields:))
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
        let periods = try fields.rows("periods", PeriodDocument.init(fields:))
        let provisionalBecause = try fields.texts("provisionalBecause")
        let provisionalPhrases =
            try fields.listIfPresent("provisionalPhrases", Phrase.init(fields:))
        let rules = try fields.object("rules", RulesDocument.init(fields:))
        let schema = try fields.number("schema")
        let signatures = try fields.list("signatures", SignatureDocument.init(fields:))
        let state = try fields.word("state", GamePhase.init(rawValue:))
        let target = try fields.numberIfPresent("target")
        let title = try fields.text("title")
        let uncompared = try fields.textsIfPresent("uncompared")
        let unsigned = try fields.texts("unsigned")
        let winner = try fields.wordIfPresent("winner", SideName.init(rawValue:))
        self.init(
            schema: schema, name: name, title: title, state: state, rules: rules, home: home,
            away: away, periods: periods, clock: clock, target: target, winner: winner,
            isDecided: isDecided, isProvisional: isProvisional,
            provisionalBecause: provisionalBecause, provisionalPhrases: provisionalPhrases,
            moves: moves, held: held, copies: copies, uncompared: uncompared, heldMoves: heldMoves,
            isCurrent: isCurrent, signatures: signatures, unsigned: unsigned,
            isOfficial: isOfficial, lost: lost, afterSignOff: afterSignOff,
            abandonedBecause: abandonedBecause, forfeit: forfeit)
    }
}

extension HeldMove {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let answers = try fields.textsIfPresent("answers")
        let clock = try fields.textIfPresent("clock")
        let keeper = try fields.text("keeper")
        let name = try fields.text("name")
        let of = try fields.text("of")
        let ofClock = try fields.textIfPresent("ofClock")
        let ofKeeper = try fields.text("ofKeeper")
        let ofPhrase = try fields.objectIfPresent("ofPhrase", Phrase.init(fields:))
        let ofState = try fields.word("ofState", EntryState.init(rawValue:))
        let ofText = try fields.textIfPresent("ofText")
        let phrase = try fields.objectIfPresent("phrase", Phrase.init(fields:))
        let player = try fields.textIfPresent("player")
        let reason = try fields.wordIfPresent("reason", HeldReason.init(rawValue:))
        let text = try fields.text("text")
        self.init(
            name: name, keeper: keeper, text: text, phrase: phrase, player: player, clock: clock,
            of: of, ofKeeper: ofKeeper, ofText: ofText, ofPhrase: ofPhrase, ofClock: ofClock,
            ofState: ofState, reason: reason, answers: answers)
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
        let wallMilliseconds = Int64(try fields.number("wallMilliseconds"))
        self.init(
            kind: kind, wallMilliseconds: wallMilliseconds, device: device, author: author,
            text: text, advice: advice)
    }
}

extension LostDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let device = try fields.text("device")
        let later = try fields.texts("later")
        let upTo = try fields.texts("upTo")
        self.init(device: device, upTo: upTo, later: later)
    }
}

extension MoveRequest {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let basket = try fields.textIfPresent("basket")
        let clockMilliseconds = try fields.numberIfPresent("clockMilliseconds")
        let clockSeconds = try fields.numberIfPresent("clockSeconds")
        let detail = try fields.textIfPresent("detail")
        let force = try fields.flagIfPresent("force")
        let freeThrows = try fields.numberIfPresent("freeThrows")
        let game = try fields.textIfPresent("game")
        let kind = try fields.text("kind")
        let period = try fields.numberIfPresent("period")
        let player = try fields.text("player")
        let points = try fields.numberIfPresent("points")
        let request = try fields.textIfPresent("request")
        self.init(
            request: request, game: game, player: player, kind: kind, points: points,
            detail: detail, freeThrows: freeThrows, period: period, clockSeconds: clockSeconds,
            clockMilliseconds: clockMilliseconds, basket: basket, force: force)
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
        let via = try fields.textIfPresent("via")
        self.init(
            name: name, id: id, keeper: keeper, state: state, address: address, via: via,
            missing: missing, behind: behind, lastSeenSeconds: lastSeenSeconds,
            roundTripMilliseconds: roundTripMilliseconds, problem: problem, role: role)
    }
}

extension PeriodDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let away = try fields.number("away")
        let home = try fields.number("home")
        let label = try fields.text("label")
        let number = try fields.number("number")
        self.init(number: number, label: label, home: home, away: away)
    }
}

extension Phrase {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let code = try fields.text("code")
        let values = try fields.list("values", PhraseValue.init(fields:))
        self.init(code: code, values: values)
    }
}

extension PhraseValue {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let number = try fields.numberIfPresent("number")
        let phrase = try fields.objectIfPresent("phrase", Phrase.init(fields:))
        let text = try fields.textIfPresent("text")
        self.init(text: text, number: number, phrase: phrase)
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
        let trackedBy = try fields.texts("trackedBy")
        self.init(
            slot: slot, number: number, name: name, points: points, fouls: fouls, counts: counts,
            held: held, trackedBy: trackedBy, isActive: isActive, isOnCourt: isOnCourt,
            secondsPlayed: secondsPlayed, plusMinus: plusMinus, mergedInto: mergedInto)
    }
}

extension QuestionDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let code = try fields.text("code")
        let entries = try fields.texts("entries")
        let text = try fields.text("text")
        self.init(code: code, text: text, entries: entries)
    }
}

extension RecordedDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let away = try fields.numberIfPresent("away")
        let echo = try fields.text("echo")
        let entries = try fields.texts("entries")
        let game = try fields.textIfPresent("game")
        let home = try fields.numberIfPresent("home")
        let isDurable = try fields.flag("isDurable")
        let isRepeat = try fields.flag("isRepeat")
        let questions = try fields.listIfPresent("questions", QuestionDocument.init(fields:))
        let schema = try fields.number("schema")
        let warnings = try fields.list("warnings", WarningDocument.init(fields:))
        self.init(
            schema: schema, entries: entries, isDurable: isDurable, isRepeat: isRepeat, game: game,
            echo: echo, home: home, away: away, warnings: warnings, questions: questions)
    }
}

extension RemovalDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let by = try fields.text("by")
        let device = try fields.text("device")
        let entry = try fields.text("entry")
        let uncounted = try fields.number("uncounted")
        let upTo = try fields.texts("upTo")
        self.init(device: device, by: by, entry: entry, upTo: upTo, uncounted: uncounted)
    }
}

extension RuleWords {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let name = try fields.text("name")
        let value = try fields.text("value")
        self.init(name: name, value: value)
    }
}

extension RulesDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let cap = try fields.numberIfPresent("cap")
        let defaultAward = try fields.numberIfPresent("defaultAward")
        let forfeitAward = try fields.numberIfPresent("forfeitAward")
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
        let words = try fields.list("words", RuleWords.init(fields:))
        self.init(
            preset: preset, summary: summary, periods: periods, periodSeconds: periodSeconds,
            overtimeSeconds: overtimeSeconds, overtimeTarget: overtimeTarget, target: target,
            lead: lead, cap: cap, points: points, playersASide: playersASide,
            penaltyFouls: penaltyFouls, secondPenaltyFouls: secondPenaltyFouls,
            overtimePenaltyFouls: overtimePenaltyFouls, foulLimit: foulLimit,
            forfeitAward: forfeitAward, defaultAward: defaultAward, words: words)
    }
}

extension SideDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let counts = try fields.counts("counts")
        let fouls = try fields.number("fouls")
        let isInPenalty = try fields.flag("isInPenalty")
        let isInSecondPenalty = try fields.flag("isInSecondPenalty")
        let minutesUnknown = try fields.textIfPresent("minutesUnknown")
        let minutesUnknownPhrase =
            try fields.objectIfPresent("minutesUnknownPhrase", Phrase.init(fields:))
        let name = try fields.text("name")
        let periodFouls = try fields.number("periodFouls")
        let players = try fields.rows("players", PlayerDocument.init(fields:))
        let score = try fields.number("score")
        let timeouts = try fields.number("timeouts")
        self.init(
            name: name, score: score, fouls: fouls, periodFouls: periodFouls,
            isInPenalty: isInPenalty, isInSecondPenalty: isInSecondPenalty, timeouts: timeouts,
            players: players, counts: counts, minutesUnknown: minutesUnknown,
            minutesUnknownPhrase: minutesUnknownPhrase)
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
        let words = try fields.text("words")
        self.init(
            device: device, name: name, entry: entry, home: home, away: away, digest: digest,
            words: words, isAgreed: isAgreed, protest: protest)
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
        let peers = try fields.rows("peers", PeerDocument.init(fields:))
        let schema = try fields.number("schema")
        let storage = try fields.object("storage", StorageDocument.init(fields:))
        let sync = try fields.object("sync", SyncDocument.init(fields:))
        let table = try fields.object("table", TableBrief.init(fields:))
        let version = try fields.text("version")
        let warnings = try fields.list("warnings", WarningDocument.init(fields:))
        self.init(
            schema: schema, version: version, table: table, device: device, sync: sync,
            peers: peers, game: game, newerGame: newerGame, games: games, moreGames: moreGames,
            warnings: warnings, storage: storage, isOfflineView: isOfflineView, identity: identity)
    }
}

extension StorageDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let damage = try fields.texts("damage")
        let isFull = try fields.flag("isFull")
        let logBytes = try fields.number("logBytes")
        self.init(logBytes: logBytes, isFull: isFull, damage: damage)
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
        let words = try fields.text("words")
        self.init(
            state: state, digest: digest, words: words, foldVersion: foldVersion,
            unsynced: unsynced, unsyncedTo: unsyncedTo, entries: entries,
            unknownKinds: unknownKinds, isDegraded: isDegraded, problem: problem)
    }
}

extension TableBrief {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let id = try fields.text("id")
        let name = try fields.text("name")
        let words = try fields.text("words")
        self.init(id: id, name: name, words: words)
    }
}

extension WarningDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let advice = try fields.textIfPresent("advice")
        let code = try fields.text("code")
        let phrase = try fields.objectIfPresent("phrase", Phrase.init(fields:))
        let text = try fields.text("text")
        self.init(code: code, text: text, phrase: phrase, advice: advice)
    }
}

extension WatchDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let arrived = try fields.list("arrived", EntryDocument.init(fields:))
        let id = try fields.textIfPresent("id")
        let status = try fields.objectIfPresent("status", StatusDocument.init(fields:))
        let windows = try fields.rows("windows", WindowDocument.init(fields:))
        self.init(id: id, status: status, windows: windows, arrived: arrived)
    }
}

extension WindowDocument {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let entries = try fields.rows("entries", EntryDocument.init(fields:))
        let game = try fields.textIfPresent("game")
        let hasOlder = try fields.flag("hasOlder")
        let name = try fields.text("name")
        let player = try fields.textIfPresent("player")
        let problem = try fields.objectIfPresent("problem", WindowProblem.init(fields:))
        self.init(
            name: name, game: game, player: player, entries: entries, hasOlder: hasOlder,
            problem: problem)
    }
}

extension WindowProblem {
    init(fields: inout JSONFields) throws(JSONTape.StepAside) {
        let code = try fields.text("code")
        let message = try fields.text("message")
        self.init(code: code, message: message)
    }
}
