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
    private static let always = ["assist", "rebound", "foul"]
    /// What a narrow screen may leave out.
    private static let rare = ["blocked", "foulDrawn", "violation", "timeout"]
    /// What other columns hold already.
    private static let never = ["missedOne", "missedTwo", "missedThree", "missedFreeThrow"]

    /// The kinds that a game's players have, and those of every game; unknown ones come last.
    /// Brief leaves out what a scoreboard does not show.
    static func kinds(of game: GameDocument, isBrief: Bool) -> [String] {
        var present = always
        for side in [game.home, game.away] {
            for player in side.players { add(player.counts, to: &present) }
            add(side.counts, to: &present)
        }
        var kinds: [String] = []
        for column in known where column.isBrief || !isBrief {
            if present.contains(column.kind) { kinds.append(column.kind) }
        }
        let unknown = present.filter { kind in !known.contains { $0.kind == kind } }
        return kinds + unknown.sorted()
    }

    /// A handful of kinds: a list finds them as fast as a set, which takes a short command longer to
    /// set up than to use.
    private static func add(_ counts: Counts, to present: inout [String]) {
        for kind in counts.names where counts[kind] != 0 {
            if !present.contains(kind), !never.contains(kind) { present.append(kind) }
        }
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
    static func cells(_ counts: Counts, _ kinds: [String]) -> [String] {
        kinds.map { kind in
            let count = counts[kind, default: 0]
            return count == 0 ? "" : "\(count)"
        }
    }
}
