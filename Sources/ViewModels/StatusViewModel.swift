package import Documents

/// The sections of `status`, each with a view model of its own.
package final class StatusViewModel {
    // Input

    /// Takes what the daemon says and hands each section its part.
    package func receive(_ status: StatusDocument) {
        verdict.receive(status)
        scoreboard.receive(status.game, isAlone: status.peers.isEmpty)
        home.receive(status.game)
        away.receive(status.game)
        held.receive(status.game?.heldMoves ?? [])
        peers.receive(status.peers)
        otherGamesSummary.update(Self.otherGames(status))
        otherGamesHeading.update(
            status.moreGames.map { "newest other games (\($0) more: scored games)" }
                ?? "other games")
        otherGames.receive(GamesDocument(games: status.games))
        warnings.receive(status)
        place.update(Self.place(status))
    }

    /// Takes that there is no daemon to ask; what was shown stays, and the verdict says so.
    package func receive(lost reason: String) { verdict.receive(lost: reason) }

    // Output

    /// How this device stands to the others.
    package let verdict = VerdictViewModel()
    /// The score and the game clock.
    package let scoreboard = ScoreboardViewModel()
    /// The home players.
    package let home = PlayersViewModel(side: .home)
    /// The away players.
    package let away = PlayersViewModel(side: .away)
    /// The moves that wait for an answer.
    package let held = HeldViewModel()
    /// The other devices.
    package let peers = PeersViewModel()
    /// The games that are not the current one.
    package let otherGames = GamesViewModel()
    /// What stands above those games.
    package let otherGamesHeading = Dynamic("other games")
    /// `3 other games: scored games`; empty for none.
    package let otherGamesSummary = Dynamic("")
    /// What a person should look at.
    package let warnings = WarningsViewModel()
    /// `Mia, table "Sunday hall" (amber-fox-river-stone)`, `Mia, founder, table …`.
    package let place = Dynamic("")

    /// Empty until something is received.
    package init() {}

    /// Who sits here, at which table.
    static func place(_ status: StatusDocument) -> String {
        let keeper =
            status.device.keeper.isEmpty ? status.device.name : status.device.keeper
        let words = status.table.words
        let table =
            status.table.name.isEmpty
            ? "table \(words)" : "table \"\(status.table.name)\" (\(words))"
        let who = [keeper, status.device.role?.rawValue ?? ""].filter { !$0.isEmpty }
        return Phrases.joined(who + [table], by: ", ")
    }

    private static func otherGames(_ status: StatusDocument) -> String {
        let count = status.games.count + (status.moreGames ?? 0)
        return count == 0 ? "" : "\(Phrases.count(count, "other game")): scored games"
    }
}
