import Foundation

/// The two clocks of a device. Only the edges read them; everything else is told the time.
package enum Clocks {
    /// The time since the device started, sleep included; nothing sets it.
    package static var uptime: Duration {
        #if canImport(Darwin)
            // This one runs through sleep on Darwin, as CLOCK_BOOTTIME does on Linux.
            let time = reading(CLOCK_MONOTONIC_RAW)
        #else
            let time = reading(CLOCK_BOOTTIME)
        #endif
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Milliseconds since 1970 as the device believes: an annotation for people, which may jump.
    package static var wallMilliseconds: Int64 {
        let time = reading(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    private static func reading(_ clock: clockid_t) -> timespec {
        var time = timespec()
        let status = unsafe clock_gettime(clock, &time)
        precondition(status == 0, "this system has no such clock")
        return time
    }
}
