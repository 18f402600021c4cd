package import MoveLog
import Net

/// Reads both clocks of the device; in tests by hand.
package struct DeviceClock: Sendable {
    private let reading: @Sendable () -> Moment

    /// The start of the machine from which the uptime counts; drawn anew for each process where the
    /// system names none.
    package let boot: BootID

    /// A clock that is read by the closure.
    package init(boot: UInt64? = nil, reading: @escaping @Sendable () -> Moment) {
        self.boot = BootID(rawValue: boot ?? .random(in: 0 ... .max))
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
