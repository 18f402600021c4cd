import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// Every screen that a key of the keep screen opens, with names of two hundred characters from
/// other devices: no row is wider than the terminal, and no name contains a control.
struct EveryScreenTests {
    static let destinations: [Destination] =
        [
            .keep, .help, .game(nil), .keepers(.game("cats-bears")), .keepers(.all),
            .timeline(.game("hawks-owls-2"), keeper: "bo", player: "h#1"), .timeline(.all),
            .detail(.devices, name: "bo"), .detail(.warnings, name: "untracked"),
        ] + KeyAction.allCases.compactMap(\.destination)
        + SectionKind.allCases.map { .section($0) }

    private static let sizes = [(20, 5), (40, 12), (60, 18), (80, 24), (200, 60), (1, 1), (7, 3)]

    private static let names = [
        String(repeating: "Bogdanović", count: 20),
        String(repeating: "日本👩‍👩‍👧e\u{301}", count: 50),
        String(repeating: "\u{202E}محمد ", count: 40),
        String(repeating: "\u{1B}[2J\r\n\u{7}", count: 29),
    ]

    @Test(arguments: cases(destinations), names)
    func noNameBreaksAScreen(destination: Destination, name: String) {
        let library = PaperLibrary()
        let timekeeper = ManualTimekeeper()
        let screens = ScreenStack(library: library, timekeeper: timekeeper, start: destination)
        let view = ScreenView(screens)
        library.status.value = Self.status(name)
        library.connection.value = .connected
        for keys in ["", "4k", "\t1", "ana", "\r", "j", "E", "?"] {
            for character in keys {
                timekeeper.advance(by: .milliseconds(250))
                screens.press(Self.key(character))
            }
            timekeeper.advance(by: .milliseconds(800))
            Self.answerAll(library, name)
            library.newest.value = Self.entry(name, index: library.asked.count + 9)
            library.showWindows()
            for (columns, rows) in Self.sizes {
                let lines = view.lines(columns, rows)
                for line in lines {
                    #expect(DisplayWidth.of(line) <= columns, "\(columns)x\(rows) \(line)")
                    #expect(
                        !line.unicodeScalars.contains { Self.commands.contains($0) },
                        "\(columns)x\(rows) \(line)")
                }
                if columns >= 20 { #expect(lines.contains { !$0.isEmpty }) }
            }
        }
    }

