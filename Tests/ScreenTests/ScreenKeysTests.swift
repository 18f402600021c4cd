import Documents
import Terminal
import Testing
import ViewModels

/// The keys that are the same on every screen, and the help that names them.
struct ScreenKeysTests {
    private static let lists: [Destination] =
        [
            .game(nil), .game("cats-bears"), .timeline(.game("cats-bears"), keeper: "bo"),
            .detail(.devices, name: "bo"), .detail(.warnings, name: "untracked"),
        ] + KeyAction.allCases.compactMap(\.destination).filter { !typing.contains($0) }
        + SectionKind.allCases.map { .section($0) }

    private static let typing: [Destination] = [.search, .creator, .playerCard]

    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()

    private func begin(
        _ destination: Destination, keymap: Keymap = Keymap(), hasGame: Bool = true
    ) -> ScreenStack {
        let screens = ScreenStack(
            library: library, timekeeper: timekeeper, start: destination, keymap: keymap)
        library.status.value = hasGame ? Samples.busy : Samples.status()
        library.connection.value = .connected
        return screens
    }

    private func press(_ key: Key, on screens: ScreenStack) {
        timekeeper.advance(by: .seconds(1))
        screens.press(key)
    }

    private func shown(_ screens: ScreenStack) -> [String] { ScreenView(screens).lines(200, 60) }

    /// The type of the screen in front.
    private func front(_ screens: ScreenStack) -> String { "\(type(of: screens.current.value))" }

    // MARK: The same letters

    @Test(arguments: lists + [.keep, .help], [true, false])
    func theLettersOfTheScreensWorkOnEveryScreen(destination: Destination, hasGame: Bool) throws {
        for action in KeyAction.allCases {
            guard let way = action.destination else { continue }
            let screens = begin(destination, hasGame: hasGame)
            press(action.usualKey, on: screens)
            #expect(front(screens) == front(begin(way)), "\(action)")
            #expect(screens.notice.value.isEmpty, "\(action)")
        }
    }

