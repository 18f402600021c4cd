package import MoveLog
import Net

/// Reads both clocks of the device; in tests by hand.
package struct DeviceClock: Sendable {
    private let reading: @Sendable () -> Moment

    /// Names the start of the machine from which the uptime counts; nil where nothing does.
    package let boot: String?

    /// A clock that is read by the closure.
    package init(boot: String? = nil, reading: @escaping @Sendable () -> Moment) {
        self.boot = boot
        self.reading = reading
    }

    /// The device's own clocks.
    package static let system = DeviceClock(boot: Clocks.bootID) {
        Moment(
            uptime: Clocks.uptime, wall: WallTime(milliseconds: Clocks.wallMilliseconds))
    }

    /// Both readings now.
    package var now: Moment { reading() }
    /// The uptime now.
    package var uptime: Duration { reading().uptime }
}
