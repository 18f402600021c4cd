import Documents
import Terminal
import Testing
import ViewModels

/// The form, the list of games and one game, on screens of every size.
@Suite struct GameScreenTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let navigator = PaperNavigator()

    private func list() -> GameListKeys {
        GameListKeys(
            GameListViewModel(library: library, navigator: navigator, names: Keymap().names))
    }

    private func detail(_ name: String? = nil) -> GameDetailKeys {
        GameDetailKeys(GameDetailViewModel(name: name, library: library, navigator: navigator))
    }

    private func creator() -> GameCreatorKeys {
        GameCreatorKeys(
            GameCreatorViewModel(library: library, timekeeper: timekeeper, navigator: navigator))
    }

    private func type(_ text: String, into creator: GameCreatorKeys) {
        for character in text { _ = creator.press(.character(character)) }
    }

    @Test func theFormOnASmallAndOnATallScreen() {
        let creator = creator()
        type("Hawks", into: creator)
        _ = creator.press(.tab)
        type("Ow", into: creator)
        timekeeper.advance(by: .seconds(1))
        let screen = GameCreatorScreen(creator)
        #expect(
            screen.lines(60, 12) == [
                "new game",
                "Hawks - Ow · to 15, lead 2",
                "  home team         Hawks",
                "> away team         Ow",
                "  rules             pickup",
                "  points to win     15",
                "  minutes a period  none",
                "  home players      1, 2, 3",
                "  away players      1, 2, 3",
                "  create the game",
                "",
                "Enter next line, then create · ← → rules · Escape back",
            ])
        #expect(
            screen.lines(20, 5) == [
                "new game",
                "  home     Hawks",
                "> away     Ow",
                "  rules    pickup",
                "  points   15",
            ])
    }

    @Test func theCursorStandsBehindWhatIsTypedAlsoInALongLine() {
        let creator = creator()
        type("日本 " + String(repeating: "x", count: 50), into: creator)
        let cursor = GameCreatorScreen(creator).canvas(40, 8).cursor
        #expect(cursor?.row == 2)
        #expect(cursor?.column == 39)
        _ = creator.press(.control("u"))
        type("日本 ", into: creator)
        #expect(GameCreatorScreen(creator).canvas(40, 8).cursor?.column == 20 + 5)
    }

    @Test func whatIsWrongStandsBehindItsLine() {
        let creator = creator()
        creator.model.create()
        #expect(
            GameCreatorScreen(creator).lines(60, 12).contains(
                "> home team           a name is needed"))
    }

    @Test func onANarrowScreenWhatIsWrongStandsBeneathItsLine() {
        let creator = creator()
        creator.model.create()
        #expect(
            GameCreatorScreen(creator).lines(20, 5) == [
                "new game", "> home", "  a name is needed", "  away", "  a name is needed",
            ])
    }

    /// A remark that does not fit beside its line is beneath it, whole.
    @Test func aLongRemarkIsNotCut() {
        let creator = creator()
        type("Hawks", into: creator)
        for _ in 0..<5 { _ = creator.press(.down) }
        type("4 Ana, 9 Cid 12 Dora; 7 Bo", into: creator)
        timekeeper.advance(by: .seconds(1))
        let shown = GameCreatorScreen(creator).lines(80, 24)
        #expect(
            shown.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(
                "player 2 has '12' within a name; write players number first, a comma behind each"))
        #expect(!shown.contains { $0.contains("…") })
    }

    @Test func theListKeepsThePickInSight() {
        let list = list()
        let games = (1...20).map {
            GameBrief(name: "g-\($0)", title: "G - \($0)", state: .live, home: $0, away: 0)
        }
        library.answer(with: GamesDocument(games: games))
        for _ in 0..<12 { _ = list.press(.down) }
        let shown = GameListScreen(list).lines(20, 5)
        #expect(
            shown == [
                "games", "  G - 10  10:0", "  G - 11  11:0", "  G - 12  12:0", "> G - 13  13:0",
            ])
    }

    @Test func aGameScrollsToItsEndAndNoFurther() {
        library.status.value = Samples.status(game: Samples.game)
        let detail = detail()
        let screen = GameDetailScreen(detail)
        let all = screen.lines(80, 40)
        #expect(all[0] == "Hawks - Owls")
        #expect(all[2] == "hawks-owls-2 · to 15, lead 2")
        #expect(all.contains { $0.contains("日本 太郎") })
        _ = screen.lines(80, 8)
        for _ in 0..<100 { _ = detail.press(.down) }
        let end = screen.lines(80, 8)
        _ = detail.press(.up)
        #expect(screen.lines(80, 8)[2...6] == end[1...5])
    }

    @Test(arguments: [(20, 5), (1, 1), (3, 2), (20, 1), (40, 12), (80, 24), (200, 60)])
    func everySizeIsDrawn(columns: Int, rows: Int) {
        let name = String(repeating: "Ħ👨‍👩‍👧日", count: 60)
        var game = Samples.game
        game.title = name
        game.home.name = name
        game.home.players[0].name = name
        game.away.players[0].name = "\u{202E}نسر\u{1B}[31m"
        library.status.value = Samples.status(game: game)
        let list = list()
        library.answer(
            with: GamesDocument(games: [
                GameBrief(name: name, title: name, state: .live, home: 1, away: 2)
            ]))
        let creator = creator()
        type(name, into: creator)
        creator.model.create()
        let views: [any FullScreenView] = [
            GameListScreen(list), GameCreatorScreen(creator),
            GameDetailScreen(
                detail()),
        ]
        for view in views {
            let drawn = view.lines(columns, rows)
            #expect(drawn.count == rows)
            #expect(drawn.contains { !$0.isEmpty })
            for row in drawn {
                #expect(DisplayWidth.of(row) <= columns)
                #expect(!row.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
            }
        }
    }
}
