import ViewModels

/// Finds the player of typed digits, and the digits to type for a player. Never guesses.
struct JerseyIndex {
    typealias Player = PlayerScoreboardMoveEditorViewModel

    let keep: KeepViewModel

    /// All players of a side, in the order of their slots.
    func players(on side: DeskSide) -> [Player] { keep.players(on: side) }

    /// The players that match the input, by slot; none for a team. A jersey number matches active
    /// players, compared as text; a player without a number has the number of the slot. A roster
    /// line matches its player only.
    func candidates(for player: EntryGrammar.Player, on side: DeskSide) -> [Player] {
        found(player, on: side, where: ==)
    }

    /// The players that the input can still become, including exact matches.
    func possible(for player: EntryGrammar.Player, on side: DeskSide) -> [Player] {
        found(player, on: side) { answer, typed in answer.hasPrefix(typed) }
    }

    /// The inactive player with that number; nil unless there is exactly one.
    func inactive(_ player: EntryGrammar.Player, on side: DeskSide) -> Player? {
        guard case .number(let number) = player else { return nil }
        let found = players(on: side).filter { !$0.isActive.value && $0.number.value == number }
        return found.count == 1 ? found[0] : nil
    }

    /// The player of the other side with that number, and the team; nil unless there is exactly
    /// one.
    func opponent(
        _ player: EntryGrammar.Player, of side: DeskSide
    ) -> (team: String, player: String)? {
        let players = candidates(for: player, on: side.other)
        guard players.count == 1 else { return nil }
        return (keep.teamName(of: side.other), players[0].spoken.value)
    }

    private func found(
        _ player: EntryGrammar.Player, on side: DeskSide,
        where fits: (_ answer: String, _ typed: String) -> Bool
    ) -> [Player] {
        let players = players(on: side)
        return switch player {
        case .none, .team: []
        case .number(let number):
            players.filter { $0.isActive.value && fits(Self.answersTo($0), number) }
        case .slot(let slot): players.filter { fits(Self.slotNumber($0), slot) }
        }
    }

    /// The digits to type for each player: the number, or `#3` if the number is ambiguous.
    func labels(on side: DeskSide, slotKey: String) -> [String] {
        let players = players(on: side)
        let answers = players.map { $0.isActive.value ? Self.answersTo($0) : nil }
        return zip(players, answers).map { player, answer in
            guard let answer, answer.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                answers.count(where: { $0 == answer }) == 1
            else { return slotKey + Self.slotNumber(player) }
            return answer
        }
    }

    private static func answersTo(_ player: Player) -> String {
        player.number.value.isEmpty ? slotNumber(player) : player.number.value
    }

    /// `3` of `h#3`.
    static func slotNumber(_ player: Player) -> String { String(player.slot.dropFirst(2)) }
}
