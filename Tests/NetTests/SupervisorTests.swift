import Foundation
import Net
import Testing

/// Messages to a service manager: sd_notify(3).
@Suite(.timeLimit(.minutes(1)))
struct SupervisorTests {
    /// A supervisor that keeps what it sends.
    private final class Systemd {
        private(set) var messages: [String] = []
        private let patience: Duration?
        /// True while it accepts no message.
        var isFull = false
        private(set) lazy var supervisor = Supervisor(patience: patience) { [unowned self] bytes in
            if isFull { return false }
            messages.append(String(decoding: bytes, as: UTF8.self))
            return true
        }

        init(patience: Duration?) { self.patience = patience }

        /// The messages since the last call.
        func take() -> [String] {
            defer { messages = [] }
            return messages
        }
    }

    /// With a turn at each deadline, silence never lasts longer than half the patience; without one
    /// nothing is sent.
    @Test(arguments: [1, 2, 25, 60])
    func turnsAnswerTheWatchdogInHalfItsTime(seconds: Int) throws {
        let patience = Duration.seconds(seconds)
        let manager = Systemd(patience: patience)
        var now = Duration.seconds(1000)
        var last = now
        for _ in 0..<50 {
            manager.supervisor.turned(at: now) { "" }
            if manager.take().contains("WATCHDOG=1") { last = now }
            #expect(now - last <= patience / 2)
            let deadline = try #require(manager.supervisor.nextDeadline)
            #expect(deadline == last + patience / 2)
            now = deadline
        }
    }

    @Test func manyTurnsSendLittle() {
        let manager = Systemd(patience: .seconds(20))
        for turn in 0..<10_000 {
            // 10 s, with a status that is another one each turn.
            manager.supervisor.turned(at: .milliseconds(turn)) { "turn \(turn)" }
        }
        #expect(manager.messages == ["WATCHDOG=1", "STATUS=turn 0", "STATUS=turn 5000"])
    }

    @Test func aStatusThatStaysIsSentOnce() {
        let manager = Systemd(patience: nil)
        for second in 0..<100 { manager.supervisor.turned(at: .seconds(second)) { "2 entries" } }
        #expect(manager.messages == ["STATUS=2 entries"])
        #expect(manager.supervisor.nextDeadline == nil)
    }

    /// A status is a line: a name with a line feed cannot send another assignment.
    @Test func aStatusIsOneAssignment() {
        let manager = Systemd(patience: nil)
        manager.supervisor.turned(at: .zero) { "Hawks\nSTOPPING=1" }
        #expect(manager.messages == ["STATUS=HawksSTOPPING=1"])
    }

    /// A manager that accepts nothing for a while still learns that the daemon is ready, and in order.
    @Test func whatIsNotAcceptedIsSentLater() {
        let manager = Systemd(patience: .seconds(20))
        manager.isFull = true
        manager.supervisor.willWork(atMost: .seconds(1), "reads")
        manager.supervisor.isReady()
        for second in 0..<100 {
            manager.supervisor.turned(at: .seconds(second)) { "\(second)" }
            // A loop that comes back at once would take a whole processor.
            #expect(manager.supervisor.nextDeadline == .seconds(second + 1))
        }
        manager.isFull = false
        manager.supervisor.turned(at: .seconds(100)) { "100" }
        #expect(
            manager.take() == [
                "EXTEND_TIMEOUT_USEC=1000000\nSTATUS=reads\nWATCHDOG_USEC=1000000", "READY=1",
                "WATCHDOG=1", "STATUS=100",
            ])
    }

    @Test func longWorkHasALongerWatchdogAndThenTheUsualOne() {
        let manager = Systemd(patience: .seconds(25))
        manager.supervisor.willWork(atMost: .seconds(600), "reads")
        #expect(
            manager.take() == [
                "EXTEND_TIMEOUT_USEC=600000000\nSTATUS=reads\nWATCHDOG_USEC=600000000"
            ])
        manager.supervisor.hasWorked()
        #expect(manager.take() == ["WATCHDOG_USEC=25000000\nWATCHDOG=1"])
    }
}
