package import Documents

/// Searches while one types: a query in, games, players and moves out; a result that is chosen shows
/// its latest entries.
package final class SearchViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    private var field = TextField(limit: Documents.Limits.searchScalarsMax)
    private var list = PickList()
    private let found = SearchResultsViewModel()
    private let log = LogViewModel()

    /// What is to be found: the query without what spaces change.
    private let words = Dynamic("")
    /// What was asked last; empty is asked of nobody.
    private let asked = Dynamic("")
    private let chosen = Dynamic(SearchResultRow?.none)
    /// Why the last question of each kind has no answer; empty while it has or waits for one.
    private var searchProblem = "" { didSet { sayProblem() } }
    private var latestProblem = "" { didSet { sayProblem() } }
    private var bindings: [Binding] = []

    // Input

    /// What is searched for. Empty, nothing is found at once; else the daemon is asked once the query
    /// has stood for a moment.
    package var query: String {
        get { text.value }
        set { type(TextField(newValue, limit: field.limit)) }
    }

    /// Characters go into the query; Up and Down pick, Enter chooses and then opens, Escape empties.
    package func press(_ key: Key) -> Bool {
        var typed = field
        if typed.press(key) {
            type(typed)
            return true
        }
        if key == .enter {
            if searchProblem.isEmpty { choose() } else { askAgain() }
            return true
        }
        if key == .escape, !field.isEmpty {
            query = ""
            return true
        }
        guard list.press(key) else { return false }
        picked.update(list.picked)
        return true
    }

    // Output

    /// The query as it stands in its field.
    package let text = Dynamic("")
    /// Games first, then players, then moves; those of the newest query that was answered.
    package var results: Dynamic<[SearchResultRow]> { found.results }
    /// The same in parts.
    package var sections: Dynamic<[SearchSection]> { found.sections }
    /// The result that Enter chooses, by its place in `results`; nil where there is none.
    package let picked = Dynamic(Int?.none)
    /// What to say where there is no result.
    package var placeholder: Dynamic<String> { found.placeholder }
    /// What is going on; empty while nothing is.
    package let activity = Dynamic("")
    /// Why there is no answer, and what is shown instead; empty while all is well.
    package let problem = Dynamic("")
    /// Whose entries `latest` are; empty while nothing is chosen.
    package let latestTitle = Dynamic("")
    /// The latest entries of the chosen result, newest first: of a game or a player the newest, of a
    /// move itself and what refers to it.
    package let latest = Dynamic(Grid())
    /// The keys that mean something now.
    package let hint = Dynamic(SearchViewModel.hint(hasResults: false, isChosen: false))

    /// Begins with an empty query and asks nothing.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: (any Navigator)? = nil
    ) {
        self.library = library
        self.navigator = navigator
        search(on: timekeeper)
        showLatest(on: timekeeper)
        bindings += [
            results.bind { [unowned self] in show($0) },
            library.connection.bind { [unowned self] in
                if $0.isConnected { askAgain() }
            },
        ]
    }

    // MARK: The query

    private func type(_ typed: TextField) {
        field = typed
        text.update(typed.text)
        words.update(typed.text.split(separator: " ").joined(separator: " "))
    }

    /// words -> (once they have stood) asked -> (the latest alone) answered. No words are asked at
    /// once, so that what an earlier query finds comes too late.
    private func search(on timekeeper: any Timekeeper) {
        let settled = words.debounce(for: Limits.searchInterval, on: timekeeper)
        let answered = asked.flatMap(initially: Answer.nothing) { [library] query, result in
            guard !query.isEmpty else {
                result(.nothing)
                return Binding {}
            }
            return library.ask(.search(query)) { result(.answer($0, to: query)) }
        }
        bindings += [
            words.bind { [unowned self] in if $0.isEmpty { asked.update("") } },
            settled.bind { [unowned self] in asked.update($0) },
            asked.bind { [unowned self] in activity.update($0.isEmpty ? "" : "searching…") },
            answered.bind { [unowned self] in show($0) },
        ]
    }

    private enum Answer {
        case nothing
        case answer(Result<SearchDocument, LibraryError>, to: String)
    }

    private func show(_ answer: Answer) {
        activity.update("")
        switch answer {
        case .nothing:
            searchProblem = ""
            found.clear()
        case .answer(.success(let document), _):
            searchProblem = ""
            found.receive(document)
        case .answer(.failure(let error), let query):
            let shown = results.value.isEmpty ? "" : "; these are the results of '\(found.query)'"
            searchProblem = "no answer for '\(query)': \(error.text)\(shown); Enter asks again"
        }
    }

    private func askAgain() {
        if !searchProblem.isEmpty { asked.value = asked.value }
        if !latestProblem.isEmpty { chosen.value = chosen.value }
    }

    private func sayProblem() {
        problem.update(searchProblem.isEmpty ? latestProblem : searchProblem)
    }

    // MARK: The results

    /// The pick and the choice stay with what they mean as long as it is found.
    private func show(_ rows: [SearchResultRow]) {
        let meant = list.picked.flatMap { known.indices.contains($0) ? known[$0] : nil }
        known = rows
        list.count = rows.count
        let place = meant.flatMap { meant in rows.firstIndex { $0.isSame(as: meant) } }
        list.keep(at: rows.isEmpty ? nil : place ?? 0)
        picked.update(list.picked)
        if let row = chosen.value, !rows.contains(where: { $0.isSame(as: row) }) {
            chosen.value = nil
        }
        sayHint()
    }

    private var known: [SearchResultRow] = []

    private func choose() {
        guard let picked = list.picked, known.indices.contains(picked) else { return }
        let row = known[picked]
        if let before = chosen.value, before.isSame(as: row) {
            if latestProblem.isEmpty { navigator?.show(row.result.destination) } else { askAgain() }
        } else {
            latestProblem = ""
            latest.update(Grid())
            chosen.value = row
        }
    }

    // MARK: The chosen one

    private func showLatest(on timekeeper: any Timekeeper) {
        let answered = chosen.flatMap(initially: nil) {
            [library] (row, result: @escaping (Result<LogDocument, LibraryError>?) -> Void) in
            guard let row else {
                result(nil)
                return Binding {}
            }
            return library.ask(row.result.entries) { result($0) }
        }
        let stale = Dynamic(0)
        let due = stale.debounce(for: Limits.searchInterval, on: timekeeper)
        bindings += [
            chosen.bind { [unowned self] row in
                latestTitle.update(row.map { "latest entries of \($0.title)" } ?? "")
                sayHint()
            },
            answered.bind { [unowned self] in show($0) },
            library.newest.bind { [unowned self] entry in
                if let entry, entry.game == chosen.value?.result.game { stale.value += 1 }
            },
            due.bind { [unowned self] _ in chosen.value = chosen.value },
        ]
    }

    private func show(_ answer: Result<LogDocument, LibraryError>?) {
        switch answer {
        case nil:
            latestProblem = ""
            latest.update(Grid())
        case .success(var document):
            latestProblem = ""
            document.entries.reverse()
            log.receive(document)
            latest.update(log.grid.value)
        case .failure(let error):
            latestProblem = "no \(latestTitle.value): \(error.text); Enter asks again"
        }
    }

    private func sayHint() {
        hint.update(Self.hint(hasResults: !known.isEmpty, isChosen: chosen.value != nil))
    }

    private static func hint(hasResults: Bool, isChosen: Bool) -> String {
        guard hasResults else { return "type to search · Escape goes back" }
        return "Up and Down pick · Enter shows the latest entries"
            + (isChosen ? ", again opens it · Escape empties" : " · Escape empties")
    }
}

