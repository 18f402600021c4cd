import Documents

/// The current game as a desk edits it: teams, game clock, score, and the players with their moves.
package final class GameScoreboardEditorViewModel {
    private let library: any GameLibrary
    private let board = ScoreboardViewModel()
    private let runningClock: RunningClock
    private let sent: SentMoves
    private let yes: String
    private var game: GameDocument?
    private var isClosed = false
    private var players: [String: PlayerScoreboardMoveEditorViewModel] = [:]
    private var turning: Binding?
    private var forcing: ClockRequest?
    private var bindings: [Binding] = []

    // Input

    /// Starts the game clock if it stands, stops it if it runs. Nothing happens while the daemon has
    /// not answered the last time.
    package func togglePause() {
        guard let game, turning == nil else { return }
        turn(ClockRequest(game: game.name, action: isPaused.value ? .start : .stop))
    }

    /// Answers an open question with yes; without one nothing happens.
    package func confirm() {
        guard var order = forcing else { return sent.confirm() }
        closeQuestion()
        order.force = true
        turn(order)
    }

    /// Answers an open question with no; without one nothing happens.
    package func decline() {
        if forcing != nil { closeQuestion() } else { sent.decline() }
    }

    /// Sends a move with all that a keeper can say of it. The game is this one; a game that is decided
    /// asks first, and so does one whose rules know no such shot. `spoken` names the player in what is
    /// shown.
    private func record(_ order: MoveRequest, spoken: String) {
        guard let game else { return }
        if forcing != nil { closeQuestion() }
        var order = order
        order.game = game.name
        sent.send(
            order, spoken: spoken, seen: runningClock.sight, question: question(order, game))
    }

    /// The player of a slot, or the team of `home` or `away`; nil for nobody of this game.
    package func player(at slot: String) -> PlayerScoreboardMoveEditorViewModel? {
        ([homeSide, awaySide] + homePlayers.value + awayPlayers.value).first { $0.slot == slot }
    }

    // Output

    /// True when there is no game.
    package var isEmpty: Dynamic<Bool> { board.isEmpty }
    /// What to say instead of a game.
    package var placeholder: Dynamic<String> { board.placeholder }
    /// `hawks-owls-2 · to 15, lead 2`.
    package var title: Dynamic<String> { board.title }
    /// The home team.
    package var homeTeam: Dynamic<String> { board.homeName }
    /// The away team.
    package var awayTeam: Dynamic<String> { board.awayName }
    /// The game clock: what remains, or what elapsed where the period has no length.
    package var time: Dynamic<String> { runningClock.text }
    /// `Q3`; empty for the one period of a game that has no more.
    package var period: Dynamic<String> { runningClock.period }
    /// `12 : 9`; empty without a game.
    package let score = Dynamic("")
    /// The home side's points.
    package var homeScore: Dynamic<String> { board.homeScore }
    /// The away side's points.
    package var awayScore: Dynamic<String> { board.awayScore }
    /// True once the rules, or a keeper, say that the game is over.
    package let isFinished = Dynamic(false)
    /// True while the game clock stands, as it does by itself in a finished game.
    package let isPaused = Dynamic(true)
    /// What the button of the game clock does next: `Start` or `Pause`.
    package let pauseTitle = Dynamic("Start")
    /// `live`, `decided: Hawks win`.
    package var state: Dynamic<String> { board.state }
    /// The state in few words: `live · provisional`.
    package var verdict: Dynamic<String> { board.verdict }
    /// How the state is meant.
    package var tone: Dynamic<Tone> { board.tone }
    /// `7 fouls this period: penalty`; empty where there is nothing to say.
    package let homeFouls = Dynamic("")
    /// As for the home side.
    package let awayFouls = Dynamic("")
    /// The home players in the order of their slots, without those merged into others. Told when
    /// somebody comes or goes; each stays the same object.
    package let homePlayers = Dynamic<[PlayerScoreboardMoveEditorViewModel]>([])
    /// As for the home side.
    package let awayPlayers = Dynamic<[PlayerScoreboardMoveEditorViewModel]>([])
    /// The home team as a whole: what is no player's.
    package let homeSide = PlayerScoreboardMoveEditorViewModel(slot: "home")
    /// As for the home side.
    package let awaySide = PlayerScoreboardMoveEditorViewModel(slot: "away")
    /// The kinds of move that this game is kept in, the most usual first, in the words that `record`
    /// and `count` take.
    package let kinds = Dynamic<[String]>([])
    /// The moves asked for here, newest last, at most `Limits.sentMovesMax`.
    package var moves: Dynamic<[SentMove]> { sent.moves }
    /// What was the last to happen to a move; told even if it is the same again.
    package var echo: Dynamic<MoveEcho> { sent.echo }
    /// A question that `confirm` and `decline` answer; empty for none.
    package let pendingConfirmation = Dynamic("")
    /// What became of the last order to the game clock; told even if it is the same again.
    package let clockEcho = Dynamic("")

    /// Follows the current game of the library. The map of keys gives the name of the one that says
    /// yes to a question.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, keymap: Keymap = Keymap()
    ) {
        self.library = library
        yes = keymap.name(of: .yes)
        runningClock = RunningClock(on: timekeeper)
        sent = SentMoves(library: library, yes: yes)
        for side in [homeSide, awaySide] { hear(side, of: nil) }
        bindings = [
            sent.pendingConfirmation.bind { [unowned self] in
                if forcing == nil { pendingConfirmation.update($0) }
            },
            runningClock.isRunning.bind { [unowned self] in show(isRunning: $0) },
            library.status.bindAndFire { [unowned self] in receive($0) },
        ]
    }
}

