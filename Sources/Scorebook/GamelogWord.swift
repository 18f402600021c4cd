/// The words of `gamelog/1` for kinds of moves, in both directions.
package enum GamelogWord {
    /// The meaning of an event's `kind`, `side` and `of`; nil for a kind that the format does not have.
    package static func read(
        kind: String, side: String? = nil, of: String? = nil
    ) -> MoveWord.Meaning? {
        guard let kind = PlainText.ascii(kind) else { return nil }
        switch kind {
        case "subIn": return MoveWord.Meaning(kind: .substitution, variant: .comingIn)
        case "subOut": return MoveWord.Meaning(kind: .substitution, variant: .goingOut)
        case "rebound": return MoveWord.Meaning(kind: .rebound, variant: rebound(side))
        case "miss": return MoveWord.Meaning(kind: .miss, variant: miss(of))
        default:
            guard let known = MoveKind.allCases.first(where: { "\($0)" == kind }) else {
                return nil
            }
            return MoveWord.Meaning(kind: known, variant: nil)
        }
    }

    /// The event's `kind`, and its `side` or `of` where it has one.
    package static func write(_ move: Move) -> (kind: String, side: String?, of: String?) {
        switch move.variant {
        case .offensive: ("rebound", "offensive", nil)
        case .defensive: ("rebound", "defensive", nil)
        case .comingIn: ("subIn", nil, nil)
        case .goingOut: ("subOut", nil, nil)
        case .ofOnePoint: ("miss", nil, "onePoint")
        case .ofTwoPoints: ("miss", nil, "twoPoints")
        case .ofThreePoints: ("miss", nil, "threePoints")
        case .ofFreeThrow: ("miss", nil, "freeThrow")
        case nil: ("\(move.kind)", nil, nil)
        }
    }

    private static func rebound(_ side: String?) -> Variant? {
        switch side.flatMap({ PlainText.ascii($0) }) {
        case "offensive": .offensive
        case "defensive": .defensive
        default: nil
        }
    }

    private static func miss(_ of: String?) -> Variant? {
        switch of.flatMap({ PlainText.ascii($0) }) {
        case "onePoint": .ofOnePoint
        case "twoPoints": .ofTwoPoints
        case "threePoints": .ofThreePoints
        case "freeThrow": .ofFreeThrow
        default: nil
        }
    }
}
