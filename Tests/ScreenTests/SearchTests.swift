import Documents
import Terminal
import Testing
import ViewModels

/// The tutorial's search app, for a table: "a search bar at the top, the results beneath; choose
/// one and see its latest". Its steps by number, without server and view.
@Suite struct SearchTests {
    /// The injected search service.
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let viewModel: SearchKeys

    init() {
        viewModel = SearchKeys(
            SearchViewModel(library: library, timekeeper: timekeeper, names: Keymap().names))
    }

    private static let hawks = SearchResult(
        kind: .game, game: "hawks-owls-2", title: "Hawks - Owls",
        detail: "hawks-owls-2 · 15:9 · decided · 41 moves", isCurrent: true)
    private static let ana = SearchResult(
        kind: .player, game: "hawks-owls-2", title: "4 Ana", detail: "h#1 · Hawks · 7 points",
        slot: "h#1", isCurrent: true)
    private static let basket = SearchResult(
        kind: .move, game: "hawks-owls", title: "4 Ana two points", detail: "mia.41 · Mia",
        slot: "h#1", entry: "mia.41", referredBy: ["bo.7"])

    private func document(_ query: String, _ results: [SearchResult]) -> SearchDocument {
        SearchDocument(query: query, results: results)
    }

    private func entry(_ name: String, index: Int, game: String = "hawks-owls-2") -> EntryDocument {
        Samples.entry(name, game: game, index: index, lamport: 2)
    }

    private let moment = Duration.milliseconds(200)

    private func search(_ query: String, _ results: [SearchResult], in keys: SearchKeys? = nil) {
        (keys ?? viewModel).model.query = query
        timekeeper.advance(by: moment)
        library.answer(with: document(query, results))
    }

    /// 1. The view has a reference to the view model. 2. While the keeper types, the view sets
    /// `query`. 3. The view model asks. 4. On the answer it notifies the view, 5. which shows the
    /// results.
    @Test func aViewSetsTheQueryAndIsToldOfTheResults() {
        let inner: Set = ["words", "asked"]
        recording(viewModel.model, of: library, besides: inner) { view in
            viewModel.model.query = "ana"
            view.expect("text")
            timekeeper.advance(by: moment)
            #expect(library.asked.map(\.route) == [.search])
            #expect(library.asked[0].parameters["query"] == "ana")
            view.expect("loading")
            #expect(viewModel.loading.value == .loading("searching…"))

            library.answer(with: document("ana", [Self.ana, Self.basket]))
            view.expect(
                "loading", "found.rows", "found.sections",
                "found.placeholder")
            #expect(viewModel.results.value.map(\.text) == ["4 Ana", "4 Ana two points"])
            #expect(viewModel.sections.value.map(\.heading) == ["1 player", "1 move"])
            viewModel.model.query = ""
            view.expect(
                "text", "loading", "found.rows",
                "found.sections", "found.placeholder")
        }
        #expect(viewModel.results.value.isEmpty)
    }

    /// "0 results by default": an empty query asks nothing and clears the results at once.
    @Test func anEmptyQueryGivesNoResults() {
        #expect(viewModel.results.value.isEmpty)
        search("hawks", [Self.hawks])
        #expect(viewModel.results.value[0].detail.hasSuffix(" · the current one"))

        viewModel.model.query = "  "
        #expect(viewModel.results.value.isEmpty)
        timekeeper.advance(by: .seconds(5))
        #expect(library.asked.count == 1)
        #expect(viewModel.placeholder.value.contains("mia.41"))

        // The same words after a change are a new question; the old results are gone.
        viewModel.model.query = "hawks"
        timekeeper.advance(by: moment)
        #expect(library.asked.count == 2)
    }

    @Test func everyChangeNotifiesAndOnlyWhatStandsIsAsked() {
        let heard = Heard(viewModel.text)
        for letter in "anna" {
            #expect(viewModel.press(.character(letter)))
            timekeeper.advance(by: .milliseconds(60))
        }
        #expect(viewModel.press(.backspace))
        timekeeper.advance(by: moment)
        #expect(heard.values == ["a", "an", "ann", "anna", "ann"])
        #expect(library.asked.map { $0.parameters["query"] } == ["ann"])
        // Spaces do not change the words; neither does a letter deleted at once.
        viewModel.model.query = " ann "
        timekeeper.advance(by: moment)
        viewModel.model.query = "anna"
        viewModel.model.query = "ann"
        timekeeper.advance(by: moment)
        #expect(library.asked.count == 1)
    }

    @Test func aLateAnswerToAnOlderQueryIsNotShown() {
        viewModel.model.query = "ana"
        timekeeper.advance(by: moment)
        viewModel.model.query = "hawks"
        timekeeper.advance(by: moment)
        #expect(library.asked[0].isForgotten)
        library.answer(1, with: document("hawks", [Self.hawks]))
        library.answer(0, with: document("ana", [Self.ana]))
        #expect(viewModel.results.value.map(\.text) == ["Hawks - Owls"])
    }

