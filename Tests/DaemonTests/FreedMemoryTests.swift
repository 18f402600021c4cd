import Testing

@testable import API
@testable import Daemon

/// What opening a log freed goes back to the system, once, and the loop rests afterwards.
@Suite(.timeLimit(.minutes(1))) struct FreedMemoryTests {
    @Test func whatOpeningFreedIsGivenBackOnce() throws {
        let world = try DaemonWorld()
        let daemon = try world.start("ana")
        var count = 0
        daemon.ledger.giveBack = { count += 1 }
        #expect(daemon.ledger.hasFreedMuch)
        #expect(daemon.patience(nil) == .zero)
        try daemon.step(timeout: .zero)
        #expect(count == 1)
        #expect(!daemon.ledger.hasFreedMuch)
        var turns = 0
        while daemon.patience(nil) == .zero, turns < 100 {
            try daemon.step(timeout: .zero)
            turns += 1
        }
        #expect(turns < 100)
        #expect(count == 1)
    }
}
