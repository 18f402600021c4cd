import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Entries by name.
extension Desk {
    /// The board of a game with all that this turn has recorded so far, which may be durable only at
    /// its end: of two requests in one turn the second must see the first one's entries.
    func presentBoard(named name: String?) throws(Denial) -> Scoreboard {
        let settled = try board(named: name)
        return ledger.presentBoard(of: settled.id) ?? settled
    }

    /// The entry of a game that a keeper means: `mia.41`, or `41` for one of this device's own.
    func entry(_ text: String, in board: Scoreboard) throws(Denial) -> TimelineEntry {
        let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
        guard let id = UInt64(name) == nil ? table.entry(named: name) : own(name) else {
            throw stranger(name)
        }
        if let entry = board.entry(id) { return entry }
        throw missing(id, name, board)
    }

    /// An entry of this device by its number alone, of the newest incarnation that has it.
    private func own(_ number: String) -> EntryID? {
        guard let sequence = UInt64(number), sequence > 0 else { return nil }
        let authors = table.device(device)?.authors ?? []
        let ids = authors.reversed().map { EntryID(author: $0, sequence: sequence) }
        return ids.first { !ledger.log.entries($0).isEmpty } ?? ids.first
    }

    /// No device has the name, or it is none of an entry.
    private func stranger(_ name: String) -> Denial {
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let number = dot.map { name[name.utf8.index(after: $0)...] } ?? ""
        guard let dot, let sequence = UInt64(number), sequence > 0 else {
            return Denial(
                .unprocessable, .unknownEntry, "'\(shown(name))' is not an entry",
                advice: "write mia.41, or 41 for your own; scored log shows them")
        }
        let authors = table.devices.flatMap(\.authors).map { table.name(of: $0) }
        return Denial(
            .notFound, .unknownEntry,
            "no device is called '\(shown(String(name[..<dot])))'",
            advice: Phrases.existing(authors),
            candidates: authors.map { "\($0).\(sequence)" })
    }

    /// The device is known, and the entry is not one of the game.
    private func missing(_ id: EntryID, _ name: String, _ board: Scoreboard) -> Denial {
        let slug = table.game(board.id)?.slug ?? "this game"
        let spoken = table.name(of: id)
        switch ledger.log.entries(id).first?.entry.scope {
        case .game(let game):
            let other = table.game(game)?.slug
            return Denial(
                .unprocessable, .wrongEntry,
                "\(spoken) is an entry of \(other ?? "a game that has not arrived"), not of \(slug)",
                advice: other.map { "add --game \($0)" }, candidates: other.map { [$0] })
        case .table:
            return Denial(
                .unprocessable, .wrongEntry,
                "\(spoken) is an entry about the table, not one of \(slug)",
                advice: "scored log shows those of the game")
        case nil:
            let near = board.timeline.filter { $0.author == id.author }
                .suffix(Limits.nearbyEntriesMax).map { table.name(of: $0.recordedAs) }
            return Denial(
                .notFound, .unknownEntry, "there is no entry \(spoken) on this device",
                advice: near.isEmpty
                    ? "scored log shows the entries of \(slug)"
                    : "the newest of \(slug) are \(Phrases.names(near))",
                candidates: near)
        }
    }
}
