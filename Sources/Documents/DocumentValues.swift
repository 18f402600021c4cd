import Scorebook

/// A request that records. The generator adds the conformance of those with both members.
package protocol RecordingRequest: Decodable, SendableMetatype {
    /// 32 hexadecimal digits: a request with an ID is recorded once, however often it is sent.
    var request: String? { get set }
    /// The game; nil for the current game.
    var game: String? { get }
}

extension NewGameRequest: RecordingRequest {
    /// Nil: the request creates it.
    package var game: String? { nil }
}

extension ClockDocument {
    /// A reading whose seconds follow from its milliseconds.
    package init(
        text: String, milliseconds: Int, remainingMilliseconds: Int? = nil, period: Int,
        periodLabel: String, isRunning: Bool, isEstimated: Bool = false
    ) {
        self.init(
            text: text, seconds: milliseconds / 1000,
            remainingSeconds: remainingMilliseconds.map { $0 / 1000 },
            milliseconds: milliseconds, remainingMilliseconds: remainingMilliseconds,
            period: period, periodLabel: periodLabel, isRunning: isRunning,
            isEstimated: isEstimated)
    }

    /// A reading as scoreboards show it, rounded down: `04:12`, with tenths `00:07.3`.
    package static func text(milliseconds: Int, tenths: Bool = false) -> String {
        ClockText.print(.milliseconds(milliseconds), tenths: tenths)
    }
}

extension FixRequest {
    /// True if the request changes nothing.
    package var isEmpty: Bool {
        kind == nil && player == nil && points == nil && detail == nil && period == nil
            && clockSeconds == nil && shownSeconds == nil
    }
}

extension ImportStep {
    /// Milliseconds elapsed in the period; nil where the game clock was not read. Whole seconds are
    /// written as seconds.
    package var elapsedMilliseconds: Int? {
        get {
            clockMilliseconds
                ?? clockSeconds.map {
                    let product = $0.multipliedReportingOverflow(by: 1000)
                    return product.overflow ? ($0 < 0 ? .min : .max) : product.partialValue
                }
        }
        set {
            let isWhole = (newValue ?? 0) % 1000 == 0
            clockSeconds = isWhole ? newValue.map { $0 / 1000 } : nil
            clockMilliseconds = isWhole ? nil : newValue
        }
    }
}

extension StatusDocument {
    /// The warnings and one for held moves, the most urgent first.
    package var warningsAndHeld: [WarningDocument] {
        let count = game?.heldMoves?.count ?? 0
        guard count > 0 else { return warnings }
        let held = WarningDocument(
            .heldMoves,
            "\(Phrases.count(count, "question")): the result is provisional until answered",
            advice: "scored settle")
        return WarningDocument.byUrgency(warnings + [held])
    }

    /// Everything that waits for a person, a sentence each: the warnings, held moves, and moves
    /// that no other device has although there are others.
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

extension WarningDocument {
    /// A warning of a code that this version knows.
    package init(_ code: WarningCode, _ text: String, advice: String? = nil) {
        self.init(code: code.rawValue, text: text, advice: advice)
    }

    /// A warning that is said by code, and in English.
    init(_ code: WarningCode, _ phrase: Phrase, advice: String? = nil) {
        self.init(
            code: code.rawValue, text: Catalogue.english(phrase, else: phrase.code),
            phrase: phrase, advice: advice)
    }

    /// The fault and its subject.
    package func text(in words: Catalogue) -> String { words(phrase, else: text) }

    /// The text and the advice as one sentence.
    package var sentence: String { text + (advice.map { "; \($0)" } ?? "") }