extension SearchResult {
    /// What tells its latest entries.
    fileprivate var entries: LibraryRequest<LogDocument> {
        switch kind {
        case .game:
            .log(game: game, limit: Limits.latestEntriesMax)
        case .player:
            .log(game: game, player: slot, limit: Limits.latestEntriesMax)
        case .move:
            .log(game: game, only: [entry].compactMap(\.self) + (referredBy ?? []))
        }
    }

    /// The screen of it.
    fileprivate var destination: Destination {
        switch kind {
        case .game: .game(game)
        case .player: .timeline(game: game, keeper: nil, player: slot)
        case .move: .timeline(game: game, keeper: nil, player: nil)
        }
    }
}

/// What a search found, ready to be read.
package final class SearchResultsViewModel {
    // Input

    /// Takes an answer, in place of the one before.
    package func receive(_ document: SearchDocument) {
        query = document.query
        results.update(document.results.map { SearchResultRow($0) })
        sections.update(Self.sections(document))
        placeholder.update(document.results.isEmpty ? Self.nothing(document.query) : "")
    }

    /// Shows nothing, as before the first search.
    package func clear() { receive(SearchDocument(query: "")) }

    // Output

    /// Games first, then players, then moves, the best of each first.
    package let results = Dynamic<[SearchResultRow]>([])
    /// The same in three parts, those without a result left out.
    package let sections = Dynamic<[SearchSection]>([])
    /// What to say when there is none.
    package let placeholder = Dynamic(SearchResultsViewModel.invitation)

    /// What was searched for.
    private(set) var query = ""

    /// Nothing is found before something is received.
    package init() {}

    private static let invitation =
        "a team, a player's name or number, a kind, a keeper, or an entry such as mia.41"

    private static func nothing(_ query: String) -> String {
        query.isEmpty ? invitation : "nothing matches '\(query)'"
    }

    private static func sections(_ document: SearchDocument) -> [SearchSection] {
        SearchKind.allCases.compactMap { kind in
            let rows = document.results.filter { $0.kind == kind }.map { SearchResultRow($0) }
            guard !rows.isEmpty else { return nil }
            let count =
                switch kind {
                case .game: document.found.games
                case .player: document.found.players
                case .move: document.found.moves
                }
            let heading = Phrases.count(max(count, rows.count), kind.rawValue)
            return SearchSection(
                heading: count > rows.count ? "\(heading), showing \(rows.count)" : heading,
                rows: rows)
        }
    }
}

/// The results of one kind.
package struct SearchSection: Hashable, Sendable {
    /// `2 games`; `112 moves, showing 20`.
    package let heading: String
    /// The best first.
    package let rows: [SearchResultRow]

    /// The rows as columns.
    package var grid: Grid {
        Grid(
            columns: [
                Grid.Column("", isOptional: true), Grid.Column("", isFlexible: true),
                Grid.Column("", isFlexible: true),
            ], rows: rows.map { Grid.Row([$0.mark, $0.title, $0.detail]) })
    }
}

/// One result as a line.
package struct SearchResultRow: Hashable, Sendable {
    /// `*` in the game that this device records into, else a space.
    package let mark: String
    /// `4 Ana two points`.
    package let title: String
    /// `mia.41 · Mia · Q1 09:12 · 12:9 · hawks-owls`.
    package let detail: String
    let result: SearchResult

    init(_ result: SearchResult) {
        mark = result.isCurrent ? "*" : " "
        title = result.title
        detail = result.detail
        self.result = result
    }

    /// Whether both are the same thing, though its score or state may have changed.
    func isSame(as other: SearchResultRow) -> Bool {
        result.kind == other.result.kind && result.game == other.result.game
            && result.slot == other.result.slot && result.entry == other.result.entry
    }
}
