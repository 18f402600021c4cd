package import Documents

/// The current game as a keeper edits it: teams, game clock, score, and the players with their
/// moves.
package final class GameScoreboardEditorViewModel {
    private let library: any GameLibrary
    private let words: Catalogue
    private let board: ScoreboardViewModel
    private let runningClock: RunningClock
    private let sent: SentMoves
    private let names: ActionNames
    private var game: GameDocument?
    private var players: [String: PlayerScoreboardMoveEditorViewModel] = [:]
    private var turning: Binding?
    private var bindings: [Binding] = []

    // Input

    /// Starts or stops the game clock; asks first if the game is decided. Does nothing while the
    /// last such order has no answer.
    package func togglePause() {
        guard let game, turning == nil else { return }
        questions.leaveAll(about: .gameClock)
        turn(ClockRequest(game: game.name, action: isPaused.value ? .start : .stop))
    }

    /// Records a refused move, by its number.
    package func recordAfterAll(_ id: Int) { sent.recordAfterAll(id) }

    /// Forgets a refused move, by its number.
    package func drop(_ id: Int) { sent.drop(id) }

    /// Sends a move of this game. Asks first if the move is doubtful, or if the rules do not have the
    /// shot; asks what the daemon finds doubtful. `spoken` is the player in texts.
    private func record(_ order: MoveRequest, spoken: String, isDoubtful: Bool) {
        guard let game else { return }
        var order = order
        order.game = game.name
        let doubt = isDoubtful ? words(.moveOf(words(kind: order.kind), spoken)) : nil
        // A shot that the rules do not have was probably mistaken for another one.
        let shot = game.rules.isUnknownShot(order.kind) ? question(order.kind, game) : nil
        sent.send(
            order, spoken: spoken, seen: runningClock.sight, doubt: Phrases.line(doubt, shot))
    }

    /// The player of a slot, or the team of `home` or `away`; nil if the game has no such slot.
    package func player(at slot: String) -> PlayerScoreboardMoveEditorViewModel? {
        ([homeSide, awaySide] + homePlayers.value + awayPlayers.value).first { $0.slot == slot }
    }

    // Output

    package var title: Dynamic<String> { board.title }
    package var homeTeam: Dynamic<String> { board.homeName }
    package var awayTeam: Dynamic<String> { board.awayName }
    /// The remaining time of the period, or the elapsed time if the period has no length.
    package var time: Dynamic<String> { runningClock.text }
    /// For a view that counts on by itself; nil in a game without time.
    package let reading = Dynamic<ClockReading?>(nil)
    /// `Q3`; empty if the game has a single period.
    package var period: Dynamic<String> { runningClock.period }
    /// `12 : 9`; empty without a game.
    package var score: Dynamic<String> { board.score }
    package var homeScore: Dynamic<String> { board.homeScore }
    package var awayScore: Dynamic<String> { board.awayScore }
    /// True once a keeper has ended the game, or the rules have decided it.
    package let isFinished = Dynamic(false)
    /// True while the game clock is stopped; it stops by itself when the game is decided.
    package let isPaused = Dynamic(true)
    /// The next action of the game clock's button: `Start` or `Pause`.
    package let pauseTitle: Dynamic<String>
    /// `live`, `decided: Hawks win`.
    package var state: Dynamic<String> { board.state }
    package var stateTone: Dynamic<Tone> { board.tone }
    /// The state without its reasons: `live · provisional`.
    package var verdict: Dynamic<String> { board.verdict }
    /// The verdict without names: `provisional` for a live game, `decided`.
    package var phase: Dynamic<String> { board.phase }
    /// `penalty: 7 team fouls · 1 time-out`; empty if both are 0.
    package let homeFouls = Dynamic("")
    package let awayFouls = Dynamic("")
    /// The home players in the order of their slots, without merged ones. Delivered when a player
    /// joins or leaves; the object of a player stays the same.
    package let homePlayers = Dynamic<[PlayerScoreboardMoveEditorViewModel]>([])
    package let awayPlayers = Dynamic<[PlayerScoreboardMoveEditorViewModel]>([])
    /// The home team's own moves.
    package let homeSide = PlayerScoreboardMoveEditorViewModel(slot: "home")
    package let awaySide = PlayerScoreboardMoveEditorViewModel(slot: "away")
    /// The kinds of move of this game, most usual first, as `record` and `count` take them.
    package let kinds = Dynamic<[String]>([])
    /// The moves sent from this screen, newest last. Beyond `ViewModelsLimits.sentMovesMax` the
    /// oldest go, except those that wait for an answer or were refused.
    package var moves: Dynamic<[SentMove]> { sent.moves }
    /// The move of the latest news, delivered even if equal to the last; nil before the first.
    package var echo: Dynamic<SentMove?> { sent.echo }
    package let questions: QuestionQueue
    /// The outcome of the last order to the game clock; delivered even if equal to the last.
    package let clockEcho = Dynamic("")

    /// True if the time of the period is over.
    var isTimeOver: Bool { runningClock.isTimeOver }
    /// True while an order to the game clock has no answer.
    var isTurning: Bool { turning != nil }

    /// The moves of this game in a state.
    package func count(_ state: SentMove.State) -> Int {
        moves.value.count { $0.state == state && $0.game == game?.name }
    }

    /// `names` has the actions that answer a question.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, words: Catalogue = .english,
        names: @escaping ActionNames, questions: QuestionQueue = QuestionQueue()
    ) {
        self.words = words
        board = ScoreboardViewModel(words: words)
        pauseTitle = Dynamic(words(.start))
        self.library = library
        self.names = names
        self.questions = questions
        runningClock = RunningClock(on: timekeeper)
        sent = SentMoves(
            library: library, questions: questions, words: words, names: names)
        for side in [homeSide, awaySide] { hear(side, of: nil) }
        bindings = [
            runningClock.isRunning.bind { [unowned self] in show(isRunning: $0) },
            library.status.bindAndFire { [unowned self] in receive($0) },
        ]
    }
}