    /// The warnings in the order of `WarningCode`, those of one code in their order; codes of a
    /// newer version come last.
    package static func byUrgency(_ warnings: [WarningDocument]) -> [WarningDocument] {
        let codes = WarningCode.allCases
        let ranked = warnings.enumerated().map { place, warning in
            let rank = WarningCode(rawValue: warning.code).flatMap(codes.firstIndex)
            return (rank ?? codes.count, place, warning)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

extension [WarningDocument] {
    /// Appends a warning of a code that this version knows.
    package mutating func add(_ code: WarningCode, _ text: String, advice: String? = nil) {
        append(WarningDocument(code, text, advice: advice))
    }

    /// Appends one that is said by code.
    mutating func add(_ code: WarningCode, _ phrase: Phrase, advice: String? = nil) {
        append(WarningDocument(code, phrase, advice: advice))
    }

    /// Appends a warning if there is one.
    package mutating func add(_ warning: WarningDocument?) {
        if let warning { append(warning) }
    }
}

extension GamePhase {
    /// The phase in English.
    package var word: String { Catalogue.english(term) }

    /// The phase for people: a game is ended first, and official once everyone has signed.
    package var term: Term {
        switch self {
        case .scheduled: .scheduled
        case .closed: .closed
        case .signed: .official
        case .live: .live
        case .decided: .decided
        case .abandoned: .abandoned
        case .forfeit: .forfeit
        case .united: .united
        }
    }
}

extension RemovalDocument {
    /// `removed by ana · everything up to bo.41 counts · 3 entries kept, not counted`.
    package var words: String {
        Phrases.line(
            by.isEmpty ? "removed with the device that invited it" : "removed by \(by)", counted,
            uncounted == 0 ? nil : "\(Phrases.entries(uncounted)) kept, not counted")
    }

    /// `everything up to bo.41 counts`.
    package var counted: String {
        upTo.isEmpty ? "none of it counts" : "everything up to \(Phrases.names(upTo)) counts"
    }
}

extension TurnReport {
    /// `812 ms (640 folding games, 120 making it durable); 24000 entries merged; 3 requests,
    /// longest GET /v1/export with 40 ms`.
    package var text: String {
        var text = "\(Self.whole(milliseconds)) ms"
        // Unless it worked all the time.
        if let processorMilliseconds, processorMilliseconds < milliseconds * 0.9 {
            text += ", of which \(Self.whole(processorMilliseconds)) on a processor"
        }
        if !parts.isEmpty {
            let parts = parts.map { "\(Self.whole($0.milliseconds)) \($0.name)" }
            text += " (\(parts.joined(separator: ", ")))"
        }
        if entries > 0 { text += "; \(Phrases.entries(entries)) merged" }
        if let request {
            let count = Phrases.count(requests, "request")
            let time = Self.whole(request.milliseconds)
            text += "; \(count), longest \(request.name) with \(time) ms"
        }
        return text
    }

    private static func whole(_ milliseconds: Double) -> Int {
        Int(exactly: milliseconds.rounded()) ?? .max
    }
}

extension RulesDocument {
    /// The kinds of move under these rules, the most usual first, in words of the command line: the
    /// shots that the rules know, then the kinds of every game.
    package var kinds: [String] {
        let shots = Self.shots.filter(rules.knows)
        return (shots + [.assist, .rebound, .foul, .freeThrow, .steal, .block, .turnover, .miss])
            .compactMap { MoveWord.name($0) } + ["technicalFoul"]
    }

    /// True if a kind, in a word of the command line, is a made shot that these rules do not have.
    /// It can be recorded, and counts.
    package func isUnknownShot(_ kind: String) -> Bool {
        let rules = rules
        return Self.shots.contains { MoveWord.name($0) == kind && !rules.knows($0) }
    }

    private static let shots = [MoveKind.onePoint, .twoPoints, .threePoints]

    /// Only the rules that decide which shots exist.
    private var rules: Rules {
        var rules = Rules(preset.flatMap(RulesPreset.init(word:)) ?? .custom)
        for rule in [Rule.onePoint, .threePoints] {
            if let value = points[RuleWord.name(rule)] { rules[rule] = value }
        }
        return rules
    }
}

extension DoctorDocument {
    /// Sorts the checks by verdict and counts them.
    package init(home: String, checks: [CheckDocument]) {
        let sorted = CheckVerdict.allCases.flatMap { verdict in
            checks.filter { $0.verdict == verdict }
        }
        self.init(
            home: home, failed: checks.count { $0.verdict == .failed },
            warnings: checks.count { $0.verdict == .warning }, checks: sorted)
    }
}

extension CheckDocument {
    /// The same without labels.
    package init(
        _ subject: String, _ verdict: CheckVerdict, _ text: String, advice: String? = nil,
        figures: [String: Double]? = nil
    ) {
        self.init(subject: subject, verdict: verdict, text: text, advice: advice, figures: figures)
    }
}

extension GameDocument {
    /// The players that a text means: `h4` and `a7`, `h#1`, a number, a name, or two letters or
    /// more of one.
    ///
    /// Never guesses. The slot of a merged player finds the one that stayed.
    package func player(typed text: String) -> PlayerQuery.Answer<PlayerDocument> {
        let players = home.players + away.players
        let spellings = players.enumerated().compactMap { place, player in
            player.spelling(place: place)
        }
        return PlayerQuery.find(text, among: spellings).map { present(players[$0]) }
    }

    /// The player of a slot: `h#1`; nil where there is none.
    package func player(slot: String) -> PlayerDocument? {
        (home.players + away.players).first { $0.slot == slot }
    }

    /// The team of the player of a slot.
    package func side(ofSlot slot: String) -> SideDocument? {
        [home, away].first { side in side.players.contains { $0.slot == slot } }
    }

    private func present(_ player: PlayerDocument) -> PlayerDocument {
        var line = player
        // Bounded: a document from outside may merge lines in a circle.
        for _ in 0..<(home.players.count + away.players.count) {
            guard let next = line.mergedInto.flatMap(player(slot:)) else { break }
            line = next
        }
        return line
    }
}

extension PlayerDocument {
    /// `4 Ana`; only the name where there is no number.
    package var numberAndName: String {
        number.isEmpty || number == name ? name : "\(number) \(name)"
    }

    /// Nil for a slot of a newer version.
    fileprivate func spelling(place: Int) -> PlayerQuery.Spelling? {
        guard let side = Side(typed: slot.prefix(1)),
            slot.dropFirst().first == "#", let number = Int(slot.dropFirst(2))
        else { return nil }
        return PlayerQuery.Spelling(
            place: place, side: side, slot: number, number: self.number,
            // The number or slot that is shown in the place of a missing name is not a name.
            name: name == self.number || name == slot ? "" : name,
            isWithdrawn: mergedInto != nil || !isActive)
    }
}

extension NewGameRequest {
    /// The same teams and rules, without rosters: the daemon copies those of the last game.
    package init(again game: GameDocument) {
        let rules = game.rules
        self.init(
            home: TeamRequest(name: game.home.name), away: TeamRequest(name: game.away.name),
            rules: RulesRequest(
                preset: rules.preset, periods: rules.periods,
                periodSeconds: rules.periodSeconds ?? 0,
                overtimeSeconds: rules.overtimeSeconds ?? 0,
                overtimeTarget: rules.overtimeTarget ?? 0, target: rules.target ?? 0,
                lead: rules.lead, cap: rules.cap ?? 0,
                points: rules.points.isEmpty ? nil : rules.points,
                playersASide: rules.playersASide, penaltyFouls: rules.penaltyFouls ?? 0,
                secondPenaltyFouls: rules.secondPenaltyFouls ?? 0,
                overtimePenaltyFouls: rules.overtimePenaltyFouls ?? 0,
                foulLimit: rules.foulLimit ?? 0, forfeitAward: rules.forfeitAward ?? 0,
                defaultAward: rules.defaultAward ?? 0))
    }
}

extension PeerState {
    /// True if its entries arrive here.
    package var isReached: Bool { self == .inSync || self == .syncing }
    /// True if it belongs to the table and is not reached.
    package var isMissed: Bool { !isReached && self != .left }
}
