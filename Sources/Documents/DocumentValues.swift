import Scorebook

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
}

extension FixRequest {
    /// Whether nothing is to be changed.
    package var isEmpty: Bool {
        kind == nil && player == nil && points == nil && detail == nil && period == nil
            && clockSeconds == nil && shownSeconds == nil
    }
}

extension ImportStep {
    /// Milliseconds elapsed in the period; nil where nobody read the game clock. Whole seconds are
    /// written as such.
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

extension WarningDocument {
    /// What is wrong and what to do, as one sentence.
    package var sentence: String { text + (advice.map { "; \($0)" } ?? "") }

    /// The codes of a status by urgency: what keeps moves from counting at all; then what sends them into
    /// another game; then what endangers the result, those first that nobody but the keepers of this game
    /// can mend before it ends; then who tracks whom; then what has time until after the game.
    package static let urgency = [
        "removed", "forksWithoutEnd", "offlineView", "diskFailed", "diskFull", "archive", "damage",
        "gap", "newerGame",
        "uncovered", heldMoves, "heldElsewhere", "targetReachedTwice", "signedDiffers",
        "signedOtherwise", "behindEnd", "afterSignOff", "lostLater", "fixConflict", "duplicate",
        "protest", "timeOver",
        "untracked", "takenOver", "overlap", "numberTwice", "foulLimit", "unsignedGame",
        "newIncarnation", "clone", "forkedHome", "forked", "removedLater", "gameMissing",
        "unfinished", "home", "clockDiffers", "absurdOrder", "unknownKinds",
    ]

    /// The code of the warning that moves are held. It is in no document: `held` of the game says it.
    package static let heldMoves = "heldMoves"

    /// The warnings by urgency, those of one code in their order; those that the table does not have last.
    package static func byUrgency(_ warnings: [WarningDocument]) -> [WarningDocument] {
        let ranked = warnings.enumerated().map { place, warning in
            (urgency.firstIndex(of: warning.code) ?? urgency.count, place, warning)
        }
        return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

extension GamePhase {
    /// As people read it: a game is ended first, and official once everyone has signed.
    package var word: String {
        switch self {
        case .scheduled: "not begun"
        case .closed: "ended"
        case .signed: "official"
        case .live, .decided, .abandoned, .forfeit: rawValue
        }
    }
}

extension RemovalDocument {
    /// `removed by ana · everything up to bo.41 counts · 3 entries kept, not counted`.
    package var words: String {
        Phrases.line(
            by.isEmpty ? "removed with the device that let it in" : "removed by \(by)",
            upTo.isEmpty
                ? "nothing of it counts" : "everything up to \(Phrases.names(upTo)) counts",
            uncounted == 0 ? nil : "\(Phrases.entries(uncounted)) kept, not counted")
    }
}

extension TurnReport {
    /// `812 ms (640 folding games, 120 making it durable); 24000 entries merged; 3 requests, longest GET
    /// /v1/export with 40 ms`.
    package var text: String {
        var text = "\(Self.whole(milliseconds)) ms"
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

extension ClockDocument {
    /// A reading as scoreboards show it: `04:12`, with tenths `00:07.3`. What is begun of a second,
    /// or of a tenth, is not shown.
    package static func text(milliseconds: Int, tenths: Bool = false) -> String {
        ClockText.print(.milliseconds(milliseconds), tenths: tenths)
    }
}

extension RulesDocument {
    /// The kinds of move that a game under these rules is kept in, the most usual first, in words of
    /// the command line: the shots that the rules know, then what every game has.
    package var kinds: [String] {
        let shots = Self.shots.filter(rules.knows)
        return (shots + [.assist, .rebound, .foul, .freeThrow, .steal, .block, .turnover, .miss])
            .compactMap { MoveWord.name($0) } + ["technicalFoul"]
    }

    /// Whether a kind, in a word of the command line, is a made shot that nobody scores under these
    /// rules. It is recorded all the same, and counts.
    package func isUnknownShot(_ kind: String) -> Bool {
        let rules = rules
        return Self.shots.contains { MoveWord.name($0) == kind && !rules.knows($0) }
    }

    private static let shots = [MoveKind.onePoint, .twoPoints, .threePoints]

    /// As far as it says which shots there are.
    private var rules: Rules {
        var rules = Rules(preset.flatMap(RulesPreset.init(word:)) ?? .custom)
        for rule in [Rule.onePoint, .threePoints] {
            if let value = points[RuleWord.name(rule)] { rules[rule] = value }
        }
        return rules
    }
}
