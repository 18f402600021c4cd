import Documents

extension DeskSide {
    init(_ side: SideName) { self = side == .home ? .home : .away }
}

extension SideName {
    init(_ side: DeskSide) { self = side == .home ? .home : .away }
}

/// Phrases of `Documents`, for views.
package enum Wording {
    /// `bo, cy, di and 3 more`.
    package static func names(_ names: [String], atMost limit: Int = 4) -> String {
        Phrases.names(names, atMost: limit)
    }

    /// `1 foul`, `2 fouls`; the number as text.
    package static func count(_ number: String, _ noun: String) -> String {
        number == "1" ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// The heading of a kind of move on a scoresheet: `2P`, `REB`.
    package static func heading(ofKind kind: String) -> String { KindColumns.title(kind) }
}

extension GameDocument {
    func side(_ side: SideName) -> SideDocument { side == .home ? home : away }

    /// `12 : 9`.
    var scoreText: String { "\(home.score) : \(away.score)" }

    /// Nil before the end of the game, and for a draw.
    var winnerName: String? { winner.map { side($0).name } }

    /// The team's name; for an unnamed team the side.
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

    /// The side on which a device starts to score: the first on which it tracks a player. For a
    /// device that tracks none: away if every home player is tracked and an away player is not,
    /// else home.
    func firstSide(of device: String) -> SideName {
        if isTracked(by: device, on: .home) { return .home }
        if isTracked(by: device, on: .away) { return .away }
        let (home, away) = (participants(on: .home), participants(on: .away))
        let isHomeTracked = !home.isEmpty && home.allSatisfy { !$0.trackedBy.isEmpty }
        return isHomeTracked && away.contains { $0.trackedBy.isEmpty } ? .away : .home
    }
}

/// The fouls and time-outs of a side, as text.
enum SideWords {
    /// `9 fouls · 7 fouls this period: penalty · 1 time-out`; empty if all are 0.
    static func heading(_ side: SideDocument) -> String {
        let penalty = penalty(side)
        // The fouls of the game would repeat those of the period.
        let isSaid = side.fouls == 0 || penalty != nil && side.periodFouls == side.fouls
        return Phrases.line(
            isSaid ? nil : Phrases.count(side.fouls, "foul"), penalty,
            side.timeouts == 0 ? nil : Phrases.count(side.timeouts, "time-out"))
    }

    /// `7 fouls this period: penalty`; nil if it would repeat the fouls of the game.
    static func penalty(_ side: SideDocument) -> String? {
        guard side.isInPenalty || side.periodFouls != side.fouls, side.periodFouls > 0 else {
            return nil
        }
        let fouls = Phrases.count(side.periodFouls, "foul") + " this period"
        if side.isInSecondPenalty { return "\(fouls): second penalty" }
        return side.isInPenalty ? "\(fouls): penalty" : fouls
    }
}
