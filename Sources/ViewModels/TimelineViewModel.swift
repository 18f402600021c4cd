package import Documents

/// The newest entries of a game, a keeper, a player or all games: newest first, with older pages on
/// demand and arrivals at the top.
package final class TimelineViewModel {
    private let library: any GameLibrary
    private let words: Catalogue
    private var subject: TimelineSubject
    private let pageSize: Int
    private let rowsMax: Int
    private let firstMax: Int
    private var feed: LogFeed
    private weak var navigator: (any Navigator)?
    private var following: Binding?
    private var bindings: [Binding] = []
    private var told = ShownEntries()
    /// The place of the oldest entry that was there when the window was told last: an older one
    /// comes with a page. Empty if the window reached the beginning.
    private var boundary = ""
    /// The game whose first page was told, or nil for all games; nothing before that page.
    private var openGame: String??
    /// The rows of the window, oldest first; only changed ones are made again.
    private var made: [TimelineRow] = []
    /// Rows that came before the window was complete.
    private var untold: [TimelineRow] = []
    /// Places of the rows that arrived during a pause.
    private var waiting: Set<String> = []
    /// The games to switch to.
    private var otherScope: GameScope

    // Input

    /// While true, arrivals are not shown. Changes of shown rows and older pages still are.
    package let isPaused = Dynamic(false)

    package func togglePause() { isPaused.value.toggle() }

    /// Asks for the next older page, unless one is still to come.
    package func loadOlder() {
        guard let window = feed.window.value, feed.isComplete, window.hasOlder,
            window.entries.count < rowsMax
        else { return }
        feed.extend(to: min(window.entries.count + pageSize, rowsMax))
    }

    /// Switches between all games and the game that was shown before, of the same keeper. Ends a
    /// pause. Does nothing if `canSwitchGames` is false.
    package func switchGames() {
        guard canSwitchGames else { return }
        isPaused.value = false
        swap(&subject.scope, &otherScope)
        feed = library.follow(subject.window(newest: pageSize))
        follow()
    }

    /// Opens the timeline of the row's player, or else of its keeper.
    package func open(_ row: TimelineRow) {
        let entry = row.entry
        let destination: Destination
        if subject.player == nil, let player = entry.player {
            destination = .timeline(GameScope(entry.game), player: player)
        } else if subject.keeper == nil {
            destination = .timeline(
                isOfAllGames.value ? .all : GameScope(entry.game), keeper: entry.keeper)
        } else {
            return
        }
        navigator?.show(destination)
    }

    package func openKeepers() { navigator?.show(.keepers(subject.scope)) }

    // Output

    /// Newest first.
    package let rows = Dynamic<[TimelineRow]>([])
    /// Each entry once, even during a pause: those of the first page, oldest first, then each as it
    /// arrives. For a view that appends lines; nil before the first.
    package let arrived = Dynamic<TimelineRow?>(nil)
    /// True if the rows are of all games; each then shows its own.
    package let isOfAllGames: Dynamic<Bool>
    /// False for a player, whose slot is of one game.
    package var canSwitchGames: Bool { subject.player == nil }
    /// Entries that arrived during the pause.
    package let waitingCount = Dynamic(0)
    /// True if no older entries can be loaded.
    package let reachesBeginning = Dynamic(false)
    /// `hawks-owls-2 · Mia`, `all games`.
    package let title = Dynamic("")
    /// `paused · 3 new entries wait`; empty unless paused.
    package let note = Dynamic("")
    package let loading = Dynamic(Loading.idle)

    /// `player` is a slot; nil for all games. At most `rowsMax` rows are held, the newest. Of the first
    /// page the newest `firstMax` arrive.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: (any Navigator)?,
        of scope: GameScope = .current, keeper: String? = nil, player: String? = nil,
        pageSize: Int? = nil, rowsMax: Int? = nil, firstMax: Int = .max,
        words: Catalogue = .english
    ) {
        self.words = words
        isOfAllGames = Dynamic(scope == .all)
        otherScope = scope == .all ? .current : .all
        self.navigator = navigator
        self.library = library
        subject = TimelineSubject(scope: scope, keeper: keeper, player: player)
        self.firstMax = firstMax
        self.pageSize = pageSize ?? ViewModelsLimits.timelinePage
        self.rowsMax = rowsMax ?? ViewModelsLimits.timelineRowsMax
        feed = library.follow(subject.window(newest: self.pageSize))
        bindings = [
            isPaused.removeDuplicates().bind { [unowned self] isPaused in
                if !isPaused { waiting = [] }
                show()
            }
        ]
        follow()
    }

    private func follow() {
        (openGame, boundary, made, untold) = (nil, "", [], [])
        following = feed.window.bind { [unowned self] _ in read() }
        show()
    }

    private func read() {
        if let window = feed.window.value {
            untold += makeRows(window)
            if feed.isComplete { tell(window) }
        }
        show()
    }

    /// Tells of entries that came since, other than with an older page: of the first page all.
    private func tell(_ window: WindowDocument) {
        let isFirst = openGame != .some(window.game)
        let fresh = untold.sorted { $0.place < $1.place }.filter { told.show($0.entry) }
        untold = []
        for row in isFirst ? Array(fresh.suffix(firstMax)) : fresh {
            guard isFirst || row.place >= boundary else { continue }
            if isPaused.value { waiting.insert(row.place) }
            arrived.value = row
        }
        openGame = window.game
        boundary = window.hasOlder ? window.entries.first.map(TimelineRow.place) ?? "" : ""
    }

    /// Makes the rows of a window, and returns those whose places were not there before.
    private func makeRows(_ window: WindowDocument) -> [TimelineRow] {
        let last = made
        var (at, fresh) = (0, [TimelineRow]())
        made = window.entries.map { entry in
            let place = TimelineRow.place(of: entry)
            while at < last.count, last[at].place < place { at += 1 }
            let isKnown = at < last.count && last[at].place == place
            if isKnown, last[at].entry == entry { return last[at] }
            let row = TimelineRow(entry, words)
            if !isKnown { fresh.append(row) }
            return row
        }
        return fresh
    }

    private func show() {
        let window = feed.window.value
        var shown: [TimelineRow] = []
        var waitingCount = 0
        for row in made.reversed() where row.entry.facts.isOfKeepers {
            if waiting.contains(row.place) { waitingCount += 1 } else { shown.append(row) }
        }
        rows.update(shown)
        self.waitingCount.update(waitingCount)
        reachesBeginning.update(window.map { !$0.hasOlder && $0.problem == nil } ?? false)
        let scope = subject.scope
        isOfAllGames.update(scope == .all)
        let games =
            scope == .all
            ? words(.allGames) : window?.game ?? scope.name ?? words(.timelineTitle)
        title.update(Phrases.line(games, subject.keeper, player(shown.first)))
        note.update(told(waitingCount))
        loading.update(progress)
    }

    private func player(_ row: TimelineRow?) -> String? {
        subject.player.map { row?.entry.playerText ?? $0 }
    }

    private func told(_ waiting: Int) -> String {
        guard isPaused.value else { return "" }
        return Phrases.line(
            words(.paused), waiting == 0 ? nil : words(.entriesWait(waiting)))
    }

    private var progress: Loading {
        guard let window = feed.window.value else { return .loading(words(.readingLog)) }
        if let problem = window.problem { return .failed(Advice(problem.message)) }
        let nothing: Term =
            subject.keeper.map { .nothingBy($0) } ?? subject.player.map { .nothingAbout($0) }
            ?? .nothingYet
        return .loaded(ifEmpty: Advice(words(nothing)))
    }
}

/// The entries that a timeline selects; nil values select all.
struct TimelineSubject: Hashable, Sendable {
    var scope = GameScope.current
    /// The name of a keeper or of a device.
    var keeper: String?
    /// A player as people write one; nil for all games.
    var player: String?

    func window(newest: Int) -> WindowRequest {
        WindowRequest(
            name: "", game: scope.name, isOfAllGames: scope == .all ? true : nil, keeper: keeper,
            player: player, newest: newest)
    }
}
