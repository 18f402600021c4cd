package import MoveLog

/// A ready-made set of rules.
package enum RulesPreset: UInt8, CaseIterable, Sendable {
    /// Values of one's own.
    case custom = 0
    /// Two sides of three, ones and twos, to 15 with a lead of 2, no periods.
    case pickup = 1
    /// FIBA 3x3: to 21 or 10 minutes; overtime is won by the first two points.
    case threeOnThree = 2
    /// FIBA: 4 periods of 10 minutes, overtimes of 5.
    case fiba = 3
    /// NBA: 4 periods of 12 minutes, overtimes of 5.
    case nba = 4

    /// True if a free throw counts, in plus and minus, for those who were on the court at the foul, as the
    /// NBA has it; else for those who are there when it is recorded.
    var creditsFreeThrowsAtFoul: Bool { self == .nba }

    /// The number of time-outs of a side and the periods in which they are counted; nil where nothing is
    /// said. FIBA art. 18: two in the first half, three in the second, one in each overtime; FIBA 3x3 art. 8:
    /// one; NBA rule 5: seven, and two in each overtime. What the last two minutes allow is not told.
    package func timeouts(in period: Int) -> (count: Int, periods: ClosedRange<Int>)? {
        switch self {
        case .custom, .pickup: nil
        case .threeOnThree: (1, 1...Limits.periodMax)
        case .fiba:
            switch period {
            case 1...2: (2, 1...2)
            case 3...4: (3, 3...4)
            default: (1, period...period)
            }
        case .nba: period <= 4 ? (7, 1...4) : (2, period...period)
        }
    }

    /// The word of the command line.
    package var word: String {
        switch self {
        case .custom: "custom"
        case .pickup: "pickup"
        case .threeOnThree: "3x3"
        case .fiba: "fiba"
        case .nba: "nba"
        }
    }

    /// Reads the word of the command line, in any case; nil for any other.
    package init?(word: String) {
        guard let sought = PlainText.word(word),
            let preset = Self.allCases.first(where: { $0.word == sought })
        else { return nil }
        self = preset
    }
}

/// One value of the rules. The number never changes its meaning; all values are whole numbers from
/// 0, times in milliseconds.
package enum Rule: UInt8, CaseIterable, Sendable {
    /// Players of a side on the court.
    case playersASide = 1
    /// Points that win the game; 0 for none.
    case target = 2
    /// The lead that the target needs; 0 and 1 mean any lead.
    case lead = 3
    /// Points that win whatever the lead; 0 for none.
    case cap = 4
    /// Regular periods; further ones are overtimes.
    case periods = 5
    /// Length of a regular period; 0 when it has no clock.
    case periodLength = 6
    /// Length of an overtime; 0 when it has no clock.
    case overtimeLength = 7
    /// Points of one side in overtime that win the game; 0 for none.
    case overtimeTarget = 8
    /// Points of the kind `onePoint`.
    case onePoint = 9
    /// Points of the kind `twoPoints`.
    case twoPoints = 10
    /// Points of the kind `threePoints`.
    case threePoints = 11
    /// Points of a free throw that states none.
    case freeThrow = 12
    /// Team fouls of a period from which the penalty applies; 0 for none.
    case penaltyFouls = 13
    /// Team fouls of a period from which the second penalty applies; 0 for none.
    case secondPenaltyFouls = 14
    /// Fouls with which a player is out; 0 for no limit.
    case foulLimit = 15
    /// Team fouls of an overtime from which the penalty applies; 0 when fouls go on counting with the
    /// last regular period.
    case overtimePenaltyFouls = 16

    /// The largest value; the smallest is 0.
    package var valueMax: Int {
        switch self {
        case .periodLength, .overtimeLength: Int(Limits.elapsedMax.wholeMilliseconds)
        case .periods: Limits.periodMax
        case .onePoint, .twoPoints, .threePoints, .freeThrow: Limits.movePointsMax
        case .playersASide, .target, .lead, .cap, .overtimeTarget, .penaltyFouls,
            .secondPenaltyFouls, .foulLimit, .overtimePenaltyFouls:
            Limits.ruleCountMax
        }
    }
}

