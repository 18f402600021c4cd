import Documents

/// A player on the desk, ready to be shown.
package struct KeepPlayer: Hashable, Sendable {
    /// How what is typed fits the player.
    package enum Match: Hashable, Sendable {
        /// Not at all.
        case none
        /// The next digit may make it fit.
        case possible
        /// Exactly.
        case exact
    }

    /// What to type for the player: `7`, `#3`.
    package let label: String
    /// `Ana`; the slot where there is no name.
    package let name: String
    /// `12 pts`.
    package let points: String
    /// `3 fouls`; empty for none.
    package let fouls: String
    /// Counts of the other kinds: `2 assists`, most usual first, without those that did not happen.
    package let counts: [String]
    /// Who tracks a player that is not this device's: `bo`, `nobody`; empty for one that is.
    package let trackers: String
    /// How what is typed fits.
    package let match: Match
    /// False once the player is out of the game.
    package let isActive: Bool
}

/// A side on the desk, ready to be shown.
package struct KeepSide: Hashable, Sendable {
    /// The team's name.
    package var name = ""
    /// `home`, `away`.
    package var side = ""
    /// `3 fouls this period · 1 time-out`.
    package var detail = ""
    /// Whether numbers typed now are this side's.
    package var isActive = false
    /// The players that this device tracks, by slot.
    package var mine: [KeepPlayer] = []
    /// All others, by slot.
    package var others: [KeepPlayer] = []

    /// What stands in place of so many players who have no room.
    package func more(_ count: Int) -> String { "and \(count) more: type the number" }

    /// A side of nobody.
    package init() {}

    /// One side of a game as this device sees it, with what is typed.
    init(
        _ side: SideName, of game: GameDocument, device: String, grammar: EntryGrammar,
        keymap: Keymap
    ) {
        let document = game.side(side)
        let index = JerseyIndex(game)
        isActive = grammar.side == side
        name = game.teamName(of: side)
        self.side = side.rawValue
        detail = SideWords.heading(document)
        let exact = isActive ? index.candidates(for: grammar.player, on: side).map(\.slot) : []
        let possible = isActive ? index.possible(for: grammar.player, on: side).map(\.slot) : []
        for player in index.players(on: side) {
            let isMine = player.trackedBy.contains(device)
            let row = KeepPlayer(
                label: index.label(of: player, on: side, slotKey: keymap.name(of: .slot)),
                name: player.name,
                points: player.points == 1 ? "1 pt" : "\(player.points) pts",
                fouls: player.fouls == 0 ? "" : Phrases.count(player.fouls, "foul"),
                counts: Self.counts(player),
                trackers: isMine
                    ? "" : player.trackedBy.isEmpty ? "nobody" : Phrases.names(player.trackedBy),
                match: exact.contains(player.slot)
                    ? .exact : possible.contains(player.slot) ? .possible : .none,
                isActive: player.isActive)
            if isMine { mine.append(row) } else if player.isActive { others.append(row) }
        }
    }

    private static let counted = [
        ("assist", "assist"), ("rebound", "rebound"), ("steal", "steal"), ("block", "block"),
        ("turnover", "turnover"),
    ]

    private static func counts(_ player: PlayerDocument) -> [String] {
        counted.compactMap { kind, noun in
            let count = player.counts[kind, default: 0]
            return count == 0 ? nil : Phrases.count(count, noun)
        }
    }
}

/// What is typed at the desk, ready to be shown.
package struct KeepPrompt: Hashable, Sendable {
    /// What the keys write: `Hawks`, `fix mia.41`, `note`.
    package var label = ""
    /// `7`, `#3`, `7=2`; the words of a note.
    package var typed = ""
    /// Whom that is: `Bo Kim · 4 points · 1 foul`; or whom it could be.
    package var preview = ""
    /// How the preview is meant.
    package var tone = Tone.plain
}

/// The score on the desk, ready to be shown.
package struct KeepScore: Hashable, Sendable {
    /// The home team; empty without a game.
    package var home = ""
    /// `12 : 9`; empty without a game.
    package var score = ""
    /// The away team.
    package var away = ""

    init() {}

    init(_ game: GameDocument) {
        home = game.teamName(of: .home)
        score = game.scoreText
        away = game.teamName(of: .away)
    }
}

extension KeepPrompt {
    init(_ grammar: EntryGrammar, correcting: EntryDocument?, in game: GameDocument) {
        label = game.teamName(of: grammar.side)
        if grammar.isCorrecting, let correcting {
            label = "fix \(correcting.name), \(correcting.text): \(label)"
        }
        typed = grammar.text
        (preview, tone) = Self.preview(grammar, in: game)
    }

    private static func preview(
        _ grammar: EntryGrammar, in game: GameDocument
    ) -> (String, Tone) {
        let kind = grammar.correctedKind?.text
        if grammar.player == .team { return (Phrases.line("the team itself", kind), .plain) }
        guard grammar.player != .none else { return (kind ?? "", .plain) }
        let index = JerseyIndex(game)
        let exact = index.candidates(for: grammar.player, on: grammar.side)
        if exact.count == 1 {
            let player = exact[0]
            return (
                Phrases.line(
                    player.name,
                    Phrases.count(player.points, "point"),
                    player.fouls == 0 ? nil : Phrases.count(player.fouls, "foul"), kind), .good
            )
        }
        if exact.count > 1 {
            let names = exact.map { "#\(JerseyIndex.slotNumber($0)) \($0.name)" }
            return ("several: \(Phrases.names(names))", .attention)
        }
        let possible = index.possible(for: grammar.player, on: grammar.side)
        if possible.isEmpty {
            let other = index.opponent(grammar.player, of: grammar.side)
            return (other.map { "nobody; Tab for \($0.player) of \($0.team)" } ?? "nobody", .bad)
        }
        return (Phrases.names(possible.map(\.numberAndName)) + "?", .faint)
    }
}
