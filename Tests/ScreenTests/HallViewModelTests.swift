import Documents
import Terminal
import Testing
import ViewModels

/// An unattended scoreboard.
@Suite struct HallViewModelTests {
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private let hall: HallViewModel

    init() { self.init(game: nil) }

    private init(game: String?) {
        hall = HallViewModel(
            library: library, timekeeper: timekeeper, game: game, names: Keymap().names)
    }

    private func fiba(elapsed: Int, isRunning: Bool = true) -> GameDocument {
        var game = Samples.game
        game.rules.periodSeconds = 600
        game.clock = ClockDocument(
            text: "", milliseconds: elapsed, remainingMilliseconds: 600_000 - elapsed, period: 3,
            periodLabel: "Q3", isRunning: isRunning)
        return game
    }

    private func basket(
        _ name: String, lamport: UInt64, _ text: String, home: Int, away: Int,
        state: EntryState = .live, names: [String] = []
    ) -> EntryDocument {
        EntryDocument(
            name: name, game: "hawks-owls-2", keeper: "mia", wallMilliseconds: 0, index: 0,
            lamport: lamport, kind: "twoPoints", text: text, points: 2, home: home, away: away,
            state: state, names: names)
    }

    @Test func theScoreAndTheClockAreShown() {
        #expect(hall.isEmpty.value && hall.placeholder.value.text == "looking for the daemon")
        let times = Heard(hall.time)
        library.status.value = Samples.status(game: fiba(elapsed: 100_000))
        #expect(!hall.isEmpty.value)
        #expect(
            [hall.homeTeam, hall.homeScore, hall.awayScore].map(\.value) == ["Hawks", "5", "12"])
        #expect([hall.period, hall.time, hall.motion].map(\.value) == ["Q3", "08:20", "running"])
        timekeeper.advance(by: .milliseconds(2_500))
        #expect(times.values == ["08:20", "08:19", "08:18", "08:17"])
        library.status.value = Samples.status(game: fiba(elapsed: 102_500, isRunning: false))
        #expect(hall.motion.value == "stopped")
    }

    @Test func aGameWithoutTimeShowsNone() {
        var game = Samples.game
        game.clock = nil
        library.status.value = Samples.status(game: game)
        #expect([hall.time, hall.motion].map(\.value) == ["", ""])
        library.status.value = Samples.status(game: nil)
        #expect(hall.isEmpty.value && hall.placeholder.value.text.contains("scored new"))
    }

    @Test func thePenaltyIsSaid() {
        var game = Samples.game
        game.home.periodFouls = 5
        game.home.isInPenalty = true
        game.away.periodFouls = 1
        game.away.timeouts = 2
        library.status.value = Samples.status(game: game)
        #expect(hall.homeFouls.value == "penalty: 5 fouls")
        #expect(hall.homeFoulsTone.value == .attention)
        #expect(hall.awayFouls.value == "1 foul · 2 time-outs")
        #expect(hall.awayFoulsTone.value == .plain)
    }

    @Test func theLatestBasketIsShown() {
        library.status.value = Samples.status(game: Samples.game)
        #expect(library.asked.map(\.route) == [.gameLog])
        #expect(library.asked.last?.name == "hawks-owls-2")
        let old = basket("mia.7", lamport: 7, "h4 Ana two points", home: 5, away: 12)
        library.answer(with: LogDocument(entries: [old]))
        #expect(hall.latest.value == "h4 Ana two points · 5 : 12")
        library.newest.value = basket("bo.3", lamport: 9, "a00 Cy two points", home: 5, away: 14)
        #expect(hall.latest.value == "a00 Cy two points · 5 : 14")
        // A basket that arrives late is not the latest, and counts in the score at the latest.
        let late = basket("cy.3", lamport: 8, "a00 Cy two points", home: 5, away: 14)
        library.newest.value = late
        #expect(hall.latest.value == "a00 Cy two points · 5 : 14")
        let counted = basket("bo.3", lamport: 9, "a00 Cy two points", home: 5, away: 16)
        library.answer(with: LogDocument(entries: [old, late, counted]))
        #expect(hall.latest.value == "a00 Cy two points · 5 : 16")
        // A withdrawn basket does not count: the log names the latest.
        var void = basket("bo.4", lamport: 10, "void bo.3", home: 0, away: 0, names: ["bo.3"])
        void.points = nil
        library.newest.value = void
        let gone = basket(
            "bo.3", lamport: 9, "a00 Cy two points", home: 5, away: 14, state: .voided)
        library.answer(with: LogDocument(entries: [old, gone, void]))
        #expect(hall.latest.value == "h4 Ana two points · 5 : 12")
        var other = basket("bo.5", lamport: 11, "h4 Di two points", home: 2, away: 0)
        other.game = "another"
        library.newest.value = other
        #expect(hall.latest.value == "h4 Ana two points · 5 : 12")
    }

    /// Of two baskets with one lamport the log knows the order, and an answer from before a basket
    /// does not take its place.
    @Test func theLogSaysWhichBasketIsTheLatest() {
        library.status.value = Samples.status(game: Samples.game)
        library.answer(with: LogDocument(entries: []))
        let first = basket("bo.3", lamport: 9, "h4 Ana two points", home: 2, away: 0)
        let second = basket("cy.3", lamport: 9, "a00 Cy two points", home: 2, away: 2)
        library.newest.value = basket("cy.3", lamport: 9, "a00 Cy two points", home: 0, away: 2)
        library.newest.value = first
        #expect(hall.latest.value == "a00 Cy two points · 0 : 2")
        let third = basket("bo.4", lamport: 10, "h4 Ana one point", home: 3, away: 2)
        library.newest.value = third
        library.answer(with: LogDocument(entries: [first, second, third]))
        #expect(hall.latest.value == "h4 Ana one point · 3 : 2")
    }

    @Test func aLostConnectionIsSaidAndWhatWasShownStays() {
        library.connection.value = .lost("the daemon went away")
        #expect(hall.placeholder.value.text == "not connected: the daemon went away")
        library.status.value = Samples.status(game: Samples.game)
        library.connection.value = .connected
        #expect(hall.connection.value.hasPrefix("in sync"))
        #expect(hall.agreement.value == "log fingerprint: amber-fox-river-stone · 412 entries")
        library.connection.value = .lost("the daemon went away")
        #expect(hall.connection.value == "not connected: the daemon went away")
        #expect(hall.connectionTone.value == .bad)
        #expect(hall.homeScore.value == "5")
        let count = library.asked.count
        library.connection.value = .connected
        #expect(library.asked.count == count + 1, "what was missed is asked for")
    }

    @Test func anotherGameThanTheCurrentOneIsAskedForOnceAtATime() {
        let chosen = HallViewModelTests(game: "lions-bears")
        let (hall, library) = (chosen.hall, chosen.library)
        library.status.value = Samples.status(game: Samples.game)
        library.status.value = Samples.status(unsynced: 1, game: Samples.game)
        #expect(library.asked.map(\.route) == [.game])
        #expect(library.asked.last?.name == "lions-bears")
        #expect(hall.isEmpty.value)
        var game = Samples.game
        game.name = "lions-bears"
        game.home.name = "Lions"
        library.answer(0, with: game)
        #expect(hall.homeTeam.value == "Lions")
        #expect(library.asked.map(\.route) == [.game, .gameLog, .game], "it changed meanwhile")
        library.refuse(code: "unknownGame", "no game lions-bears", to: 2)
        #expect(hall.isEmpty.value && hall.placeholder.value.text == "no game lions-bears")
    }

    // MARK: The end of a game

    /// Hawks and Owls have ended; Cats and Bears are next.
    private func ended(_ change: (inout GameDocument) -> Void = { _ in }) -> StatusDocument {
        var other = Samples.game
        other.name = "cats-bears"
        other.home.name = "Cats"
        other.clock?.isRunning = false
        other.moves = 0
        change(&other)
        var status = Samples.status(game: other)
        status.games = [
            GameBrief(
                name: "hawks-owls-2", title: "Hawks - Owls", state: .closed, home: 5, away: 12)
        ]
        return status
    }

    private func final() {
        library.status.value = Samples.status(game: Samples.game)
        library.status.value = ended()
        #expect(library.asked.last?.route == .game)
        var closed = Samples.game
        closed.state = .closed
        library.answer(with: closed)
        #expect(hall.homeTeam.value == "Hawks" && hall.awayScore.value == "12")
        #expect(hall.state.value.hasPrefix("ended"))
    }

    @Test func theFinalScoreStaysForTwoMinutes() {
        final()
        timekeeper.advance(by: .seconds(119))
        library.status.value = ended()
        #expect(hall.homeTeam.value == "Hawks")
        timekeeper.advance(by: .seconds(1))
        #expect(hall.homeTeam.value == "Cats")
        // This answer is about the game shown before.
        library.answer(.game, with: Samples.game)
        #expect(hall.homeTeam.value == "Cats")
    }

    @Test(arguments: [true, false])
    func theFinalScoreLeavesWhenTheOtherGameGoesOn(byMove: Bool) {
        final()
        library.status.value = ended {
            if byMove { $0.moves = 1 } else { $0.clock?.isRunning = true }
        }
        #expect(hall.homeTeam.value == "Cats")
        library.status.value = ended { $0.moves = 2 }
        #expect(hall.homeTeam.value == "Cats")
    }

    @Test func aGameThatIsNotOverIsLeftAtOnce() {
        library.status.value = Samples.status(game: Samples.game)
        var status = ended()
        status.games[0].state = .live
        library.status.value = status
        #expect(hall.homeTeam.value == "Cats")
    }

    @Test func aFinalScoreThatWasSeenLongEnoughGivesWay() {
        var closed = Samples.game
        closed.state = .closed
        library.status.value = Samples.status(game: closed)
        timekeeper.advance(by: .seconds(60))
        library.status.value = Samples.status(unsynced: 1, game: closed)
        timekeeper.advance(by: .seconds(60))
        library.status.value = ended()
        #expect(hall.homeTeam.value == "Cats")
    }

    // MARK: A newer game

    /// A person chose an old game while a newer one is live.
    @Test func aNewerGameIsSaidAndAKeyShowsIt() {
        var status = Samples.status(game: Samples.game)
        status.newerGame = "cats-bears"
        library.status.value = status
        #expect(
            hall.connection.value
                == "newer game: cats-bears (right) · in sync · saved on other devices too")
        #expect(HallKeys(hall).press(.right))
        let games = GamesDocument(games: [
            GameBrief(name: "cats-bears", title: "", state: .live, home: 1, away: 0),
            GameBrief(
                name: "hawks-owls-2", title: "", state: .live, home: 5, away: 12, isCurrent: true),
            GameBrief(name: "hawks-owls", title: "", state: .signed, home: 5, away: 12),
        ])
        library.answer(.games, with: games)
        #expect(library.asked.last?.route == .game && library.asked.last?.name == "cats-bears")
        var next = Samples.game
        next.name = "cats-bears"
        next.home.name = "Cats"
        library.answer(library.asked.count - 1, with: next)
        #expect(hall.homeTeam.value == "Cats")
        #expect(hall.connection.value == "in sync · saved on other devices too")
        // The chosen game stays when the device changes its current game; back at the current game
        // the screen follows again.
        library.status.value = Samples.status(unsynced: 1, game: Samples.game)
        #expect(hall.homeTeam.value == "Cats")
        #expect(HallKeys(hall).press(.left))
        library.answer(.games, with: games)
        #expect(hall.homeTeam.value == "Hawks")
    }

    /// A final score that stays leaves at once if a person chooses the live game.
    @Test func theKeyEndsTheStayOfAFinalScore() {
        final()
        #expect(HallKeys(hall).press(.right))
        library.answer(
            .games,
            with: GamesDocument(games: [
                GameBrief(
                    name: "cats-bears", title: "", state: .live, home: 0, away: 0, isCurrent: true),
                GameBrief(name: "hawks-owls-2", title: "", state: .closed, home: 5, away: 12),
            ]))
        #expect(hall.homeTeam.value == "Cats")
        library.status.value = ended()
        #expect(hall.homeTeam.value == "Cats")
    }

    /// The game of `--game` is over, and the device has another current game.
    @Test(arguments: [true, false]) func aChosenGameThatIsOverSaysWhichOneIsOn(isNewer: Bool) {
        let chosen = HallViewModelTests(game: "hawks-owls-2")
        let (hall, library) = (chosen.hall, chosen.library)
        library.status.value = ended()
        var closed = Samples.game
        closed.state = .closed
        library.answer(0, with: closed)
        #expect(hall.homeTeam.value == "Hawks")
        let newest = GameBrief(name: "cats-bears", title: "", state: .live, home: 0, away: 0)
        let older = GameBrief(name: "hawks-owls-2", title: "", state: .closed, home: 5, away: 12)
        library.answer(
            .games, with: GamesDocument(games: isNewer ? [newest, older] : [older, newest]))
        #expect(hall.connection.value.hasPrefix("newer game: cats-bears (right) · ") == isNewer)
        #expect(hall.connection.value.hasSuffix("in sync · saved on other devices too"))
    }

    /// `p` and `n` lead past the newest open game to a newer one that is over.
    @Test func anOlderGameIsNotCalledANewerOne() {
        var status = Samples.status(game: Samples.game)
        status.newerGame = "cats-bears"
        library.status.value = status
        #expect(HallKeys(hall).press(.right))
        let games = GamesDocument(games: [
            GameBrief(name: "reds-blues", title: "", state: .closed, home: 1, away: 0),
            GameBrief(name: "cats-bears", title: "", state: .live, home: 1, away: 0),
            GameBrief(name: "hawks-owls-2", title: "", state: .live, home: 5, away: 12),
        ])
        library.answer(.games, with: games)
        var next = Samples.game
        next.name = "cats-bears"
        library.answer(library.asked.count - 1, with: next)
        #expect(HallKeys(hall).press(.right))
        library.answer(.games, with: games)
        next.name = "reds-blues"
        next.state = .closed
        library.answer(.game, with: next)
        #expect(hall.title.value.hasPrefix("reds-blues"))
        #expect(hall.connection.value == "in sync · saved on other devices too")
    }

    @Test func theSoleScreenTakesItsKeys() {
        let screen = SoleScreen(HallKeys(hall), timekeeper: timekeeper)
        let notices = Heard(screen.notice)
        screen.press(.character("?"))
        screen.press(.character("?"))
        screen.press(.character("7"))
        timekeeper.advance(by: .seconds(5))
        #expect(
            notices.values == [
                "right newer game · left earlier game · q quit · Ctrl-L redraw · ? hide this",
                "",
                "7 does nothing here; ? shows the keys", "",
            ])
        #expect(!screen.isFinished.value)
        screen.press(.escape)
        #expect(screen.isFinished.value)
    }
}
