import Documents

/// What a player did, a line each.
enum PlayerFacts {
    /// Points, fouls and all else that was counted, in the order of a scoresheet; then what the
    /// court and the keepers say.
    static func grid(_ player: PlayerDocument, _ kinds: [String]) -> Grid {
        var lines = [("points", "\(player.points)"), ("fouls", "\(player.fouls)")]
        for kind in kinds where kind != "foul" {
            let count = player.counts[kind, default: 0]
            if count != 0 { lines.append((Phrases.spaced(kind), "\(count)")) }
        }
        if let seconds = player.secondsPlayed {
            lines.append(("minutes", PlayedTime.text(seconds: seconds)))
        }
        if let difference = player.plusMinus {
            lines.append(("+/-", difference > 0 ? "+\(difference)" : "\(difference)"))
        }
        if player.held != 0 { lines.append(("held moves", "\(player.held), in no count")) }
        lines.append(
            ("tracked by", player.trackedBy.isEmpty ? "nobody" : Phrases.names(player.trackedBy)))
        if !player.isActive { lines.append(("", "out of the game")) }
        return Grid(
            columns: [Grid.Column(""), Grid.Column("", isFlexible: true)],
            rows: lines.map { Grid.Row([$0.0, $0.1]) })
    }
}

/// Time on the court.
enum PlayedTime {
    /// `31:07`, minutes and seconds.
    static func text(seconds: Int) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
