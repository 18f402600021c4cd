package import Documents

/// The state of this device and its table, in sections.
package final class StatusViewModel {
    // Input

    package func receive(_ status: StatusDocument) {
        verdict.receive(status)
        scoreboard.receive(status.game, isAlone: status.peers.isEmpty)
        home.receive(status.game)
        away.receive(status.game)
        held.receive(status.game?.heldMoves ?? [])
        devices.receive(status)
        otherGamesSummary.update(Self.otherGames(status))
        otherGamesHeading.update(status.moreGames == nil ? "other games" : "newest other games")
        gamesNotListed.update(status.moreGames)
        otherGames.receive(GamesDocument(games: status.games))
        warnings.receive(status)
        place.update(Self.place(status))
    }

    /// Shows in the verdict that there is no daemon; the rest stays.
    package func receive(lost reason: String) { verdict.receive(lost: reason) }

    // Output

    package let verdict = VerdictViewModel()
    package let scoreboard: ScoreboardViewModel
    package let home = PlayersViewModel(side: .home)
    package let away = PlayersViewModel(side: .away)
    package let held = HeldViewModel()
    package let devices = DevicesViewModel()
    package let otherGames = GamesViewModel()
    package let otherGamesHeading = Dynamic("other games")
    /// The number of games that the status does not list; nil if it lists all.
    package let gamesNotListed = Dynamic<Int?>(nil)
    /// `3 other games`; empty for 0.
    package let otherGamesSummary = Dynamic(Advice())
    package let warnings = WarningsViewModel()
    /// `Mia, table "Sunday hall" (amber-fox-river-stone)`, `Mia, founder, table …`.
    package let place = Dynamic("")

    /// With a timekeeper the game clock runs between two statuses.
    package init(on timekeeper: (any Timekeeper)? = nil) {
        scoreboard = ScoreboardViewModel(on: timekeeper)
    }

    /// The keeper and the table.
    static func place(_ status: StatusDocument) -> String {
        let keeper = status.device.keeper.isEmpty ? status.device.name : status.device.keeper
        let words = status.table.words
        let table =
            status.table.name.isEmpty
            ? "table \(words)" : "table \"\(status.table.name)\" (\(words))"
        let who = [keeper, status.device.role?.rawValue ?? ""].filter { !$0.isEmpty }
        return Phrases.joined(who + [table], by: ", ")
    }

    private static func otherGames(_ status: StatusDocument) -> Advice {
        let count = status.games.count + (status.moreGames ?? 0)
        return count == 0 ? Advice() : Advice(Phrases.count(count, "other game"), .listGames)
    }
}

/// The same as a screen that stays current, with a running game clock.
package final class StatusScreenViewModel {
    private var bindings: [Binding] = []

    // Output

    package let status: StatusViewModel

    package init(library: any GameLibrary, timekeeper: any Timekeeper) {
        status = StatusViewModel(on: timekeeper)
        bindings = [
            library.eachStatus { [status] in status.receive($0) },
            library.connection.bindAndFire { [status] in
                if case .lost(let reason) = $0 { status.receive(lost: reason) }
            },
        ]
    }
}

package final class WarningsViewModel {
    // Input

    /// Faults of the disk are among the warnings of the status.
    package func receive(_ status: StatusDocument) {
        lines.update(Self.lines(status.warnings))
        linesAndHeld.update(Self.lines(status.warningsAndHeld))
    }

    private static func lines(_ warnings: [WarningDocument]) -> [WarningRow] {
        var seen = Counts()
        return warnings.map { warning in
            let number = seen[warning.code, default: 0] + 1
            seen[warning.code] = number
            return WarningRow(
                id: number == 1 ? warning.code : "\(warning.code) \(number)", code: warning.code,
                text: warning.text, detail: warning.advice ?? "")
        }
    }

    // Output

    /// Most urgent first.
    package let lines = Dynamic([WarningRow]())
    /// The warnings and the held moves, for a view without a place for held moves.
    package let linesAndHeld = Dynamic([WarningRow]())

    package init() {}
}

package struct WarningRow: RowViewModel {
    /// The code; later warnings of the same code have a number after it.
    package let id: String
    /// The code of the `WarningDocument`.
    let code: String
    package let text: String
    /// The advice; empty if there is none.
    package let detail: String
    package var tone: Tone { .attention }
}
