package import ViewModels

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
    init(_ side: DeskSide, of keep: KeepViewModel, grammar: EntryGrammar, keymap: Keymap) {
        let index = JerseyIndex(keep)
        isActive = grammar.side == side
        name = keep.teamName(of: side)
        self.side = side.rawValue
        detail = keep.heading(of: side)
        let exact = isActive ? index.candidates(for: grammar.player, on: side).map(\.slot) : []
        let possible = isActive ? index.possible(for: grammar.player, on: side).map(\.slot) : []
        for player in index.players(on: side) {
            let isMine = player.isMine.value
            let trackers = player.trackers.value
            let points = player.points.value
            let row = KeepPlayer(
                label: index.label(of: player, on: side, slotKey: keymap.name(of: .slot)),
                name: player.playerName.value,
                points: points == "1" ? "1 pt" : "\(points) pts",
                fouls: Self.count(player.fouls.value, "foul") ?? "",
                counts: Self.counted.compactMap { Self.count(player.count(of: $0).value, $0) },
                trackers: isMine ? "" : trackers.isEmpty ? "nobody" : trackers,
                match: exact.contains(player.slot)
                    ? .exact : possible.contains(player.slot) ? .possible : .none,
                isActive: player.isActive.value)
            if isMine { mine.append(row) } else if row.isActive { others.append(row) }
        }
    }

    private static let counted = ["assist", "rebound", "steal", "block", "turnover"]

    /// Nil for 0.
    private static func count(_ number: String, _ noun: String) -> String? {
        number == "0" ? nil : Wording.count(number, noun)
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

extension KeepPrompt {
    /// `correcting` is the entry of a correction, and its text.
    init(
        _ grammar: EntryGrammar, correcting: (entry: String, text: String)?,
        in keep: KeepViewModel
    ) {
        label = keep.teamName(of: grammar.side)
        if grammar.isCorrecting, let correcting {
            label = "fix \(correcting.entry), \(correcting.text): \(label)"
        }
        typed = grammar.text
        (preview, tone) = Self.preview(grammar, in: keep)
    }

    private static func preview(_ grammar: EntryGrammar, in keep: KeepViewModel) -> (String, Tone) {
        let kind = grammar.correctedKind.map { [$0.text] } ?? []
        func line(_ parts: [String]) -> String {
            (parts + kind).filter { !$0.isEmpty }.joined(separator: " · ")
        }
        if grammar.player == .team { return (line(["the team itself"]), .plain) }
        guard grammar.player != .none else { return (line([]), .plain) }
        let index = JerseyIndex(keep)
        let exact = index.candidates(for: grammar.player, on: grammar.side)
        if exact.count == 1 {
            let player = exact[0]
            let fouls = player.fouls.value
            return (
                line(
                    [player.playerName.value, Wording.count(player.points.value, "point")]
                        + (fouls == "0" ? [] : [Wording.count(fouls, "foul")])), .good
            )
        }
        if exact.count > 1 {
            let names = exact.map { "#\(JerseyIndex.slotNumber($0)) \($0.playerName.value)" }
            return ("several: \(Wording.names(names))", .attention)
        }
        let possible = index.possible(for: grammar.player, on: grammar.side)
        if possible.isEmpty {
            let other = index.opponent(grammar.player, of: grammar.side)
            return (other.map { "nobody; Tab for \($0.player) of \($0.team)" } ?? "nobody", .bad)
        }
        return (Wording.names(possible.map(\.spoken.value)) + "?", .faint)
    }
}
