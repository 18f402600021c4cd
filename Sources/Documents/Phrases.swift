/// The small grammar that documents and screens share.
package enum Phrases {
    /// `bo`, `bo, cy`, `bo, cy, di and 3 more`.
    package static func names(_ names: [String], atMost limit: Int = 4) -> String {
        guard names.count > limit + 1 else { return joined(names, by: ", ") }
        let shown = joined(Array(names.prefix(limit)), by: ", ")
        return "\(shown) and \(names.count - limit) more"
    }

    /// Texts with a separator between them. What the library has for it makes the runtime look up
    /// types at the first use, some 60 us of a command that takes two milliseconds.
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

    /// The parts that say something, with a semicolon between.
    package static func list(_ parts: [String]) -> String {
        joined(parts.filter { !$0.isEmpty }, by: "; ")
    }

    /// `1 foul`, `2 fouls`.
    package static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// `saved on other devices too`, `1 move exists only here`, `2 moves exist only here`.
    package static func onlyHere(_ moves: Int) -> String {
        switch moves {
        case 0: "saved on other devices too"
        case 1: "1 move exists only here"
        default: "\(moves) moves exist only here"
        }
    }

    /// `now`, `12 s ago`, `3 min ago`, `2 h ago`, `4 days ago`.
    package static func ago(seconds: Int) -> String {
        switch seconds {
        case ..<2: "now"
        case ..<120: "\(seconds) s ago"
        case ..<7200: "\(seconds / 60) min ago"
        case ..<172_800: "\(seconds / 3600) h ago"
        default: "\(seconds / 86_400) days ago"
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

    /// The parts that say something, with a dot between.
    package static func line(_ parts: String?...) -> String {
        joined(parts.compactMap { $0 }.filter { !$0.isEmpty }, by: " · ")
    }

    /// `1 entry`, `2 entries`.
    package static func entries(_ number: Int) -> String {
        number == 1 ? "1 entry" : "\(number) entries"
    }

    /// `is not` or `are not`.
    package static func areNot(_ names: [String]) -> String {
        names.count == 1 ? "is not" : "are not"
    }

    /// A word of a command that can be pasted into a shell, in quotes where it needs them.
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
