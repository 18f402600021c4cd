package import MoveLog
package import Scorebook

extension NewGameRequest {
    /// The entry that creates the game. `lastRoster` gives the roster of a side without one. Home
    /// players come first, so that slots and lines agree with `ImportRequest.moves`.
    package func created(
        default preset: RulesPreset, lastRoster: (_ team: String, Side) -> [Scorebook.RosterLine]
    ) throws(APIError) -> GameCreated {
        var lines: [Scorebook.RosterLine] = []
        for (team, side) in [(home, Side.home), (away, .away)] {
            guard let roster = team.roster else {
                lines += lastRoster(team.name, side)
                continue
            }
            for player in roster { lines.append(try player.line(of: side)) }
        }
        guard lines.count <= ScorebookLimits.rosterLinesMax else {
            throw .tooLarge(
                "\(lines.count) players are too many for a new game; nothing was recorded")
        }
        return GameCreated(
            home: home.name, away: away.name,
            rules: try (rules ?? RulesRequest()).rules(default: preset), lines: lines)
    }
}

extension Rules {
    /// Throws for a reading outside its period; in a period without a length the bound is a day.
    package func demand(_ elapsed: Duration, within period: Int) throws(APIError) {
        let bound = length(ofPeriod: period) ?? ScorebookLimits.elapsedMax
        guard elapsed >= .zero, elapsed <= bound else { throw outside(period, bound) }
    }

    private func outside(_ period: Int, _ bound: Duration) -> APIError {
        .unfit(
            "the reading is outside \(name(ofPeriod: period)), which lasts "
                + ClockText.print(bound))
    }
}

extension ImportRequest {
    /// Throws for a reading of a move, or else of the game clock, that is outside its period. Marks
    /// of a source, which are of neither team, may have any: real files end periods too early.
    package func demandReadings(
        of step: ImportStep? = nil, within rules: Rules
    ) throws(APIError) {
        if let step, step.side == nil, step.player == nil { return }
        let milliseconds = step == nil ? clock?.milliseconds : step?.elapsedMilliseconds
        guard let milliseconds, let period = step?.period ?? clock?.period else { return }
        try rules.demand(.milliseconds(milliseconds), within: period)
    }

    /// The entry that ends the game; nil for a game that goes on. A forfeit has precedence over a
    /// reason.
    package func ending(of game: GameID) -> Draft? {
        if let side = forfeit {
            return GameForfeited(side: side.side, isDefault: isDefault == true).draft(in: game)
        }
        if let words = abandon { return GameAbandoned(reason: words).draft(in: game) }
        return isEnded == true ? GameEnded().draft(in: game) : nil
    }

    /// The moves for the game that `created` makes of the same request, with the marks of the
    /// source.
    package func moves() throws(APIError) -> [Move] {
        try (steps ?? []).map(move)
    }

    /// The game clock after the moves, as an entry: the request's reading, else the last one of the
    /// moves; nil without either.
    package func clockEntry(after moves: [Move], in game: GameID) -> Draft? {
        let asked = clock.map { ($0.period, Duration.milliseconds($0.milliseconds)) }
        guard let (period, elapsed) = asked ?? moves.lastReading else { return nil }
        return GameClockEntry(
            .set, period: min(max(1, period), ScorebookLimits.periodMax),
            elapsed: min(max(.zero, elapsed), ScorebookLimits.elapsedMax)
        ).draft(in: game)
    }

