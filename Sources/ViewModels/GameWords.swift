package import Documents

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
    package static func heading(
        ofKind kind: String, in words: Catalogue = .english
    ) -> String {
        KindColumns.title(kind, words)
    }
}

extension GameDocument {
    func side(_ side: SideName) -> SideDocument { side == .home ? home : away }

    /// `12 : 9`.
    var scoreText: String { "\(home.score) : \(away.score)" }

    /// Nil before the end of the game, and for a draw.
    var winnerName: String? { winner.map { side($0).name } }

    /// The team's name; for an unnamed team the side.
    func teamName(of side: SideName, in words: Catalogue) -> String {
        let name = self.side(side).name
        return name.isEmpty ? words(code: side == .home ? .home : .away) : name
    }

    /// True once a keeper has ended the game.
    var isOver: Bool { state.isOver }

    /// `21:18`, `forfeit by Owls: Hawks win 20:0`.
    func resultText(in words: Catalogue) -> String {
        endingText(in: words).isEmpty ? "\(home.score):\(away.score)" : verdictText(in: words)
    }

    /// The words of the signed result, to be compared aloud; empty before the first signature.
    var resultWords: String { signatures.first(where: \.isAgreed)?.words ?? "" }

    /// True if a device has signed the result as it is now.
    func isSigned(by device: String) -> Bool {
        signatures.contains { $0.device == device && $0.isAgreed }
    }

    /// True if the game clock is shown: it ran, or the periods have a length.
    var hasTime: Bool { clock != nil || rules.periodSeconds != nil }
}

extension GamePhase {
    /// True once a keeper has ended the game.
    package var isOver: Bool {
        switch self {
        case .scheduled, .live, .decided: false
        case .closed, .signed, .abandoned, .forfeit, .united: true
        }
    }
}

// MARK: Players and their keepers

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

/// The fouls and time-outs of a side, as text. Fouls are those that count for the penalty in the
/// current period; those of the whole game are counted by player.
enum SideWords {
    /// `penalty: 7 team fouls · 1 time-out`; empty if both are 0.
    ///
    /// `isBrief` says fouls, not team fouls: where no player's fouls are shown.
    static func heading(
        _ side: SideDocument, isBrief: Bool = false, in words: Catalogue
    ) -> String {
        let count = side.periodFouls
        return Phrases.line(
            fouls(side, isBrief ? .fouls(count) : .teamFouls(count), words),
            side.timeouts == 0 ? nil : words(.timeouts(side.timeouts)))
    }

    /// `penalty: 7 team fouls this period`; nil if it would repeat the fouls of the players.
    static func penalty(_ side: SideDocument, in words: Catalogue) -> String? {
        guard side.isInPenalty || side.periodFouls != side.fouls else { return nil }
        return fouls(side, .teamFouls(side.periodFouls), words).map { words(.thisPeriod($0)) }
    }

    private static func fouls(
        _ side: SideDocument, _ count: Term, _ words: Catalogue
    ) -> String? {
        guard side.periodFouls > 0 else { return nil }
        let count = words(count)
        return side.isInSecondPenalty
            ? words(.secondPenalty(count)) : side.isInPenalty ? words(.penalty(count)) : count
    }
}
