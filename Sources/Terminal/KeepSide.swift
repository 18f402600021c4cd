package import ViewModels

/// A player on the keep screen, with what the keyboard adds.
package struct KeepPlayer: Equatable {
    /// The match of the input with the player.
    package enum Match: Hashable, Sendable {
        case none
        /// The next digit may complete it.
        case possible
        case exact
    }

    let player: PlayerScoreboardMoveEditorViewModel
    /// The input that selects the player: `7`, `#3`.
    package let label: String
    package let match: Match

    /// The outputs of the player are not compared: a view reads them by itself.
    package static func == (one: KeepPlayer, other: KeepPlayer) -> Bool {
        one.player === other.player && one.label == other.label && one.match == other.match
    }
}

package struct KeepSide: Equatable {
    package var name = ""
    /// `home` or `away`.
    package var side = ""
    /// `3 team fouls · 1 time-out`.
    package var detail = ""
    /// The kinds of move of the game, most usual first.
    package var kinds: [String] = []
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
        let index = JerseyIndex(keep: keep)
        isActive = grammar.side == side
        name = keep.teamName(of: side)
        self.side = side.rawValue
        detail = (side == .home ? keep.editor.homeFouls : keep.editor.awayFouls).value
        kinds = keep.editor.kinds.value
        let exact = isActive ? index.candidates(for: grammar.player, on: side).map(\.slot) : []
        let possible = isActive ? index.possible(for: grammar.player, on: side).map(\.slot) : []
        let labels = index.labels(on: side, slotKey: keymap.name(of: .slot))
        for (player, label) in zip(index.players(on: side), labels) {
            let row = KeepPlayer(
                player: player, label: label,
                match: exact.contains(player.slot)
                    ? .exact : possible.contains(player.slot) ? .possible : .none)
            if player.isMine.value {
                mine.append(row)
            } else if player.isActive.value {
                others.append(row)
            }
        }
    }
}

/// The input line.
package struct KeepPrompt: Hashable, Sendable {
    /// The subject of the input: `Hawks`, `fix mia.41`, `note`.
    package var label = ""
    /// `7`, `#3`, `7=2`, or the text of a note.
    package var typed = ""
    /// `Bo Kim · 4 points · 1 foul · 2 rebounds`: the player, with the counts that are not 0, or the
    /// players that the input may mean.
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
        let index = JerseyIndex(keep: keep)
        let exact = index.candidates(for: grammar.player, on: grammar.side)
        if exact.count == 1 {
            let player = exact[0]
            let shown = grammar.isCorrecting ? ["foul"] : ["foul", "assist", "rebound"]
            let counts = shown.map { ($0, player.count(of: $0).value) }
                .filter { $0.1 != "0" }.map { Wording.count($0.1, $0.0) }
            return (
                line(
                    [player.playerName.value, Wording.count(player.points.value, "point")] + counts),
                .good
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