// MARK: Receiving

extension GameScoreboardEditorViewModel {
    private func receive(_ status: StatusDocument?) {
        let next = status?.game
        if next?.name != game?.name {
            players = [:]
            questions.leaveAll(about: .gameClock)
        }
        let before = game
        game = next
        board.receive(next)
        runningClock.receive(next)
        reading.update(next?.hasTime == true ? runningClock.reading.value : nil)
        guard let next, let device = status?.device.name else {
            for text in [homeFouls, awayFouls] { text.update("") }
            kinds.update([])
            isFinished.update(false)
            show([], to: homePlayers)
            show([], to: awayPlayers)
            return
        }
        isFinished.update(next.isOver || next.isDecided)
        homeFouls.update(SideWords.heading(next.home, in: words))
        awayFouls.update(SideWords.heading(next.away, in: words))
        // Looked up in the table of the rules, which seldom change.
        if next.rules != before?.rules { kinds.update(next.rules.kinds) }
        homeSide.receive(next.home)
        awaySide.receive(next.away)
        show(next.home.players.map { player($0, next, device) }, to: homePlayers)
        show(next.away.players.map { player($0, next, device) }, to: awayPlayers)
        if let before, before.name == next.name, before.isDecided || next.isDecided,
            before.isDecided != next.isDecided || before.scoreText != next.scoreText
        {
            sent.askAgain(
                next.isDecided ? question(next) : words(.gameGoesOn), in: next.name)
        }
    }

    /// Reuses the view model of the slot; nil for a player merged into another.
    private func player(
        _ document: PlayerDocument, _ game: GameDocument, _ device: String
    ) -> PlayerScoreboardMoveEditorViewModel? {
        let player =
            players[document.slot] ?? PlayerScoreboardMoveEditorViewModel(slot: document.slot)
        if players.updateValue(player, forKey: document.slot) == nil {
            hear(player, of: game.name)
        }
        player.receive(document, device: device)
        return document.mergedInto == nil ? player : nil
    }

    private func show(
        _ next: [PlayerScoreboardMoveEditorViewModel?],
        to shown: Dynamic<[PlayerScoreboardMoveEditorViewModel]>
    ) {
        let next = next.compactMap(\.self)
        let isSame = next.count == shown.value.count && zip(next, shown.value).allSatisfy(===)
        if !isSame { shown.value = next }
    }

