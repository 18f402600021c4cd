package import MoveLog
package import Scorebook

/// Fragments of sentences that documents and screens share.
package enum Phrases {
    /// `bo`, `bo, cy`, `bo, cy, di and 3 more`.
    package static func names(_ names: [String], atMost limit: Int = 4) -> String {
        Catalogue.english.names(names, atMost: limit)
    }

    /// `scored 1.2.3, protocol 1 to 2, fold 4`.
    package static func versions(
        program: String, protocols first: Int, _ last: Int, fold: Int
    ) -> String {
        let protocols = first == last ? "\(first)" : "\(first) to \(last)"
        return "scored \(program), protocol \(protocols), fold \(fold)"
    }

    /// Joins texts. `joined(separator:)` of the library makes the runtime look up types at the
    /// first use: 60 us of a command that takes 2 ms.
    package static func joined(_ texts: [String], by separator: String) -> String {
        var joined = ""
        for (place, text) in texts.enumerated() {
            if place > 0 { joined += separator }
            joined += text
        }
        return joined
    }

    /// `there are bo, cy`, `there is only cron`.
    package static func existing(_ names: [String]) -> String {
        names.count == 1 ? "there is only \(names[0])" : "there are \(Phrases.names(names))"
    }

    /// The parts that are not empty, with semicolons.
    package static func list(_ parts: [String]) -> String {
        joined(parts.filter { !$0.isEmpty }, by: "; ")
    }

    /// `1 foul`, `2 fouls`.
    package static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// `saved on other devices too`, `1 entry exists only here`, `2 entries exist only here`.
    package static func onlyHere(_ count: Int) -> String {
        Catalogue.english(count == 0 ? .savedElsewhere : .existOnlyHere(count))
    }

    /// `now`, `12 s ago`, `4 days ago`.
    package static func ago(seconds: Int) -> String {
        seconds < 2 ? "now" : "\(span(seconds)) ago"
    }

    /// `90 s`, `12 min`, `3 h`, `4 days`.
    package static func span(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }

    /// `840 B`, `12 kB`, `3 MB`.
    package static func size(bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }

    /// The parts that are not empty, with dots.
    package static func line(_ parts: String?...) -> String {
        joined(parts.compactMap { $0 }.filter { !$0.isEmpty }, by: " · ")
    }

    /// `1 entry`, `2 entries`.
    package static func entries(_ number: Int) -> String {
        Catalogue.english(.entries(number))
    }

    /// `1 later entry is`, `2 entries are`.
    package static func entriesAre(_ number: Int, _ adjective: String = "") -> String {
        let space = adjective.isEmpty ? "" : " "
        return number == 1
            ? "1 \(adjective)\(space)entry is"
            : "\(number) \(adjective)\(space)entries are"
    }

    /// With zeroes in front.
    static func padded(_ digits: String, to count: Int) -> String {
        String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// A word for a POSIX shell, in quotes if it needs them.
    package static func shellWord(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
            default: "/._-+,:@%".utf8.contains(byte)
            }
        }
        return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// `twoPoints` as `two points`.
    package static func spaced(_ word: String) -> String {
        var text = ""
        for character in word {
            if character.isUppercase, !text.isEmpty { text += " " }
            text += character.lowercased()
        }
        return text
    }
}

extension Sides<Int> {
    /// `21:18`, home first.
    package var text: String { "\(home):\(away)" }
}

/// Wall times as text, without a calendar of the system.
package enum WallText {
    /// `2026-11-21T04:05:06.123Z` (RFC 3339), clamped to the years 0 to 9999.
    package static func utc(_ wall: WallTime) -> String {
        let bounded = min(max(wall.milliseconds, first), last)
        let day = bounded.flooredQuotient(by: dayMilliseconds)
        let rest = bounded - day * dayMilliseconds
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, 2) }
        return "\(date(ofDay: day))T\(time.joined(separator: ":")).\(padded(rest % 1000, 3))Z"
    }

    /// `2026-11-21T05:05:06.123+01:00`, in a zone that is this many seconds ahead of UTC.
    package static func local(_ wall: WallTime, ahead seconds: Int) -> String {
        let (there, isBeyond) = wall.milliseconds.addingReportingOverflow(Int64(seconds) * 1000)
        let text = utc(isBeyond ? wall : WallTime(milliseconds: there)).dropLast()
        let minutes = Int64(seconds.magnitude / 60)
        return text + (seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":"
            + padded(minutes % 60, 2)
    }

    /// When a clock on the wall last showed this minute, at or before an instant; both in
    /// milliseconds since 1970. `zoneOffset` returns the seconds by which local time is ahead of
    /// UTC at an instant. A day whose clocks are put past the minute is left out.
    package static func lastShowing(
        hour: Int, minute: Int, before wall: Int64, zoneOffset: (Int64) -> Int
    ) -> Int64? {
        func ahead(at instant: Int64) -> Int64 { Int64(zoneOffset(instant)) * 1000 }
        let today = (wall + ahead(at: wall)).flooredQuotient(by: dayMilliseconds)
        // The day after: clocks may be put back over midnight.
        for day in stride(from: today + 1, through: today - 2, by: -1) {
            let shown = day * dayMilliseconds + Int64(hour * 60 + minute) * 60_000
            // A time that is shown twice, as clocks are put back, has two instants.
            let instants = [shown - dayMilliseconds, shown + dayMilliseconds]
                .map { shown - ahead(at: $0) }
                .filter { $0 <= wall && $0 + ahead(at: $0) == shown }
            if let last = instants.max() { return last }
        }
        return nil
    }

    /// True for a day of the calendar in the form `2026-11-21`.
    package static func isDate(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3,
            parts.allSatisfy({ PlainText.isDigits($0) })
        else { return false }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }

    /// `2026-11-21 05:05`, in a zone that is this many seconds ahead of UTC.
    package static func minute(_ milliseconds: Int64, ahead seconds: Int) -> String {
        let text = local(WallTime(milliseconds: milliseconds), ahead: seconds)
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
    }

    private static let dayMilliseconds: Int64 = 86_400_000
    private static let first: Int64 = -62_167_219_200_000
    private static let last: Int64 = 253_402_300_799_999

    /// From days since 1970-01-01, by eras of 400 years that begin in March (H. Hinnant,
    /// chrono-compatible low-level date algorithms).
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
        Phrases.padded("\(number)", to: count)
    }
}

extension Int64 {
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
