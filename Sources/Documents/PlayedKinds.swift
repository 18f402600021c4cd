import Scorebook

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
