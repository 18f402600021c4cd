import MoveLog
import Testing

@testable import API
@testable import Daemon

/// What the lines of diagnostics look like, and how many there may be.
@Suite struct DiagnosticsTests {
    private final class Lines {
        var all: [String] = []
    }

    private static let clock = DeviceClock {
        Moment(uptime: .seconds(5), wall: WallTime(milliseconds: 1_795_599_854_123))
    }

    private func diagnostics(_ lines: Lines, ahead seconds: Int = 3600) -> Diagnostics {
        Diagnostics(
            clock: Self.clock, zoneOffset: { _ in seconds },
            write: { lines.all.append(String(decoding: $0, as: UTF8.self)) })
    }

    @Test(arguments: [
        (3600, "2026-11-25T10:44:14.123+01:00"), (0, "2026-11-25T09:44:14.123+00:00"),
        (-12_600, "2026-11-25T06:14:14.123-03:30"),
    ])
    func aLineBeginsWithTheLocalTime(seconds: Int, time: String) {
        let lines = Lines()
        diagnostics(lines, ahead: seconds).say(.warning, "it\nrains")
        diagnostics(lines, ahead: seconds).say(.note, "it stops")
        #expect(lines.all == ["\(time) warning: it rains\n", "\(time) it stops\n"])
    }

    @Test func aFloodOfLinesIsCutOff() {
        let lines = Lines()
        let diagnostics = diagnostics(lines)
        for number in 0..<1000 { diagnostics.say(.note, "\(number)") }
        #expect(lines.all.count == DaemonLimits.diagnosticsBurst)
        for _ in 0..<9 { diagnostics.say(.warning, of: "a turn", "slow") }
        #expect(lines.all.count == DaemonLimits.diagnosticsBurst)
    }
}
