import Scorebook

extension RulesDocument {
    /// The kinds of move that a game under these rules is kept in, the most usual first, in words of
    /// the command line: the shots that the rules know, then what every game has.
    package var kinds: [String] {
        var rules = Rules(preset.flatMap(RulesPreset.init(word:)) ?? .custom)
        for rule in [Rule.onePoint, .threePoints] {
            if let value = points[RuleWord.name(rule)] { rules[rule] = value }
        }
        let shots = [MoveKind.onePoint, .twoPoints, .threePoints].filter(rules.knows)
        return (shots + [.assist, .rebound, .foul, .freeThrow, .steal, .block, .turnover, .miss])
            .compactMap { MoveWord.name($0) } + ["technicalFoul"]
    }
}
