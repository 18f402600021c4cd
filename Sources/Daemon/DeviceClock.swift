package import MoveLog
import Net

/// Reads both clocks of the device; in tests by hand.
package struct DeviceClock: Sendable {
    private let reading: @Sendable () -> Moment

    /// A clock that is read by the closure.
    package init(reading: @escaping @Sendable () -> Moment) { self.reading = reading }

    /// The device's own clocks.
    package static let system = DeviceClock {
        Moment(
            uptime: Clocks.uptime, wall: WallTime(milliseconds: Clocks.wallMilliseconds))
    }

    /// Both readings now.
    package var now: Moment { reading() }
    /// The uptime now.
    package var uptime: Duration { reading().uptime }
}
