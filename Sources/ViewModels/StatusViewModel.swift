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

/// All that `status` says as a screen that stays up to date; the game clock goes on by itself.
package final class StatusScreenViewModel: ScreenViewModel {
    private let runningClock: RunningClock
    private var scroll = Scroll()
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        if key == .character("a") {
            isWhole.toggle()
            scroll = Scroll()
        } else if !scroll.press(key) {
            return false
        }
        version.value += 1
        return true
    }

    /// The lines to show of so many, where there is room for so many rows.
    package func window(of count: Int, rows: Int) -> Range<Int> {
        scroll.window(of: count, rows: rows)
    }

    // Output

    /// The sections.
    package let status = StatusViewModel()
    /// Counts the changes: a view that draws all of it draws anew when this changes.
    package let version = Dynamic(0)
    /// The screen's own keys.
    package let keys = "a shows all or the short form · Up and Down scroll"
    /// Whether all is shown, and not the short form.
    package private(set) var isWhole: Bool

    /// Follows the library, and begins with all of it or the short form.
    package init(library: any GameLibrary, timekeeper: any Timekeeper, isWhole: Bool = false) {
        self.isWhole = isWhole
        runningClock = RunningClock(on: timekeeper)
        bindings = [
            runningClock.text.bind { [unowned self] _ in tick() },
            library.status.bindAndFire { [unowned self] document in
                guard let document else { return }
                status.receive(document)
                runningClock.receive(document.game)
                tick()
            },
            library.connection.bindAndFire { [unowned self] connection in
                guard case .lost(let reason) = connection else { return }
                status.receive(lost: reason)
                version.value += 1
            },
        ]
    }

    private func tick() {
        status.scoreboard.receive(
            time: runningClock.text.value, isRunning: runningClock.isRunning.value)
        version.value += 1
    }
}

/// What a person should look at.
package final class WarningsViewModel {
    /// One warning, ready to be shown.
    package struct Line: Hashable, Sendable {
        /// For programs: what kind of warning it is; of several of a kind the later ones have a
        /// number behind it. Stays while the words change.
        package let name: String
        /// A `code` of `WarningDocument`.
        let code: String
        /// What is wrong.
        package let text: String
        /// What to do; empty when there is nothing.
        package let advice: String
    }

    // Input

    /// Takes what the daemon says. Faults of its disk are among its warnings, with what to do.
    package func receive(_ status: StatusDocument) {
        lines.update(Self.lines(status.warnings))
        linesAndHeld.update(Self.lines(status.warningsAndHeld))
    }

    private static func lines(_ warnings: [WarningDocument]) -> [Line] {
        var seen = Counts()
        return warnings.map { warning in
            let number = seen[warning.code, default: 0] + 1
            seen[warning.code] = number
            return Line(
                name: number == 1 ? warning.code : "\(warning.code) \(number)", code: warning.code,
                text: warning.text, advice: warning.advice ?? "")
        }
    }

    // Output

    /// The most urgent first.
    package let lines = Dynamic([Line]())
    /// The same with the held moves, for where these have no place of their own.
    package let linesAndHeld = Dynamic([Line]())

    /// No warnings until some are received.
    package init() {}
}
