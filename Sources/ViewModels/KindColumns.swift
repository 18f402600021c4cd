import Documents

/// The columns of counts of a game: short headings in the order of a scoresheet.
enum KindColumns {
    private static let known: [(kind: String, title: String)] = [
        ("onePoint", "1P"), ("twoPoints", "2P"), ("threePoints", "3P"), ("freeThrow", "FT"),
        ("assist", "AST"), ("rebound", "REB"), ("offensiveRebound", "OR"),
        ("defensiveRebound", "DR"), ("steal", "STL"), ("block", "BLK"), ("turnover", "TO"),
        ("miss", "MISS"), ("foul", "PF"), ("technicalFoul", "TF"),
    ]
    /// What every game shows, counted or not.
    private static let always: Set<String> = ["assist", "rebound", "foul"]
    /// What is in the log and no count of a player's.
    private static let never: Set<String> = ["substitution", "timeout", "note", "mark", "nothing"]

    /// The kinds that a game's players have, and those of every game; unknown ones come last.
    static func kinds(of game: GameDocument) -> [String] {
        var present = always
        for side in [game.home, game.away] {
            for counts in side.players.map(\.counts) + [side.counts] {
                present.formUnion(counts.filter { $0.value != 0 }.keys)
            }
        }
        present.subtract(never)
        let ordered = known.map(\.kind).filter(present.contains)
        return ordered + present.subtracting(ordered).sorted()
    }

    /// The heading of a kind: `2P`; the kind itself when it is a newer version's.
    static func title(_ kind: String) -> String {
        known.first { $0.kind == kind }?.title ?? kind
    }

    /// The headings of kinds as columns of numbers.
    static func columns(_ kinds: [String]) -> [Grid.Column] {
        kinds.map { Grid.Column(title($0), isNumber: true) }
    }

    /// A player's or a team's counts in the order of the kinds; a zero stays empty.
    static func cells(_ counts: [String: Int], _ kinds: [String]) -> [String] {
        kinds.map { kind in
            let count = counts[kind, default: 0]
            return count == 0 ? "" : "\(count)"
        }
    }
}
