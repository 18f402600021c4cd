/// The small grammar of the screens.
enum Phrases {
    /// `bo`, `bo, cy`, `bo, cy, di and 3 more`.
    static func names(_ names: [String], atMost limit: Int = 4) -> String {
        guard names.count > limit + 1 else { return names.joined(separator: ", ") }
        let shown = names.prefix(limit).joined(separator: ", ")
        return "\(shown) and \(names.count - limit) more"
    }

    /// `1 foul`, `2 fouls`.
    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    /// `0 moves only here`, `1 move exists only here`, `2 moves exist only here`.
    static func onlyHere(_ moves: Int) -> String {
        switch moves {
        case 0: "0 moves only here"
        case 1: "1 move exists only here"
        default: "\(moves) moves exist only here"
        }
    }

    /// `now`, `12 s ago`, `3 min ago`, `2 h ago`, `4 days ago`.
    static func ago(seconds: Int) -> String {
        switch seconds {
        case ..<2: "now"
        case ..<120: "\(seconds) s ago"
        case ..<7200: "\(seconds / 60) min ago"
        case ..<172_800: "\(seconds / 3600) h ago"
        default: "\(seconds / 86_400) days ago"
        }
    }

    /// `840 B`, `12 kB`, `3 MB`.
    static func size(bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }

    /// The parts that say something, with a dot between.
    static func line(_ parts: String?...) -> String {
        parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
