import Documents
import Terminal
import Testing
import ViewModels

@Suite struct GameListTests {
    private let library = PaperLibrary()
    private let navigator = PaperNavigator()

    private func brief(_ name: String, _ home: Int = 0, isCurrent: Bool = false) -> GameBrief {
        GameBrief(
            name: name, title: name.uppercased(), state: .live, home: home, away: 0,
            isCurrent: isCurrent, moves: home)
    }

    private func list() -> GameListKeys {
        GameListKeys(
            GameListViewModel(library: library, navigator: navigator, names: Keymap().names))
    }

    private func detail(_ name: String? = nil) -> GameDetailKeys {
        GameDetailKeys(GameDetailViewModel(name: name, library: library, navigator: navigator))
    }

    private func list(of names: [String]) -> GameListKeys {
        let list = list()
        library.answer(with: GamesDocument(games: names.map { brief($0) }))
        return list
    }

    @Test func itListsTheGamesOfTheLibraryAndOpensOne() {
        let list = list()
        #expect(list.loading.value.placeholder.words == "asking for the games …")
        library.answer(with: GamesDocument(games: [brief("c", 7, isCurrent: true), brief("b")]))
        #expect(list.rows.value.map(\.text) == ["C", "B"])
        #expect(list.rows.value.map(\.figure) == ["7:0", "0:0"])
        #expect(list.rows.value[0].detail == "live · 7 moves · c · the current one")
        #expect(list.picked.value == 0)
        #expect(list.press(.down))
        #expect(list.press(.enter))
        #expect(navigator.destinations == [.game("b")])
    }

    @Test func anEmptyTableSaysHowToBegin() {
        let list = list(of: [])
        #expect(list.loading.value.placeholder.words == "no game yet; G creates one")
        #expect(list.picked.value == nil)
        #expect(list.press(.enter))
        #expect(list.press(.character("C")))
        #expect(library.asked.count == 1)
    }

    @Test func thePickStaysOnItsGameWhenANewOneArrives() {
        let list = list(of: ["c", "b", "a"])
        _ = list.press(.down)
        var status = Samples.status()
        status.games = ["d", "c", "b", "a"].map { brief($0) }
        library.status.value = status
        #expect(library.asked.count == 2)
        library.answer(with: GamesDocument(games: status.games))
        #expect(list.picked.value == 2)
        #expect(list.rows.value[2].id == "b")
    }

    @Test func scoresFollowWithoutAQuestion() {
        let list = list(of: ["b", "a"])
        var status = Samples.status()
        status.games = [brief("a", 9), brief("b", 4)]
        recording(list.model, of: library) { recorder in
            library.status.value = status
            recorder.expect("rows")
            library.status.value = status
        }
        #expect(library.asked.count == 1)
        #expect(list.rows.value.map { "\($0.text) \($0.figure)" } == ["B 4:0", "A 9:0"])
    }

    @Test func uMakesTheGameTheCurrentOneAndSaysSo() {
        let list = list(of: ["b", "a"])
        _ = list.press(.character("C"))
        _ = list.press(.character("C"))
        #expect(library.orders(UseRequest.self) == [UseRequest(game: "b")])
        library.answer(1, with: DoneDocument(text: "current game: b"))
        #expect(list.notice.text.value == "current game: b")
        #expect(library.asked.last?.route == .games)
    }

    @Test func aFailureKeepsTheGamesAndSaysSoUntilItIsOver() {
        let list = list(of: ["b", "a"])
        recording(list.model, of: library) { recorder in
            _ = list.press(.character("R"))
            library.refuse(with: .unavailable("no daemon"))
            recorder.expect("loading")
            #expect(list.loading.value == .failed(Advice("no daemon")))
            library.connection.value = .connected
            library.answer(with: GamesDocument(games: [brief("b")]))
            recorder.expect("loading", "rows")
            #expect(list.loading.value.problem.isEmpty)
        }
        #expect(list.rows.value.count == 1)
    }

    @Test func aListThatFailsAtOnceShowsAPlaceholder() {
        let list = list()
        library.refuse(with: .unavailable("no daemon"))
        #expect(list.loading.value.placeholder.isEmpty)
        #expect(list.loading.value == .failed(Advice("no daemon")))
    }

    @Test func twoQuestionsAtOnceAreOneAndOneMore() {
        let list = list(of: ["a"])
        for _ in 0..<5 { list.model.refresh() }
        #expect(library.asked.count == 2)
        library.answer(with: GamesDocument(games: [brief("a")]))
        #expect(library.asked.count == 3)
        library.answer(with: GamesDocument(games: [brief("a")]))
        #expect(library.asked.count == 3)
    }

    // MARK: One game

    @Test func aGameThatIsNotCurrentIsAskedForAndFollowsItsEntries() {
        library.status.value = Samples.status(game: Samples.game)
        let detail = detail("b")
        #expect(detail.loading.value.placeholder.text == "asking for b …")
        var game = Samples.game
        game.name = "b"
        game.isCurrent = false
        library.answer(with: game)
        #expect(detail.title.value == "Hawks - Owls")
        #expect(detail.box.scoreboard.homeScore.value == "5")
        library.newest.value = Samples.entry("mia.1", game: "other")
        #expect(library.asked.count == 1)
        for _ in 0..<3 { library.newest.value = Samples.entry("mia.1", game: "b") }
        #expect(library.asked.count == 2)
        game.home.score = 7
        library.answer(with: game)
        #expect(detail.box.scoreboard.homeScore.value == "7")
        // Arrivals during a question cause another question.
        #expect(library.asked.count == 3)
    }

    @Test func theCurrentGameNeedsNoQuestion() {
        library.status.value = Samples.status(game: Samples.game)
        let detail = detail()
        #expect(detail.title.value == "Hawks - Owls")
        var game = Samples.game
        game.home.score = 8
        library.status.value = Samples.status(game: game)
        #expect(detail.box.scoreboard.homeScore.value == "8")
        #expect(library.asked.isEmpty)
        library.status.value = Samples.status()
        #expect(detail.loading.value.placeholder.text == "no game yet: scored new HAWKS OWLS")
    }

    @Test func aGameCanBeUsedAndItsTimelineOpened() {
        library.status.value = Samples.status(game: Samples.game)
        let detail = detail()
        _ = detail.press(.enter)
        #expect(
            navigator.destinations == [.timeline(.game("hawks-owls-2"))])
        _ = detail.press(.character("C"))
        library.answer(with: DoneDocument(text: "current game: hawks-owls-2"))
        #expect(navigator.destinations.last == .keep)
    }

    @Test func aGameThatIsGoneSaysSo() {
        let detail = detail("b")
        library.refuse(code: "unknown-game", "there is no game b")
        #expect(detail.loading.value.problem.text == "there is no game b")
    }
}
