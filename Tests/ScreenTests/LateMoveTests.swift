import Documents
import Terminal
import Testing
import ViewModels

/// A key pressed while the daemon is away is recorded when it is back, with the reading of the game
/// clock at the key press.
struct LateMoveTests {
    private let paper = PaperKeep()
    private var last: MoveRequest? { paper.library.orders(MoveRequest.self).last }

    private func lose() {
        paper.library.connection.value = .lost("the daemon went away")
    }

    @Test func aDaemonThatIsThereReadsTheGameClockItself() {
        paper.game.setClock(isRunning: true, at: 61_000)
        paper.type("4k")
        #expect(last?.player == "h#1")
        #expect(last?.period == nil)
        #expect(last?.clockSeconds == nil)
    }

    @Test func whileItIsAwayAMoveCarriesWhatTheKeeperSaw() {
        paper.game.setClock(isRunning: true, at: 61_000)
        lose()
        paper.game.timekeeper.advance(by: .milliseconds(4700))
        paper.type("4k")
        #expect(last?.period == 1)
        #expect(last?.clockSeconds == 66)
        paper.game.timekeeper.advance(by: .seconds(60))
        paper.type("5k")
        #expect(last?.clockSeconds == 127)
    }

    @Test func aGameClockThatStandsIsSeenToo() {
        paper.game.setClock(isRunning: false, at: 61_999)
        lose()
        paper.game.timekeeper.advance(by: .seconds(60))
        paper.type("4k")
        #expect(last?.clockSeconds == 61)
    }

    @Test func whereNoGameClockRanThereIsNothingToSee() {
        lose()
        paper.type("4k")
        #expect(last?.period == nil)
        #expect(last?.clockSeconds == nil)
    }

    @Test func theGameClockDoesNotPassThePeriodsEnd() {
        let game = PickupGame(minutes: 1)
        let editor = GameScoreboardEditorViewModel(
            library: game.library, timekeeper: game.timekeeper, names: Keymap().names)
        game.setClock(isRunning: true, at: 59_000)
        game.library.connection.value = .lost("the daemon went away")
        game.timekeeper.advance(by: .seconds(10))
        editor.homePlayers.value[0].twoPointsMove()
        #expect(game.library.orders(MoveRequest.self).map(\.clockSeconds) == [60])
    }

    @Test func whatIsAnsweredLaterWasSeenAtTheKey() {
        paper.game.setClock(isRunning: false, at: 30_000)
        lose()
        paper.type("4k")
        paper.library.connection.value = .connected
        paper.game.setClock(isRunning: false, at: 45_000)
        paper.game.refuse()
        paper.type("y", every: .seconds(1))
        #expect(last?.force == true)
        #expect(last?.clockSeconds == 30)
    }

    @Test func aMoveThatWasAskedAboutIsOfTheTimeOfItsKey() {
        paper.game.setClock(isRunning: true, at: 61_000)
        paper.type("4k")
        paper.game.refuse()
        paper.game.timekeeper.advance(by: .seconds(10))
        paper.type("y")
        #expect(last?.force == true)
        #expect(last?.period == 1)
        #expect(last?.clockSeconds == 61)
    }
}
