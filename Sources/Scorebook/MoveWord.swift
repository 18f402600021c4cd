/// The words for kinds of moves on the command line.
package enum MoveWord {
    /// The kind, and the variant if the word implies one.
    package struct Meaning: Hashable, Sendable {
        package var kind: MoveKind
        package var variant: Variant?
    }

    struct Word {
        let name: String
        let meaning: Meaning
        let aliases: [String]

        init(_ name: String, _ kind: MoveKind, _ variant: Variant? = nil, _ aliases: String...) {
            self.name = name
            meaning = Meaning(kind: kind, variant: variant)
            self.aliases = aliases
        }

        /// In lower case.
        var spellings: [String] { [name.lowercased()] + aliases }
    }

    /// Every kind that a keeper can record.
    static let words: [Word] = [
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

    /// Ignores case, hyphens and underscores.
    package static func read(_ text: String) throws(Unreadable) -> Meaning {
        if let sought = PlainText.word(text).map(joined),
            let known = words.first(where: { $0.spellings.contains(sought) })
        {
            return known.meaning
        }
        let closest = EditDistance.closest(
            to: joined(PlainText.name(text)), among: words.map(\.spellings))
        throw .kind(text, closest: closest.map { words[$0].name })
    }

    /// The first word of a kind; nil for marks that only sources record.
    package static func name(_ kind: MoveKind, _ variant: Variant? = nil) -> String? {
        let meaning = Meaning(kind: kind, variant: variant)
        return words.first { $0.meaning == meaning }?.name
    }

    private static func joined(_ text: String) -> String { text.filter { $0 != "-" && $0 != "_" } }
}

/// The words of `gamelog/1` for kinds of moves, in both directions.
package enum GamelogWord {
    /// The `kind`, and the `side` or `of`, of each variant.
    private static let variants: [(variant: Variant, kind: String, detail: String?)] = [
        (.comingIn, "subIn", nil), (.goingOut, "subOut", nil),
        (.offensive, "rebound", "offensive"), (.defensive, "rebound", "defensive"),
        (.ofOnePoint, "miss", "onePoint"), (.ofTwoPoints, "miss", "twoPoints"),
        (.ofThreePoints, "miss", "threePoints"), (.ofFreeThrow, "miss", "freeThrow"),
    ]

    /// The meaning of an event; nil for a kind that the format does not have. A detail that does not
    /// fit the kind is ignored.
    package static func read(
        kind: String, side: String? = nil, of: String? = nil
    ) -> MoveWord.Meaning? {
        guard let kind = PlainText.ascii(kind) else { return nil }
        let detail = (kind == "miss" ? of : side).flatMap { PlainText.ascii($0) }
        let variant = variants.first {
            $0.kind == kind && ($0.detail == nil || $0.detail == detail)
        }
        if kind == "subIn" || kind == "subOut" {
            return MoveWord.Meaning(kind: .substitution, variant: variant?.variant)
        }
        return MoveKind.allCases.first { "\($0)" == kind }
            .map { MoveWord.Meaning(kind: $0, variant: variant?.variant) }
    }

    package static func write(_ move: Move) -> (kind: String, side: String?, of: String?) {
        guard let row = variants.first(where: { $0.variant == move.variant }) else {
            return ("\(move.kind)", nil, nil)
        }
        return row.kind == "miss" ? ("miss", nil, row.detail) : (row.kind, row.detail, nil)
    }
}
