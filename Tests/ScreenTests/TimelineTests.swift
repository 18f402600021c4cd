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

    /// Answers the last question from the log.
    private func answer() throws {
        let asked = try #require(library.asked.last)
        library.answer(with: log.answer(asked.parameters))
    }

    /// A timeline that was told the newest entries.
    private func answered() throws -> TimelineKeys {
        library.connection.value = .connected
        let viewModel = createViewModel()
        try answer()
        return viewModel
    }

    private func arrive(_ entry: EntryDocument) { library.newest.value = entry }

    private func names(_ viewModel: TimelineKeys) -> [String] {
        viewModel.rows.value.map(\.name)
    }

    @Test func whenInitializedItAsksForWhatItWasMadeOf() {
        let viewModel = createViewModel(keeper: "mia", player: "h#1")
        #expect(library.asked.isEmpty)
        library.connection.value = .connected
        #expect(library.asked.count == 1)
        #expect(library.asked[0].route == .gameLog)
        #expect(library.asked[0].name == "hawks-owls-2")
        #expect(library.asked[0].parameters == ["keeper": "mia", "player": "h#1", "limit": "5"])
        #expect(viewModel.title.value == "hawks-owls-2 · mia · h#1")
        #expect(viewModel.placeholder.value == "reading the log …")
    }

    @Test func whenInitializedItShowsWhatIsStoredNewestFirst() throws {
        for lamport in 1...3 { log.record("mia", at: UInt64(lamport)) }
        library.connection.value = .connected
        let viewModel = createViewModel()
        let heard = Heard(viewModel.rows.map { $0.map(\.name) }, isFired: true)
        try answer()
        arrive(log.record("bo", at: 4))
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
        #expect(viewModel.placeholder.value == "")
        #expect(viewModel.reachesBeginning.value)
    }

    @Test func whilePausedNothingMovesAndArrivalsAreCounted() throws {
        log.record("mia", at: 1)
        let viewModel = try answered()
        var heard: [String] = []
        let bindings = [
            viewModel.rows.bind { heard.append("rows \($0.map(\.name))") },
            viewModel.waitingCount.bind { heard.append("waiting \($0)") },
            viewModel.note.bind { heard.append("note \($0)") },
        ]
        viewModel.isPaused.value = true
        arrive(log.record("mia", at: 2))
        arrive(log.record("bo", at: 3))
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

    @Test func theCursorsFetchEachEntryOnce() throws {
        for lamport in 1...12 { log.record("mia", at: UInt64(lamport)) }
        let viewModel = try answered()
        #expect(!viewModel.reachesBeginning.value)
        viewModel.model.loadOlder()
        viewModel.model.loadOlder()
        #expect(library.asked.count == 2)
        #expect(library.asked[1].parameters == ["before": "mia.8", "limit": "5"])
        try answer()
        viewModel.model.loadOlder()
        try answer()
        #expect(viewModel.reachesBeginning.value)
        viewModel.model.loadOlder()
        #expect(library.asked.count == 3)
        // While the connection is lost, Bo's entries come from a device that was away, into the
        // middle.
        library.connection.value = .lost("the daemon went away")
        log.record("mia", at: 13)
        log.record("bo", at: 4)
        library.connection.value = .connected
        #expect(library.asked[3].parameters == ["since": "mia.12"])
        try answer()
        #expect(log.given.map(\.question) == ["newest", "before", "before", "since"])
        let fetched = log.given.flatMap(\.names)
        #expect(fetched.count == 14)
        #expect(Set(fetched).count == 14)
        #expect(names(viewModel) == log.entries.reversed().map(\.name))
    }

    @Test func whatBecameOfAnEntryIsAskedByItsName() throws {
        for lamport in 1...4 { log.record("mia", at: UInt64(lamport)) }
        let viewModel = try answered()
        arrive(log.record("bo", at: 5, kind: "void", names: ["mia.2"]))
        // The withdrawn entry, and the later scores.
        #expect(library.asked.last?.parameters == ["only": "mia.4,mia.3,mia.2"])
        try answer()
        let rows = viewModel.rows.value
        #expect(rows.map(\.score) == ["", "6:0", "4:0", "", "2:0"])
        #expect(rows[3].state == "voided")
        #expect(rows[3].tone == .faint)
        #expect(rows == log.entries.reversed().map { row(of: $0, in: viewModel) })
    }

    @Test func anAssistIsAskedForWithItsBasket() throws {
        log.record("mia", at: 1)
        log.record("bo", at: 2, kind: "note", names: ["mia.1"])
        let viewModel = try answered()
        arrive(log.record("mia", at: 3, kind: "void", names: ["mia.1"]))
        #expect(library.asked.last?.parameters == ["only": "bo.1,mia.1"])
        withExtendedLifetime(viewModel) {}
    }

    private func row(of entry: EntryDocument, in viewModel: TimelineKeys) -> TimelineRow? {
        viewModel.rows.value.first { $0.entry == entry }
    }

    @Test func anEntryShowsOnHowManyDevicesItIs() throws {
        var status = Samples.status(unsynced: 1, peers: [Samples.peer("bo", .inSync, missing: 1)])
        library.status.value = status
        let viewModel = try answered()
        arrive(log.record("mia", at: 1))
        #expect(viewModel.rows.value[0].copies == "only here")
        log.change(["mia.1"]) { $0.copies = 2 }
        status.sync.unsynced = 0
        status.peers[0].missing = 0
        library.status.value = status
        #expect(library.asked.count == 1)
        timekeeper.advance(by: .milliseconds(250))
        #expect(library.asked.last?.parameters == ["only": "mia.1"])
        try answer()
        #expect(viewModel.rows.value[0].copies == "on 2 devices")
        // No further question.
        status.peers[0].state = .away
        library.status.value = status
        timekeeper.advance(by: .seconds(9))
        #expect(library.asked.count == 2)
    }

    /// Bo had the entry before this device read a status that says otherwise.
    @Test func anEntryWhoseSpreadWasSeenByNoStatusIsAskedForToo() throws {
        var status = Samples.status(peers: [Samples.peer("bo", .inSync)])
        library.status.value = status
        let viewModel = try answered()
        arrive(log.record("mia", at: 1))
        status.sync.entries += 1
        library.status.value = status
        log.change(["mia.1"]) { $0.copies = 2 }
        timekeeper.advance(by: .milliseconds(250))
        #expect(library.asked.last?.parameters == ["only": "mia.1"])
        try answer()
        #expect(viewModel.rows.value[0].copies == "on 2 devices")
        library.status.value = status
        timekeeper.advance(by: .seconds(9))
        #expect(library.asked.count == 2)
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
        arrive(log.record("bo", at: 3, kind: "note"))
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
        let viewModel = try answered()
        viewModel.model.open(viewModel.rows.value[1])
        timekeeper.advance(by: .seconds(1))
        viewModel.model.open(viewModel.rows.value[0])
        #expect(
            navigator.destinations == [
                .timeline(.game("hawks-owls-2"), player: "h#1"),
                .timeline(.game("hawks-owls-2"), keeper: "Bo"),
            ])
    }

    @Test func aKeySwitchesBetweenTheGameAndAllGames() throws {
        log.record("mia", at: 1)
        log.record("bo", at: 2, game: "bears-foxes")
        let viewModel = try answered()
        #expect(names(viewModel) == ["mia.1"])
        #expect(viewModel.keyLine.contains("a all games"))
        viewModel.model.togglePause()
        #expect(viewModel.press(.character("a")))
        #expect(library.asked.last?.route == .log)
        #expect(library.asked.last?.parameters == ["games": "all", "limit": "5"])
        #expect(names(viewModel).isEmpty && viewModel.placeholder.value == "reading the log …")
        #expect(!viewModel.isPaused.value)
        try answer()
        #expect(viewModel.title.value == "all games" && viewModel.keyLine.contains("a this game"))
        #expect(viewModel.rows.value.map(\.game) == ["bears-foxes", "hawks-owls-2"])
        #expect(viewModel.rows.value.map(\.score) == ["2:0", "2:0"])
        // A late basket changes later scores of its own game alone.
        arrive(log.record("mia", at: 4, game: "bears-foxes"))
        let asked = library.asked.count
        arrive(log.record("cy", at: 3, game: "lynx-elks"))
        #expect(library.asked.count == asked)
        #expect(names(viewModel) == ["mia.2", "cy.1", "bo.1", "mia.1"])
        let lines = TimelineScreen(viewModel).lines(64, 6)
        #expect(lines[0] == "all games")
        #expect(lines[1].hasPrefix("  mia.2       bears-foxes   Q1 09:12"))
        #expect(viewModel.press(.character("a")))
        #expect(library.asked.last?.name == log.game)
        try answer()
        #expect(names(viewModel) == ["mia.1"] && viewModel.title.value == "hawks-owls-2")
    }

    @Test func aTimelineOfAllGamesLeadsToTheGameOfItsRowAndToTheKeepersOfAll() throws {
        log.record("bo", at: 1, game: "bears-foxes")
        log.record("bo", at: 2, kind: "note")
        library.connection.value = .connected
        let model = TimelineViewModel(
            library: library, timekeeper: timekeeper, navigator: navigator, of: .all)
        try answer()
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
        #expect(!player.press(.character("a")) && !player.keyLine.contains("games"))
        player.model.switchGames()
        #expect(!player.isOfAllGames.value)
        // From all games it is the current one that is shown.
        model.switchGames()
        #expect(!model.isOfAllGames.value && library.asked.last?.route == .log)
        #expect(library.asked.last?.parameters == ["limit": "100"])
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
        #expect(
            library.asked.last?.parameters == ["games": "all", "keeper": "mia", "limit": "1"])
        try answer()
        #expect(keepers.title == "keepers · all games")
        #expect(keepers.rows.value.map(\.entries) == ["2 entries"])
        keepers.open(try #require(keepers.rows.value.first))
        #expect(navigator.destinations == [.timeline(.all, keeper: "mia")])
    }

    /// An answer about all games has a limit: what is cut off is read again in pages.
    @Test func tooManyMissedEntriesOfAllGamesBeginAnew() throws {
        log.record("mia", at: 1)
        library.connection.value = .connected
        let model = TimelineViewModel(
            library: library, timekeeper: timekeeper, navigator: nil, of: .all,
            pageSize: 2)
        try answer()
        library.connection.value = .lost("the daemon went away")
        for lamport in 2...5 { log.record("mia", at: UInt64(lamport)) }
        library.connection.value = .connected
        let missed = try #require(library.asked.last?.parameters)
        #expect(missed == ["games": "all", "since": "mia.1"])
        library.answer(with: log.answer(missed.merging(["limit": "3"]) { $1 }))
        #expect(library.asked.last?.parameters == ["games": "all", "limit": "2"])
        try answer()
        #expect(model.rows.value.map(\.name) == ["mia.5", "mia.4"])
        while !model.reachesBeginning.value {
            model.loadOlder()
            try answer()
        }
        #expect(model.rows.value.map(\.name) == log.entries.reversed().map(\.name))
    }

    /// A voided basket has no score, so its text has that room.
    @Test func aTextWithoutAScoreIsNotCutBesideBlanks() throws {
        let basket = log.record("mia", at: 1)
        log.record("bo", at: 2, kind: "void", names: [basket.name])
        log.record("mia", at: 3)
        let viewModel = try answered()
        #expect(
            TimelineScreen(viewModel).lines(40, 6)[1...3] == [
                "  mia.2     4 Ana two points         2:0", "  bo.1      void mia.1",
                "  mia.1     [voided] 4 Ana two points",
            ])
    }

    @Test func oneViewModelDrivesLinesAndAWholeScreen() throws {
        log.record("mia", at: 1)
        library.connection.value = .connected
        let viewModel = createViewModel()
        let lines = TimelineLines(viewModel.model)
        var written: [String] = []
        let plain = lines.bind(Style()) { written += $0 }
        var drawn = 0
        let full = TimelineScreen(viewModel).bind { drawn += 1 }
        try answer()
        arrive(log.record("bo", at: 2))
        log.record("bo", at: 3)
        library.newest.value = log.entries[2]
        #expect(written.count == 3)
        #expect(written[0].contains("mia.1") && written[2].contains("bo.2"))
        #expect(drawn >= 3)
        #expect(
            TimelineScreen(viewModel).lines(40, 6) == [
                "hawks-owls-2", "  bo.2      4 Ana two points         6:0",
                "  bo.1      4 Ana two points         4:0",
                "  mia.1     4 Ana two points         2:0", "",
                "space pause · Escape back · ? keys",
            ])
        withExtendedLifetime(plain) {}
        withExtendedLifetime(full) {}
    }
}
