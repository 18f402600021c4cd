package import Documents

/// The scoreboard of one game for spectators: score, game clock, fouls, state, and the latest
/// basket.
package final class HallViewModel {
    private let library: any GameLibrary
    /// The name of the game that a person chose; nil to follow the current game.
    private var chosen: String?
    private let timekeeper: any Timekeeper
    /// The name of the action that shows a newer game.
    private let newerGameName: String
    private let words: Catalogue
    private let scoreboard: ScoreboardViewModel
    private let runningClock: RunningClock
    private let verdict: VerdictViewModel
    private var shown: String?
    private let keepsFinal: Bool
    private var stay = FinalStay()
    /// The end of the time for which a final score stays.
    private var leaving: Binding?
    /// The game that is asked for because it is not the current one; nil if the current game is
    /// shown.
    private var wanted: String?
    private var hasTime = false
    private var isShownOver = false
    /// The names of the games, newest first, as of the last question.
    private var order: [String] = []
    private var latestLamport: UInt64 = 0
    private var isAskedAgain = false
    private var askingGame: Binding?
    private var askingGames: Binding?
    private var askingLatest: Binding?
    private var bindings: [Binding] = []

    // Input

    package func showNewerGame() { turn(to: -1) }

    package func showEarlierGame() { turn(to: 1) }

    // Output

    package var isEmpty: Dynamic<Bool> { scoreboard.isEmpty }
    package let placeholder: Dynamic<Advice>
    /// `hawks-owls-2 · to 15, lead 2`.
    package var title: Dynamic<String> { scoreboard.title }
    package var homeTeam: Dynamic<String> { scoreboard.homeName }
    package var awayTeam: Dynamic<String> { scoreboard.awayName }
    package var homeScore: Dynamic<String> { scoreboard.homeScore }
    package var awayScore: Dynamic<String> { scoreboard.awayScore }
    /// `12 : 9`, for a screen without room for large digits; empty without a game.
    package var score: Dynamic<String> { scoreboard.score }
    /// `penalty: 5 fouls · 2 time-outs`; empty if all are 0.
    package let homeFouls = Dynamic("")
    package let awayFouls = Dynamic("")
    package let homeFoulsTone = Dynamic(Tone.plain)
    package let awayFoulsTone = Dynamic(Tone.plain)
    /// `04:12`, running between two statuses; empty in a game without time.
    package let time = Dynamic("")
    /// For a view that counts on by itself; nil in a game without time.
    package let reading = Dynamic<ClockReading?>(nil)
    /// `Q3`; empty if the game has a single period.
    package var period: Dynamic<String> { runningClock.period }
    /// `running`, `stopped`, `stopped, estimated`; empty in a game without time.
    package let motion = Dynamic("")
    /// `live`, `decided: Hawks win · provisional: 2 open questions`, `official: Hawks win`.
    package var state: Dynamic<String> { scoreboard.state }
    /// `forfeit by Owls: Hawks win 20:0`, `abandoned`; empty for any other game.
    package var ending: Dynamic<String> { scoreboard.ending }
    package var tone: Dynamic<Tone> { scoreboard.tone }
    /// `h7 Ana two points · 14 : 9`; empty before the first basket.
    package let latest = Dynamic("")
    /// `in sync with bo` or `not connected: the daemon went away`, preceded by the name of a newer
    /// live game.
    package let connection = Dynamic("")
    package var connectionTone: Dynamic<Tone> { verdict.tone }
    /// `all devices match: amber-fox-river-stone · 41 entries`.
    package var agreement: Dynamic<String> { verdict.agreement }

    /// Shows the game of this name, or follows the current game. In the second case the final score
    /// of a game stays for a while after another game has become current, if `keepsFinal`.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, game name: String? = nil,
        keepsFinal: Bool = true, words: Catalogue = .english, names: ActionNames
    ) {
        self.keepsFinal = keepsFinal
        self.words = words
        scoreboard = ScoreboardViewModel(words: words)
        verdict = VerdictViewModel(words: words)
        placeholder = Dynamic(Advice(words(.lookingForDaemon)))
        newerGameName = names(.newerGame)
        self.library = library
        chosen = name
        self.timekeeper = timekeeper
        runningClock = RunningClock(on: timekeeper)
        bindings = [
            runningClock.text.bind { [unowned self] _ in tick() },
            runningClock.isRunning.bind { [unowned self] _ in tick() },
            runningClock.reading.bind { [unowned self] _ in tick() },
            verdict.line.bind { [unowned self] _ in showConnection() },
            library.status.bindAndFire { [unowned self] in receive($0) },
            library.eachEntry { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] in receive($0) },
        ]
    }
}

