package import Documents

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
