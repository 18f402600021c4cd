package import Scorebook

extension RulesDocument {
    /// The rules of a game as people and programs read them.
    package init(_ rules: Rules) {
        func positive(_ rule: Rule) -> Int? { rules[rule] > 0 ? rules[rule] : nil }
        self.init(
            preset: rules.presetName, summary: rules.summary,
            periods: positive(.periods), periodSeconds: positive(.periodLength).map { $0 / 1000 },
            overtimeSeconds: positive(.overtimeLength).map { $0 / 1000 },
            overtimeTarget: positive(.overtimeTarget), target: positive(.target),
            lead: positive(.lead), cap: positive(.cap),
            points: [
                "onePoint": rules[.onePoint], "twoPoints": rules[.twoPoints],
                "threePoints": rules[.threePoints], "freeThrow": rules[.freeThrow],
            ],
            playersASide: positive(.playersASide), penaltyFouls: positive(.penaltyFouls),
            secondPenaltyFouls: positive(.secondPenaltyFouls),
            overtimePenaltyFouls: positive(.overtimePenaltyFouls), foulLimit: positive(.foulLimit),
            words: rules.words)
    }
}

extension Rules {
    /// The preset that has these values, else the one that they came from.
    fileprivate var presetName: String? {
        let same = RulesPreset.allCases.first { preset in
            let rules = Rules(preset)
            return Rule.allCases.allSatisfy { rules[$0] == self[$0] }
        }
        let preset = same ?? preset
        return preset == .custom ? nil : preset.word
    }

    /// Every rule under the name of its option.
    fileprivate var words: [RuleWords] {
        let points = [Rule.onePoint, .twoPoints, .threePoints, .freeThrow]
        let each = points.map { "\(RuleWord.name($0))=\(self[$0])" }
        return [RuleWords(name: "preset", value: presetName ?? "none")]
            + RuleWord.options.map {
                RuleWords(name: RuleWord.name($0), value: RuleWord.print($0, self[$0]))
            } + [RuleWords(name: "points", value: each.joined(separator: " "))]
    }
}

extension Rules {
    /// `4 x 10 min`, `to 15, lead 2`, `10 min or to 21`; `no limit` without either.
    var summary: String {
        var time: String?
        let seconds = self[.periodLength] / 1000
        if seconds > 0 {
            let length =
                seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
            time = self[.periods] > 1 ? "\(self[.periods]) x \(length)" : length
        }
        var score: String?
        if self[.target] > 0 {
            score =
                "to \(self[.target])" + (self[.lead] > 1 ? ", lead \(self[.lead])" : "")
                + (self[.cap] > 0 ? ", cap \(self[.cap])" : "")
        }
        let parts = [time, score].compactMap { $0 }
        return parts.isEmpty ? "no limit" : parts.joined(separator: " or ")
    }

    /// `Q3`, `H2`, `OT1`; empty for the one period of a game that has no more.
    func label(ofPeriod period: Int) -> String {
        if isOvertime(period) { return "OT\(period - self[.periods])" }
        switch self[.periods] {
        case 1: return ""
        case 2: return "H\(period)"
        case 4: return "Q\(period)"
        default: return "P\(period)"
        }
    }

    /// `period 2`, `overtime 1`: a period in a sentence.
    package func name(ofPeriod period: Int) -> String {
        isOvertime(period) ? "overtime \(period - self[.periods])" : "period \(period)"
    }

    /// The time that remains in a period, or that elapsed in one without a length.
    func clockText(_ elapsed: Duration, period: Int) -> String {
        ClockText.print(length(ofPeriod: period).map { $0 - elapsed } ?? elapsed)
    }

    /// `Q1 02:31`.
    func clockLabel(_ elapsed: Duration, period: Int) -> String {
        let label = label(ofPeriod: period)
        return (label.isEmpty ? "" : label + " ") + clockText(elapsed, period: period)
    }
}

extension RulesRequest {
    /// The preset with what differs from it; throws for a preset or a kind that does not exist.
    package func rules(default preset: RulesPreset) throws(DocumentsError) -> Rules {
        let isOfOwn = periods != nil || periodSeconds != nil || target != nil
        return try changed(Rules(try self.base ?? (isOfOwn ? .custom : preset)))
    }

    /// The rules of a game that goes on with what changes in them; a preset sets them all.
    package func changing(_ rules: Rules) throws(DocumentsError) -> Rules {
        guard let base = try base else { return try changed(rules) }
        return try changed(Rules(base))
    }

    private var base: RulesPreset? {
        get throws(DocumentsError) {
            guard let name = preset else { return nil }
            guard let known = RulesPreset(word: name) else { throw .unknownRules(name) }
            return known
        }
    }

    private func changed(_ rules: Rules) throws(DocumentsError) -> Rules {
        var rules = rules
        for rule in Rule.allCases {
            if let value = self[rule] { rules[rule] = value }
        }
        for kind in (points ?? [:]).names where Rule(pointsOf: kind) == nil {
            throw .unknownKind(kind)
        }
        return rules
    }

    /// The value of a rule, as the book keeps it; nil where nothing is said of it.
    package subscript(rule: Rule) -> Int? {
        get {
            switch rule {
            case .playersASide: playersASide
            case .target: target
            case .lead: lead
            case .cap: cap
            case .periods: periods
            case .periodLength: milliseconds(periodSeconds)
            case .overtimeLength: milliseconds(overtimeSeconds)
            case .overtimeTarget: overtimeTarget
            case .onePoint, .twoPoints, .threePoints, .freeThrow:
                points?.names.first { Rule(pointsOf: $0) == rule }.flatMap { points?[$0] }
            case .penaltyFouls: penaltyFouls
            case .secondPenaltyFouls: secondPenaltyFouls
            case .foulLimit: foulLimit
            case .overtimePenaltyFouls: overtimePenaltyFouls
            }
        }
        set {
            switch rule {
            case .playersASide: playersASide = newValue
            case .target: target = newValue
            case .lead: lead = newValue
            case .cap: cap = newValue
            case .periods: periods = newValue
            case .periodLength: periodSeconds = newValue.map { $0 / 1000 }
            case .overtimeLength: overtimeSeconds = newValue.map { $0 / 1000 }
            case .overtimeTarget: overtimeTarget = newValue
            case .onePoint, .twoPoints, .threePoints, .freeThrow:
                let told = points ?? [:]
                var changed = Counts()
                for kind in told.names where Rule(pointsOf: kind) != rule {
                    changed[kind] = told[kind]
                }
                changed[RuleWord.name(rule)] = newValue
                points = changed
            case .penaltyFouls: penaltyFouls = newValue
            case .secondPenaltyFouls: secondPenaltyFouls = newValue
            case .foulLimit: foulLimit = newValue
            case .overtimePenaltyFouls: overtimePenaltyFouls = newValue
            }
        }
    }

    private func milliseconds(_ seconds: Int?) -> Int? {
        seconds.map { min(max(0, $0), Limits.periodSecondsMax) * 1000 }
    }
}

extension Rule {
    /// The rule that says what a made shot of this kind counts, by any word for the kind; nil for
    /// other kinds and for words that mean none.
    package init?(pointsOf word: String) {
        guard let meaning = try? MoveWord.read(word), meaning.variant == nil else { return nil }
        switch meaning.kind {
        case .onePoint: self = .onePoint
        case .twoPoints: self = .twoPoints
        case .threePoints: self = .threePoints
        case .freeThrow: self = .freeThrow
        default: return nil
        }
    }
}
