package import Documents

/// Search while a person writes: games, players and moves that match; a chosen result shows its
/// latest entries.
package final class SearchViewModel {
    private let library: any GameLibrary
    /// The name of the action that asks again.
    private let again: String
    private weak var navigator: (any Navigator)?
    private let found = SearchResultsViewModel()

    /// The query with single spaces between words.
    private let words = Dynamic("")
    /// The query asked last; an empty one is not sent.
    private let asked = Dynamic("")
    private let chosen = Dynamic(SearchResultRow?.none)
    private var bindings: [Binding] = []

    // Input

    /// An empty query clears the results at once; any other is sent after it has been unchanged for
    /// a while. Cut to `queryMax` characters.
    package var query: String {
        get { text.value }
        set {
            text.update(String(newValue.prefix(Self.queryMax)))
            words.update(text.value.split(separator: " ").joined(separator: " "))
        }
    }

    package static let queryMax = DocumentsLimits.searchScalarsMax

    /// Shows the latest entries of a result, and opens it if it is chosen already. Without an
    /// answer to the last query asks again.
    package func choose(_ id: String?) {
        guard loading.value.problem.isEmpty else { return askAgain() }
        guard let row = results.value.first(where: { $0.id == id }) else { return }
        if let before = chosen.value, before.id == row.id {
            guard latestLoading.value.problem.isEmpty else { return askAgain() }
            navigator?.show(row.result.destination)
        } else {
            latest.update(Grid())
            chosen.value = row
        }
    }

    // Output

    package let text = Dynamic("")
    /// Games, players, then moves, for the last query that was answered.
    package var results: Dynamic<[SearchResultRow]> { found.rows }
    /// The results by kind.
    package var sections: Dynamic<[SearchSection]> { found.sections }
    /// The text shown instead of results; empty if there are any.
    package var placeholder: Dynamic<String> { found.placeholder }
    /// The last query; if it failed, earlier results stay.
    package let loading = Dynamic(Loading.idle)
    /// The title of `latest`; empty if no result is chosen.
    package let latestTitle = Dynamic("")
    /// The entries of the chosen result, newest first: the newest of a game or player; for a move
    /// the move and the entries that refer to it.
    package let latest = Dynamic(Grid())
    package let latestLoading = Dynamic(Loading.idle)

    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: (any Navigator)? = nil,
        names: ActionNames
    ) {
        self.library = library
        again = names(.choose)
        self.navigator = navigator
        search(on: timekeeper)
        showLatest(on: timekeeper)
        bindings += [
            results.bind { [unowned self] rows in
                if let row = chosen.value, !rows.contains(where: { $0.id == row.id }) {
                    chosen.value = nil
                }
            },
            library.eachConnection { [unowned self] in askAgain() },
        ]
    }

    // MARK: The query

    /// `words`, debounced, becomes `asked`; only the latest question is answered. An empty query
    /// skips the delay, so that results of an earlier query are ignored.
    private func search(on timekeeper: any Timekeeper) {
        let settled = words.debounce(for: ViewModelsLimits.searchInterval, on: timekeeper)
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
            asked.bind { [unowned self] in
                loading.update($0.isEmpty ? .idle : .loading("searching…"))
            },
            answered.bind { [unowned self] in show($0) },
        ]
    }

    private enum Answer {
        case nothing
        case answer(Result<SearchDocument, LibraryError>, to: String)
    }

    private func show(_ answer: Answer) {
        switch answer {
        case .nothing: found.clear()
        case .answer(.success(let document), _):
            loading.update(.loaded())
            found.receive(document)
        case .answer(.failure(let error), let query):
            let shown = results.value.isEmpty ? "" : "; these are the results of '\(found.query)'"
            loading.update(
                .failed(
                    Advice(
                        "no answer for '\(query)': \(error.text)\(shown); \(again) tries again")))
        }
    }

    private func askAgain() {
        if !loading.value.problem.isEmpty { asked.value = asked.value }
        if !latestLoading.value.problem.isEmpty { chosen.value = chosen.value }
    }

    // MARK: The chosen result

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
        let due = stale.debounce(for: ViewModelsLimits.searchInterval, on: timekeeper)
        bindings += [
            chosen.bind { [unowned self] row in
                latestTitle.update(row.map { "latest entries of \($0.text)" } ?? "")
                latestLoading.update(row == nil ? .idle : .loading(latestTitle.value))
            },
            answered.bind { [unowned self] in show($0) },
            library.eachEntry { [unowned self] entry in
                if entry.game == chosen.value?.result.game { stale.value += 1 }
            },
            due.bind { [unowned self] _ in chosen.value = chosen.value },
        ]
    }

    private func show(_ answer: Result<LogDocument, LibraryError>?) {
        switch answer {
        case nil:
            latestLoading.update(.idle)
            latest.update(Grid())
        case .success(var document):
            latestLoading.update(.loaded())
            document.entries.reverse()
            latest.update(LogViewModel(document).grid)
        case .failure(let error):
            latestLoading.update(
                .failed(Advice("no \(latestTitle.value): \(error.text); \(again) tries again")))
        }
    }
}