    @Test(arguments: typing) func whereTextIsTypedTheLettersAreText(destination: Destination) {
        for action in KeyAction.allCases {
            let screens = begin(destination)
            // Also on a line of the form that takes no text.
            if destination == .creator { press(.up, on: screens) }
            press(action.usualKey, on: screens)
            let isHelped = action == .help && destination == .creator
            let isLeft = action == .quit && destination == .creator
            #expect(
                front(screens) == front(begin(isHelped ? .help : destination)), "\(action)")
            #expect(screens.isFinished.value == isLeft)
        }
    }

    @Test func aKeyThatTheFileChangesIsThatKeyOnEveryScreen() {
        let keymap = Keymap(text: "games z\nundo g\nrefresh D\ndefensiveRebound R")
        #expect(keymap.problems.isEmpty)
        for destination in [Destination.overview, .tracking, .held] {
            let screens = begin(destination, keymap: keymap)
            press(.character("g"), on: screens)
            #expect(front(screens) == front(begin(destination)))
            press(.character("z"), on: screens)
            #expect(front(screens) == front(begin(.games)))
        }
        let games = begin(.games, keymap: keymap)
        while let number = library.asked.firstIndex(where: { $0.route == .games && !$0.isForgotten }
        ) {
            library.answer(number, with: GamesDocument(games: []))
        }
        let asked = library.asked.count
        press(.character("R"), on: games)
        #expect(library.asked.count == asked)
        press(.character("D"), on: games)
        #expect(library.asked.last?.route == .games && library.asked.count == asked + 1)
        #expect(shown(games).contains { $0.contains("D refresh · Escape back") })
    }

    /// Every printable character has a meaning if and only if the help of the screen names it.
    @Test(arguments: lists) func theHelpNamesEveryLetterOfAScreen(destination: Destination) throws {
        for code in UInt8(0x21)...0x7E {
            let character = Character(Unicode.Scalar(code))
            let screens = begin(destination)
            let rows = HelpKeys(keymap: Keymap(), of: screens.keys).groups.flatMap(\.rows)
            press(.character(character), on: screens)
            let isNamed = rows.contains { $0.key == String(character) }
            let isTaken = screens.notice.value != "\(character) does nothing here; ? shows the keys"
            #expect(isTaken == isNamed, "\(character)")
        }
    }

    /// A letter has one meaning: that of its action.
    @Test func everyLetterOfAScreenIsTheKeyOfAnAction() throws {
        for destination in Self.lists {
            let rows = try #require(begin(destination).keys).help.flatMap(\.rows)
            for row in rows where row.key.count == 1 {
                let letter = try #require(row.key.first)
                #expect(Keymap().action(for: .character(letter)) != nil, "\(row)")
            }
        }
    }

    /// It asks or says something, shows another screen, changes the input, or is left to the program.
    @Test func everyOtherActionDoesSomethingOnTheKeepScreen() {
        for action in KeyAction.allCases where !action.isOfLists {
            let paper = PaperKeep()
            let (before, asked) = (paper.keep.prompt.value, paper.library.asked.count)
            let isTaken = paper.keep.press(action.usualKey)
            #expect(
                !isTaken || paper.keep.prompt.value != before || !paper.said.isEmpty
                    || paper.library.asked.count > asked
                    || !paper.navigator.destinations.isEmpty,
                "\(action)")
            #expect(isTaken != [.help, .quit].contains(action), "\(action)")
            if paper.keep.isAsking { paper.keep.model.answer(isYes: false) }
        }
    }

    @Test func lettersOfListsDoNothingOnTheKeepScreen() {
        let paper = PaperKeep()
        for action in KeyAction.allCases where action.isOfLists {
            let key = Keymap().name(of: action)
            paper.type("4\(key)")
            #expect(
                paper.said.last?.contains("\(key) does nothing here") == true
                    && paper.said.last?.contains("nothing was recorded") == true, "\(key)")
            paper.type("⎋")
        }
        #expect(paper.library.orders(MoveRequest.self).isEmpty)
    }

    @Test(arguments: lists) func everyListSaysHowToGoBack(destination: Destination) {
        let screens = begin(destination)
        #expect(shown(screens).contains { $0.contains("Escape back") })
        #expect(shown(screens).contains { $0.contains("? keys") })
    }

    /// Where the keys have no room, others are left out first.
    @Test(arguments: lists, [(20, 8), (40, 12), (40, 20), (60, 12), (60, 20), (80, 24)])
    func theWayBackIsNamedOnEverySize(destination: Destination, size: (Int, Int)) {
        let lines = ScreenView(begin(destination)).lines(size.0, size.1)
        #expect(lines.contains { $0.contains("Escape back") }, "\(lines)")
    }

    // MARK: The help

    @Test func theHelpIsAboutTheScreenInFront() throws {
        let screens = begin(.overview)
        press(.character("g"), on: screens)
        press(.character("?"), on: screens)
        let page = shown(screens)
        let own = try #require(page.firstIndex { $0.contains("this screen") })
        #expect(page[own + 1].hasPrefix("Enter     open"))
        #expect(page.contains { $0.hasPrefix("C         make current") })
        #expect(page.contains { $0.contains("on every screen") })
        #expect(page.contains { $0.contains("K         keepers") })
        #expect(!page.contains { $0.contains("two points") })
        // A key of its own is not told twice.
        #expect(page.joined(separator: " ").split(separator: "new game").count == 2)
        press(.escape, on: screens)
        #expect(front(screens) == "GameListScreen")
    }

    @Test func theHelpOfTheKeepScreenBeginsWithItsOwnKeys() {
        let screens = begin(.keep)
        press(.character("?"), on: screens)
        let titles = HelpKeys(keymap: Keymap()).groups.map(\.title)
        #expect(titles == ["who", "a move: number, then letter", "the game", "on every screen"])
        let text = shown(screens).joined()
        #expect(titles.allSatisfy(text.contains) && !text.contains("make this game current"))
    }

    /// A screen opened from the help takes its place: Escape leads to the screen before both.
    @Test func theHelpLeavesWhenAnotherScreenIsOpened() {
        let screens = begin(.overview)
        press(.character("?"), on: screens)
        press(.character("h"), on: screens)
        #expect(front(screens) == "HeldScreen")
        press(.character("?"), on: screens)
        #expect(shown(screens).contains { $0.hasPrefix("y         this") })
        press(.escape, on: screens)
        press(.escape, on: screens)
        #expect(front(screens) == "OverviewScreen")
    }

    // MARK: The game of a screen

    @Test(arguments: [
        Destination.game("cats-bears"),
        .timeline(.game("cats-bears")),
        .timeline(.game("cats-bears"), keeper: "mia"),
        .keepers(.game("cats-bears")),
    ])
    func keepersAndTimelineConcernTheGameInFront(destination: Destination) {
        let screens = begin(destination)
        press(.character("K"), on: screens)
        #expect(shown(screens).contains { $0.hasPrefix("keepers · cats-bears") })
        library.answer(
            .devices,
            with: DevicesDocument(devices: [
                DeviceDocument(name: "bo", id: "00", keeper: "Bo", entries: 79)
            ]))
        let log = library.asked.last
        #expect(log?.route == .gameLog && log?.name == "cats-bears")
        #expect(log?.parameters["keeper"] == "bo")
        library.answer(with: LogDocument(game: "cats-bears", entries: [], count: 13))
        #expect(shown(screens).contains { $0.contains("13 entries") })
        let asked = library.asked.count
        // An entry of another game changes no count.
        library.newest.value = Samples.entry("bo.9", keeper: "Bo", kind: "note", text: "")
        #expect(library.asked.count == asked)
        press(.enter, on: screens)
        #expect(front(screens) == "TimelineScreen")
        #expect(library.windows.last?.game == "cats-bears")
        #expect(library.windows.last?.keeper == "bo")
        #expect(shown(screens)[1] == "cats-bears · bo")
        press(.character("L"), on: screens)
        #expect(shown(screens)[1] == "cats-bears")
    }

    @Test func elsewhereKeepersConcernTheCurrentGame() {
        let screens = begin(.overview)
        press(.character("K"), on: screens)
        #expect(shown(screens)[1] == "keepers")
    }
}
