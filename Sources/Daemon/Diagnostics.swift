import Documents
import MoveLog
import Net
import Scorebook

/// The daemon's messages to its operator: one line each, with local time, on standard error, of
/// bounded rate. Control characters in texts from outside are replaced. A journal, which has its own
/// time, gets them too.
package final class Diagnostics {
    package enum Level: String, Sendable {
        /// Normal operation.
        case note
        /// Worth a look.
        case warning
        /// A failure.
        case error

        /// As in syslog(3).
        fileprivate var priority: Int {
            switch self {
            case .note: 6
            case .warning: 4
            case .error: 3
            }
        }
    }

    private let write: ([UInt8]) -> Void
    private let journal: (Int, String) -> Void
    private let clock: DeviceClock
    private let zoneOffset: (Int64) -> Int
    private var lines: TokenBucket
    private var leftOut = 0
    private var lastOfSource: [String: Duration] = [:]

    /// `write` receives whole lines; nil writes to standard error. `journal` receives priorities and
    /// texts. `zoneOffset` returns how many seconds local time is ahead of UTC at an instant.
    package init(
        clock: DeviceClock, zoneOffset: @escaping (Int64) -> Int = Clocks.zoneOffset,
        journal: @escaping (Int, String) -> Void = { _, _ in }, write: (([UInt8]) -> Void)? = nil
    ) {
        self.clock = clock
        self.journal = journal
        self.zoneOffset = zoneOffset
        // A closed standard error must not end the daemon.
        self.write = write ?? { bytes in try? TerminalDevice.writeError(bytes) }
        lines = TokenBucket(
            burst: DaemonLimits.diagnosticsBurst, perSecond: DaemonLimits.diagnosticsRate,
            at: clock.uptime)
    }

    package func say(_ level: Level, _ text: String) {
        guard lines.spend(at: clock.uptime) else {
            leftOut += 1
            return
        }
        if leftOut > 0 {
            line(.warning, "\(leftOut) lines were left out")
            leftOut = 0
        }
        line(level, PlainText.clean(text, max: DaemonLimits.diagnosticsScalarsMax))
    }

    private func line(_ level: Level, _ text: String) {
        let wall = clock.now.wall
        let time = WallText.local(wall, ahead: zoneOffset(wall.milliseconds))
        let mark = level == .note ? "" : "\(level.rawValue): "
        write(Array("\(time) \(mark)\(text)\n".utf8))
        journal(level.priority, text)
    }

    /// Writes a line about a source, unless one was written a moment ago.
    package func say(_ level: Level, of source: String, _ text: String) {
        let now = clock.uptime
        if let last = lastOfSource[source], now < last + DaemonLimits.sourceDiagnosticsInterval {
            return
        }
        if lastOfSource.count >= DaemonLimits.diagnosticsSourcesMax { lastOfSource = [:] }
        lastOfSource[source] = now
        say(level, text)
    }
}
