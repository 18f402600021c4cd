package import MoveLog

/// A ready-made set of rules.
package enum RulesPreset: UInt8, CaseIterable, Sendable {
    case custom = 0
    /// Three a side, ones and twos, to 15 with a lead of 2, no periods.
    case pickup = 1
    /// FIBA 3x3: to 21 or 10 minutes; the first two points in overtime win.
    case threeOnThree = 2
    /// FIBA: 4 periods of 10 minutes, overtimes of 5.
    case fiba = 3
    /// NBA: 4 periods of 12 minutes, overtimes of 5.
    case nba = 4

    /// True if plus-minus credits a free throw to the players on the court at the foul, as in the
    /// NBA; false for those on the court when the free throw is recorded.
    package var creditsFreeThrowsAtFoul: Bool { self == .nba }

    /// The number of time-outs of a side and the periods that it covers; nil without a rule. FIBA
    /// art. 18: two in the first half, three in the second, one in each overtime; FIBA 3x3 art. 8:
    /// one; NBA rule 5: seven, and two in each overtime. Excludes limits for the last two minutes.
    package func timeouts(in period: Int) -> (count: Int, periods: ClosedRange<Int>)? {
        switch self {
        case .custom, .pickup: nil
        case .threeOnThree: (1, 1...ScorebookLimits.periodMax)
        case .fiba:
            switch period {
            case 1...2: (2, 1...2)
            case 3...4: (3, 3...4)
            default: (1, period...period)
            }
        case .nba: period <= 4 ? (7, 1...4) : (2, period...period)
        }
    }

    /// On the command line.
    package var word: String { self == .threeOnThree ? "3x3" : "\(self)" }

    /// Ignores case.
    package init?(word: String) {
        let sought = PlainText.word(word)
        guard let preset = Self.allCases.first(where: { $0.word == sought }) else { return nil }
        self = preset
    }
}

/// A value of the rules, from 0; lengths are in milliseconds. The number of a rule never changes
/// its meaning.
package enum Rule: UInt8, CaseIterable, Sendable {
    case playersASide = 1
    case target = 2
    /// 0 and 1 mean any lead.
    case lead = 3
    case cap = 4
    /// Further periods are overtimes.
    case periods = 5
    case periodLength = 6
    case overtimeLength = 7
    case overtimeTarget = 8
    case onePoint = 9
    case twoPoints = 10
    case threePoints = 11
    case freeThrow = 12
    case penaltyFouls = 13
    case secondPenaltyFouls = 14
    case foulLimit = 15
    case overtimePenaltyFouls = 16
    /// 1 if the teams have changed sides since the creation. `EntryRows.turned` obeys it: a board
    /// has the sides that people see.
    case secondTeamIsHome = 17
    /// The result of a forfeit, as a value of `Award`.
    case forfeitAward = 18
    /// The result of a game lost by default, as a value of `Award`.
    case defaultAward = 19

    package enum Unit {
        case count, periods, length, points, award, flag
    }

    package var unit: Unit {
        switch self {
        case .periods: .periods
        case .periodLength, .overtimeLength: .length
        case .onePoint, .twoPoints, .threePoints, .freeThrow: .points
        case .playersASide, .target, .lead, .cap, .overtimeTarget, .penaltyFouls,
            .secondPenaltyFouls, .foulLimit, .overtimePenaltyFouls:
            .count
        case .secondTeamIsHome: .flag
        case .forfeitAward, .defaultAward: .award
        }
    }

    /// The rules of a creation, whose first team is at home.
    fileprivate static let ofCreation = allCases.filter { $0 != .secondTeamIsHome }

    /// The smallest is 0.
    package var valueMax: Int {
        switch unit {
        case .count: ScorebookLimits.ruleCountMax
        case .periods: ScorebookLimits.periodMax
        case .length: Int(ScorebookLimits.elapsedMax.wholeMilliseconds)
        case .points: ScorebookLimits.movePointsMax
        case .flag: 1
        case .award: Award.valueMax
        }
    }

    /// The rule with the points of a kind; nil unless the kind is a made shot.
    package init?(pointsOf kind: MoveKind) {
        switch kind {
        case .onePoint: self = .onePoint
        case .twoPoints: self = .twoPoints
        case .threePoints: self = .threePoints
        case .freeThrow: self = .freeThrow
        default: return nil
        }
    }
}