// MARK: What the daemon says

extension GameScoreboardEditorViewModel {
    private func receive(_ status: StatusDocument?) {
        let next = status?.game
        if next?.name != game?.name { players = [:] }
        game = next
        board.receive(next)
        runningClock.receive(next)
        guard let next, let status else {
            for value in [score, homeFouls, awayFouls] { value.update("") }
            kinds.update([])
            isFinished.update(false)
            show([], to: homePlayers)
            show([], to: awayPlayers)
            return
        }
        score.update(next.scoreText)
        isFinished.update(next.isDecided)
        isClosed = next.isOver || next.isDecided && next.isKnown(by: status)
        homeFouls.update(SideWords.penalty(next.home) ?? "")
        awayFouls.update(SideWords.penalty(next.away) ?? "")
        kinds.update(next.rules.kinds)
        homeSide.receive(next.home, isClosed: isClosed)
        awaySide.receive(next.away, isClosed: isClosed)
        show(next.home.players.map { player($0, next, status.device.name) }, to: homePlayers)
        show(next.away.players.map { player($0, next, status.device.name) }, to: awayPlayers)
    }

    /// The player's view model, the same as ever; nil for one who is merged into another.
    private func player(
        _ document: PlayerDocument, _ game: GameDocument, _ device: String
    ) -> PlayerScoreboardMoveEditorViewModel? {
        let player =
            players[document.slot] ?? PlayerScoreboardMoveEditorViewModel(slot: document.slot)
        if players.updateValue(player, forKey: document.slot) == nil {
            hear(player, of: game.name)
        }
        player.receive(document, device: device, isClosed: isClosed)
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

    /// A player of a game that is no longer shown asks for nothing.
    private func hear(_ player: PlayerScoreboardMoveEditorViewModel, of game: String?) {
        player.report = { [weak self] move, player in
            guard let self, game == nil || game == self.game?.name else { return }
            record(move, spoken: player.spoken.value)
        }
    }

    private func show(isRunning: Bool) {
        isPaused.update(!isRunning)
        pauseTitle.update(isRunning ? "Pause" : "Start")
    }

    /// The key of another shot is beside that of the one that was meant.
    private func question(_ order: MoveRequest, _ game: GameDocument) -> SentMoves.Question? {
        guard order.force != true else { return nil }
        let shot = game.rules.isUnknownShot(order.kind) ? Self.question(order.kind, game) : nil
        let text = Phrases.line(shot, isClosed ? Self.question(game) : nil)
        return text.isEmpty ? nil : SentMoves.Question(text: text, isForced: isClosed)
    }

    private static func question(_ shot: String, _ game: GameDocument) -> String {
        "\(game.rules.preset.map { "\($0) rules have" } ?? "this game has") no "
            + Phrases.spaced(shot)
    }

    private static func question(_ game: GameDocument) -> String {
        let result = game.winnerName.map { "\($0) win" } ?? "it is a tie"
        let scores = [game.home.score, game.away.score]
        let ordered = game.winner == .away ? scores.reversed() : scores
        return "the game is \(game.state == .decided ? "decided" : "over"): \(result) "
            + "\(ordered[0]):\(ordered[1])"
    }
}

// MARK: The game clock

extension GameScoreboardEditorViewModel {
    private func turn(_ order: ClockRequest) {
        turning = library.ask(.clock(order)) { [weak self] result in
            guard let self else { return }
            turning = nil
            switch result {
            case .success(let recorded): clockEcho.value = recorded.echo
            case .failure(.refused(let refusal))
            where refusal.code == ErrorCode.decided.rawValue && order.force != true:
                sent.decline()
                forcing = order
                pendingConfirmation.update(
                    Phrases.line(refusal.reason, "\(yes) starts the game clock all the same"))
            case .failure(let error): clockEcho.value = error.text
            }
        }
    }

