/// The words for kinds of moves on the command line.
package enum MoveWord {
    /// The kind, and the variant if the word implies one.
    package struct Meaning: Hashable, Sendable {
        package var kind: MoveKind
        package var variant: Variant?
    }

    private struct Word {
        let name: String
        let meaning: Meaning
        let aliases: [String]

        init(_ name: String, _ kind: MoveKind, _ variant: Variant? = nil, _ aliases: String...) {
            self.name = name
            meaning = Meaning(kind: kind, variant: variant)
            self.aliases = aliases
        }
    }

    private static let words: [Word] = [
        Word("onePoint", .onePoint, nil, "1", "1p", "one", "1pt", "onepointer"),
        Word("twoPoints", .twoPoints, nil, "2", "2p", "two", "2pt", "2pts", "basket"),
        Word("threePoints", .threePoints, nil, "3", "3p", "three", "3pt", "3pts", "triple"),
        Word("freeThrow", .freeThrow, nil, "ft", "free"),
        Word("assist", .assist, nil, "ast", "a"),
        Word("rebound", .rebound, nil, "reb", "r"),
        Word("offensiveRebound", .rebound, .offensive, "oreb", "or", "offreb"),
        Word("defensiveRebound", .rebound, .defensive, "dreb", "dr", "defreb"),
        Word("foul", .foul, nil, "pf", "f"),
        Word("technicalFoul", .technicalFoul, nil, "tech", "tf", "technical"),
        Word("foulDrawn", .foulDrawn, nil, "fd", "drawn"),
        Word("steal", .steal, nil, "stl", "st"),
        Word("block", .block, nil, "blk", "bs"),
        Word("blocked", .blocked, nil, "ba"),
        Word("turnover", .turnover, nil, "to", "tov", "tover"),
        Word("miss", .miss, nil, "m"),
        Word("missedOne", .miss, .ofOnePoint, "miss1", "1m", "m1"),
        Word("missedTwo", .miss, .ofTwoPoints, "miss2", "2m", "m2"),
        Word("missedThree", .miss, .ofThreePoints, "miss3", "3m", "m3"),
        Word("missedFreeThrow", .miss, .ofFreeThrow, "missft", "ftm", "mft"),
        Word("substitutionIn", .substitution, .comingIn, "in", "subin"),
        Word("substitutionOut", .substitution, .goingOut, "out", "subout"),
        Word("timeout", .timeout, nil, "time", "timeo"),
        Word("jumpBall", .jumpBall, nil, "jump"),
        Word("violation", .violation, nil, "viol"),
        Word("review", .review, nil, "challenge"),
    ]

    /// The first word of every kind that a keeper can record.
    package static var names: [String] { words.map(\.name) }

    /// In lower case, aliases included.
    static var spellings: [String] { words.flatMap { [$0.name.lowercased()] + $0.aliases } }

    /// Ignores case, hyphens and underscores.
    package static func read(_ text: String) throws(Unreadable) -> Meaning {
        if let sought = PlainText.word(text).map(joined),
            let known = words.first(where: {
                $0.name.lowercased() == sought || $0.aliases.contains(sought)
            })
        {
            return known.meaning
        }
        throw .kind(text, closest: closest(to: joined(PlainText.name(text))))
    }

    /// The first word of a kind; nil for marks that only sources record.
    package static func name(_ kind: MoveKind, _ variant: Variant? = nil) -> String? {
        let meaning = Meaning(kind: kind, variant: variant)
        return words.first { $0.meaning == meaning }?.name
    }

    private static func joined(_ text: String) -> String {
        text.filter { $0 != "-" && $0 != "_" }
    }

    private static func closest(to sought: String) -> [String] {
        let ranked = words.enumerated().map { index, word in
            let spellings = [word.name.lowercased()] + word.aliases
            let distance = spellings.map { EditDistance.between($0, sought) }.min() ?? .max
            return (name: word.name, distance: distance, index: index)
        }
        let near = ranked.filter { $0.distance <= max(1, sought.count / 3) }
        return near.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
            .prefix(Limits.suggestionsMax).map(\.name)
    }
}
