package import MoveLog

/// The texts by which something in a game may be found, and what kinds of entries it has: a search
/// folds only games that may have a result.
package struct GameTexts: Equatable, Sendable {
    /// Names, sides with numbers (`h4`) and slots of players, and notes, a line each, as
    /// `Slug.plain` makes them.
    package let text: String
    /// The kinds of all moves, counted or not.
    package let kinds: Set<MoveKind>
    package let hasNotes: Bool
    /// True if an entry is withdrawn, held or the like.
    package let hasOthers: Bool
    /// False if `text` lacks some notes, because they are long.
    package let isWhole: Bool
    /// Those whose entries the game has, each once.
    package let authors: [AuthorID]

    /// Cost: a look at each entry.
    init(_ board: Scoreboard) {
        var text = ""
        for line in board.players {
            let number = line.side.letter + Slug.plain(line.number)
            text += "\(Slug.plain(line.name))\n\(number)\n\(line.slotText)\n"
        }
        var kinds: Set<UInt8> = []
        var (hasNotes, hasOthers, isWhole) = (false, false, true)
        let (entries, outcomes) = (board.timeline.entries, board.timeline.outcomes)
        for (row, outcome) in zip(entries.rows, outcomes) where row.isMove {
            kinds.insert(row.moveKind)
            if outcome.state != .live { hasOthers = true }
        }
        for index in entries.rows.indices
        where !entries.rows[index].isMove || outcomes[index].remark >= 0 {
            let entry = board.timeline[index]
            if outcomes[index].state != .live { hasOthers = true }
            // As corrected.
            if let move = entry.move { kinds.insert(move.kind.rawValue) }
            guard case .note(let note) = entry.content else { continue }
            hasNotes = true
            isWhole = isWhole && text.utf8.count < ScorebookLimits.gameTextBytesMax
            if isWhole { text += "\(Slug.plain(note.text))\n" }
        }
        self.text = text
        self.kinds = Set(kinds.compactMap(MoveKind.init))
        (self.hasNotes, self.hasOthers, self.isWhole) = (hasNotes, hasOthers, isWhole)
        authors = (0..<Int32(entries.authors.count)).map { entries.authors[$0] }
    }
}
