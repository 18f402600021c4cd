import Documents
import MoveLog
import Net
import Scorebook

/// What the daemon says to its operator: one line a thing, with the local time, on the standard error,
/// of bounded rate. Texts that came from outside are neutralised.
package final class Diagnostics {
    /// How much a line matters.
    package enum Level: String, Sendable {
        /// Something that is as it should be.
        case note
        /// Something that a person may want to look at.
        case warning
        /// Something that does not work.
        case error
    }

    private let write: ([UInt8]) -> Void
    private let clock: DeviceClock
    private let zoneOffset: (Int64) -> Int
    private var lines: TokenBucket
    private var leftOut = 0
    private var lastOfSource: [String: Duration] = [:]

    /// Lines go to `write`, which gets whole lines; nil writes to the standard error. `zoneOffset` says by
    /// how many seconds local time is ahead of UTC at an instant.
    package init(
        clock: DeviceClock, zoneOffset: @escaping (Int64) -> Int = Clocks.zoneOffset,
        write: (([UInt8]) -> Void)? = nil
    ) {
        self.clock = clock
        self.zoneOffset = zoneOffset
        // Diagnostics that nobody can read any more must not end the daemon.
        self.write = write ?? { bytes in try? TerminalDevice.writeError(bytes) }
        lines = TokenBucket(
            burst: Limits.diagnosticsBurst, perSecond: Limits.diagnosticsRate, at: clock.uptime)
    }

    /// Says one thing.
    package func say(_ level: Level, _ text: String) {
        guard lines.spend(at: clock.uptime) else {
            leftOut += 1
            return
        }
        if leftOut > 0 {
            line(.warning, "\(leftOut) lines were left out")
            leftOut = 0
        }
        line(level, PlainText.clean(text, max: Limits.diagnosticsScalarsMax))
    }

    private func line(_ level: Level, _ text: String) {
        let wall = clock.now.wall
        let time = WallText.local(wall, ahead: zoneOffset(wall.milliseconds))
        let mark = level == .note ? "" : "\(level.rawValue): "
        write(Array("\(time) \(mark)\(text)\n".utf8))
    }

    /// Says one thing about a host, unless something was said about it a moment ago.
    package func say(_ level: Level, of source: String, _ text: String) {
        let now = clock.uptime
        if let last = lastOfSource[source], now < last + Limits.sourceDiagnosticsInterval { return }
        if lastOfSource.count >= Limits.diagnosticsSourcesMax { lastOfSource = [:] }
        lastOfSource[source] = now
        say(level, text)
    }
}
