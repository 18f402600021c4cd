package import MoveLog
package import Scorebook

extension Projection {
    /// The held moves of a game, in order.
    package func heldMoves(_ board: Scoreboard) -> [HeldMove] {
        board.timeline.indices.filter { board.timeline[$0].isHeld }
            .compactMap { heldMove(at: $0, in: board) }
    }

    /// What the keeper at the device is asked about moves that were just withdrawn: the held copy of
    /// each may be what really happened.
    package func questions(voiding voided: Set<EntryID>, in board: Scoreboard) -> [QuestionDocument]
    {
        board.timeline.indices.compactMap { index in
            guard let other = board.timeline[index].heldOf,
                let original = board.entry(other), voided.contains(original.id),
                original.isVoid, let held = heldMove(at: index, in: board)
            else { return nil }
            let place = held.clock.map { ", \($0)" } ?? ""
            return QuestionDocument(
                code: "countHeld",
                text: "\(held.name) by \(held.keeper) (\(held.text)\(place)) is held as its copy: "
                    + "count it instead?",
                entries: [held.name])
        }
    }

    /// Nil for an entry that is not held.
    package func heldMove(at index: Int, in board: Scoreboard) -> HeldMove? {
        guard let other = board.timeline[index].heldOf else { return nil }
        let entry = board.timeline[index]
        guard let move = entry.move else { return nil }
        let words = EntryWords(projection: self, board: board, entry: entry)
        let original = board.entry(other)
        var document = HeldMove(
            name: table.name(of: entry.recordedAs), keeper: keeper(of: entry.author),
            text: words.text, clock: clockLabel(move, board), of: name(other, in: board),
            ofKeeper: keeper(of: original?.author ?? other.author),
            ofClock: original?.move.flatMap { clockLabel($0, board) })
        if case .line(let ref) = move.subject { document.player = board.player(ref)?.slotText }
        if let original { document.ofState = state(original) }
        return document
    }

    /// The moves whose corrections contradict each other, in order.
    package func conflicts(_ board: Scoreboard) -> [FixConflict] {
        board.conflicting.compactMap { entry in
            guard let fix = entry.fixes.last else { return nil }
            let others = entry.conflicts.compactMap(board.entry)
            return FixConflict(
                move: table.name(of: entry.recordedAs),
                text: EntryWords(projection: self, board: board, entry: entry).text,
                fix: name(fix, in: board), others: others.map { table.name(of: $0.recordedAs) },
                otherTexts: others.map { words(ofFix: $0, in: board) })
        }
    }

    /// What a correction puts in the place of its move.
    private func words(ofFix entry: TimelineEntry, in board: Scoreboard) -> String {
        guard case .fix(let fix) = entry.content else { return "" }
        return EntryWords(projection: self, board: board, entry: entry).text(of: fix.move)
    }

    /// `Q1 04:31`; nil where the keeper saw no game clock.
    func clockLabel(_ move: Move, _ board: Scoreboard) -> String? {
        move.elapsed.map { board.rules.clockLabel($0, period: move.period) }
    }
}

extension TimelineEntry {
    /// Whether a live void names it.
    fileprivate var isVoid: Bool {
        if case .void = standing { true } else { false }
    }
}
