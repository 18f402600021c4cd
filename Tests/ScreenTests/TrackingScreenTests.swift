import Documents
import Terminal
import Testing
import ViewModels

@Suite struct TrackingScreenTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let status = Samples.status(
        peers: [Samples.peer("bo", .away), Samples.peer("cy", .inSync)], game: Samples.game)

    private func screen(_ status: StatusDocument? = nil) -> TrackingKeys {
        let screen = TrackingKeys(TrackingViewModel(library: library, names: Keymap().names))
        library.status.value = status ?? self.status
        return screen
    }

    private var uncovered: StatusDocument {
        var status = status
        status.game?.away.players[0].trackedBy = ["bo"]
        return status
    }

    @Test func everybodyWithWhoSeesTheirMoves() {
        let tracking = screen(uncovered)
        #expect(
            TrackingScreen(tracking).lines(90, 8) == [
                "tracking · you 2 · nobody 1 · bo 1, away · hawks-owls-2",
                "  Hawks  4 Ana      you",
                "  Hawks  07 José    you",
                "  Hawks  日本 太郎  nobody",
                "> Owls  00 Cy       bo (away) · uncovered: T takes over",
                "", "",
                "Enter claim or release · T take over from a keeper who is away · "
                    + "Escape back · ? keys",
            ])
        #expect(tracking.titleTone.value == .attention)
    }

    @Test func whoeverIsAwayBesideSomebodyWhoIsHereLeavesNobodyUncovered() {
        let tracking = screen()
        #expect(tracking.rows.value[3].detail == "bo (away), cy · tracked more than once")
    }

    @Test func enterClaimsWhoIsNotMineAndReleasesWhoIs() {
        let tracking = screen()
        let heard = Heard(tracking.echo)
        _ = tracking.press(.home)
        _ = tracking.press(.enter)
        timekeeper.advance(by: .seconds(1))
        _ = tracking.press(.enter)
        #expect(library.asked.map(\.route) == [.untrack])
        library.answer(with: RecordedDocument(entries: ["mia.50"], echo: "4 Ana released"))
        _ = tracking.press(.end)
        _ = tracking.press(.enter)
        library.answer(
            with: RecordedDocument(
                entries: ["mia.51"], echo: "00 Cy is yours",
                warnings: [WarningDocument(code: "overlap", text: "cy also tracks 00 Cy")]))
        #expect(library.asked.map(\.route) == [.untrack, .track])
        #expect(library.orders(TrackRequest.self).map(\.players) == [["h#1"], ["a#1"]])
        #expect(heard.values == ["4 Ana released", "00 Cy is yours · cy also tracks 00 Cy"])
    }

    @Test func aKeeperWhoIsAwayIsTakenOverWhole() throws {
        let tracking = screen(uncovered)
        _ = tracking.press(.end)
        _ = tracking.press(.character("T"))
        let order = try #require(library.orders(TrackRequest.self).first)
        #expect(order.from == "bo" && order.players.isEmpty && order.game == "hawks-owls-2")
        library.answer(
            with: RecordedDocument(entries: ["mia.50"], echo: "took over 00 Cy from bo"))
        #expect(tracking.echo.value == "took over 00 Cy from bo")
    }

    @Test(arguments: [
        ([], "nobody tracks 00 Cy: Enter claims the player"),
        (["mia"], "you already track 00 Cy"),
        (["cy"], "cy is here: ask first, then Enter claims 00 Cy"),
    ])
    func nobodyIsTakenOverWhoIsHere(keepers: [String], text: String) {
        var status = status
        status.game?.away.players[0].trackedBy = keepers
        let tracking = screen(status)
        _ = tracking.press(.end)
        _ = tracking.press(.character("T"))
        #expect(library.asked.isEmpty)
        #expect(tracking.echo.value == text)
    }

    @Test func aLostDaemonIsSaidUntilItIsBack() {
        let tracking = screen()
        let heard = Heard(tracking.echo)
        library.connection.value = .connected
        library.connection.value = .lost("the daemon went away")
        library.connection.value = .connecting
        library.connection.value = .connected
        #expect(heard.values == ["not connected: the daemon went away", "connected again"])
    }

    @Test func aWholeSideAndOnlyThatOne() {
        let tracking = screen()
        _ = tracking.press(.character("a"))
        library.answer(with: RecordedDocument(entries: [], echo: "Hawks"))
        _ = tracking.press(.end)
        _ = tracking.press(.character("A"))
        let orders = library.orders(TrackRequest.self)
        #expect(orders.map(\.players) == [["home"], ["away"]])
        #expect(orders.map(\.isOnly) == [nil, true])
    }

    @Test func whoIsOutOfTheGameIsNotThere() {
        var status = status
        status.game?.home.players[0].isActive = false
        status.game?.home.players[1].mergedInto = "h#3"
        #expect(screen(status).rows.value.map(\.id) == ["h#3", "a#1"])
    }

    @Test func withoutAGameTheKeysSayWhatIsMissing() {
        let tracking = screen(Samples.status(.alone))
        for key in [Key.enter, .character("T"), .character("a"), .character("A")] {
            #expect(tracking.press(key))
        }
        #expect(library.asked.isEmpty)
        #expect(tracking.echo.value == "no game yet: scored new HAWKS OWLS")
    }
}
