package import MoveLog

/// Wall times as text, without a calendar of the system.
package enum WallText {
    /// `2026-11-21T04:05:06.123Z` (RFC 3339); a time beyond the years 0 to 9999 is the nearest one in
    /// them.
    package static func utc(_ wall: WallTime) -> String {
        let bounded = min(max(wall.milliseconds, first), last)
        let day = bounded.flooredQuotient(by: dayMilliseconds)
        let rest = bounded - day * dayMilliseconds
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
        return "\(date(ofDay: day))T\(time.joined(separator: ":")).\(padded(rest % 1000, 3))Z"
    }

    /// `2026-11-21T05:05:06.123+01:00`: the same in a zone that is ahead of UTC by so many seconds.
    package static func local(_ wall: WallTime, ahead seconds: Int) -> String {
        let (there, isBeyond) = wall.milliseconds.addingReportingOverflow(Int64(seconds) * 1000)
        let text = utc(isBeyond ? wall : WallTime(milliseconds: there)).dropLast()
        let minutes = Int64(seconds.magnitude / 60)
        return text + (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":"
            + padded(minutes % 60, 2)
    }

    /// `2026-11-21` in UTC.
    package static func date(_ wall: WallTime) -> String { String(utc(wall).prefix(10)) }

    /// Whether it is a day of the calendar in this form: `2026-11-21`.
    package static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
            parts.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }

    /// `2026-11-21 05:05` in a zone that is ahead of UTC by so many seconds.
    package static func minute(_ milliseconds: Int64, ahead seconds: Int) -> String {
        let text = local(WallTime(milliseconds: milliseconds), ahead: seconds)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private static let dayMilliseconds: Int64 = 86_400_000
    private static let first: Int64 = -62_167_219_200_000
    private static let last: Int64 = 253_402_300_799_999

    /// Days since 1970-01-01 to year, month and day, by eras of 400 years that begin in March
    /// (H. Hinnant, chrono-compatible low-level date algorithms).
    private static func date(ofDay day: Int64) -> String {
        let shifted = day + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
