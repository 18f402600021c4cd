import Documents

/// What is said of both sides of a game.
extension GameDocument {
    /// One side of it.
    func side(_ side: SideName) -> SideDocument { side == .home ? home : away }

    /// `12 : 9`.
    var scoreText: String { "\(home.score) : \(away.score)" }

    /// The winner's name; nil while there is none, and for a draw.
    var winnerName: String? { winner.map { side($0).name } }

    /// The team's name; the side's where nobody named it.
    func teamName(of side: SideName) -> String {
        let name = self.side(side).name
        return name.isEmpty ? side.rawValue : name
    }

    /// True once a keeper has ended the game.
    var isOver: Bool { state.isOver }
}

extension GamePhase {
    /// True once a keeper has ended the game.
    var isOver: Bool {
        switch self {
        case .scheduled, .live, .decided: false
        case .closed, .signed, .abandoned, .forfeit: true
        }
    }
}

// MARK: Who tracks whom

extension GameDocument {
    /// The active players of a side, without those merged into others.
    func participants(on side: SideName) -> [PlayerDocument] {
        self.side(side).players.filter { $0.isActive && $0.mergedInto == nil }
    }

    func isTracked(by device: String) -> Bool {
        (home.players + away.players).contains { $0.trackedBy.contains(device) }
    }

    func isTracked(by device: String, on side: SideName) -> Bool {
        participants(on: side).contains { $0.trackedBy.contains(device) }
    }

    /// The side on which a device starts to score: the first on which it tracks a player; for a
    /// device that tracks none, the away side if only there a player is untracked, else home.
    func firstSide(of device: String) -> SideName {
        if isTracked(by: device, on: .home) { return .home }
        if isTracked(by: device, on: .away) { return .away }
        let (home, away) = (participants(on: .home), participants(on: .away))
        let isHomeTracked = !home.isEmpty && home.allSatisfy { !$0.trackedBy.isEmpty }
        return isHomeTracked && away.contains { $0.trackedBy.isEmpty } ? .away : .home
    }
}

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
