import Documents

/// What a side has beside its players' counts, in a line.
enum SideWords {
    /// `9 fouls · 7 fouls this period: penalty · 1 time-out`; empty where there is nothing.
    static func heading(_ side: SideDocument) -> String {
        let penalty = penalty(side)
        // Where all fouls are of this period it says them already.
        let isSaid = side.fouls == 0 || penalty != nil && side.periodFouls == side.fouls
        return Phrases.line(
            isSaid ? nil : Phrases.count(side.fouls, "foul"), penalty,
            side.timeouts == 0 ? nil : Phrases.count(side.timeouts, "time-out"))
    }

    /// `7 fouls this period: penalty`; nil where that says no more than the fouls of the game do.
    static func penalty(_ side: SideDocument) -> String? {
        guard side.isInPenalty || side.periodFouls != side.fouls, side.periodFouls > 0 else {
            return nil
        }
        let fouls = Phrases.count(side.periodFouls, "foul") + " this period"
        if side.isInSecondPenalty { return "\(fouls): second penalty" }
        return side.isInPenalty ? "\(fouls): penalty" : fouls
    }
}