    private func closeQuestion() {
        forcing = nil
        pendingConfirmation.update("")
    }
}

extension GameDocument {
    /// Whether this device holds what everybody holds who tracks a player of the game. Any other
    /// device cannot know whether the totals decide the game, so it records without asking.
    fileprivate func isKnown(by status: StatusDocument) -> Bool {
        let trackers = Set((home.players + away.players).flatMap(\.trackedBy))
        let known = status.peers.filter { $0.state.isReached && $0.behind == 0 }
        return trackers.subtracting(known.map(\.name)).subtracting([status.device.name]).isEmpty
    }
}

/// One player, or one team as a whole, at the desk: who it is, what is counted, and an intent for
/// each kind of move. It stays the same object as long as its slot is in the game.
package final class PlayerScoreboardMoveEditorViewModel {
    /// Whoever nests this one hears here what is asked for.
    var report: ((_ move: MoveRequest, PlayerScoreboardMoveEditorViewModel) -> Void)?
    private var counts = Counts()
    private var shown: [String: Dynamic<String>] = [:]

    // Input

    /// Asks for a move of a kind, in a word of the command line, and worth so many points where that
    /// is not said by the kind. In a decided game, or where the rules know no such shot, the parent's
    /// `pendingConfirmation` asks first.
    package func record(_ kind: String, points: Int? = nil) {
        report?(MoveRequest(player: slot, kind: kind, points: points), self)
    }

    // Output

    /// `h#1`; `home` or `away` for a team.
    package let slot: String
    /// The player's name, or the team's.
    package let playerName = Dynamic("")
    /// The shirt's number; empty without one, and for a team.
    package let number = Dynamic("")
    /// `4 Ana`; the team's name for a team, the side's where nobody named it.
    package let spoken = Dynamic("")
    /// The points of all moves.
    package let points = Dynamic("0")
    /// Whether this device tracks the player.
    package let isMine = Dynamic(false)
    /// `bo, cy`; empty while nobody tracks the player.
    package let trackers = Dynamic("")
    /// False once the player is out of the game.
    package let isActive = Dynamic(true)
    /// True while the game is decided: every intent is asked about first.
    package let isClosed = Dynamic(false)

    /// How many moves of a kind are counted: always the same object for a kind. `rebound` and `miss`
    /// count all of them.
    package func count(of kind: String) -> Dynamic<String> {
        if let count = shown[kind] { return count }
        let count = Dynamic("\(counts[kind, default: 0])")
        shown[kind] = count
        return count
    }

    init(slot: String) { self.slot = slot }

    func receive(_ player: PlayerDocument, device: String, isClosed: Bool) {
        playerName.update(player.name)
        number.update(player.number)
        spoken.update(player.numberAndName)
        receive(player.counts, player.points)
        isMine.update(player.trackedBy.contains(device))
        trackers.update(Phrases.names(player.trackedBy))
        isActive.update(player.isActive)
        self.isClosed.update(isClosed)
    }

    /// The team's own moves; its points are those that no player made.
    func receive(_ side: SideDocument, isClosed: Bool) {
        let points = side.score - side.players.map(\.points).reduce(0, +)
        playerName.update(side.name)
        spoken.update(side.name.isEmpty ? slot : side.name)
        receive(side.counts, points)
        self.isClosed.update(isClosed)
    }

    private func receive(_ counts: Counts, _ points: Int) {
        self.points.update("\(points)")
        self.counts = counts
        for (kind, count) in shown { count.update("\(counts[kind, default: 0])") }
    }
}
