import Documents

/// The newest entries of a game, of a keeper or of a player: newest first, with older ones on demand,
/// and those that arrive on top.
package final class TimelineViewModel: ScreenViewModel {
    private let feed: TimelineFeed
    private weak var navigator: (any Navigator)?
    private let throttle: Throttle
    private var bindings: [Binding] = []
    private var list = PickList(isPicked: false)
    /// Places of the rows that arrived since the pause and are not shown yet.
    private var waiting: Set<String> = []

    // Input

    /// While true nothing arrives among the rows; set it, or let `togglePause` do so. What becomes of
    /// the rows that are shown, and older ones asked for, are shown all the same.
    package let isPaused = Dynamic(false)

    /// Pauses or resumes.
    package func togglePause() { isPaused.value.toggle() }

    /// Asks for the next older page; once, however often it is called before it is there.
    package func loadOlder() { feed.loadOlder() }

    /// Goes to the timeline of the row's player, or of its keeper where there is none to go to.
    package func open(_ row: TimelineRow) {
        let entry = row.entry
        let destination: Destination
        if feed.subject.player == nil, let player = entry.player {
            destination = .timeline(game: entry.game, keeper: nil, player: player)
        } else if feed.subject.keeper == nil {
            destination = .timeline(game: entry.game, keeper: entry.keeper, player: nil)
        } else {
            return
        }
        guard throttle.passes() else { return }
        navigator?.show(destination)
    }

    /// Goes to the list of keepers.
    package func openKeepers() {
        guard throttle.passes() else { return }
        navigator?.show(.keepers)
    }

    package func press(_ key: Key) -> Bool {
        if list.press(key) {
            // Whoever comes near the end wants more.
            if let picked = list.picked, picked >= list.count - Self.margin { loadOlder() }
            picked.update(list.picked)
            return true
        }
        switch key {
        case .character(" "), .character("p"): togglePause()
        case .character("K"): openKeepers()
        case .escape where list.picked != nil:
            list.keep(at: nil)
            picked.update(nil)
        case .enter:
            guard let row = list.picked.map({ rows.value[$0] }) else { return false }
            open(row)
        default: return false
        }
        return true
    }

    /// Rows left below the pick when the next page is asked for.
    private static let margin = 5

    // Output

    /// Newest first.
    package let rows = Dynamic<[TimelineRow]>([])
    /// Each entry once, paused or not: those of the first page, oldest first, then each as it arrives,
    /// for a view that only adds lines; nil before the first.
    package var arrived: Dynamic<TimelineRow?> { feed.arrived }
    /// The row picked; nil where none is.
    package let picked = Dynamic<Int?>(nil)
    /// Whether what is shown is as the daemon knows it.
    package let isConnected: Dynamic<Bool>
    /// Entries that arrived since the pause and wait.
    package let waitingCount = Dynamic(0)
    /// False while older entries can be asked for.
    package let reachesBeginning = Dynamic(false)
    /// What it is of: `hawks-owls-2 · Mia`.
    package let title = Dynamic("")
    /// `paused · 3 new entries wait`; empty where nothing is to be said.
    package let note = Dynamic("")
    /// What to say where there is no row; empty where there is one.
    package let placeholder = Dynamic("")
    /// Why the rows may not be true; empty while they are.
    package let problem = Dynamic("")
    /// The keys that mean something here.
    package let keys = "space pauses · Enter opens · K keepers · Escape goes back"

    /// The rows to show where there is room for so many.
    package func window(rows: Int) -> Range<Int> { list.window(rows: rows) }

    /// Follows the library: of a game, of a keeper, of a player by slot, of the current game and all
    /// of it for nil. A page is of `pageSize` entries, of which at most `rowsMax` are held, the newest:
    /// fewer than a page for a view that needs each entry once.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: (any Navigator)?,
        game: String? = nil, keeper: String? = nil, player: String? = nil, pageSize: Int? = nil,
        rowsMax: Int? = nil
    ) {
        self.navigator = navigator
        throttle = Throttle(for: Limits.openInterval, on: timekeeper)
        isConnected = library.connection.map(\.isConnected).removeDuplicates()
        feed = TimelineFeed(
            TimelineSubject(game: game, keeper: keeper, player: player), library: library,
            timekeeper: timekeeper, pageSize: pageSize ?? Limits.timelinePage,
            rowsMax: rowsMax ?? Limits.timelineRowsMax)
        bindings = [
            feed.arrived.bind { [unowned self] row in
                if let row, isPaused.value { waiting.insert(row.place) }
            },
            feed.version.bind { [unowned self] _ in show() },
            isPaused.removeDuplicates().bind { [unowned self] isPaused in
                if !isPaused { waiting = [] }
                show()
            },
            library.connection.bind { [unowned self] _ in say(library.connection.value) },
        ]
        show()
        say(library.connection.value)
    }

    private func show() {
        var shown: [TimelineRow] = []
        shown.reserveCapacity(feed.window.rows.count)
        var waitingCount = 0
        for row in feed.window.rows.reversed() {
            if waiting.contains(row.place) { waitingCount += 1 } else { shown.append(row) }
        }
        let kept = list.picked.flatMap { $0 < rows.value.count ? rows.value[$0].place : nil }
        list.count = shown.count
        if let kept {
            list.keep(at: shown.firstIndex { $0.place <= kept } ?? shown.indices.last)
        }
        rows.update(shown)
        picked.update(list.picked)
        self.waitingCount.update(waitingCount)
        reachesBeginning.update(feed.isOpen && feed.window.reachesBeginning)
        title.update(
            Phrases.line(
                feed.game ?? feed.subject.game ?? "timeline", feed.subject.keeper,
                player(shown.first)))
        note.update(words(waitingCount))
        placeholder.update(shown.isEmpty ? emptyWords : "")
        say(connection)
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
        guard feed.isOpen else { return feed.problem.isEmpty ? "reading the log" : "" }
        if let keeper = feed.subject.keeper { return "nothing recorded by \(keeper) yet" }
        if let player = feed.subject.player { return "nothing recorded of \(player) yet" }
        return "nothing recorded yet"
    }

    private var connection = LibraryConnection.connecting

    private func say(_ connection: LibraryConnection) {
        self.connection = connection
        switch connection {
        case .lost(let reason): problem.update("not connected: \(reason)")
        case .connecting, .connected: problem.update(feed.problem)
        }
    }
}