extension SearchResult {
    /// The request for its latest entries.
    fileprivate var entries: LibraryRequest<LogDocument> {
        switch kind {
        case .game:
            .log(of: .game(game), limit: ViewModelsLimits.latestEntriesMax)
        case .player:
            .log(of: .game(game), player: slot, limit: ViewModelsLimits.latestEntriesMax)
        case .move:
            .log(of: .game(game), only: [entry].compactMap(\.self) + (referredBy ?? []))
        }
    }

    fileprivate var destination: Destination {
        switch kind {
        case .game: .game(game)
        case .player: .timeline(.game(game), player: slot)
        case .move: .timeline(.game(game))
        }
    }
}

package final class SearchResultsViewModel {
    // Input

    /// Replaces the results.
    package func receive(_ document: SearchDocument) {
        query = document.query
        rows.update(document.results.map(SearchResultRow.init))
        sections.update(Self.sections(document))
        placeholder.update(document.results.isEmpty ? Self.nothing(document.query) : "")
    }

    package func clear() { receive(SearchDocument(query: "")) }

    // Output

    /// Games, players, then moves; within each the best first.
    package let rows = Dynamic<[SearchResultRow]>([])
    /// The results by kind, without empty sections.
    package let sections = Dynamic<[SearchSection]>([])
    /// The text shown instead of results; empty if there are any.
    package let placeholder = Dynamic(SearchResultsViewModel.invitation)

    private(set) var query = ""

    package init() {}

    private static let invitation =
        "a team, a player's name or number, a kind, a keeper, or an entry such as mia.41"

    private static func nothing(_ query: String) -> String {
        query.isEmpty ? invitation : "nothing matches '\(query)'"
    }

    private static func sections(_ document: SearchDocument) -> [SearchSection] {
        SearchKind.allCases.compactMap { kind in
            let rows = document.results.filter { $0.kind == kind }.map(SearchResultRow.init)
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

package struct SearchSection: Hashable, Sendable {
    /// `2 games`; `112 moves, showing 20`.
    package let heading: String
    /// The best first.
    package let rows: [SearchResultRow]

    package var grid: Grid {
        Grid(
            columns: [Grid.Column("", isFlexible: true), Grid.Column("", isFlexible: true)],
            rows: rows.map { Grid.Row([$0.text, $0.detail]) })
    }
}

package struct SearchResultRow: RowViewModel {
    /// `4 Ana two points`.
    package var text: String { result.title }
    /// `mia.41 · Mia · Q1 09:12 · 12:9 · hawks-owls`.
    package let detail: String
    package var tone: Tone { .plain }
    let result: SearchResult

    init(_ result: SearchResult) {
        detail = Phrases.line(
            result.detail, result.kind == .game && result.isCurrent ? "the current one" : nil)
        self.result = result
    }

    /// The same for the same game, player or entry, even if its score or state has changed.
    package var id: String {
        "\(result.kind.rawValue) \(result.game) \(result.slot ?? "") \(result.entry ?? "")"
    }
}

extension Destination {
    package static let search = Destination.named("search")
}
