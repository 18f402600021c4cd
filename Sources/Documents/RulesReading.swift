package import Scorebook

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
