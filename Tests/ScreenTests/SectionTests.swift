import Documents
import Terminal
import Testing
import ViewModels

@Suite struct SectionTests {
    @Test func aBasketTellsOnlyTheScoreboardAndItsSide() {
        let status = StatusViewModel()
        status.receive(Samples.status(game: Samples.game))
        var heard: [String] = []
        let bindings = [
            status.scoreboard.homeScore.bind { heard.append("home \($0)") },
            status.scoreboard.awayScore.bind { heard.append("away \($0)") },
            status.scoreboard.title.bind { heard.append("title \($0)") },
            status.home.grid.bind {
                heard.append("row \($0.rows[0].cells.joined(separator: "|"))")
            },
            status.away.grid.bind { _ in heard.append("away grid") },
            status.devices.rows.bind { _ in heard.append("devices") },
            status.warnings.lines.bind { _ in heard.append("warnings") },
        ]
        var game = Samples.game
        game.home.score = 7
        game.home.players[0].points = 5
        game.home.players[0].counts["twoPoints"] = 2
        status.receive(Samples.status(game: game))
        #expect(heard == ["home 7", "row h#1|4|Ana|5|1|2||||mia"])
        withExtendedLifetime(bindings) {}
    }

    @Test func whoHasMoreGamesThanAStatusListsIsToldWhereTheyAre() {
        let status = StatusViewModel()
        var document = Samples.status(game: Samples.game)
        var heard: [String] = []
        let bindings = [
            status.otherGamesHeading.bind { heard.append($0) },
            status.otherGames.rows.bind { heard.append("\($0.count) rows") },
        ]
        heard = []
        for (listed, more) in [(15, nil), (16, 1), (3, nil)] {
            document.games = (0..<listed).map { Samples.brief("g-\($0)", "G - \($0)", 1, 0) }
            document.moreGames = more
            status.receive(document)
            let lines = StatusView(status, isWhole: true).lines(Style())
            #expect(lines.contains("newest other games (1 more: scored games)") == (more == 1))
        }
        #expect(
            heard == [
                "15 rows", "newest other games", "16 rows", "other games",
                "3 rows",
            ])
        withExtendedLifetime(bindings) {}
    }

    @Test func aFaultOfTheDiskIsSaidOnce() {
        let warnings = WarningsViewModel()
        var status = Samples.status(game: Samples.game)
        status.storage.isFull = true
        status.storage.damage = ["00000001.seg: 3 bytes are damaged"]
        status.warnings = [
            WarningDocument(code: "diskFull", text: "the disk is full", advice: "make room"),
            WarningDocument(code: "damage", text: "00000001.seg: 3 bytes are damaged"),
        ]
        warnings.receive(status)
        #expect(
            warnings.lines.value.map(\.text) == [
                "the disk is full", "00000001.seg: 3 bytes are damaged",
            ])
    }

    @Test func whatTheScoreboardSaysOfADecidedGame() {
        let board = ScoreboardViewModel()
        var game = Samples.game
        game.state = .decided
        game.isDecided = true
        game.winner = .away
        game.isProvisional = true
        game.provisionalBecause = ["cy kept score and is not in sync"]
        game.held = 2
        game.target = 21
        board.receive(game)
        #expect(
            board.state.value
                == "decided: Owls win · provisional: cy kept score and is not in sync"
                + " · 2 open questions")
        #expect(board.title.value == "hawks-owls-2 · to 15, lead 2 · target 21")
        #expect(board.tone.value == .attention)
        board.receive(nil)
        #expect(board.isEmpty.value)
    }

    @Test func theOnePeriodBeforeAnOvertimeHasAHeading() {
        let board = ScoreboardViewModel()
        var game = Samples.game
        game.periods = [
            PeriodDocument(number: 1, label: "", home: 4, away: 4),
            PeriodDocument(number: 2, label: "OT1", home: 1, away: 8),
        ]
        board.receive(game)
        #expect(board.periods.value.columns.map(\.title) == ["", "reg", "OT1", "total"])
    }

    @Test func aTeamWithNothingToShowHasNoRow() {
        let players = PlayersViewModel(side: .home)
        var game = Samples.game
        game.home.counts = ["timeout": 1]
        players.receive(game)
        #expect(players.grid.value.rows.count == 3)
        game.home.counts["rebound"] = 1
        players.receive(game)
        #expect(players.grid.value.rows.last?.cells.contains("team") == true)
    }

    @Test func theClockIsReadyText() {
        let board = ScoreboardViewModel()
        var game = Samples.game
        game.clock?.periodLabel = "Q3"
        game.clock?.isRunning = false
        game.clock?.isEstimated = true
        board.receive(game)
        #expect(board.clock.value == "Q3 04:12 stopped (estimated)")
        game.clock = nil
        board.receive(game)
        #expect(board.clock.value == "")
    }

    @Test func aPlayerWithoutAMoveHasNoPointsOnlyWhereOthersAreTracked() {
        let box = BoxViewModel()
        var game = Samples.game
        box.receive(game)
        #expect(box.home.value.rows[2].cells.contains("0") == false)
        game.home.track(by: [])
        game.away.track(by: [])
        box.receive(game)
        #expect(box.home.value.rows[2].cells.contains("0"))
    }

    /// A page keeps each row by its ID, and only the new one pours in.
    @Test func aPlayerWhoJoinsChangesNoOtherRow() {
        let box = BoxViewModel()
        var game = Samples.game
        box.receive(game)
        let before = box.home.value.rows.map(\.id)
        game.home.players.insert(Samples.player("h#9", "9", "Zoe", 0, [:], by: []), at: 0)
        box.receive(game)
        #expect(box.home.value.rows.map(\.id) == ["h#9"] + before)
        #expect(Set(before).count == before.count && before.last == "total")
    }

    @Test func theBoxScoreAddsUp() {
        let box = BoxViewModel()
        var game = Samples.game
        game.away.score = 15
        box.receive(game)
        let lines = BoxView(box).lines(Style())
        let expected = """
            hawks-owls-2 · to 15, lead 2

                Hawks  5 : 15  Owls

            04:12 running · live

            no  Hawks      PTS  1P  2P  AST  REB  PF  TMO
             4  Ana          3   1   1
            07  José         2       1             2
                日本 太郎
                total        5   1   2             2

            no  Owls   PTS  1P  2P  AST  REB  PF  TMO
            00  Cy      12       6    1   11
                team     3                 2        1
                total   15       6    1   13        1
            """
        #expect(
            lines
                == expected.split(separator: "\n", omittingEmptySubsequences: false).map(
                    String.init))
    }

    @Test func aLogSaysWhatBecameOfEachEntry() {
        let first = EntryDocument(
            name: "mia.2", keeper: "Mia", wallMilliseconds: 0, index: 1, lamport: 2,
            kind: "twoPoints", text: "4 Ana two points", clock: "Q1 09:12", home: 2, away: 0,
            copies: 1)
        var late = first
        late.name = "bo.1"
        late.keeper = "Bo"
        late.index = 0
        late.state = .voided
        late.because = "by bo.2"
        late.copies = 3
        let none = LogViewModel(LogDocument(entries: []))
        #expect(LogView(none).lines(Style()) == ["nothing recorded yet"])
        let log = LogDocument(game: "hawks-owls", entries: [late, first])
        #expect(
            LogView(LogViewModel(log)).lines(Style()) == [
                "entry  keeper  clock     what              score  state",
                "bo.1   Bo      Q1 09:12  4 Ana two points    2:0  voided by bo.2 · on 3 devices",
                "mia.2  Mia     Q1 09:12  4 Ana two points    2:0  only here",
            ])
    }

    @Test func gamesAndDevicesAreLists() {
        let games = GamesViewModel()
        #expect(GamesView(games).lines(Style()) == ["no game yet: scored new HAWKS OWLS"])
        games.receive(
            GamesDocument(games: [
                GameBrief(
                    name: "a-b", title: "A - B", state: .live, home: 2, away: 10, isCurrent: true,
                    moves: 7)
            ]))
        #expect(
            GamesView(games).lines(Style()) == [
                "   game  teams  score  state  moves", "*  a-b   A - B   2:10  live       7",
            ])
        // The time of creation distinguishes five games of the same teams, at any width.
        let same = GamesViewModel(zoneOffset: { _ in 3600 })
        same.receive(
            GamesDocument(
                games: (2...5).map {
                    GameBrief(
                        name: "red-lions-blue-bears-\($0)", title: "Red Lions - Blue Bears",
                        state: .scheduled, home: 0, away: 0,
                        createdWallMilliseconds: Int64($0) * 60_000)
                }))
        for columns in [60, 80, 132] {
            let lines = GamesView(same).lines(Style(columns: columns))
            #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
            #expect(lines.contains { $0.contains("bears-5 ") && $0.hasSuffix("1970-01-01 01:05") })
        }
        var mia = DeviceDocument(
            name: "mia", id: "", keeper: "Mia", isThisDevice: true, entries: 9)
        mia.role = .founder
        var bo = DeviceDocument(
            name: "bo", id: "", keeper: "Bo", invitedBy: "mia",
            peer: Samples.peer("bo", .suspect))
        bo.role = .deputy
        let devices = DevicesViewModel()
        devices.receive(
            DevicesDocument(devices: [
                mia, bo,
                DeviceDocument(
                    name: "cy", id: "", keeper: "", invitedBy: "bo",
                    peer: Samples.peer("cy", .inSync)),
            ]))
        #expect(
            DevicesView(devices).lines(Style()) == [
                "   device  keeper  invited by  entries  state",
                "*  mia     Mia     founder           9  this device",
                "   bo      Bo      mia               0  silent · deputy",
                "   cy              bo                0  in sync",
            ])
    }

    /// A status replaces what an older answer says, except what only the answer has.
    @Test func aStatusChangesTheDevicesOfAnAnswer() {
        func device(_ name: String, isRemoved: Bool = false) -> DeviceDocument {
            var device = DeviceDocument(
                name: name, id: "", keeper: "", isThisDevice: name == "mia", isRemoved: isRemoved,
                invitedBy: "mia", entries: 9)
            if name != "mia" { device.peer = Samples.peer(name, .inSync) }
            return device
        }
        var deputy = device("bo")
        deputy.role = .deputy
        let answer = DevicesDocument(devices: [
            device("fy", isRemoved: true), deputy, device("di"), device("mia"), device("al"),
        ])
        let devices = DevicesViewModel()
        devices.receive(answer)
        func shown() -> [String] {
            devices.rows.value.grid.rows.map { $0.cells.joined(separator: "|") }
        }
        #expect(
            shown() == [
                "|fy||mia|9|removed", "|bo||mia|9|in sync · deputy", "|di||mia|9|in sync",
                "*|mia||mia|9|this device", "|al||mia|9|in sync",
            ])
        // Of the members, di is gone, ed is new, and bo is no longer a deputy.
        let peers = [("al", PeerState.inSync), ("bo", .away), ("ed", .syncing)]
        let status = Samples.status(peers: peers.map { Samples.peer($0.0, $0.1) })
        devices.receive(status)
        #expect(
            shown() == [
                "*|mia|Mia|mia|9|this device", "|al||mia|9|in sync", "|bo||mia|9|away",
                "|ed|||0|syncing", "|fy||mia|9|removed",
            ])
        #expect(devices.rows.value.away == "away: bo now")
        #expect(devices.rows.value.peers.rows.map { $0.cells[0] } == ["al", "bo", "ed"])
        // An answer does not bring back what the status says of a peer.
        devices.receive(answer)
        #expect(shown()[2] == "|bo||mia|9|away")

        let library = PaperLibrary()
        let section = DevicesSection(library: library)
        section.receive(status)
        section.refresh()
        library.answer(with: answer)
        #expect(section.rows.value.map(\.id) == ["mia", "bo", "al", "ed", "fy"])
    }

    /// The time since a device was heard is part of its link, not of its row.
    @Test func aSectionTellsRowsThatLookDifferent() {
        let section = DevicesSection(library: PaperLibrary())
        var status = Samples.busy
        section.receive(status)
        var heard: [String] = []
        let binding = section.rows.bind { heard += $0.map(\.detail) }
        status.peers[1].lastSeenSeconds = 90
        section.receive(status)
        #expect(heard.isEmpty)
        status.peers[1].missing = 4
        section.receive(status)
        #expect(heard == ["this device", "away · lacks 4", "in sync · same"])
        withExtendedLifetime(binding) {}
    }

    /// At any width, for both sides of a pairing, with advice.
    @Test(arguments: [20, 40, 60, 80, nil])
    func joiningWordsAreShownWhole(width: Int?) {
        let devices = DevicesViewModel()
        func device(_ name: String, by inviter: String?, _ words: String? = nil) -> DeviceDocument {
            DeviceDocument(
                name: name, id: "", keeper: "Mia Sanders von und zu", isThisDevice: name == "bo",
                invitedBy: inviter, entries: 9, words: words)
        }
        devices.receive(
            DevicesDocument(devices: [
                device("mia", by: nil, "giant-tango-glass-pilot"), device("bo", by: "mia"),
                device("cy", by: "bo", "lotus-bacon-rabbit-nugget"), device("di", by: "cy"),
            ]))
        #expect(
            DevicesView(devices).lines(Style(columns: width)).suffix(5) == [
                "joining words; the other device must show the same:",
                "mia: giant-tango-glass-pilot", "cy: lotus-bacon-rabbit-nugget",
                "if they differ: scored devices remove cy",
                "if those of mia differ: scored leave",
            ])
    }

    /// A device that invited another but may not remove it names the devices that may.
    @Test func theRemedyNamesThoseWhoMayRemove() {
        func devices(ownRole: DeviceRole?) -> [DeviceDocument] {
            var mia = DeviceDocument(name: "mia", id: "", keeper: "Mia")
            mia.role = .founder
            var bo = DeviceDocument(
                name: "bo", id: "", keeper: "Bo", isThisDevice: true, invitedBy: "mia")
            bo.role = ownRole
            let cy = DeviceDocument(
                name: "cy", id: "", keeper: "Cy", invitedBy: "bo",
                words: "lotus-bacon-rabbit-nugget")
            return [mia, bo, cy]
        }
        for (role, last) in [
            (nil, "if they differ, at mia: scored devices remove cy"),
            (DeviceRole.deputy, "if they differ: scored devices remove cy"),
        ] {
            let model = DevicesViewModel()
            model.receive(DevicesDocument(devices: devices(ownRole: role)))
            #expect(model.rows.value.joiningWords.last?.text == last)
        }
    }
}
