import Documents

/// One game for all who look up at a screen: the score, the game clock, the fouls, how the game
/// stands, and what counted last.
package final class HallViewModel: ScreenViewModel {
    private let library: any GameLibrary
    /// The game that a person chose to see; nil for the current one, whichever that is.
    private var chosen: String?
    private let timekeeper: any Timekeeper
    private let scoreboard = ScoreboardViewModel()
    private let runningClock: RunningClock
    private let verdict = VerdictViewModel()
    private var shown: String?
    private var stay = FinalStay()
    /// Where the shown game's final score is about to leave.
    private var leaving: Binding?
    /// The game that is asked for in place of the status's own; nil for none.
    private var wanted: String?
    private var hasTime = false
    private var isShownOver = false
    /// The games' names, newest first, as they were when last asked for.
    private var order: [String] = []
    private var latestLamport: UInt64 = 0
    private var isAskedAgain = false
    private var askingGame: Binding?
    private var askingGames: Binding?
    private var askingLatest: Binding?
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        switch key {
        case .character("n"): turn(to: -1)
        case .character("p"): turn(to: 1)
        default: return false
        }
        return true
    }

    // Output

    /// True when there is no game to show.
    package var isEmpty: Dynamic<Bool> { scoreboard.isEmpty }
    /// What to say instead of a game.
    package let placeholder = Dynamic("looking for the daemon")
    /// `hawks-owls-2 · to 15, lead 2`.
    package var title: Dynamic<String> { scoreboard.title }
    /// The home team.
    package var homeTeam: Dynamic<String> { scoreboard.homeName }
    /// The away team.
    package var awayTeam: Dynamic<String> { scoreboard.awayName }
    /// The home side's points.
    package var homeScore: Dynamic<String> { scoreboard.homeScore }
    /// The away side's points.
    package var awayScore: Dynamic<String> { scoreboard.awayScore }
    /// `12 : 9`, for where digits have no room; empty without a game.
    package let score = Dynamic("")
    /// `penalty: 5 fouls · 2 time-outs`; empty where there is nothing to say.
    package let homeFouls = Dynamic("")
    /// As for the home side.
    package let awayFouls = Dynamic("")
    /// How the home side's fouls are meant.
    package let homeFoulsTone = Dynamic(Tone.plain)
    /// As for the home side.
    package let awayFoulsTone = Dynamic(Tone.plain)
    /// `04:12`, counted here between two readings; empty where no time is kept.
    package let time = Dynamic("")
    /// `Q3`; empty for the one period of a game that has no more.
    package var period: Dynamic<String> { runningClock.period }
    /// `running`, `stopped`, `stopped, estimated`; empty where no time is kept.
    package let motion = Dynamic("")
    /// `live`, `decided: Hawks win · provisional: 2 held moves`, `official: Hawks win`.
    package var state: Dynamic<String> { scoreboard.state }
    /// How the state is meant.
    package var tone: Dynamic<Tone> { scoreboard.tone }
    /// `h7 Ana two points · 14 : 9`; empty before the first basket.
    package let latest = Dynamic("")
    /// `in sync with bo`, `not connected: the daemon went away`; before it that a newer game is on.
    package let connection = Dynamic("")
    /// How that is meant.
    package var connectionTone: Dynamic<Tone> { verdict.tone }
    /// `all devices match: amber-fox-river-stone · 41 entries`.
    package var agreement: Dynamic<String> { verdict.agreement }

    /// The screen's own keys.
    package let keys = "n newer game · p earlier game"

    /// Follows the library: the game of this name, or whichever is the current one. The final score of
    /// such a one stays for a while although another game is current.
    package init(library: any GameLibrary, timekeeper: any Timekeeper, game name: String? = nil) {
        self.library = library
        chosen = name
        self.timekeeper = timekeeper
        runningClock = RunningClock(on: timekeeper)
        bindings = [
            runningClock.text.bind { [unowned self] _ in tick() },
            runningClock.isRunning.bind { [unowned self] _ in tick() },
            verdict.line.bind { [unowned self] _ in showConnection() },
            library.status.bindAndFire { [unowned self] in receive($0) },
            library.newest.bind { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] in receive($0) },
        ]
    }
}