/// The rules of a game: how it is decided, and the points of its moves.
package struct Rules: Hashable, Sendable {
    /// The origin of the values, which may have changed since.
    package var preset: RulesPreset
    private var values: [Int]

    /// `custom` is one untimed period without a target.
    package init(_ preset: RulesPreset) {
        self.preset = preset
        values = Array(repeating: 0, count: Self.valueCount)
        let usual: [(Rule, Int)] = [
            (.playersASide, 5), (.periods, 1), (.onePoint, 1), (.twoPoints, 2), (.threePoints, 3),
            (.freeThrow, 1),
        ]
        let own: [(Rule, Int)] =
            switch preset {
            case .custom: []
            case .pickup: [(.playersASide, 3), (.target, 15), (.lead, 2)]
            case .threeOnThree:
                [
                    (.playersASide, 3), (.target, 21), (.periodLength, 600_000),
                    (.overtimeTarget, 2), (.penaltyFouls, 7), (.secondPenaltyFouls, 10),
                    (.forfeitAward, Award.win.value), (.defaultAward, Award.ownPoints.value),
                ]
            case .fiba:
                [
                    (.periods, 4), (.periodLength, 600_000), (.overtimeLength, 300_000),
                    (.penaltyFouls, 5), (.foulLimit, 5),
                    (.forfeitAward, Award.points(20).value),
                    (.defaultAward, Award.pointsUnlessAhead(2).value),
                ]
            case .nba:
                [
                    (.periods, 4), (.periodLength, 720_000), (.overtimeLength, 300_000),
                    (.penaltyFouls, 5), (.foulLimit, 6), (.overtimePenaltyFouls, 4),
                    (.forfeitAward, Award.points(2).value),
                    (.defaultAward, Award.pointsUnlessAhead(2).value),
                ]
            }
        for (rule, value) in usual + own { self[rule] = value }
    }

    /// One for every number, as some are not in use.
    private static let valueCount = 1 + Int(Rule.allCases.map(\.rawValue).max() ?? 0)

    /// Setting a value clamps it to the bounds of the rule.
    package subscript(rule: Rule) -> Int {
        get { values[Int(rule.rawValue)] }
        set { values[Int(rule.rawValue)] = min(max(0, newValue), rule.valueMax) }
    }

    /// Of a regular period or an overtime; nil without a game clock.
    package func length(ofPeriod period: Int) -> Duration? {
        let length = self[isOvertime(period) ? .overtimeLength : .periodLength]
        return length == 0 ? nil : .milliseconds(length)
    }

    package func isOvertime(_ period: Int) -> Bool { period > self[.periods] }

    /// 0 unless the kind is a made shot.
    package func points(of kind: MoveKind) -> Int { Rule(pointsOf: kind).map { self[$0] } ?? 0 }

    /// True if a made shot of this kind exists under these rules: there are no three-pointers in
    /// 3x3 and no one-point field goals under FIBA rules. Custom rules allow all kinds, as does a
    /// game that changed the points of the kind.
    package func knows(_ kind: MoveKind) -> Bool {
        let unknown: MoveKind
        switch preset {
        case .custom: return true
        case .pickup, .threeOnThree: unknown = .threePoints
        case .fiba, .nba: unknown = .onePoint
        }
        return kind != unknown || points(of: kind) != Rules(preset).points(of: kind)
    }
}

// MARK: Team fouls

extension Rules {
    /// The first team foul of a period that is penalised; 0 for none.
    package func penaltyFouls(in period: Int) -> Int {
        isOvertime(period) && self[.overtimePenaltyFouls] > 0
            ? self[.overtimePenaltyFouls] : self[.penaltyFouls]
    }

    /// True if team fouls of the period before count in this one: in an overtime without a limit of
    /// its own.
    func carriesFouls(into period: Int) -> Bool {
        period > 1 && isOvertime(period) && self[.overtimePenaltyFouls] == 0
    }

    /// The fouls of each period as the penalty counts them.
    func teamFouls(_ recorded: [Int]) -> [Int] {
        var counted = recorded
        for index in counted.indices.dropFirst() where carriesFouls(into: index + 1) {
            counted[index] += counted[index - 1]
        }
        return counted
    }
}

// MARK: Bodies

/// Kind 26: new values of some rules, each applied on its own, so that two keepers who change
/// different rules at once both succeed.
package struct RulesChanged: GameBody {
    package static var kind: Kind { .rulesChanged }
    /// Of the rules that this version knows.
    package var changes: [Rule: Int]
    package private(set) var isLater = false

    /// Clamps values to the bounds of their rules.
    package init(changes: [Rule: Int]) {
        self.changes = changes.reduce(into: [:]) { kept, change in
            kept[change.key] = min(max(0, change.value), change.key.valueMax)
        }
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        (changes, isLater) = try reader.ruleValues()
    }

    package func write(to writer: inout ByteWriter) { writer.ruleValues(changes) }
}

extension ByteWriter {
    fileprivate mutating func ruleValues(_ values: [Rule: Int]) {
        count(values.count)
        for (rule, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            byte(rule.rawValue)
            count(value)
        }
    }

    /// Writes the preset and every value, so that a later change of a preset does not affect
    /// existing games.
    mutating func rules(_ rules: Rules) {
        byte(rules.preset.rawValue)
        ruleValues(Dictionary(uniqueKeysWithValues: Rule.ofCreation.map { ($0, rules[$0]) }))
    }
}

extension ByteReader {
    /// The values of known rules; `isLater` if there are others, which are skipped.
    fileprivate mutating func ruleValues() throws(Malformed) -> (
        known: [Rule: Int], isLater: Bool
    ) {
        var values: [Rule: Int] = [:]
        var isLater = false
        var last: UInt8 = 0
        for _ in 0..<(try count("rules", max: Int(UInt8.max))) {
            let number = try byte()
            guard number > last else { throw .invalid("rule") }
            if let rule = Rule(rawValue: number) {
                values[rule] = try count("rule value", max: rule.valueMax)
            } else {
                _ = try varint()
                isLater = true
            }
            last = number
        }
        return (values, isLater)
    }

    /// The first fifteen values are always present; a missing later one is that of the preset. The
    /// values count, not the label: one that this version does not know is custom.
    mutating func rules() throws(Malformed) -> (rules: Rules, isLater: Bool) {
        var rules = Rules(RulesPreset(rawValue: try byte()) ?? .custom)
        let (values, isLater) = try ruleValues()
        for rule in Rule.allCases where rule.rawValue <= Rule.foulLimit.rawValue {
            guard values[rule] != nil else { throw .invalid("rules") }
        }
        guard values[.secondTeamIsHome] == nil else { throw .invalid("rules") }
        for (rule, value) in values { rules[rule] = value }
        return (rules, isLater)
    }
}
