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