    /// Throws for a kind, a slot or a number that no move has.
    package func move(_ step: ImportStep) throws(APIError) -> Move {
        let meaning = GamelogWord.read(kind: step.kind, side: step.detail, of: step.detail)
        guard let meaning else {
            throw .unfit(
                "there is no kind of move '\(shown(step.kind))'; nothing was imported", .unknownKind
            )
        }
        var subject = step.side.map { Subject.team($0.side) } ?? .nobody
        if let player = step.player { subject = try line(player) }
        try require(step.period, in: 1...ScorebookLimits.periodMax, "period")
        let bound = 1000 * DocumentsLimits.periodSecondsMax
        if let elapsed = step.elapsedMilliseconds, !(-bound...bound).contains(elapsed) {
            throw .unfit(
                "the game clock", found: "at \(elapsed / 1000) s of period \(step.period)",
                allowed: "at most \(DocumentsLimits.periodSecondsMax) s of a period")
        }
        var move = Move(
            meaning.kind, meaning.variant, by: subject, period: step.period,
            elapsed: step.elapsedMilliseconds.map { .milliseconds($0) })
        if meaning.kind.isScoring, let points = step.points {
            try require(points, in: 0...ScorebookLimits.movePointsMax, "points")
            move.points = points
        }
        move.type = text(step.type)
        move.raw = text(step.note)
        move.players = try (step.players ?? []).map(line)
        return move
    }

    private func text(_ words: String?) -> String {
        let limit = ScorebookLimits.moveTextBytesMax
        var text = PlainText.clean(words ?? "", max: limit)
        while text.utf8.count > limit { text.removeLast() }
        return text
    }

    private func require(
        _ number: Int, in range: ClosedRange<Int>, _ field: String
    ) throws(APIError) {
        guard range.contains(number) else {
            throw .unfit(
                field, found: "\(number)", allowed: "\(range.lowerBound) to \(range.upperBound)")
        }
    }

    private func line(_ slot: String) throws(APIError) -> Subject {
        let roster = (home: game.home.roster?.count ?? 0, away: game.away.roster?.count ?? 0)
        if slot.count > 2, let number = Int(slot.dropFirst(2)), number >= 1 {
            if slot.hasPrefix("h#"), number <= roster.home { return .line(.created(number - 1)) }
            if slot.hasPrefix("a#"), number <= roster.away {
                return .line(.created(roster.home + number - 1))
            }
        }
        throw .unfit("the rosters have no slot \(shown(slot)); nothing was imported")
    }
}

extension Sequence<Move> {
    /// The largest reading of the last period that has a move; nil without one.
    var lastReading: (period: Int, elapsed: Duration)? {
        guard let period = lazy.filter({ !$0.kind.isMark }).map(\.period).max() else { return nil }
        return lazy.filter { $0.period == period }.compactMap(\.elapsed).max()
            .map { (period, Swift.max(.zero, $0)) }
    }
}

extension RulesDocument {
    /// From the rules of a game.
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
            forfeitAward: positive(.forfeitAward), defaultAward: positive(.defaultAward),
            words: rules.words)
    }
}

extension Rules {
    /// The preset with these values, else the one that they came from.
    fileprivate var presetName: String? {
        let same = RulesPreset.allCases.first { preset in
            let rules = Rules(preset)
            return Rule.allCases.allSatisfy { $0.unit == .flag || rules[$0] == self[$0] }
        }
        let preset = same ?? preset
        return preset == .custom ? nil : preset.word
    }

    /// By the names of the options.
    fileprivate var words: [RuleWords] {
        // A shot that these rules do not have is recorded only if a keeper insists.
        let shots = [MoveKind.onePoint, .twoPoints, .threePoints, .freeThrow].filter(knows)
        let each = shots.compactMap(Rule.init(pointsOf:))
            .map { "\(RuleWord.name($0))=\(self[$0])" }
        return [RuleWords(name: "preset", value: presetName ?? "none")]
            + RuleWord.options.map {
                RuleWords(name: RuleWord.name($0), value: RuleWord.print($0, self[$0]))
            } + [RuleWords(name: "points", value: each.joined(separator: " "))]
    }

