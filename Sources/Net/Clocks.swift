import Foundation

/// The clocks of a device. Only the edges of the program read them; everything else gets the time
/// as an argument.
package enum Clocks {
    /// The time since the device started, including sleep; it cannot be set.
    package static var uptime: Duration {
        #if canImport(Darwin)
            // On Darwin this clock runs through sleep, as CLOCK_BOOTTIME does on Linux.
            let time = reading(CLOCK_MONOTONIC_RAW)
        #else
            let time = reading(CLOCK_BOOTTIME)
        #endif
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The time that this thread has spent on a processor.
    package static var processorTime: Duration {
        let time = reading(CLOCK_THREAD_CPUTIME_ID)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Milliseconds since 1970 by the device's clock: an annotation for people; may jump.
    package static var wallMilliseconds: Int64 {
        let time = reading(CLOCK_REALTIME)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The seconds by which local time is ahead of UTC at an instant, given in milliseconds since
    /// 1970.
    package static func zoneOffset(at wallMilliseconds: Int64) -> Int {
        var time = time_t(wallMilliseconds / 1000)
        var local = unsafe tm()
        guard unsafe localtime_r(&time, &local) != nil else { return 0 }
        return unsafe local.tm_gmtoff
    }

    /// The first eight bytes of the boot ID of the machine, whose boot `uptime` counts from; nil if
    /// the system has none.
    package static var bootID: UInt64? {
        #if canImport(Darwin)
            var bytes = [UInt8](repeating: 0, count: 64)
            var count = bytes.count
            guard unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &count, nil, 0) == 0 else {
                return nil
            }
        #else
            let file = try? File(reading: "/proc/sys/kernel/random/boot_id")
            guard let bytes = try? file?.read(from: 0, count: 64) else { return nil }
        #endif
        let digits = bytes.prefix { $0 > UInt8(ascii: " ") }
        guard digits.count == 36 else { return nil }
        let text = String(decoding: digits.filter { $0 != UInt8(ascii: "-") }, as: UTF8.self)
        return UInt64(text.prefix(16), radix: 16)
    }

    private static func reading(_ clock: clockid_t) -> timespec {
        var time = timespec()
        let status = unsafe clock_gettime(clock, &time)
        precondition(status == 0, "this system has no such clock")
        return time
    }
}
