import Documents

/// The newest entries of a game, a keeper, a player or all games: newest first, with older pages on
/// demand and arrivals at the top.
package final class TimelineViewModel {
    private let feed: TimelineFeed
    private weak var navigator: (any Navigator)?
    private var bindings: [Binding] = []
    /// Places of the rows that arrived during a pause.
    private var waiting: Set<String> = []
    /// The games to switch to.
    private var otherScope: GameScope

    // Input

    /// While true, arrivals are not shown. Changes of shown rows and older pages still are.
    package let isPaused = Dynamic(false)

    package func togglePause() { isPaused.value.toggle() }

    /// Asks for the next older page, unless that question is pending.
    package func loadOlder() { feed.loadOlder() }

    /// Switches between all games and the game that was shown before, of the same keeper. Ends a
    /// pause. Does nothing if `canSwitchGames` is false.
    package func switchGames() {
        guard canSwitchGames else { return }
        isPaused.value = false
        var subject = feed.subject
        swap(&subject.scope, &otherScope)
        feed.select(subject)
    }

    /// Opens the timeline of the row's player, or else of its keeper.
    package func open(_ row: TimelineRow) {
        let entry = row.entry
        let destination: Destination
        if feed.subject.player == nil, let player = entry.player {
            destination = .timeline(GameScope(entry.game), player: player)
        } else if feed.subject.keeper == nil {
            destination = .timeline(
                isOfAllGames.value ? .all : GameScope(entry.game), keeper: entry.keeper)
        } else {
            return
        }
        navigator?.show(destination)
    }

    package func openKeepers() { navigator?.show(.keepers(feed.subject.scope)) }

    // Output

    /// Newest first.
    package let list = RowList<TimelineRow>()
    package var rows: Dynamic<[TimelineRow]> { list.rows }
    /// Each entry once, even during a pause: those of the first page, oldest first, then each as it
    /// arrives. For a view that appends lines; nil before the first.
    package var arrived: Dynamic<TimelineRow?> { feed.arrived }
    /// True if the rows are of all games; each then shows its own.
    package let isOfAllGames: Dynamic<Bool>
    /// False for a player, whose slot is of one game.
    package var canSwitchGames: Bool { feed.subject.player == nil }
    /// Entries that arrived during the pause.
    package let waitingCount = Dynamic(0)
    /// True if no older entries can be loaded.
    package let reachesBeginning = Dynamic(false)
    /// `hawks-owls-2 · Mia`, `all games`.
    package let title = Dynamic("")
    /// `paused · 3 new entries wait`; empty unless paused.
    package let note = Dynamic("")
    /// The text shown instead of rows; empty if there are rows.
    package let placeholder = Dynamic("")
    /// The reason why the rows may be out of date; empty if they are current.
    package let problem = Dynamic("")

    /// `player` is a slot; nil for all games. At most `rowsMax` rows are held, the newest; a view
    /// that needs each entry only once can hold less than a page.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: (any Navigator)?,
        of scope: GameScope = .current, keeper: String? = nil, player: String? = nil,
        pageSize: Int? = nil, rowsMax: Int? = nil
    ) {
        isOfAllGames = Dynamic(scope == .all)
        otherScope = scope == .all ? .current : .all
        self.navigator = navigator
        feed = TimelineFeed(
            TimelineSubject(scope: scope, keeper: keeper, player: player),
            library: library, timekeeper: timekeeper,
            pageSize: pageSize ?? ViewModelsLimits.timelinePage,
            rowsMax: rowsMax ?? ViewModelsLimits.timelineRowsMax)
        bindings = [
            feed.arrived.bind { [unowned self] row in
                if let row, isPaused.value { waiting.insert(row.place) }
            },
            feed.version.bind { [unowned self] _ in show() },
            isPaused.removeDuplicates().bind { [unowned self] isPaused in
                if !isPaused { waiting = [] }
                show()
            },
        ]
        show()
    }

    private func show() {
        var shown: [TimelineRow] = []
        shown.reserveCapacity(feed.window.rows.count)
        var waitingCount = 0
        for row in feed.window.rows.reversed() where row.entry.facts.isOfKeepers {
            if waiting.contains(row.place) { waitingCount += 1 } else { shown.append(row) }
        }
        list.show(shown)
        self.waitingCount.update(waitingCount)
        reachesBeginning.update(feed.isOpen && feed.window.reachesBeginning)
        let scope = feed.subject.scope
        isOfAllGames.update(scope == .all)
        let games = scope == .all ? "all games" : feed.game ?? scope.name ?? "timeline"
        title.update(Phrases.line(games, feed.subject.keeper, player(shown.first)))
        note.update(words(waitingCount))
        placeholder.update(shown.isEmpty ? emptyWords : "")
        problem.update(feed.problem)
    }

    private func player(_ row: TimelineRow?) -> String? {
        feed.subject.player.map { row?.entry.playerText ?? $0 }
    }

    private func words(_ waiting: Int) -> String {
        guard isPaused.value else { return "" }
        let waits = waiting == 1 ? "1 new entry waits" : "\(waiting) new entries wait"
        return Phrases.line("paused", waiting == 0 ? nil : waits)
    }

    private var emptyWords: String {
        guard feed.isOpen else { return feed.problem.isEmpty ? "reading the log …" : "" }
        if let keeper = feed.subject.keeper { return "nothing recorded by \(keeper) yet" }
        if let player = feed.subject.player { return "nothing recorded about \(player) yet" }
        return "nothing recorded yet"
    }
}