    /// The tutorial ignores failures; here the keeper sees them.
    @Test func aFailingSourceLeavesTheLastResultsAndSaysSo() {
        search("ana", [Self.ana])
        var reloads = 0
        let view = viewModel.results.bind { _ in reloads += 1 }
        viewModel.model.query = "anab"
        timekeeper.advance(by: moment)
        library.refuse(with: .unavailable("the daemon went away"))
        #expect(reloads == 0 && viewModel.results.value.map(\.text) == ["4 Ana"])
        #expect(
            viewModel.loading.value.problem.words
                == "no answer for 'anab': the daemon went away; these are the results of 'ana'; "
                + "Enter tries again")
        #expect(!viewModel.loading.value.isLoading)

        // Asked again by the keeper, and automatically when the daemon is back.
        #expect(viewModel.press(.enter))
        library.refuse(with: .unavailable("the daemon went away"))
        library.connection.value = .connected
        #expect(library.asked.map { $0.parameters["query"] } == ["ana", "anab", "anab", "anab"])
        library.answer(with: document("anab", []))
        #expect(viewModel.loading.value.problem.isEmpty && viewModel.results.value.isEmpty)
        #expect(viewModel.placeholder.value == "nothing matches 'anab'")
        view.end()
    }

    /// "Select one of them and see the latest commits": here of a game, a player or a move.
    @Test func aChosenResultShowsItsLatestEntries() {
        search("ana", [Self.hawks, Self.ana, Self.basket])
        #expect(viewModel.picked.value == 0 && viewModel.latestTitle.value.isEmpty)

        _ = viewModel.press(.enter)
        #expect(viewModel.latestTitle.value == "latest entries of Hawks - Owls")
        #expect(library.asked[1].route == .gameLog && library.asked[1].name == "hawks-owls-2")
        #expect(library.asked[1].parameters == ["limit": "30"])
        library.answer(
            with: LogDocument(entries: [entry("mia.1", index: 1), entry("mia.2", index: 2)]))
        #expect(viewModel.latest.value.rows.map { $0.cells[0] } == ["mia.2", "mia.1"])

        _ = viewModel.press(.down)
        _ = viewModel.press(.enter)
        #expect(viewModel.latest.value.isEmpty)
        #expect(library.asked[2].parameters == ["player": "h#1", "limit": "30"])
        _ = viewModel.press(.down)
        _ = viewModel.press(.enter)
        #expect(library.asked[3].name == "hawks-owls")
        #expect(library.asked[3].parameters == ["only": "mia.41,bo.7"])
        // The answer about the player is late.
        library.answer(3, with: LogDocument(entries: [entry("mia.41", index: 9)]))
        library.answer(2, with: LogDocument(entries: [entry("mia.9", index: 3)]))
        #expect(viewModel.latest.value.rows.map { $0.cells[0] } == ["mia.41"])
    }

    @Test func theLatestEntriesFollowTheGameAndAFailureIsSaid() {
        search("hawks", [Self.hawks])
        _ = viewModel.press(.enter)
        library.answer(with: LogDocument(entries: [entry("mia.1", index: 1)]))
        library.newest.value = entry("bo.1", index: 1, game: "bears-lynx")
        timekeeper.advance(by: moment)
        #expect(library.asked.count == 2)
        library.newest.value = entry("mia.2", index: 2)
        timekeeper.advance(by: moment)
        #expect(library.asked.count == 3)
        library.refuse(with: .unavailable("the daemon went away"))
        #expect(viewModel.latest.value.rows.map { $0.cells[0] } == ["mia.1"])
        #expect(viewModel.latestLoading.value.problem.words.contains("the daemon went away"))
        library.connection.value = .connected
        library.answer(
            with: LogDocument(entries: [entry("mia.1", index: 1), entry("mia.2", index: 2)]))
        #expect(viewModel.latest.value.rows.count == 2 && viewModel.loading.value.problem.isEmpty)
    }

    @Test func theChosenOneOpensAndThePickStaysWithWhatItMeans() {
        let navigator = PaperNavigator()
        let viewModel = SearchKeys(
            SearchViewModel(
                library: library, timekeeper: timekeeper, navigator: navigator,
                names: Keymap().names))
        search("ana", [Self.ana], in: viewModel)
        _ = viewModel.press(.enter)
        #expect(navigator.destinations.isEmpty)
        search("an", [Self.hawks, Self.ana], in: viewModel)
        #expect(viewModel.picked.value == 1)
        #expect(viewModel.latestTitle.value == "latest entries of 4 Ana")
        _ = viewModel.press(.enter)
        #expect(
            navigator.destinations == [.timeline(.game("hawks-owls-2"), player: "h#1")])
        #expect(viewModel.press(.escape) && viewModel.query.isEmpty)
        #expect(viewModel.latestTitle.value.isEmpty)
        #expect(!viewModel.press(.escape))
        #expect(viewModel.press(.character("q")) && viewModel.query == "q")
    }
}