/// The rules of a game: how it is decided, and the points of its moves.
package struct Rules: Hashable, Sendable {
    /// The source of the values; a label only.
    package var preset: RulesPreset
    private var values: [Int]

    /// The values of a preset; `custom` is one untimed period without a target.
    package init(_ preset: RulesPreset) {
        self.preset = preset
        values = Array(repeating: 0, count: Rule.allCases.count + 1)
        self[.playersASide] = 5
        self[.periods] = 1
        for (rule, points) in [
            (Rule.onePoint, 1), (.twoPoints, 2), (.threePoints, 3), (.freeThrow, 1),
        ] {
            self[rule] = points
        }
        switch preset {
        case .custom: break
        case .pickup: set([.playersASide: 3, .target: 15, .lead: 2])
        case .threeOnThree:
            set([
                .playersASide: 3, .target: 21, .periodLength: 600_000, .overtimeTarget: 2,
                .penaltyFouls: 7, .secondPenaltyFouls: 10,
            ])
        case .fiba:
            set([
                .periods: 4, .periodLength: 600_000, .overtimeLength: 300_000, .penaltyFouls: 5,
                .foulLimit: 5,
            ])
        case .nba:
            set([
                .periods: 4, .periodLength: 720_000, .overtimeLength: 300_000, .penaltyFouls: 5,
                .foulLimit: 6, .overtimePenaltyFouls: 4,
            ])
        }
    }

    private mutating func set(_ changes: [Rule: Int]) {
        for (rule, value) in changes { self[rule] = value }
    }

    /// The value of a rule; what is set out of its bounds is moved to the nearest bound.
    package subscript(rule: Rule) -> Int {
        get { values[Int(rule.rawValue)] }
        set { values[Int(rule.rawValue)] = min(max(0, newValue), rule.valueMax) }
    }

    /// Length of a period, overtimes included; nil when it has no clock.
    package func length(ofPeriod period: Int) -> Duration? {
        let length = self[isOvertime(period) ? .overtimeLength : .periodLength]
        return length == 0 ? nil : .milliseconds(length)
    }

    /// True if a period is beyond the regular ones.
    package func isOvertime(_ period: Int) -> Bool { period > self[.periods] }

    /// Points of a made shot of this kind; 0 for every other kind.
    package func points(of kind: MoveKind) -> Int {
        switch kind {
        case .onePoint: self[.onePoint]
        case .twoPoints: self[.twoPoints]
        case .threePoints: self[.threePoints]
        case .freeThrow: self[.freeThrow]
        default: 0
        }
    }
}

/// Kind 26: rules of a game get new values, each rule on its own, so that two keepers who change
/// different rules at once both succeed.
package struct RulesChanged: GameBody {
    package static var kind: Kind { .rulesChanged }
    /// New values by rule.
    package var changes: [Rule: Int]

    /// Values out of bounds are moved to the nearest bound.
    package init(changes: [Rule: Int]) {
        self.changes = changes.reduce(into: [:]) { kept, change in
            kept[change.key] = min(max(0, change.value), change.key.valueMax)
        }
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        changes = try reader.ruleValues()
    }

    package func write(to writer: inout ByteWriter) {
        writer.ruleValues(changes)
    }
}

extension ByteWriter {
    mutating func ruleValues(_ values: [Rule: Int]) {
        count(values.count)
        for (rule, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            byte(rule.rawValue)
            count(value)
        }
    }

    /// The preset, then every rule with its value, so that a later change of a preset touches no
    /// game that exists.
    mutating func rules(_ rules: Rules) {
        byte(rules.preset.rawValue)
        ruleValues(Dictionary(uniqueKeysWithValues: Rule.allCases.map { ($0, rules[$0]) }))
    }
}

extension ByteReader {
    mutating func ruleValues() throws(Malformed) -> [Rule: Int] {
        var values: [Rule: Int] = [:]
        var last: UInt8 = 0
        for _ in 0..<(try count("rules", max: Rule.allCases.count)) {
            let number = try byte()
            guard number > last, let rule = Rule(rawValue: number) else { throw .invalid("rule") }
            values[rule] = try count("rule value", max: rule.valueMax)
            last = number
        }
        return values
    }

    /// The first fifteen values are always there; a later one that is not has the preset's value.
    mutating func rules() throws(Malformed) -> Rules {
        guard let preset = RulesPreset(rawValue: try byte()) else { throw .invalid("preset") }
        var rules = Rules(preset)
        let values = try ruleValues()
        for rule in Rule.allCases where rule.rawValue <= Rule.foulLimit.rawValue {
            guard values[rule] != nil else { throw .invalid("rules") }
        }
        for (rule, value) in values { rules[rule] = value }
        return rules
    }
}
