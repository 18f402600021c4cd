import Documents
import Terminal
import Testing
import ViewModels

/// The player card while the game goes on, the daemon comes and goes, and the terminal is small.
@Suite struct PlayerCardTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()

    private func card(_ query: String = "ana", isKnown: Bool = true) -> PlayerCardKeys {
        if isKnown {
            library.status.value = Samples.status(game: Samples.game)
            library.connection.value = .connected
        }
        let card = PlayerCardKeys(PlayerCardViewModel(library: library, timekeeper: timekeeper))
        card.query.value = query
        timekeeper.advance(by: .milliseconds(300))
        return card
    }

    @Test func theNumbersFollowTheGameWithoutAQuestion() {
        let card = card()
        library.answer(with: LiveInputTests.log("mia.4"))
        var game = Samples.game
        game.home.players[0].points = 33
        library.status.value = Samples.status(game: game)
        #expect(card.facts.value.rows[0].cells == ["points", "33"])
        #expect(library.asked.count == 1)
        #expect(card.document?.player.points == 33)
    }

    @Test func aNewEntryOfThePlayerAsksAnewAndAnothersDoesNot() {
        let card = card()
        library.answer(with: LiveInputTests.log("mia.4"))
        library.newest.value = entry("bo.8", player: "a#1")
        #expect(library.asked.count == 1)
        library.newest.value = entry("bo.9", game: "another", player: "h#1")
        #expect(library.asked.count == 1)
        library.newest.value = entry("mia.5", player: "h#1")
        #expect(library.asked.count == 2)
        library.answer(with: LiveInputTests.log("mia.5", "mia.4"))
        library.newest.value = entry("bo.10", names: ["mia.4"])
        #expect(library.asked.count == 3)
        #expect(card.latest.value.rows.count == 2)
    }

    @Test func whatIsTypedBeforeTheDaemonIsThereIsAnsweredWhenItIs() {
        let card = card(isKnown: false)
        #expect(card.loading.value.isLoading)
        library.connection.value = .lost("the daemon went away")
        #expect(card.loading.value.problem.text == "not connected: the daemon went away")
        #expect(!card.loading.value.isLoading)
        library.status.value = Samples.status(game: Samples.game)
        #expect(card.loading.value.problem.text == "")
        #expect(card.title.value == "4 Ana · Hawks · h#1")
        #expect(card.loading.value.isLoading)
        library.answer(with: LiveInputTests.log())
        #expect(card.latestTitle.value == "no move recorded yet")
        #expect(!card.loading.value.isLoading)
    }

    @Test func aQuestionThatFailedIsAskedAgainWhenTheDaemonIsBack() {
        let card = card()
        library.connection.value = .lost("the daemon went away")
        library.refuse(with: .unavailable("the daemon went away"))
        #expect(card.loading.value.problem.text == "the daemon went away")
        #expect(card.title.value == "4 Ana · Hawks · h#1")
        library.connection.value = .connected
        #expect(library.asked.count == 2)
        library.answer(with: LiveInputTests.log("mia.4"))
        #expect(card.loading.value.problem.text == "")
        #expect(card.latest.value.rows.count == 1)
    }

    @Test func enterAsksAnewAndKeysThatMeanNothingGoOn() {
        let card = card()
        #expect(card.press(.enter))
        #expect(library.asked.count == 2)
        #expect(!card.press(.escape))
        #expect(card.press(.character("q")))
        #expect(card.query.value == "anaq")
        #expect(card.press(.control("u")))
        #expect(card.query.value == "")
    }

    @Test func withoutAGameItIsSaid() {
        library.status.value = Samples.status()
        let card = card(isKnown: false)
        #expect(card.loading.value.problem.text == "no game yet: scored new HAWKS OWLS")
    }

    @Test func aPlayerWhoWentUpInAnotherIsFoundThere() {
        var game = Samples.game
        game.home.players[2].mergedInto = "h#1"
        library.status.value = Samples.status(game: game)
        #expect(card("h#3", isKnown: false).title.value == "4 Ana · Hawks · h#1")
        // Two players merged into each other.
        game.home.players[0].mergedInto = "h#3"
        library.status.value = Samples.status(game: game)
        #expect(card("h#3", isKnown: false).loading.value.problem.text == "")
    }

    @Test(arguments: [(20, 5), (20, 3), (1, 1), (40, 12), (75, 24), (76, 24), (200, 60)])
    func itFitsEveryTerminal(columns: Int, rows: Int) {
        let card = card(String(repeating: "\u{202E}日本", count: 40))
        _ = PlayerCardScreen(card).lines(columns, rows)
        card.query.value = "jos"
        timekeeper.advance(by: .milliseconds(300))
        library.answer(with: LiveInputTests.log("mia.9"))
        let screen = PlayerCardScreen(card).lines(columns, rows)
        #expect(screen.count == rows)
        if rows >= 5 { #expect(screen[0] == "player: jos") }
        if rows >= 12 { #expect(screen.contains { $0.contains("tracked by") }) }
    }

    @Test func theCursorStandsBehindWhatIsTyped() {
        let cursor = PlayerCardScreen(card("日本")).canvas(60, 20).cursor
        #expect(cursor?.row == 0)
        #expect(cursor?.column == 12)
    }

    private func entry(
        _ name: String, game: String = "hawks-owls-2", player: String? = nil, names: [String] = []
    ) -> EntryDocument {
        EntryDocument(
            name: name, game: game, keeper: "bo", wallMilliseconds: 0, index: 9, lamport: 9,
            kind: "twoPoints", text: "", player: player, names: names)
    }
}
