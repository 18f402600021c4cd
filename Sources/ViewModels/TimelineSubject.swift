package import Documents

/// Whose entries a timeline shows; nil for all.
struct TimelineSubject: Hashable, Sendable {
    /// A game's name; the current game without one.
    var game: String?
    /// A keeper's name, or a device's.
    var keeper: String?
    /// A player as people write one.
    var player: String?

    /// Whether an entry belongs to it, when the player is in the slot, or is the team of the side, so
    /// called.
    func fits(_ entry: EntryDocument, slot: String?) -> Bool {
        if let keeper = keeper?.lowercased() {
            guard entry.keeper.lowercased() == keeper || EntryName.device(entry.name) == keeper
            else { return false }
        }
        switch slot {
        case nil: return true
        case "home": return entry.side == .home && entry.player == nil
        case "away": return entry.side == .away && entry.player == nil
        case let slot: return entry.player == slot
        }
    }
}

/// What an entry's name says.
enum EntryName {
    /// `mia/2` and `41` of `mia/2.41`.
    static func parts(_ name: String) -> (author: String, number: UInt64)? {
        guard let dot = name.lastIndex(of: "."),
            let number = UInt64(name[name.index(after: dot)...])
        else { return nil }
        return (String(name[..<dot]), number)
    }

    /// `mia` of `mia/2.41`.
    static func device(_ name: String) -> String {
        String(name.prefix { $0 != "/" && $0 != "." })
    }
}

extension LibraryRequest where Answer == LogDocument {
    /// The entries of a game that came later than these of their authors, and those of all other
    /// authors; wherever in the order they stand, or behind one of them alone.
    package static func log(
        game: String?, since: [String], after: String? = nil
    ) -> LibraryRequest<LogDocument> {
        let parameters: [(String, String?)] = [
            ("since", since.joined(separator: ",")), ("after", after),
        ]
        guard let game else { return Self(asking: .log, parameters) }
        return Self(asking: .gameLog, name: game, parameters)
    }
}
