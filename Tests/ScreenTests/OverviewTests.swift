import Documents
import Terminal
import Testing
import ViewModels

/// The overview of the tutorial: the view loads its view model; the view model fetches, creates a
/// view model per section and handles their events; one view draws sections of any logic; a
/// selected row opens its page through the parent, and so does a whole section.
@Suite struct OverviewTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let navigator = PaperNavigator()

    private func overview() -> OverviewKeys {
        OverviewKeys(
            OverviewViewModel(
                library: library, timekeeper: timekeeper, navigator: navigator,
                names: Keymap().names))
    }

    private func loadedOverview(_ status: StatusDocument = Samples.busy) -> OverviewKeys {
        let overview = overview()
        library.status.value = status
        library.connection.value = .connected
        return overview
    }

    private func titles(_ overview: OverviewKeys) -> [String] {
        overview.sections.value.map(\.title)
    }

    private static func titles(_ parts: [OverviewPart]) -> String {
        parts.map(\.title).joined(separator: ", ")
    }

    private func section(_ kind: SectionKind, of overview: OverviewKeys) throws -> OverviewPart {
        try #require(overview.sections.value.first { $0.kind == kind })
    }

    // MARK: The overview loads

    @Test func theHomeFetchesItsDataAndTellsTheView() {
        let overview = overview()
        #expect(library.asked.map(\.route) == [.status, .games, .devices, .held, .status])
        #expect(overview.placeholder.value == "waiting for the daemon …")
        var heard: [String] = []
        let bindings = [
            overview.title.bind { heard.append("title \($0)") },
            overview.sections.bind { heard.append("sections \(Self.titles($0))") },
            overview.pickedID.bind { heard.append("picked \($0?.row ?? "nothing")") },
        ]
        library.status.value = Samples.busy
        library.status.value = Samples.busy
        #expect(
            heard == [
                "title Mia, table \"Hall 2\" (fox-jam-oak-sun)",
                "picked hawks-owls-2",
                "sections current game, other games, devices, open questions, warnings",
            ])
        withExtendedLifetime(bindings) {}
    }

    @Test func theSectionsStandInTheirOrderAndEmptyOnesHide() {
        let overview = loadedOverview()
        #expect(
            titles(overview) == [
                "current game", "other games", "devices", "open questions", "warnings",
            ])
        library.status.value = Samples.status(.alone)
        #expect(titles(overview) == ["current game", "devices"])
        library.status.value = Samples.busy
        #expect(titles(overview).count == 5)
    }

    @Test func aSectionShowsItsTopThree() throws {
        let overview = loadedOverview()
        let games = try section(.otherGames, of: overview)
        #expect(
            games.rows.map { "\($0.text) \($0.figure)" } == [
                "Owls - Foxes 15:9", "Cats - Bears 21:19", "Hawks - Cats 11:15",
            ])
        #expect(games.more == "and 2 more")
        var status = Samples.busy
        status.games.removeLast(2)
        library.status.value = status
        let fewer = try section(.otherGames, of: overview)
        #expect(fewer.rows.count == 3 && fewer.more.isEmpty)
    }

    @Test func theGameClockGoesOnByItself() throws {
        let overview = loadedOverview()
        overview.model.refresh()
        let first = library.asked.count - 5
        library.refuse(first, with: .unavailable("the daemon does not run"))
        let heard = Heard(overview.sections.map { $0[0].rows[0].detail })
        timekeeper.advance(by: .milliseconds(2500))
        #expect(
            heard.values == [
                "04:13 running · live · 1 open question", "04:14 running · live · 1 open question",
            ])
        // A tick of the clock does not make the other rows current.
        let game = try section(.currentGame, of: overview)
        #expect(game.problem == "not refreshed: the daemon does not run")
    }

    // MARK: One view for view models of different logic

    @Test func oneSectionViewDrawsThemAll() {
        let overview = loadedOverview()
        #expect(
            OverviewScreen(overview).lines(78, 25) == [
                "Mia, table \"Hall 2\" (fox-jam-oak-sun)",
                "",
                "current game",
                "> Hawks - Owls  5:12            04:12 running · live · 1 open question",
                "  Hawks                         2 team fouls",
                "  hawks-owls-2 · to 15, lead 2  9 moves",
                "",
                "other games",
                "  Owls - Foxes  15:9   ended · 31 moves · owls-foxes",
                "  Cats - Bears  21:19  ended · 31 moves · cats-bears",
                "  Hawks - Cats  11:15  ended · 31 moves · hawks-cats",
                "  and 2 more",
                "",
                "devices",
                "  mia (Mia)  this device",
                "  cy         away · lacks 3",
                "  bo         in sync · same",
                "",
                "open questions",
                "  bo.17 4 Ana two points · Bo · 04:31  or mia.41 4 Ana three points · Mia · 0…",
                "",
                "warnings",
                "  nobody tracks 日本 太郎  scored track h#3",
                "",
                "Enter open · right whole list · Tab section · R refresh · Escape back · ? keys",
            ])
    }

    /// The first run: what is missing is a row that leads to it.
    @Test func withoutAGameARowCreatesOne() {
        let overview = loadedOverview(Samples.status(.alone))
        #expect(OverviewScreen(overview).lines(60, 12).contains("> no game yet  Enter creates one"))
        #expect(overview.press(.enter))
        #expect(navigator.destinations == [.creator])
    }

    // MARK: Sections report, the parent navigates

    @Test func aPlaceThatIsSelectedOpensItsOwnPageThroughTheParent() throws {
        let overview = loadedOverview()
        overview.model.open("cats-bears", in: .otherGames)
        overview.model.open("cy", in: .devices)
        overview.model.open("bo.17", in: .heldMoves)
        overview.model.open("untracked", in: .warnings)
        overview.model.open("hawks-owls-2", in: .currentGame)
        #expect(
            navigator.destinations == [
                .game("cats-bears"), .detail(.devices, name: "cy"), .held,
                .detail(.warnings, name: "untracked"), .game(nil),
            ])
        overview.model.open("a game that nobody played", in: .otherGames)
        #expect(navigator.destinations.count == 5)
    }

    @Test func aChildTellsItsOwnerAlone() {
        let games = OtherGamesSection(library: library)
        games.receive(Samples.busy)
        games.select("cats-bears")
        var heard: [String] = []
        games.onSelect = { heard.append($0) }
        games.select("hawks-cats")
        games.select("nothing")
        #expect(heard == ["hawks-cats"])
        #expect(navigator.destinations.isEmpty)
    }

    @Test func keysPickAndOpen() {
        let overview = loadedOverview()
        var heard: [String] = []
        let binding = overview.pickedID.bind { pick in
            heard.append(pick.map { "\($0.section) \($0.row ?? "more")" } ?? "nothing")
        }
        for key in [Key.tab, .down, .down, .down, .enter, .up, .enter, .tab, .right, .backTab] {
            #expect(overview.press(key))
        }
        #expect(
            heard == [
                "otherGames owls-foxes", "otherGames cats-bears", "otherGames hawks-cats",
                "otherGames more", "otherGames hawks-cats", "devices mia", "otherGames owls-foxes",
            ])
        #expect(
            navigator.destinations == [
                .section(.otherGames), .game("hawks-cats"), .section(.devices),
            ])
        #expect(!overview.press(.character("z")))
        withExtendedLifetime(binding) {}
    }

    @Test func thePickStaysOnItsItemWhateverOthersRecord() {
        let overview = loadedOverview()
        _ = overview.press(.tab)
        _ = overview.press(.down)
        #expect(overview.pickedID.value?.row == "cats-bears")
        var status = Samples.busy
        status.games.insert(Samples.brief("new-ones", "New - Ones", 0, 0), at: 0)
        status.game?.home.score = 7
        library.status.value = status
        #expect(overview.pickedID.value?.row == "cats-bears")
        status.games = []
        library.status.value = status
        #expect(overview.pickedID.value?.section == .devices)
    }

    // MARK: Refresh, failures, a lost daemon

    @Test func refreshAsksAnewAndShowsTheAnswers() throws {
        let overview = loadedOverview()
        let before = library.asked.count
        #expect(overview.press(.character("R")))
        #expect(
            library.asked.dropFirst(before).map(\.route)
                == [.status, .games, .devices, .held, .status])
        library.answer(
            before + 1, with: GamesDocument(games: [Samples.brief("a-b", "A - B", 1, 2)]))
        library.answer(
            before + 3,
            with: HeldDocument(
                game: "hawks-owls-2", moves: [Samples.held("bo.18", "4 Ana assist")]))
        #expect(try section(.otherGames, of: overview).rows.map(\.id) == ["a-b"])
        #expect(try section(.heldMoves, of: overview).rows.map(\.id) == ["bo.18"])
    }

    @Test func anAnswerOlderThanWhatTheDaemonToldSinceIsNotShown() throws {
        let overview = loadedOverview()
        let before = library.asked.count
        overview.model.refresh()
        var status = Samples.busy
        status.games = [Samples.brief("new-ones", "New - Ones", 0, 0)]
        library.status.value = status
        library.answer(before + 1, with: GamesDocument(games: Samples.otherGames))
        #expect(try section(.otherGames, of: overview).rows.map(\.id) == ["new-ones"])
    }

    @Test func aFailureShowsAPlaceholderAndKeepsWhatWasThere() throws {
        let overview = loadedOverview()
        let before = library.asked.count
        overview.model.refresh()
        library.refuse(before + 1, with: .unavailable("the daemon does not run"))
        let games = try section(.otherGames, of: overview)
        #expect(games.more == "and 2 more")
        #expect(games.problem == "not refreshed: the daemon does not run")
        #expect(
            OverviewScreen(overview).lines(60, 40).contains(
                "! not refreshed: the daemon does not run"))
        library.status.value = Samples.busy
        #expect(try section(.otherGames, of: overview).problem.isEmpty)
    }

    @Test func aSectionThatFailedBeforeItHadARowIsNotHidden() throws {
        let overview = overview()
        library.refuse(1, with: .unavailable("the daemon does not run"))
        #expect(titles(overview) == ["other games"])
        #expect(overview.picked.value == nil)
        #expect(overview.press(.enter))
        #expect(overview.press(.tab))
        #expect(navigator.destinations.isEmpty)
        // Without a game there are no open questions: not a failure.
        library.refuse(code: ErrorCode.noGame.rawValue, "no game yet", to: 3)
        #expect(titles(overview) == ["other games"])
    }

    @Test func whatWasShownStaysWithoutADaemon() {
        let overview = loadedOverview()
        library.connection.value = .lost("the daemon went away")
        #expect(titles(overview).count == 5)
    }
}
