import Documents
import Terminal
import Testing
import ViewModels

/// The timeline of the tutorial: a view model made of its dependencies, with a given log, and its
/// outputs recorded.
@Suite struct TimelineTests {
    let library = PaperLibrary()
    let timekeeper = ManualTimekeeper()
    let navigator = PaperNavigator()
    let log = PaperLog()

    private func createViewModel(
        keeper: String? = nil, player: String? = nil, pageSize: Int = 5, rowsMax: Int = 100
    ) -> TimelineKeys {
        TimelineKeys(
            TimelineViewModel(
                library: library, timekeeper: timekeeper, navigator: navigator, of: .game(log.game),
                keeper: keeper, player: player, pageSize: pageSize, rowsMax: rowsMax))
    }

    /// Shows the windows as the log is now.
    private func tell() {
        library.log = log.entries
        library.showWindows()
    }

    /// A timeline that was told the newest entries.
    private func told() -> TimelineKeys {
        library.connection.value = .connected
        let viewModel = createViewModel()
        tell()
        return viewModel
    }

    private func names(_ viewModel: TimelineKeys) -> [String] {
        viewModel.rows.value.map(\.name)
    }

    @Test func whenInitializedItOpensAWindowOnWhatItWasMadeOf() {
        let viewModel = createViewModel(keeper: "mia", player: "h#1")
        #expect(
            library.windows == [
                WindowRequest(
                    name: "1", game: "hawks-owls-2", keeper: "mia", player: "h#1", newest: 5)
            ])
        #expect(library.asked.isEmpty)
        #expect(viewModel.title.value == "hawks-owls-2 · mia · h#1")
        #expect(viewModel.loading.value == .loading("reading the log …"))
    }

    @Test func whenInitializedItShowsWhatIsStoredNewestFirst() throws {
        for lamport in 1...3 { log.record("mia", at: UInt64(lamport)) }
        library.connection.value = .connected
        let viewModel = createViewModel()
        let heard = Heard(viewModel.rows.map { $0.map(\.name) }, isFired: true)
        tell()
        log.record("bo", at: 4)
        tell()
        #expect(
            heard.values == [
                [], ["mia.3", "mia.2", "mia.1"], ["bo.1", "mia.3", "mia.2", "mia.1"],
            ])
        let row = try #require(viewModel.rows.value.first)
        #expect(row.text == "4 Ana two points")
        #expect(row.keeper == "Bo")
        #expect(row.clock == "Q1 09:12")
        #expect(row.score == "8:0")
        #expect(row.state == "")
        #expect(row.copies == "only here")
        #expect(!viewModel.loading.value.isLoading)
        #expect(viewModel.reachesBeginning.value)
    }

    /// What the library says of its connection is heard event for event, by a banner that was made
    /// before there was one.
    @Test func whenTheConnectionChangesTheBannerFollows() {
        let banner = VerdictViewModel(of: library)
        library.status.value = Samples.status(peers: [])
        let isConnected = Heard(banner.tone.map { $0 != .bad })
        for connection in [LibraryConnection.lost("it went away"), .connected, .lost("again")] {
            library.connection.value = connection
        }
        #expect(isConnected.values == [false, true, false])
        #expect(banner.line.value == "not connected: again")
    }

    @Test func olderEntriesComeInPages() {
        for lamport in 1...12 { log.record("mia", at: UInt64(lamport)) }
        let viewModel = told()
        #expect(names(viewModel).count == 5 && !viewModel.reachesBeginning.value)
        viewModel.model.loadOlder()
        viewModel.model.loadOlder()
        #expect(library.windows.map(\.newest) == [10])
        tell()
        #expect(names(viewModel).count == 10)
        viewModel.model.loadOlder()
        tell()
        #expect(viewModel.reachesBeginning.value)
        viewModel.model.loadOlder()
        #expect(library.windows.map(\.newest) == [15])
        // While the connection is lost, Bo's entries come from a device that was away, into the
        // middle.
        library.connection.value = .lost("the daemon went away")
        log.record("mia", at: 13)
        log.record("bo", at: 4)
        library.connection.value = .connected
        tell()
        #expect(names(viewModel) == log.entries.reversed().map(\.name))
    }

    @Test func whilePausedNothingMovesAndArrivalsAreCounted() throws {
        log.record("mia", at: 1)
        let viewModel = told()
        var heard: [String] = []
        let bindings = [
            viewModel.rows.bind { heard.append("rows \($0.map(\.name))") },
            viewModel.waitingCount.bind { heard.append("waiting \($0)") },
            viewModel.note.bind { heard.append("note \($0)") },
        ]
        viewModel.isPaused.value = true
        log.record("mia", at: 2)
        tell()
        log.record("bo", at: 3)
        tell()
        #expect(
            heard == [
                "note paused", "waiting 1", "note paused · 1 new entry waits", "waiting 2",
                "note paused · 2 new entries wait",
            ])
        heard = []
        #expect(viewModel.press(.character(" ")))
        #expect(!viewModel.isPaused.value)
        #expect(heard == [#"rows ["bo.1", "mia.2", "mia.1"]"#, "waiting 0", "note "])
        withExtendedLifetime(bindings) {}
    }

    @Test func theListOfKeepersLeadsToTheTimelineOfOne() throws {
        log.record("mia", at: 1)
        log.record("bo", at: 2)
        var status = Samples.status(peers: [Samples.peer("bo", .away)])
        status.device.role = .founder
        library.status.value = status
        library.connection.value = .connected
        let keepers = KeepersKeys(KeepersViewModel(library: library, navigator: navigator))
        #expect(library.asked.map(\.route) == [.devices])
        library.answer(
            with: DevicesDocument(devices: [
                DeviceDocument(name: "mia", id: "bb", keeper: "Mia", isThisDevice: true),
                DeviceDocument(
                    name: "bo", id: "00", keeper: "Bo", peer: Samples.peer("bo", .inSync)),
                DeviceDocument(name: "cy", id: "11", keeper: "Cy", isRemoved: true),
            ]))
        for number in 1...2 {
            library.answer(number, with: log.answer(library.asked[number].parameters))
        }
        #expect(
            keepers.rows.value.map { [$0.keeper, $0.entries, $0.newest, $0.state] } == [
                ["Mia", "1 entry", "mia.1 4 Ana two points", "this device"],
                ["Bo", "1 entry", "bo.1 4 Ana two points", "away"],
            ])
        #expect(keepers.rows.value.map(\.isAway) == [false, true])
        #expect(keepers.rows.value.map(\.role) == ["founder", ""])
        #expect(
            KeepersScreen(keepers).lines(80, 6).contains {
                $0.hasPrefix("> Mia") && $0.contains("founder")
            })
        library.newest.value = log.record("bo", at: 3, kind: "note")
        library.answer(with: log.answer(library.asked[3].parameters))
        #expect(keepers.rows.value[1].entries == "2 entries")
        #expect(keepers.rows.value[1].newest == "bo.2 note ")
        #expect(keepers.press(.down))
        #expect(keepers.press(.enter))
        #expect(navigator.destinations == [.timeline(keeper: "bo")])
    }

    @Test func aRowLeadsToItsPlayerAndToItsKeeper() throws {
        log.record("bo", at: 1)
        log.record("bo", at: 2, kind: "note")
        let viewModel = told()
        viewModel.model.open(viewModel.rows.value[1])
        timekeeper.advance(by: .seconds(1))
        viewModel.model.open(viewModel.rows.value[0])
        #expect(
            navigator.destinations == [
                .timeline(.game("hawks-owls-2"), player: "h#1"),
                .timeline(.game("hawks-owls-2"), keeper: "Bo"),
            ])
    }

    @Test func oneViewModelDrivesLinesAndAWholeScreen() throws {
        log.record("mia", at: 1)
        library.connection.value = .connected
        let viewModel = createViewModel()
        let lines = TimelineLines(viewModel.model)
        var written: [String] = []
        let plain = lines.bind(Style()) { written += $0 }
        tell()
        log.record("bo", at: 2)
        tell()
        log.record("bo", at: 3)
        tell()
        #expect(written.count == 3)
        #expect(written[0].contains("mia.1") && written[2].contains("bo.2"))
        #expect(
            TimelineScreen(viewModel).lines(40, 6) == [
                "hawks-owls-2", "  bo.2      4 Ana two points         6:0",
                "  bo.1      4 Ana two points         4:0",
                "  mia.1     4 Ana two points         2:0", "",
                "space pause · Escape back · ? keys",
            ])
        withExtendedLifetime(plain) {}
    }

    // Beyond the tutorial

    @Test func aWindowIsOpenAsLongAsItsTimeline() {
        var viewModel: TimelineKeys? = createViewModel()
        #expect(library.windows.count == 1)
        viewModel?.model.switchGames()
        #expect(library.windows.map(\.isOfAllGames) == [true])
        viewModel = nil
        #expect(library.windows.isEmpty)
    }

    @Test func aWindowThatCannotBeShownSaysWhyUntilItCan() {
        let viewModel = createViewModel()
        recording(viewModel.model, of: library, besides: ["feed.window"]) {
            library.refuseWindows("there is no game yet")
            $0.expect("loading")
            #expect(viewModel.loading.value == .failed(Advice("there is no game yet")))
            log.record("mia", at: 1)
            tell()
            $0.expect("loading", "rows", "arrived", "reachesBeginning")
        }
        #expect(viewModel.loading.value.problem.isEmpty && names(viewModel) == ["mia.1"])
    }

    @Test func whatBecameOfAnEntryIsShown() {
        for lamport in 1...4 { log.record("mia", at: UInt64(lamport)) }
        let viewModel = told()
        log.record("bo", at: 5, kind: "void", names: ["mia.2"])
        tell()
        let rows = viewModel.rows.value
        #expect(rows.map(\.score) == ["", "6:0", "4:0", "", "2:0"])
        #expect(rows[3].state == "voided")
        #expect(rows[3].tone == .faint)
    }

    @Test func anEntryShowsOnHowManyDevicesItIs() {
        let viewModel = told()
        log.record("mia", at: 1)
        tell()
        #expect(viewModel.rows.value[0].copies == "only here")
        log.change(["mia.1"]) { $0.copies = 2 }
        tell()
        #expect(viewModel.rows.value[0].copies == "on 2 devices")
    }

    @Test func aKeySwitchesBetweenTheGameAndAllGames() throws {
        log.record("mia", at: 1)
        log.record("bo", at: 2, game: "bears-foxes")
        let viewModel = told()
        #expect(names(viewModel) == ["mia.1"])
        #expect(viewModel.keyHints(Reads()).contains("a all games"))
        viewModel.model.togglePause()
        #expect(viewModel.press(.character("a")))
        #expect(library.windows.map(\.isOfAllGames) == [true])
        #expect(
            names(viewModel).isEmpty && viewModel.loading.value == .loading("reading the log …"))
        #expect(!viewModel.isPaused.value)
        tell()
        #expect(
            viewModel.title.value == "all games"
                && viewModel.keyHints(Reads()).contains("a this game"))
        #expect(viewModel.rows.value.map(\.game) == ["bears-foxes", "hawks-owls-2"])
        #expect(viewModel.rows.value.map(\.score) == ["2:0", "2:0"])
        log.record("mia", at: 4, game: "bears-foxes")
        log.record("cy", at: 3, game: "lynx-elks")
        tell()
        #expect(names(viewModel) == ["mia.2", "cy.1", "bo.1", "mia.1"])
        let lines = TimelineScreen(viewModel).lines(64, 6)
        #expect(lines[0] == "all games")
        #expect(lines[1].hasPrefix("  mia.2       bears-foxes   Q1 09:12"))
        #expect(viewModel.press(.character("a")))
        #expect(library.windows.map(\.game) == [log.game])
        tell()
        #expect(names(viewModel) == ["mia.1"] && viewModel.title.value == "hawks-owls-2")
    }

    @Test func aTimelineOfAllGamesLeadsToTheGameOfItsRowAndToTheKeepersOfAll() throws {
        log.record("bo", at: 1, game: "bears-foxes")
        log.record("bo", at: 2, kind: "note")
        library.connection.value = .connected
        let model = TimelineViewModel(
            library: library, timekeeper: timekeeper, navigator: navigator, of: .all)
        tell()
        for work in [
            { model.open(model.rows.value[1]) }, { model.open(model.rows.value[0]) },
            { model.openKeepers() },
        ] {
            work()
            timekeeper.advance(by: .seconds(1))
        }
        #expect(
            navigator.destinations == [
                .timeline(.game("bears-foxes"), player: "h#1"),
                .timeline(.all, keeper: "Bo"), .keepers(.all),
            ])
        // The slot of a player is of one game.
        let player = createViewModel(player: "h#1")
        #expect(!player.press(.character("a")))
        #expect(!player.keyHints(Reads()).contains { $0.contains("games") })
        player.model.switchGames()
        #expect(!player.isOfAllGames.value)
        // From all games it is the current one that is shown.
        model.switchGames()
        #expect(!model.isOfAllGames.value)
        #expect(library.windows.contains(WindowRequest(name: "3", newest: 100)))
    }

    @Test func theKeepersOfAllGamesLeadToTheirEntriesOfAllGames() throws {
        log.record("mia", at: 1)
        log.record("mia", at: 2, game: "bears-foxes")
        library.status.value = Samples.status(peers: [])
        library.connection.value = .connected
        let keepers = KeepersViewModel(
            library: library, navigator: navigator, of: .all)
        library.answer(
            with: DevicesDocument(devices: [
                DeviceDocument(name: "mia", id: "bb", keeper: "Mia", isThisDevice: true)
            ]))
        let asked = try #require(library.asked.last?.parameters)
        #expect(asked == ["games": "all", "keeper": "mia", "limit": "1"])
        library.answer(with: log.answer(asked))
        #expect(keepers.title == "keepers · all games")
        #expect(keepers.rows.value.map(\.entries) == ["2 entries"])
        keepers.open(try #require(keepers.rows.value.first))
        #expect(navigator.destinations == [.timeline(.all, keeper: "mia")])
    }

    /// A voided basket has no score, so its text has that room.
    @Test func aTextWithoutAScoreIsNotCutBesideBlanks() throws {
        let basket = log.record("mia", at: 1)
        log.record("bo", at: 2, kind: "void", names: [basket.name])
        log.record("mia", at: 3)
        let viewModel = told()
        #expect(
            TimelineScreen(viewModel).lines(40, 6)[1...3] == [
                "  mia.2     4 Ana two points         2:0", "  bo.1      void mia.1",
                "  mia.1     [voided] 4 Ana two points",
            ])
    }
}
