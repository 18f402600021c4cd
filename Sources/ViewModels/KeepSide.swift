import Documents

package struct KeepPlayer: Hashable, Sendable {
    /// The match of the input with the player.
    package enum Match: Hashable, Sendable {
        case none
        /// The next digit may complete it.
        case possible
        case exact
    }

    /// The input that selects the player: `7`, `#3`.
    package let label: String
    /// `Ana`; the slot for a player without a name.
    package let name: String
    /// `12 pts`.
    package let points: String
    /// `3 fouls`; empty for 0.
    package let fouls: String
    /// The counts of other kinds that are not 0, most usual first: `2 assists`.
    package let counts: [String]
    /// The devices that track the player: `bo`, `nobody`; empty if this device does.
    package let trackers: String
    package let match: Match
    /// False once the player has left the game.
    package let isActive: Bool
}

package struct KeepSide: Hashable, Sendable {
    package var name = ""
    /// `home` or `away`.
    package var side = ""
    /// `3 fouls this period · 1 time-out`.
    package var detail = ""
    /// True for the side of the typed numbers.
    package var isActive = false
    /// The players that this device tracks, by slot.
    package var mine: [KeepPlayer] = []
    /// The other active players, by slot.
    package var others: [KeepPlayer] = []

    /// Shown instead of players that do not fit.
    package func more(_ count: Int) -> String { "and \(count) more: type the number" }

    package init() {}

    /// The input marks matching players.
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

/// The input line.
package struct KeepPrompt: Hashable, Sendable {
    /// The subject of the input: `Hawks`, `fix mia.41`, `note`.
    package var label = ""
    /// `7`, `#3`, `7=2`, or the text of a note.
    package var typed = ""
    /// The player or players that the input means: `Bo Kim · 4 points · 1 foul`.
    package var preview = ""
    package var tone = Tone.plain
}

package struct KeepScore: Hashable, Sendable {
    /// Empty without a game.
    package var home = ""
    /// `12 : 9`; empty without a game.
    package var score = ""
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