    /// `4 x 10 min`, `to 15, lead 2`, `10 min or to 21`; `no limit` without either.
    var summary: String {
        var time: String?
        let seconds = self[.periodLength] / 1000
        if seconds > 0 {
            let length = seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
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

    /// `Q3`, `H2`, `OT1`; empty in a game of one period.
    func label(ofPeriod period: Int) -> String {
        if isOvertime(period) { return "OT\(period - self[.periods])" }
        switch self[.periods] {
        case 1: return ""
        case 2: return "H\(period)"
        case 4: return "Q\(period)"
        default: return "P\(period)"
        }
    }

    /// `period 2`, `overtime 1`.
    package func name(ofPeriod period: Int) -> String {
        isOvertime(period) ? "overtime \(period - self[.periods])" : "period \(period)"
    }

    /// Time left in a period, or elapsed in one without a length.
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
    /// For a new game; throws for an unknown preset or kind.
    package func rules(default preset: RulesPreset) throws(APIError) -> Rules {
        let isOfOwn = periods != nil || periodSeconds != nil || target != nil
        return changed(Rules(try base ?? (isOfOwn ? .custom : preset)))
    }

    /// For a game that goes on; a preset sets every rule but the sides.
    package func changing(_ rules: Rules) throws(APIError) -> Rules {
        var changed = changed(try base.map { Rules($0) } ?? rules)
        changed[.secondTeamIsHome] = rules[.secondTeamIsHome]
        return changed
    }

    private var base: RulesPreset? {
        get throws(APIError) {
            guard let name = preset else { return nil }
            guard let known = RulesPreset(word: name) else {
                throw .unfit(
                    "there are no rules '\(shown(name))'; use pickup, 3x3, fiba or nba; nothing was "
                        + "recorded",
                    .unknownRules,
                    candidates: RulesPreset.allCases.filter { $0 != .custom }.map(\.word))
            }
            return known
        }
    }

    private func changed(_ rules: Rules) -> Rules {
        var rules = rules
        for rule in Rule.allCases {
            if let value = self[rule] { rules[rule] = value }
        }
        return rules
    }

    /// The value of a rule in the book's unit; nil if the request does not set it.
    package subscript(rule: Rule) -> Int? {
        get {
            guard let path = Self.path(rule) else {
                return points?.names.first { Rule(pointsOf: $0) == rule }.flatMap { points?[$0] }
            }
            let value = self[keyPath: path]
            return rule.unit == .length ? milliseconds(value) : value
        }
        set {
            guard let path = Self.path(rule) else {
                let told = points ?? [:]
                var changed = Counts()
                for kind in told.names where Rule(pointsOf: kind) != rule {
                    changed[kind] = told[kind]
                }
                changed[RuleWord.name(rule)] = newValue
                points = changed
                return
            }
            self[keyPath: path] = rule.unit == .length ? newValue.map { $0 / 1000 } : newValue
        }
    }

    /// Nil for the points of a kind.
    private static func path(_ rule: Rule) -> WritableKeyPath<RulesRequest, Int?>? {
        switch rule {
        case .playersASide: \.playersASide
        case .target: \.target
        case .lead: \.lead
        case .cap: \.cap
        case .periods: \.periods
        case .periodLength: \.periodSeconds
        case .overtimeLength: \.overtimeSeconds
        case .overtimeTarget: \.overtimeTarget
        case .penaltyFouls: \.penaltyFouls
        case .secondPenaltyFouls: \.secondPenaltyFouls
        case .foulLimit: \.foulLimit
        case .overtimePenaltyFouls: \.overtimePenaltyFouls
        case .forfeitAward: \.forfeitAward
        case .defaultAward: \.defaultAward
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .secondTeamIsHome: nil
        }
    }

    private func milliseconds(_ seconds: Int?) -> Int? {
        seconds.map { min(max(0, $0), DocumentsLimits.periodSecondsMax) * 1000 }
    }
}

extension Rule {
    /// The rule with the points of a kind, by any word for it; nil for kinds without points.
    package init?(pointsOf word: String) {
        guard let meaning = try? MoveWord.read(word), meaning.variant == nil else { return nil }
        self.init(pointsOf: meaning.kind)
    }
}