// MARK: What the daemon says

extension HallViewModel {
    private func receive(_ status: StatusDocument?, isStaying: Bool = true) {
        guard let status else { return }
        verdict.receive(status)
        leaving = nil
        wanted = chosen == status.game?.name ? nil : chosen
        if chosen == nil,
            let final = stay.game(
                shown: isStaying ? shown : nil, status: status, now: timekeeper.now)
        {
            wanted = final.name
            leaving = timekeeper.wake(at: final.until) { [unowned self] in
                receive(library.status.value)
            }
        }
        if let wanted {
            askGame(wanted)
        } else {
            show(status.game)
            placeholder.update(scoreboard.placeholder.value)
        }
    }

    private func receive(_ connection: LibraryConnection) {
        switch connection {
        case .connecting: break
        case .connected: if shown != nil { askLatest() }
        case .lost(let reason):
            verdict.receive(lost: reason)
            if shown == nil { placeholder.update("not connected: \(reason)") }
        }
    }

    /// Shows the game that was created before or after the one that is shown. From the current game on
    /// the screen follows the device again.
    private func turn(to step: Int) {
        askGames { [unowned self] games in
            guard let place = games.firstIndex(where: { $0.name == shown }),
                games.indices.contains(place + step)
            else { return }
            let game = games[place + step]
            chosen = game.isCurrent ? nil : game.name
            receive(library.status.value, isStaying: false)
        }
    }

    private func askGames(_ take: @escaping ([GameBrief]) -> Void) {
        askingGames = library.ask(.games) { [unowned self] result in
            askingGames = nil
            guard case .success(let games) = result else { return }
            order = games.games.map(\.name)
            take(games.games)
        }
    }

    /// A game that is on while this screen shows another one: newer than the device's own, or that
    /// where a person chose one that is over.
    private var gameThatIsOn: String? {
        guard let status = library.status.value, leaving == nil else { return nil }
        if chosen == nil || status.newerGame != nil { return status.newerGame }
        guard isShownOver, let current = status.game, !current.isOver else { return nil }
        return current.name
    }

    /// The same if it is newer than the one that is shown, as far as that is known.
    private var newerGame: String? {
        guard chosen != nil else { return gameThatIsOn }
        guard let game = gameThatIsOn, let shown, let place = order.firstIndex(of: shown) else {
            return nil
        }
        // A game that was not there yet when the games were asked for is newer than all of them.
        return order[place...].contains(game) ? nil : game
    }

    private func showConnection() {
        if chosen != nil, let shown, !order.contains(shown), gameThatIsOn != nil,
            askingGames == nil
        {
            askGames { [unowned self] _ in tellConnection() }
        }
        tellConnection()
    }

    private func tellConnection() {
        connection.update(
            Phrases.line(newerGame.map { "newer game on: \($0) (n)" }, verdict.line.value))
    }

    /// Asks for a game that is not the current one; what changes before the answer is asked for once
    /// more behind it.
    private func askGame(_ name: String) {
        guard askingGame == nil else {
            isAskedAgain = true
            return
        }
        askingGame = library.ask(.game(name)) { [unowned self] result in
            askingGame = nil
            // Meanwhile another game may have gone on.
            if wanted == name { show(result) }
            guard isAskedAgain else { return }
            isAskedAgain = false
            if let wanted { askGame(wanted) }
        }
    }

    private func show(_ result: Result<GameDocument, LibraryError>) {
        switch result {
        case .success(let game): show(game)
        case .failure(.refused(let refusal)):
            show(nil)
            placeholder.update(refusal.text)
        case .failure(.unavailable): break
        }
    }