    /// A player of a game that is no longer shown records nothing.
    private func hear(_ player: PlayerScoreboardMoveEditorViewModel, of game: String?) {
        player.report = { [weak self] move, player, isDoubtful in
            guard let self, game == nil || game == self.game?.name else { return }
            record(move, spoken: player.spoken.value, isDoubtful: isDoubtful)
        }
    }

    private func show(isRunning: Bool) {
        isPaused.update(!isRunning)
        pauseTitle.update(words(isRunning ? .pause : .start))
    }

    private func question(_ shot: String, _ game: GameDocument) -> String {
        let kind = words(kind: shot)
        return words(game.rules.preset.map { .rulesHaveNo($0, kind) } ?? .gameHasNo(kind))
    }

    private func question(_ game: GameDocument) -> String {
        let result = game.verdictText(in: words)
        return words(
            game.state == .signed
                ? .gameIsSigned(game.name, result)
                : game.isOver
                    ? .gameIsOver(game.name, result) : .gameIsDecided(game.name, result))
    }
}

// MARK: The game clock

extension GameScoreboardEditorViewModel {
    private func turn(_ order: ClockRequest) {
        turning = library.ask(.clock(order)) { [weak self] result in
            guard let self else { return }
            turning = nil
            switch result {
            case .success(let recorded): clockEcho.value = recorded.deed
            case .failure(let error):
                guard order.game == game?.name, let asked = result.question(about: order) else {
                    clockEcho.value = error.text
                    return
                }
                let asking = asked.question(names, words)
                var order = order
                order.force = true
                questions.askInTurn(
                    .init(about: .gameClock, { asking }, yes: { [unowned self] in turn(order) }))
            }
        }
    }
}

/// One player, or a team as a whole, with its counts and a way to record moves. The object of a
/// slot stays the same for the whole game.
package final class PlayerScoreboardMoveEditorViewModel {
    /// Set by the parent, which sends the move.
    var report:
        ((_ move: MoveRequest, PlayerScoreboardMoveEditorViewModel, _ isDoubtful: Bool) -> Void)?
    private var counts = Counts()
    private var shown: [String: Dynamic<String>] = [:]

    // Input

    /// Records a move of a kind, a word of the command line. `points` states the points if the kind
    /// does not. The parent asks first if the move is doubtful, or if the rules do not have the shot.
    package func record(_ kind: String, points: Int? = nil, isDoubtful: Bool = false) {
        report?(MoveRequest(player: slot, kind: kind, points: points), self, isDoubtful)
    }

    // Output

    /// `h#1`; `home` or `away` for a team.
    package let slot: String
    /// The player's name; the team's name for a team.
    package let playerName = Dynamic("")
    /// The jersey number; empty for a player without one and for a team.
    package let number = Dynamic("")
    /// `4 Ana`; for a team its name, or the side if the team has none.
    package let spoken = Dynamic("")
    package let points = Dynamic("0")
    package let fouls = Dynamic("0")
    /// True if this device tracks the player.
    package let isMine = Dynamic(false)
    /// `bo, cy`; empty if no device tracks the player.
    package let trackers = Dynamic("")
    /// False once the player has left the game.
    package let isActive = Dynamic(true)

    /// The number of moves of a kind; always the same object for a kind. `rebound` and `miss` count
    /// all their variants.
    package func count(of kind: String) -> Dynamic<String> {
        if let count = shown[kind] { return count }
        let count = Dynamic("\(counts[kind, default: 0])")
        shown[kind] = count
        return count
    }

    init(slot: String) { self.slot = slot }

    func receive(_ player: PlayerDocument, device: String) {
        playerName.update(player.name)
        number.update(player.number)
        spoken.update(player.numberAndName)
        receive(player.counts, player.points)
        fouls.update("\(player.fouls)")
        isMine.update(player.trackedBy.contains(device))
        trackers.update(Phrases.names(player.trackedBy))
        isActive.update(player.isActive)
    }

    /// Moves of the team itself; its points are those not scored by a player.
    func receive(_ side: SideDocument) {
        let points = side.score - side.players.map(\.points).reduce(0, +)
        playerName.update(side.name)
        spoken.update(side.name.isEmpty ? slot : side.name)
        receive(side.counts, points)
    }

    private func receive(_ counts: Counts, _ points: Int) {
        self.points.update("\(points)")
        self.counts = counts
        for (kind, count) in shown { count.update("\(counts[kind, default: 0])") }
    }
}
