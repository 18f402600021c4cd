package import Documents

/// One player's numbers, found while a person writes: a chain from input to output, shared by all
/// views.
///
/// Input counts after it has been unchanged for a while, and only if it differs from what counted
/// before. The numbers follow the game; the newest moves are asked for, and an answer about another
/// player is ignored.
package final class PlayerCardViewModel {
    private enum Subject: Hashable {
        case nobody
        /// The game is not known yet.
        case waiting
        case player(game: String, slot: String)
    }

    private struct Answer {
        let subject: Subject
        let log: Result<LogDocument, LibraryError>
    }

    private let library: any GameLibrary
    private let settled: Dynamic<String>
    private let subject = Dynamic(Subject.nobody)
    private var log: LogDocument?
    /// The reason why there is no player, or why the moves are missing; empty if all is well.
    private var problem = Advice()
    private var isTyping = false
    private var isAsking = false
    private var wasLost = false
    private var bindings: [Binding] = []

    // Input

    /// A player as people write one: `7`, `h4`, `h#1`, part of a name.
    package let query = Dynamic("")

    /// Asks again for the moves of the player shown.
    package func refresh() {
        if case .player = subject.value { subject.value = subject.value }
    }

    // Output

    package let prompt = "player: "
    /// `4 Ana · Hawks · h#1`; empty if no player is shown.
    package let title = Dynamic("")
    /// One line each for points, fouls, counts, minutes and tracking devices.
    package let facts = Dynamic(Grid())
    /// `newest moves` or `no move recorded yet`; empty until known.
    package let latestTitle = Dynamic("")
    /// Newest first.
    package let latest = Dynamic(Grid())
    /// Idle while the input is empty, which calls for a hint; failed if there is no player, or if
    /// the moves are missing.
    package let loading = Dynamic(Loading.idle)
    /// `facts` and `latest` for programs; nil until both are known.
    package private(set) var document: PlayerCardDocument?

    /// Input counts after `interval` without a change.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper,
        settlingFor interval: Duration = ViewModelsLimits.typingInterval
    ) {
        self.library = library
        let debounced = query.debounce(for: interval, on: timekeeper)
        settled = debounced.map(Self.trimmed).removeDuplicates()
        // Bound before the question is asked, so that `loading` changes first.
        bindings = [subject.bind { [unowned self] in begin($0) }]
        let answers = subject.flatMap(initially: Answer?.none) { subject, result in
            guard case .player(let game, let slot) = subject else { return Binding {} }
            let request = LibraryRequest.log(
                of: .game(game), player: slot, limit: ViewModelsLimits.playerMovesMax)
            return library.ask(request) { result(Answer(subject: subject, log: $0)) }
        }
        bindings += [
            query.bind { [unowned self] _ in
                isTyping = true
                tellProgress()
            },
            settled.bind { [unowned self] _ in resolve() },
            debounced.bind { [unowned self] _ in
                isTyping = false
                tellProgress()
            },
            answers.bind { [unowned self] in receive($0) },
            library.status.bind { [unowned self] _ in resolve() },
            library.eachEntry { [unowned self] in hear($0) },
            library.connection.bind { [unowned self] in follow($0) },
        ]
    }

    // MARK: Finding the player

    /// Finds the player again: the input, the game or its roster may have changed.
    private func resolve() {
        let text = settled.value
        guard !text.isEmpty else { return show(.nobody, because: Advice()) }
        guard let status = library.status.value else {
            return show(.waiting, because: Self.absence(library.connection.value))
        }
        guard let game = status.game else {
            return show(.nobody, because: ScoreboardViewModel.noGame())
        }
        switch game.player(typed: text) {
        case .player(let player):
            // Cleared before `subject` changes: no old numbers may appear beside the new player.
            let found = Subject.player(game: game.name, slot: player.slot)
            if subject.value != found {
                forget()
                problem = Advice()
            }
            show(player, game)
            subject.update(found)
        case .several(let players):
            show(
                .nobody,
                because: Advice(
                    "'\(text)' matches \(players.count) players: \(Self.names(players))"))
        case .nobody(let closest):
            let advice = closest.isEmpty ? "" : "; did you mean \(Self.names(closest))?"
            show(.nobody, because: Advice("no player in \(game.name) matches '\(text)'" + advice))
        }
        tellProgress()
    }

    private func show(_ subject: Subject, because reason: Advice) {
        forget()
        title.update("")
        facts.update(Grid())
        problem = reason
        self.subject.update(subject)
        tellProgress()
    }

    private func show(_ player: PlayerDocument, _ game: GameDocument) {
        let team = game.side(ofSlot: player.slot)?.name ?? ""
        title.update(Phrases.line(player.numberAndName, team, player.slot))
        facts.update(PlayerFacts.grid(player, KindColumns.kinds(of: game, isBrief: false)))
        compose()
    }

    // MARK: The newest moves

    private func begin(_ subject: Subject) {
        if case .player = subject { isAsking = true } else { isAsking = false }
        tellProgress()
    }

    private func receive(_ answer: Answer?) {
        guard let answer, answer.subject == subject.value else { return }
        isAsking = false
        switch answer.log {
        case .success(let log):
            problem = Advice()
            self.log = log
            latestTitle.update(log.entries.isEmpty ? "no move recorded yet" : "newest moves")
            latest.update(LogViewModel(Self.newestFirst(log)).compact)
            compose()
        case .failure(let error):
            problem = Advice(error.text)
        }
        tellProgress()
    }

    /// An entry about the player, or about a move shown, makes the list out of date.
    private func hear(_ entry: EntryDocument) {
        guard case .player(let game, let slot) = subject.value, entry.game == game
        else { return }
        let shown = log?.entries.map(\.name) ?? []
        if entry.player == slot || entry.names.contains(where: shown.contains) { refresh() }
    }

    private func follow(_ connection: LibraryConnection) {
        if subject.value == .waiting { resolve() }
        // Repeats a question that could not be sent, and asks for missed moves.
        if case .lost = connection {
            wasLost = true
        } else if connection.isConnected, wasLost {
            wasLost = false
            refresh()
        }
    }

    private func forget() {
        log = nil
        document = nil
        latestTitle.update("")
        latest.update(Grid())
    }

    private func compose() {
        guard let log, case .player(let name, let slot) = subject.value,
            let game = library.status.value?.game, game.name == name,
            let player = game.player(slot: slot), let side = game.side(ofSlot: slot)
        else {
            document = nil
            return
        }
        document = PlayerCardDocument(
            game: name, team: side.name, player: player,
            entries: Self.newestFirst(log).entries, isWhole: log.isWhole)
    }

    private func tellProgress() {
        let isWaiting = subject.value == .waiting && problem.isEmpty
        loading.update(
            isTyping || isAsking || isWaiting
                ? .loading("looking for the player …")
                : !problem.isEmpty ? .failed(problem) : settled.value.isEmpty ? .idle : .loaded())
    }

    // MARK: Texts

    private static func absence(_ connection: LibraryConnection) -> Advice {
        if case .lost(let reason) = connection { return Advice("not connected: \(reason)") }
        return Advice()
    }

    private static func names(_ players: [PlayerDocument]) -> String {
        Phrases.names(players.map { "\($0.numberAndName) (\($0.slot))" })
    }

    private static func newestFirst(_ log: LogDocument) -> LogDocument {
        var log = log
        log.entries.reverse()
        return log
    }

    private static func trimmed(_ text: String) -> String {
        var text = Substring(text)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

enum PlayerFacts {
    /// Points, fouls and other counts in the order of a scoresheet, then minutes, plus-minus and
    /// tracking.
    static func grid(_ player: PlayerDocument, _ kinds: [String]) -> Grid {
        var lines = [("points", "\(player.points)"), ("fouls", "\(player.fouls)")]
        for kind in kinds where kind != "foul" {
            let count = player.counts[kind, default: 0]
            if count != 0 { lines.append((Phrases.spaced(kind), "\(count)")) }
        }
        if let seconds = player.secondsPlayed {
            lines.append(("minutes", PlayedTime.text(seconds: seconds)))
        }
        if let difference = player.plusMinus {
            lines.append(("+/-", difference > 0 ? "+\(difference)" : "\(difference)"))
        }
        if player.held != 0 { lines.append(("questions", "\(player.held), open")) }
        lines.append(
            ("tracked by", player.trackedBy.isEmpty ? "nobody" : Phrases.names(player.trackedBy)))
        if !player.isActive { lines.append(("", "out of the game")) }
        return Grid(
            columns: [Grid.Column(""), Grid.Column("", isFlexible: true)],
            rows: lines.map { Grid.Row([$0.0, $0.1]) })
    }
}

enum PlayedTime {
    /// `31:07`, minutes and seconds.
    static func text(seconds: Int) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension Destination {
    package static let playerCard = Destination.named("card")
}