    private func show(_ game: GameDocument?) {
        scoreboard.receive(game)
        isShownOver = game?.isOver == true
        runningClock.receive(game)
        score.update(game?.scoreText ?? "")
        hasTime = game.map { $0.clock != nil || $0.rules.periodSeconds != nil } ?? false
        tick()
        homeFouls.update(game.map { Self.fouls($0.home) } ?? "")
        awayFouls.update(game.map { Self.fouls($0.away) } ?? "")
        homeFoulsTone.update(game?.home.isInPenalty == true ? .attention : .plain)
        awayFoulsTone.update(game?.away.isInPenalty == true ? .attention : .plain)
        defer { showConnection() }
        guard game?.name != shown else { return }
        shown = game?.name
        askingLatest = nil
        latestLamport = 0
        latest.update("")
        if shown != nil { askLatest() }
    }

    private func tick() {
        time.update(hasTime ? runningClock.text.value : "")
        let motion = runningClock.isRunning.value ? "running" : "stopped"
        self.motion.update(
            hasTime ? motion + (runningClock.isEstimated.value ? ", estimated" : "") : "")
    }

    private static func fouls(_ side: SideDocument) -> String {
        let penalty =
            side.isInSecondPenalty ? "second penalty: " : side.isInPenalty ? "penalty: " : ""
        return Phrases.line(
            side.periodFouls == 0 ? nil : penalty + Phrases.count(side.periodFouls, "foul"),
            side.timeouts == 0 ? nil : Phrases.count(side.timeouts, "time-out"))
    }

    // MARK: What counted last

    private func receive(_ entry: EntryDocument?) {
        guard let entry, let shown, entry.game == shown else { return }
        if !entry.names.isEmpty { return askLatest() }
        guard entry.isCountedBasket, entry.lamport >= latestLamport else { return }
        show(latest: entry)
    }

    /// Withdrawn and corrected moves are other ones' business: the log says what counts now.
    private func askLatest() {
        askingLatest = library.ask(.log(game: shown, limit: Limits.basketEntriesMax)) {
            [unowned self] result in
            guard case .success(let log) = result else { return }
            if let entry = log.entries.last(where: \.isCountedBasket) {
                show(latest: entry)
            } else if log.isWhole {
                latestLamport = 0
                latest.update("")
            }
        }
    }

    private func show(latest entry: EntryDocument) {
        latestLamport = entry.lamport
        let score = entry.home.flatMap { home in entry.away.map { "\(home) : \($0)" } }
        latest.update(Phrases.line(entry.text, score))
    }
}

extension EntryDocument {
    /// A move that brought points and counts.
    fileprivate var isCountedBasket: Bool { (points ?? 0) > 0 && state == .live }
}

/// How long the final score of a game stays on a screen that follows the current game, while another
/// one is current already: until that one goes on, or some time is over.
struct FinalStay {
    /// The game that was shown when it ended, and when that was seen.
    private var final: (game: String, since: Duration)?
    /// The other game as it was found.
    private var next: (game: String, moves: Int, isRunning: Bool)?

    /// The game that is to be shown instead of the status's own; nil for none.
    mutating func game(
        shown: String?, status: StatusDocument, now: Duration
    ) -> (name: String, until: Duration)? {
        guard let current = status.game else { return leave() }
        guard let shown, shown != current.name else {
            next = nil
            if !current.state.isOver { return leave() }
            if final?.game != current.name { final = (current.name, now) }
            return nil
        }
        guard status.games.contains(where: { $0.name == shown && $0.state.isOver }) else {
            return leave()
        }
        let since = final?.game == shown ? final?.since ?? now : now
        final = (shown, since)
        let until = since + Limits.finalInterval
        guard now < until, !hasGoneOn(current) else { return leave() }
        return (shown, until)
    }

    private mutating func leave() -> (name: String, until: Duration)? {
        final = nil
        next = nil
        return nil
    }

    /// Whether something was recorded in the other game, or its clock was started, since it was found.
    private mutating func hasGoneOn(_ game: GameDocument) -> Bool {
        let isRunning = game.clock?.isRunning == true
        let before = next.flatMap { $0.game == game.name ? $0 : nil }
        next = (game.name, game.moves, isRunning)
        guard let before else { return false }
        return game.moves != before.moves || isRunning && !before.isRunning
    }
}
