import Documents

/// The columns of counts of a game: short headings in the order of a scoresheet.
enum KindColumns {
    private static let known: [(kind: String, title: String, isBrief: Bool)] = [
        ("onePoint", "1P", true), ("twoPoints", "2P", true), ("threePoints", "3P", true),
        ("freeThrow", "FT", true), ("miss", "MISS", false), ("assist", "AST", true),
        ("rebound", "REB", true), ("offensiveRebound", "OR", false),
        ("defensiveRebound", "DR", false), ("steal", "STL", true), ("block", "BLK", true),
        ("blocked", "BLKD", false), ("turnover", "TO", true), ("foul", "PF", true),
        ("technicalFoul", "TF", true), ("foulDrawn", "FD", false), ("violation", "VIO", false),
        ("timeout", "TMO", false),
    ]
    /// What every game shows, counted or not.
    private static let always: Set<String> = ["assist", "rebound", "foul"]
    /// What a narrow screen may leave out.
    private static let rare: Set<String> = ["blocked", "foulDrawn", "violation", "timeout"]
    /// What other columns hold already.
    private static let never: Set<String> = [
        "missedOne", "missedTwo", "missedThree", "missedFreeThrow",
    ]

    /// The kinds that a game's players have, and those of every game; unknown ones come last.
    /// Brief leaves out what a scoreboard does not show.
    static func kinds(of game: GameDocument, isBrief: Bool) -> [String] {
        var present = always
        for side in [game.home, game.away] {
            for counts in side.players.map(\.counts) + [side.counts] {
                present.formUnion(counts.filter { $0.value != 0 }.keys)
            }
        }
        present.subtract(never)
        let ordered = known.filter { present.contains($0.kind) && ($0.isBrief || !isBrief) }
        let unknown = present.subtracting(known.map(\.kind)).sorted()
        return ordered.map(\.kind) + unknown
    }

    /// The heading of a kind: `2P`; the kind itself when it is a newer version's.
    static func title(_ kind: String) -> String {
        known.first { $0.kind == kind }?.title ?? kind
    }

    /// The headings of kinds as columns of numbers.
    static func columns(_ kinds: [String]) -> [Grid.Column] {
        kinds.map { Grid.Column(title($0), isNumber: true, isOptional: rare.contains($0)) }
    }

    /// A player's or a team's counts in the order of the kinds; a zero stays empty.
    static func cells(_ counts: [String: Int], _ kinds: [String]) -> [String] {
        kinds.map { kind in
            let count = counts[kind, default: 0]
            return count == 0 ? "" : "\(count)"
        }
    }
}
