import Documents
import Terminal
import Testing
import ViewModels

/// A status, from the document to the lines.
@Suite struct StatusViewTests {
    private func status() -> StatusDocument {
        var status = Samples.status(
            peers: [Samples.peer("bo", .inSync), Samples.peer("cy", .away, missing: 3)],
            game: Samples.game)
        status.warnings = [
            WarningDocument(
                code: "untracked", text: "nobody tracks 日本 太郎", advice: "scored track h#3")
        ]
        status.games = [
            GameBrief(name: "hawks-owls", title: "Hawks - Owls", state: .closed, home: 15, away: 9)
        ]
        return status
    }

    private func lines(_ status: StatusDocument, _ style: Style = Style()) -> [String] {
        let viewModel = StatusViewModel()
        viewModel.receive(status)
        return StatusView(viewModel, isWhole: true).lines(style)
    }

    @Test(arguments: [60, 80]) func whoMayRemoveIsSaidWithinTheWidth(columns: Int) {
        var status = Samples.status(peers: [
            Samples.peer("bo", .neverSeen), Samples.peer("cy", .inSync),
        ])
        status.device.role = .deputy
        status.peers[0].role = .founder
        let lines = lines(status, Style(columns: columns))
        #expect(lines.contains("Mia, deputy, table \"Hall 2\" (fox-jam-oak-sun)"))
        #expect(lines.contains { $0.hasPrefix("bo ") && $0.contains("never seen · founder") })
        #expect(lines.contains { $0.hasPrefix("cy ") && $0.contains("in sync  ") })
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
    }