// MARK: Receiving

extension HallViewModel {
    private func receive(_ status: StatusDocument?, isStaying: Bool = true) {
        guard let status else { return }
        verdict.receive(status)
        leaving = nil
        wanted = chosen == status.game?.name ? nil : chosen
        if chosen == nil, keepsFinal,
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
            if shown == nil { placeholder.update(Advice(words(.notConnected(reason)))) }
        }
    }

    /// Moves through the games in the order of creation. Reaching the current game resumes
    /// following it.
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

    /// A live game while another one is shown: one newer than the device's current game, or the
    /// current game if the chosen one is over.
    private var gameThatIsOn: String? {
        guard let status = library.status.value, leaving == nil else { return nil }
        if chosen == nil || status.newerGame != nil { return status.newerGame }
        guard isShownOver, let current = status.game, !current.isOver else { return nil }
        return current.name
    }

    /// The live game, if it is known to be newer than the one shown.
    private var newerGame: String? {
        guard chosen != nil else { return gameThatIsOn }
        guard let game = gameThatIsOn, let shown, let place = order.firstIndex(of: shown) else {
            return nil
        }
        // A game missing from the list was created after it, and is newer than all others.
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
            Phrases.line(
                newerGame.map { words(.newerGame($0, newerGameName)) }, verdict.line.value))
    }

    /// Asks for a game that is not the current one. A call while a question is pending asks again
    /// after its answer.
    private func askGame(_ name: String) {
        guard askingGame == nil else {
            isAskedAgain = true
            return
        }
        askingGame = library.ask(.game(name)) { [unowned self] result in
            askingGame = nil
            // Another game may have been chosen before the answer.
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
            placeholder.update(Advice(refusal.message))
        case .failure(.unavailable): break
        }
    }

    private func show(_ game: GameDocument?) {
        scoreboard.receive(game)
        isShownOver = game?.isOver == true
        runningClock.receive(game)
        hasTime = game?.hasTime ?? false
        tick()
        homeFouls.update(game.map { SideWords.heading($0.home, isBrief: true, in: words) } ?? "")
        awayFouls.update(game.map { SideWords.heading($0.away, isBrief: true, in: words) } ?? "")
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
        reading.update(hasTime ? runningClock.reading.value : nil)
        guard hasTime else { return motion.update("") }
        let motion = words(runningClock.isRunning.value ? .running : .stopped)
        self.motion.update(runningClock.isEstimated.value ? words(.estimated(motion)) : motion)
    }

    // MARK: The latest basket

    private func receive(_ entry: EntryDocument) {
        guard let shown, entry.game == shown else { return }
        if !entry.names.isEmpty { return askLatest() }
        guard entry.isCountedBasket else { return }
        // An earlier basket changes the score at the latest one. Of two with the same lamport the
        // log knows the order.
        guard entry.lamport > latestLamport, askingLatest == nil else { return askLatest() }
        show(latest: entry)
    }

    /// Asks the log, because a withdrawal, a correction or an earlier basket can change the latest
    /// basket or its score.
    private func askLatest() {
        askingLatest = library.ask(
            .log(of: GameScope(shown), limit: ViewModelsLimits.basketEntriesMax)
        ) {
            [unowned self] result in
            askingLatest = nil
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
        latest.update(Phrases.line(entry.text(in: words), score))
    }
}

extension EntryDocument {
    /// True for a move that scored and counts.
    fileprivate var isCountedBasket: Bool { (points ?? 0) > 0 && state == .live }
}

/// Keeps the final score of the current game on the screen after another game has become current,
/// until that game goes on or `ViewModelsLimits.finalInterval` has passed.
struct FinalStay {
    /// The game shown when it ended, and the instant at which that was seen.
    private var final: (game: String, since: Duration)?
    /// The other game as first seen.
    private var next: (game: String, moves: Int, isRunning: Bool)?

    /// The game to show instead of the current one, and until when; nil for the current one.
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
        let until = since + ViewModelsLimits.finalInterval
        guard now < until, !hasGoneOn(current) else { return leave() }
        return (shown, until)
    }

    private mutating func leave() -> (name: String, until: Duration)? {
        final = nil
        next = nil
        return nil
    }

    /// True if, since the game was first seen, a move was recorded or the game clock was started.
    private mutating func hasGoneOn(_ game: GameDocument) -> Bool {
        let isRunning = game.clock?.isRunning == true
        let before = next.flatMap { $0.game == game.name ? $0 : nil }
        next = (game.name, game.moves, isRunning)
        guard let before else { return false }
        return game.moves != before.moves || isRunning && !before.isRunning
    }
}
