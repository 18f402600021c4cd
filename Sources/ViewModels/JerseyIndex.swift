import Documents

/// Finds the player whom typed digits name, and says what to type for a player. Never guesses.
struct JerseyIndex {
    private let home: [PlayerDocument]
    private let away: [PlayerDocument]
    private let game: GameDocument?

    /// The players of a game; none without one.
    init(_ game: GameDocument?) {
        self.game = game
        home = game?.home.players.filter { $0.mergedInto == nil } ?? []
        away = game?.away.players.filter { $0.mergedInto == nil } ?? []
    }

    /// Everybody on a side, in the order of their slots.
    func players(on side: SideName) -> [PlayerDocument] { side == .home ? home : away }

    /// All whom the typed text fits, by slot; nobody for a team. A number is that of players who take
    /// part, as text; players without one answer to their slot's number. A roster line is exact.
    func candidates(for player: EntryGrammar.Player, on side: SideName) -> [PlayerDocument] {
        found(player, on: side, where: ==)
    }

    /// Those whom what is typed so far can still become, the exact ones among them.
    func possible(for player: EntryGrammar.Player, on side: SideName) -> [PlayerDocument] {
        found(player, on: side) { answer, typed in answer.hasPrefix(typed) }
    }

    /// Who takes no part any more and has that number; nil unless it is one player.
    func inactive(_ player: EntryGrammar.Player, on side: SideName) -> PlayerDocument? {
        guard case .number(let number) = player else { return nil }
        let found = players(on: side).filter {
            !$0.isActive && $0.mergedInto == nil && $0.number == number
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The one player of the other side who has that number, with the team; nil unless it is one.
    func opponent(
        _ player: EntryGrammar.Player, of side: SideName
    ) -> (team: String, player: String)? {
        let other: SideName = side == .home ? .away : .home
        let players = candidates(for: player, on: other)
        guard let game, players.count == 1 else { return nil }
        return (game.teamName(of: other), players[0].numberAndName)
    }

    private func found(
        _ player: EntryGrammar.Player, on side: SideName,
        where fits: (_ answer: String, _ typed: String) -> Bool
    ) -> [PlayerDocument] {
        let players = players(on: side)
        return switch player {
        case .none, .team: []
        case .number(let number):
            players.filter { $0.isActive && fits(Self.answersTo($0), number) }
        case .slot(let slot): players.filter { fits(Self.slotNumber($0), slot) }
        }
    }

    /// What to type for a player: the number, or `#3` where the number fits others too.
    func label(of player: PlayerDocument, on side: SideName, slotKey: String) -> String {
        let answer = Self.answersTo(player)
        let isTypable = answer.allSatisfy { $0.isASCII && $0.isNumber }
        let isAlone = candidates(for: .number(answer), on: side).count == 1
        return isTypable && isAlone && player.isActive
            ? answer : slotKey + Self.slotNumber(player)
    }

    private static func answersTo(_ player: PlayerDocument) -> String {
        player.number.isEmpty ? slotNumber(player) : player.number
    }

    /// `3` of `h#3`.
    static func slotNumber(_ player: PlayerDocument) -> String { String(player.slot.dropFirst(2)) }
}