    /// When it was last met is not known after a restart, but that it was is.
    @Test func aDeviceMetBeforeTheStartIsNotOneNeverSeen() {
        var status = Samples.status(peers: [
            Samples.peer("bo", .away), Samples.peer("cy", .neverSeen), Samples.peer("di", .away),
        ])
        status.peers[0].lastSeenSeconds = nil
        status.peers[2].lastSeenSeconds = 180
        let viewModel = DevicesViewModel()
        viewModel.receive(status)
        #expect(
            viewModel.rows.value.away
                == "away: bo not seen since the daemon started, cy never seen, di 3 min ago")
        #expect(viewModel.rows.value.peers.rows.map { $0.cells[3] } == ["", "never", "3 min ago"])
    }

    @Test func everythingThatAKeeperReads() {
        let expected = """
            in sync with bo · cy away · saved on other devices too
            Mia, table "Hall 2" (fox-jam-oak-sun)
            log fingerprint: amber-fox-river-stone · 412 entries

            hawks-owls-2 · to 15, lead 2

                Hawks  5 : 12  Owls

            04:12 running · live

            Hawks (home) · 2 team fouls
            slot  no  player     PTS  1P  2P  AST  REB  PF  tracked by
            h#1    4  Ana          3   1   1                mia
            h#2   07  José         2       1             2  mia
            h#3       日本 太郎    0                        nobody

            Owls (away)
            slot  no  player  PTS  1P  2P  AST  REB  PF  tracked by
            a#1   00  Cy       12       6    1   11      bo, cy
                      team                        2

            peer  state    entries  last heard  link
            bo    in sync  same     now         192.168.1.4:7420 · 3 ms
            cy    away     lacks 3  now         192.168.1.4:7420 · 3 ms

            other games
              game        teams         score  state  moves
              hawks-owls  Hawks - Owls   15:9  ended      0

            ! nobody tracks 日本 太郎
              scored track h#3
            """
        let lines = lines(status())
        let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, wanted) in zip(lines, wanted) { #expect(line == wanted) }
        #expect(lines.count == wanted.count)
    }

    @Test func withoutGameAndPeers() {
        #expect(
            lines(Samples.status(.alone)) == [
                "no other devices have joined yet", "Mia, table \"Hall 2\" (fox-jam-oak-sun)",
                "log fingerprint: amber-fox-river-stone · 412 entries", "",
                "no game yet: scored new HAWKS OWLS; to join a table: scored join CODE",
            ])
    }

    @Test(arguments: [20, 30, 40, 60, 80])
    func everyGridFitsItsTerminal(columns: Int) {
        var status = status()
        status.game?.home.players[0].name = String(repeating: "長い名前", count: 50)
        let viewModel = StatusViewModel()
        viewModel.receive(status)
        for grid in [viewModel.home.grid.value, viewModel.devices.rows.value.peers] {
            for line in GridView(grid).lines(Style(columns: columns)) {
                #expect(DisplayWidth.of(line) <= columns)
            }
        }
    }

    @Test func namesAreShortenedBeforeNumbers() {
        let grid = Grid(
            columns: [
                Grid.Column("player", isFlexible: true), Grid.Column("PTS", isNumber: true),
                Grid.Column("tracked by"),
            ], rows: [Grid.Row(["Bogdan Bogdanović", "31", "mia"])])
        #expect(
            GridView(grid).lines(Style(columns: 28)) == [
                "player       PTS  tracked by", "Bogdan Bog…   31  mia",
            ])
    }

    @Test func colourOnlyWhenAsked() {
        #expect(!StatusView(filled(), isWhole: true).bytes(Style()).contains(0x1B))
        let colourful = StatusView(filled(), isWhole: true).text(Style(hasColor: true))
        #expect(colourful.contains("\u{1B}[1;33min sync with bo"))
        var plain = colourful
        for code in ["0", "1", "2", "32", "33", "1;33"] {
            plain = plain.split(separator: "\u{1B}[\(code)m", omittingEmptySubsequences: false)
                .joined()
        }
        #expect(plain == StatusView(filled(), isWhole: true).text(Style()))
    }

    @Test func noEscapeOfOthersPasses() {
        let hostile = "x\u{1B}]52;c;ZXZpbA==\u{7}\u{1B}[2J\r\n\u{202E}y"
        var status = status()
        status.table.name = hostile
        status.device.keeper = hostile
        status.peers[0].name = hostile
        status.peers[0].problem = hostile
        status.sync.words = hostile
        status.warnings[0].text = hostile
        status.warnings[0].advice = hostile
        status.storage.damage = [hostile]
        status.games[0].title = hostile
        status.game?.name = hostile
        status.game?.rules.summary = hostile
        status.game?.home.name = hostile
        status.game?.away.players[0].name = hostile
        status.game?.away.players[0].number = hostile
        status.game?.away.players[0].trackedBy = [hostile]
        status.game?.away.players[0].counts[hostile] = 1
        status.game?.clock?.text = hostile
        status.game?.periods = [1, 2].map {
            PeriodDocument(number: $0, label: hostile, home: 1, away: 2)
        }
        let safe = lines(status)
        for line in safe {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        }
        #expect(safe.joined().contains("x\u{FFFD}]52;c;ZXZpbA=="))
    }

    /// A screen without room for all lines says so until the last one is seen.
    @Test func theScreenSaysThatThereIsMore() {
        let library = PaperLibrary()
        library.status.value = status()
        let keys = StatusKeys(
            StatusScreenViewModel(library: library, timekeeper: ManualTimekeeper()), isWhole: true)
        func last(rows: Int) -> String { StatusScreen(keys).lines(80, rows)[rows - 1] }
        #expect(last(rows: 10) == "Down shows more")
        _ = keys.press(.end)
        #expect(last(rows: 10) == "")
        _ = keys.press(.up)
        #expect(last(rows: 10) == "Down shows more")
        #expect(last(rows: 200) == "")
    }

    @Test func theGameClockOfTheScreenRunsAndLeavesWithItsGame() {
        let (library, timekeeper) = (PaperLibrary(), ManualTimekeeper())
        library.status.value = Samples.status(game: Samples.game)
        let screen = StatusScreenViewModel(library: library, timekeeper: timekeeper)
        let heard = Heard(screen.status.scoreboard.clock)
        let (view, reads) = (StatusScreen(StatusKeys(screen)), Reads())
        _ = view.canvas(columns: 80, rows: 24, reads: reads)
        #expect(!reads.isDue)
        recording(screen, of: library, besides: ["status.scoreboard.runningClock.text"]) {
            timekeeper.advance(by: .milliseconds(2500))
            $0.expect("status.scoreboard.clock")
        }
        #expect(heard.values == ["04:13 running", "04:14 running"])
        #expect(reads.isDue)
        library.status.value = Samples.status()
        timekeeper.advance(by: .seconds(2))
        #expect(heard.values == ["04:13 running", "04:14 running", ""])
    }

    private func filled() -> StatusViewModel {
        let viewModel = StatusViewModel()
        viewModel.receive(status())
        return viewModel
    }
}