    /// Random keys on a terminal of changing size, with a daemon and games that come and go:
    /// something is always shown, and `?` and Escape lead back.
    @Test(.timeLimit(.minutes(2)), arguments: seeds(24))
    func noKeysBreakTheProgram(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let library = PaperLibrary()
        let timekeeper = ManualTimekeeper()
        let screens = ScreenStack(library: library, timekeeper: timekeeper, start: .keep)
        let view = ScreenView(screens)
        for step in 0..<100 {
            let key = Self.anyKeys.randomElement(using: &generator) ?? .enter
            // On the keep screen this key quits the program.
            if key != .character("q") { screens.press(key) }
            timekeeper.advance(by: .milliseconds(Int.random(in: 0...900, using: &generator)))
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: library.status.value = Self.status(Self.names[step % 2])
            case 1: library.status.value = Samples.status()
            case 2: library.status.value = Samples.status(game: Samples.game)
            case 3: library.connection.value = .lost("the daemon went away")
            case 4: library.connection.value = .connected
            case 5: library.newest.value = Self.entry("x", index: step)
            default: Self.answerAll(library, Self.names[step % 2])
            }
            let columns = Int.random(in: 1...120, using: &generator)
            let rows = Int.random(in: 1...40, using: &generator)
            let lines = view.lines(columns, rows)
            // A terminal below the smallest size may show only a part, which can be empty.
            #expect(
                columns < 20 || rows < 5 || lines.contains { !$0.isEmpty },
                "\(columns)x\(rows), step \(step)")
        }
        #expect(!screens.isFinished.value)
    }

    // MARK: Drawing changes nothing

    /// The lists and pages with more lines than rows, scrolled by keys: a picture depends on the
    /// size alone, whatever was drawn before.
    @Test(
        arguments: cases(destinations),
        [[], [Key](repeating: .down, count: 30), [.end], [.end, .up, .up, .pageUp]])
    func drawingChangesNothing(destination: Destination, keys: [Key]) {
        let library = PaperLibrary()
        let timekeeper = ManualTimekeeper()
        let screens = ScreenStack(library: library, timekeeper: timekeeper, start: destination)
        library.status.value = Self.manyNamed
        library.connection.value = .connected
        Self.answerAll(library, "Ana", entries: 60, status: Self.manyNamed)
        func picture(_ columns: Int, _ rows: Int) -> Canvas {
            ScreenView(screens).canvas(columns, rows)
        }
        _ = picture(80, 24)
        for key in keys {
            timekeeper.advance(by: .seconds(1))
            screens.press(key)
        }
        let sizes = [(80, 24), (40, 8), (120, 50), (60, 12)]
        let first = sizes.map(picture)
        for (index, size) in sizes.enumerated() {
            for other in sizes {
                _ = picture(other.0, other.1)
                let again = picture(size.0, size.1)
                #expect(again.lines == first[index].lines, "\(size) after \(other)")
                #expect(again == first[index], "\(size) after \(other)")
            }
        }
    }

    /// A status with more of everything than a screen has rows.
    private static var manyNamed: StatusDocument {
        var status = status("Ana")
        status.games = (1...60).map { Samples.brief("game-\($0)", "A - B", $0, 0) }
        status.peers = (1...60).map { Samples.peer("bo\($0)", .inSync) }
        status.warnings = (1...60).map {
            WarningDocument(code: "untracked", text: "nobody tracks \($0)", advice: "")
        }
        status.game?.home.players = (1...60).map {
            Samples.player("h#\($0)", "\($0)", "Ana", 0, [:], by: [])
        }
        status.game?.heldMoves = (1...60).map { Samples.held("bo.\($0)", "4 Ana two points") }
        return status
    }

    // MARK: What is never cut

    private static let lawSizes = [(20, 5), (40, 12), (60, 20), (80, 24), (120, 40), (200, 60)]
    private static let longNames = [
        "Rīgas Zelta Ērgļi Basketbola Klubs", "Ogres Sporta Skolas Jaunieši",
    ]
    private static let longDevice = "mia-ozola-lapsina-kalnina"

    private static var longStatus: StatusDocument {
        var status = Samples.busy
        status.device.name = longDevice
        for index in status.games.indices {
            status.games[index].title = longNames.joined(separator: " - ")
            (status.games[index].home, status.games[index].away) = (114, 98)
        }
        status.game = status.game.map { game in
            var game = game
            game.name = "rigas-zelta-ergli-basketbola-klubs-ogres-sporta-skolas"
            game.title = longNames.joined(separator: " - ")
            (game.home.name, game.away.name) = (longNames[0], longNames[1])
            (game.home.score, game.away.score) = (114, 98)
            game.heldMoves = [Samples.held("\(longDevice).27", "4 Ana two points")]
            return game
        }
        return status
    }

    /// The screen with long names, after all questions are answered.
    private static func longNamed(_ destination: Destination) -> (ScreenStack, PaperLibrary) {
        let library = PaperLibrary()
        let screens = ScreenStack(
            library: library, timekeeper: ManualTimekeeper(), start: destination)
        library.status.value = longStatus
        library.connection.value = .connected
        let game = longStatus.game?.name ?? ""
        let entry = EntryDocument(
            name: "\(longDevice).27", game: game, keeper: longNames[0], wallMilliseconds: 0,
            index: 1, lamport: 1, place: "1001", kind: "twoPoints",
            text: "4 \(longNames[0]) two points", side: .home, player: "h#1", period: 1,
            clock: "Q1 09:12", home: 114, away: 98, copies: 2)
        library.log = [entry]
        library.showWindows()
        library.answerAll(otherwise: "unknown") { asked in
            switch asked.route {
            case .status: longStatus
            case .games: GamesDocument(games: longStatus.games)
            case .log, .gameLog:
                LogDocument(game: game, entries: [entry], count: 1, hasOlder: false)
            case .held: HeldDocument(game: game, moves: longStatus.game?.heldMoves ?? [])
            default: nil
            }
        }
        return (screens, library)
    }

    private static func text(_ screens: ScreenStack, _ size: (columns: Int, rows: Int)) -> String {
        ScreenView(screens).lines(size.columns, size.rows).joined(separator: " ")
            .split(separator: " ").joined(separator: " ")
    }

    @Test(arguments: lawSizes)
    func theScoreIsNeverCut(columns: Int, rows: Int) {
        for (destination, score) in [
            (.keep, "114 : 98"), (.game(nil), "114 : 98"), (.overview, "114:98"),
            (.games, "114:98"), (.section(.currentGame), "114:98"),
            (.section(.otherGames), "114:98"),
        ] as [(Destination, String)] {
            let (screens, _) = Self.longNamed(destination)
            #expect(Self.text(screens, (columns, rows)).contains(score), "\(destination)")
        }
        // A narrow timeline has no column for it.
        let (screens, _) = Self.longNamed(.timeline())
        #expect(Self.text(screens, (columns, rows)).contains("114:98") == (columns >= 40))
    }

    @Test(arguments: lawSizes)
    func theNumberOfAnEntryIsNeverCut(columns: Int, rows: Int) {
        for destination in [
            .timeline(), .held, .section(.heldMoves),
        ] as [Destination] {
            let (screens, _) = Self.longNamed(destination)
            #expect(Self.text(screens, (columns, rows)).contains(".27"), "\(destination)")
        }
        // The log of a very narrow keep screen has no names.
        let (screens, _) = Self.longNamed(.keep)
        #expect(Self.text(screens, (columns, rows)).contains(".27") == (columns >= 40))
    }

    @Test(arguments: lawSizes)
    func theCountsOfTrackingAreBeforeTheNameOfTheGame(columns: Int, rows: Int) {
        let (screens, _) = Self.longNamed(.tracking)
        #expect(Self.text(screens, (columns, rows)).contains("tracking · you"))
        // The player that needs a keeper is told by number.
        #expect(Self.text(screens, (columns, rows)).contains("日本 太郎"))
    }

    /// A smaller screen has no room for a second line.
    @Test(arguments: lawSizes.filter { $0.1 >= 10 }, destinations.filter { $0 != .help })
    func theRemedyIsNeverCut(size: (Int, Int), destination: Destination) {
        let (screens, library) = Self.longNamed(destination)
        library.connection.value = .lost("the daemon was stopped; start it with: scored up")
        let shown = Self.text(screens, (size.0, size.1))
        #expect(shown.contains("start it with: scored up"), "\(size)")
    }

    /// One head everywhere: the verdict, then the title.
    @Test func theVerdictIsAboveEveryScreen() {
        for destination in Self.destinations where destination != .keep && destination != .help {
            let (screens, library) = Self.longNamed(destination)
            func first() -> String { ScreenView(screens).lines(80, 24)[0] }
            #expect(first() == "in sync with bo · cy away · saved on other devices too")
            library.connection.value = .lost("gone")
            #expect(first() == "not connected: gone", "\(destination)")
        }
    }

    static let anyKeys: [Key] =
        "0123456789jklfxeuUchTighnLKHp/?!#.=ESyPdaq rbwsv".map { .character($0) } + [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .enter, .escape,
            .escape, .escape, .tab, .backTab, .backspace, .delete, .control("u"), .control("l"),
            .unknown,
        ]

    private static let commands: Set<Unicode.Scalar> = ["\u{1B}", "\r", "\n", "\u{7}", "\u{202E}"]

    private static func key(_ character: Character) -> Key {
        switch character {
        case "\t": .tab
        case "\r": .enter
        default: .character(character)
        }
    }

    private static func status(_ name: String) -> StatusDocument {
        var status = Samples.busy
        status.table.name = name
        status.device.keeper = name
        status.warnings[0].text = name
        status.warnings[0].advice = name
        for index in status.peers.indices { status.peers[index].keeper = name }
        for index in status.games.indices { status.games[index].title = name }
        status.game = status.game.map { Self.game($0, name) }
        return status
    }

    private static func game(_ game: GameDocument, _ name: String) -> GameDocument {
        var game = game
        game.title = name
        game.home.name = name
        game.away.name = name
        for index in game.home.players.indices { game.home.players[index].name = name }
        for index in game.away.players.indices { game.away.players[index].name = name }
        game.heldMoves = [Samples.held("bo.17", name)]
        return game
    }

    private static func entry(_ name: String, index: Int) -> EntryDocument {
        EntryDocument(
            name: "bo.\(index)", game: "hawks-owls-2", keeper: name, wallMilliseconds: 0,
            index: index, lamport: UInt64(index), place: "\(1000 + index)", kind: "note",
            text: name, was: name, side: .home, player: "h#1", playerText: name,
            clock: "Q1 09:12", home: 100, away: 99, state: .voided, because: name, copies: 2)
    }

    /// Answers all questions with documents that contain the name everywhere.
    private static func answerAll(
        _ library: PaperLibrary, _ name: String, entries: Int = 9, status: StatusDocument? = nil
    ) {
        let status = status ?? Self.status(name)
        let log = LogDocument(
            game: "hawks-owls-2", entries: (1...entries).map { entry(name, index: $0) },
            count: entries,
            hasOlder: false)
        library.log = log.entries
        library.showWindows()
        library.answerAll(otherwise: name) { asked in
            switch asked.route {
            case .status: return status
            case .games: return GamesDocument(games: status.games)
            case .game: return game(Samples.game, name)
            case .log, .gameLog: return log
            case .held:
                let moves = [Samples.held("bo.17", name), Samples.held("bo.18", name)]
                return HeldDocument(game: "hawks-owls-2", moves: moves)
            case .devices:
                let devices = ["mia", "bo", "cy"].map { device in
                    DeviceDocument(
                        name: device, id: "00", keeper: name, isThisDevice: device == "mia",
                        invitedBy: name, entries: 40, words: name)
                }
                return DevicesDocument(devices: devices)
            case .search:
                let results = SearchKind.allCases.map { kind in
                    SearchResult(
                        kind: kind, game: "hawks-owls-2", title: name, detail: name, slot: "h#1",
                        entry: "mia.41", isCurrent: true)
                }
                return SearchDocument(query: asked.parameters["query"] ?? "", results: results)
            default: return nil
            }
        }
    }
}
