import Documents
import Terminal
import Testing
import ViewModels

/// A whole section, and the details of one row.
@Suite struct SectionScreenTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let navigator = PaperNavigator()

    private func section(_ kind: SectionKind) -> SectionKeys {
        SectionKeys(
            SectionViewModel(
                kind, library: library, timekeeper: timekeeper, navigator: navigator,
                names: Keymap().names))
    }

    private func screen(_ kind: SectionKind) -> SectionKeys {
        let screen = section(kind)
        library.status.value = Samples.busy
        return screen
    }

    private func detail(_ kind: SectionKind, _ name: String) -> DetailKeys {
        DetailKeys(
            DetailViewModel(
                kind, name: name, library: library, timekeeper: timekeeper, navigator: navigator))
    }

    @Test func allRowsOfASectionByTheSameRowView() {
        let games = screen(.otherGames)
        _ = games.press(.end)
        #expect(
            SectionScreen(games).lines(72, 12) == [
                "other games",
                "  Owls - Foxes  15:9   ended · 31 moves · owls-foxes",
                "  Cats - Bears  21:19  ended · 31 moves · cats-bears",
                "  Hawks - Cats  11:15  ended · 31 moves · hawks-cats",
                "  Bears - Owls  4:15   ended · 31 moves · bears-owls",
                "> Hawks - Owls  15:13  ended · 31 moves · hawks-owls",
                "", "", "", "", "",
                "Enter open · R refresh · Escape back · ? keys",
            ])
        #expect(games.press(.enter))
        #expect(navigator.destinations == [.game("hawks-owls")])
    }

    @Test func devicesThatAreNotReachedComeFirst() {
        let devices = screen(.devices)
        #expect(devices.section.rows.value.map(\.id) == ["mia", "cy", "bo"])
        #expect(
            devices.section.rows.value.map(\.detail) == [
                "this device", "away · lacks 3", "in sync · same",
            ])
    }

    @Test func theListScrollsToThePick() {
        let games = screen(.otherGames)
        var seen: [String] = []
        for _ in 0..<5 {
            seen += SectionScreen(games).lines(30, 5).filter { $0.hasPrefix(">") }
            _ = games.press(.down)
        }
        #expect(
            seen == [
                "> Owls - Foxes  15:9", "> Cats - Bears  21:19", "> Hawks - Cats  11:15",
                "> Bears - Owls  4:15", "> Hawks - Owls  15:13",
            ])
    }

    /// Rows whose texts are equal are still told apart.
    @Test func eachRowHasAnIDOfItsOwn() {
        var status = Samples.busy
        let names = ["Ana", "Ana", "Bo"]
        status.game?.home.name = "Hawks"
        status.game?.away.name = "Hawks"
        status.game?.home.timeouts = 1
        status.game?.away.timeouts = 1
        for index in status.games.indices { status.games[index].title = names[index % 3] }
        for index in status.peers.indices { status.peers[index].keeper = "Ana" }
        status.warnings += status.warnings
        for kind in SectionKind.allCases {
            let screen = screen(kind)
            library.status.value = status
            let ids = screen.section.rows.value.map(\.id)
            #expect(!ids.isEmpty && Set(ids).count == ids.count, "\(kind): \(ids)")
        }
        let tracking = TrackingKeys(TrackingViewModel(library: library, names: Keymap().names))
        let slots = tracking.rows.value.map(\.id)
        #expect(!slots.isEmpty && Set(slots).count == slots.count)
    }

    @Test func anEmptySectionSaysSo() {
        let held = section(.heldMoves)
        library.status.value = Samples.status(.alone)
        #expect(SectionScreen(held).lines(40, 8).contains("no open questions"))
        #expect(held.press(.enter))
        #expect(navigator.destinations.isEmpty)
    }

    @Test func aWarningWithItsAdviceAndWhereItIsFollowed() {
        let warning = detail(.warnings, "untracked")
        library.status.value = Samples.busy
        #expect(
            warning.lines.value.map(\.text) == ["nobody tracks 日本 太郎", "scored track h#3"])
        #expect(
            warning.keyHints(Reads())
                == ["Enter the players to track", "R refresh", "Escape back", "? keys"])
        #expect(warning.press(.enter))
        #expect(navigator.destinations == [.tracking])
        library.status.value = Samples.status(.alone)
        #expect(
            warning.lines.value.map(\.text) == ["this warning is settled; nothing is left to do"])
        #expect(warning.press(.enter))
        #expect(navigator.destinations.count == 1)
    }

    @Test func aDeviceWithHowItCameAndHowItStands() {
        let device = detail(.devices, "cy")
        library.status.value = Samples.busy
        library.answer(
            .devices,
            with: DevicesDocument(devices: [
                DeviceDocument(
                    name: "cy", id: "00", keeper: "Cy", invitedBy: "bo", entries: 40,
                    incarnations: 2, words: "amber-fox-river-stone")
            ]))
        #expect(
            device.lines.value.map(\.text) == [
                "away · lacks 3", "last heard from now", "link 192.168.1.4:7420 · 3 ms",
                "invited by bo", "40 entries of 2 incarnations",
                "joining words: amber-fox-river-stone",
            ])
        let heard = Heard(device.lines.map { $0[1].text })
        timekeeper.advance(by: .seconds(4))
        #expect(
            heard.values == [
                "last heard from 2 s ago", "last heard from 3 s ago", "last heard from 4 s ago",
            ])
        library.status.value = Samples.busy
        #expect(heard.values.last == "last heard from now")
        #expect(device.press(.enter))
        #expect(navigator.destinations == [.timeline(keeper: "cy")])
    }

    @Test func theOwnDeviceHasALogInsteadOfALinkAndAnotherMayBeGone() {
        func texts(_ name: String) -> [String] {
            detail(.devices, name).lines.value.map(\.text)
        }
        library.status.value = Samples.busy
        #expect(texts("mia") == ["keeper Mia", "this device", "log 65 kB"])
        #expect(texts("di") == ["this device is no longer at the table"])
    }

    /// The page of a device leads to as many entries as it promises.
    @Test func aDeviceCountsTheEntriesThatItOpens() {
        let device = detail(.devices, "cy")
        func answer(_ count: Int) {
            library.answer(.log, with: LogDocument(game: "hawks-owls-2", entries: [], count: count))
        }
        library.status.value = Samples.busy
        library.answer(
            .devices,
            with: DevicesDocument(devices: [
                DeviceDocument(name: "cy", id: "00", keeper: "Cy", entries: 79)
            ]))
        let log = library.asked.last { $0.route == .log }
        #expect(log?.parameters == ["keeper": "cy", "limit": "1"])
        answer(13)
        #expect(device.lines.value.last?.text == "79 entries · 13 in hawks-owls-2")
        #expect(device.keyHints(Reads()).first == "Enter its 13 entries in hawks-owls-2")
        // Without entries there is no page of them.
        library.newest.value = Samples.entry("cy.80", keeper: "Cy", kind: "note", text: "")
        answer(0)
        #expect(device.lines.value.last?.text == "79 entries · 0 in hawks-owls-2")
        #expect(device.keyHints(Reads()).first == "R refresh")
        #expect(device.press(.enter))
        #expect(navigator.destinations.isEmpty)
    }

    @Test(arguments: [(20, 5), (20, 12), (40, 12), (80, 24), (200, 60), (1, 1), (7, 3)])
    func everySizeIsDrawnWithinItself(columns: Int, rows: Int) {
        var status = Samples.busy
        status.games[0].title = String(repeating: "長い名前👩‍👩‍👧", count: 50)
        status.warnings[0].text = "x\u{1B}[2J\u{202E}" + String(repeating: "word ", count: 60)
        let overview = OverviewKeys(
            OverviewViewModel(
                library: library, timekeeper: timekeeper, navigator: navigator,
                names: Keymap().names))
        let section = section(.otherGames)
        let warning = detail(.warnings, "untracked")
        let held = HeldKeys(HeldScreenViewModel(library: library))
        let tracking = TrackingKeys(TrackingViewModel(library: library, names: Keymap().names))
        let invitation = InvitationKeys(
            InvitationViewModel(
                library: library, timekeeper: ManualTimekeeper(), names: Keymap().names))
        library.answer(
            with: InviteDocument(
                codes: [InvitationDocument(code: "ABCD-EFGH-JKMN-PQRS", expiresSeconds: 600)],
                addresses: ["192.168.1.4:7420", "[fe80::1]:7420"]))
        library.status.value = status
        for _ in 0..<20 {
            let views: [any FullScreenView] = [
                OverviewScreen(overview), SectionScreen(section), DetailScreen(warning),
                HeldScreen(held),
                TrackingScreen(tracking), InvitationScreen(invitation),
            ]
            for view in views {
                let lines = view.lines(columns, rows)
                #expect(lines.count <= rows)
                for line in lines {
                    #expect(DisplayWidth.of(line) <= columns)
                    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 })
                }
                // The picked row is visible.
                if rows >= 5, columns >= 20, !(view is DetailScreen), !(view is InvitationScreen) {
                    #expect(lines.contains { $0.hasPrefix(">") })
                }
            }
            _ = overview.press(.down)
            _ = section.press(.down)
            _ = tracking.press(.down)
        }
    }
}
