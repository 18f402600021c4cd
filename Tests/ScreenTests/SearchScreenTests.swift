import Documents
import Terminal
import Testing
import ViewModels

/// The same results in two views: lines of text and a whole screen.
@Suite struct SearchScreenTests {
    private static let document = SearchDocument(
        query: "ana",
        results: [
            SearchResult(
                kind: .game, game: "ana-owls", title: "Ana - Owls",
                detail: "ana-owls · 15:9 · decided · 41 moves", isCurrent: true),
            SearchResult(
                kind: .player, game: "ana-owls", title: "4 Ana", detail: "h#1 · Hawks · 7 points",
                slot: "h#1", isCurrent: true),
        ]
            + (1...30).map { number in
                SearchResult(
                    kind: .move, game: "hawks-owls", title: "日本 太郎 \(number) two points",
                    detail: "mia.\(number) · Mia · Q1 09:12", entry: "mia.\(number)")
            }, found: SearchCounts(games: 1, players: 1, moves: 112), isWhole: false)

    private static let latest = LogDocument(
        entries: (1...30).map {
            Samples.entry("mia.\($0)", game: "ana-owls", index: $0, lamport: 2)
        })

    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()

    private func found() -> SearchKeys {
        let viewModel = SearchKeys(
            SearchViewModel(library: library, timekeeper: timekeeper, names: Keymap().names))
        viewModel.model.query = "ana"
        timekeeper.advance(by: .milliseconds(200))
        library.answer(with: Self.document)
        return viewModel
    }

    @Test func thePlainViewHasThreeParts() {
        let found = SearchResultsViewModel()
        found.receive(
            SearchDocument(
                query: "ana", results: Array(Self.document.results.prefix(3)),
                found: Self.document.found, isWhole: false))
        let expected = """
            1 game
            Ana - Owls  ana-owls · 15:9 · decided · 41 moves · the current one

            1 player
            4 Ana  h#1 · Hawks · 7 points

            112 moves, showing 1
            日本 太郎 1 two points  mia.1 · Mia · Q1 09:12
            """
        #expect(SearchView(found).lines(Style()).joined(separator: "\n") == expected)
        found.receive(SearchDocument(query: "x\u{1B}[2J"))
        #expect(SearchView(found).lines(Style()) == ["nothing matches 'x\u{FFFD}[2J'"])
    }

    @Test func theScreenShowsFieldPartsPickAndHint() {
        let viewModel = found()
        _ = viewModel.press(.down)
        let lines = SearchScreen(viewModel).lines(80, 24)
        #expect(lines[0].hasPrefix("/ ana"))
        #expect(lines[2] == "1 game" && lines[3].hasPrefix("  Ana - Owls"))
        #expect(lines[5].hasPrefix("> 4 Ana") && lines[5].hasSuffix("h#1 · Hawks · 7 points"))
        #expect(lines[6] == "112 moves, showing 30")
        #expect(lines[23] == "Up and Down pick · Enter shows the latest entries · Escape empties")
    }

    @Test func theLatestEntriesStandBesideOrBeneath() {
        let viewModel = found()
        _ = viewModel.press(.enter)
        library.answer(with: Self.latest)
        let wide = SearchScreen(viewModel).lines(160, 30)
        #expect(wide[2].hasPrefix("1 game") && wide[2].hasSuffix("latest entries of Ana - Owls"))
        #expect(wide[4].contains("mia.30") && wide[5].contains("mia.29"))
        let narrow = SearchScreen(viewModel).lines(60, 24)
        let title = narrow.firstIndex { $0.hasPrefix("latest entries of Ana - Owls") }
        #expect((title ?? 0) > 6)
        #expect(narrow[(title ?? 0) + 2].contains("mia.30"))
        // A small screen shows the results only.
        #expect(!SearchScreen(viewModel).lines(60, 7).contains { $0.hasPrefix("latest") })
    }

    @Test(arguments: [(20, 5), (40, 12), (80, 24), (120, 30), (200, 60)])
    func thePickIsSeenOnEveryScreen(columns: Int, rows: Int) {
        let viewModel = found()
        for step in 0..<40 {
            let lines = SearchScreen(viewModel).lines(columns, rows)
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            #expect(lines.count { $0.hasPrefix(">") } == 1, "step \(step)")
            _ = viewModel.press(step % 9 == 0 ? .enter : .down)
        }
        viewModel.model.query = String(repeating: "太", count: 100)
        #expect(SearchScreen(viewModel).lines(columns, rows)[0].hasPrefix("/ 太"))
    }

    @Test func aProblemTakesTheLastRows() {
        let viewModel = found()
        viewModel.model.query = "anab"
        timekeeper.advance(by: .milliseconds(200))
        #expect(SearchScreen(viewModel).lines(80, 24)[0].hasSuffix("searching…"))
        library.refuse(with: .unavailable("the daemon went away"))
        for rows in [5, 24] {
            let lines = SearchScreen(viewModel).lines(80, rows)
            #expect(lines.contains { $0.hasPrefix("! no answer for 'anab'") })
        }
    }
}
