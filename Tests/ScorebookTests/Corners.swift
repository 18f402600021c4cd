import MoveLog

@testable import Scorebook

/// What the tables of a law must have met, since a fold that shows nothing obeys every law.
enum Corners {
    static let all: Set<String> = [
        "orphans", "unknown at the table", "unknown", "malformed", "dangling", "score",
        "void", "void of a void", "unlinked", "copy", "absurd", "trackers", "closed",
        "decided", "forked", "forfeit", "abandoned", "signed", "afterSignOff", "disputed",
        "merged", "edited", "inactive", "lost", "lost and later", "penalty", "stopped",
        "overtime fouls", "held", "covered", "resembling", "corrected", "conflict",
        "dangling fix", "accepted",
    ]

    static func reached(by entries: [Placed]) -> Set<String> {
        let shown = Shown(Book(rebuilding: entries))
        var seen = Set<String>()
        if shown.orphanCount > 0 { seen.insert("orphans") }
        if shown.table.unknownCount > 0 { seen.insert("unknown at the table") }
        for board in shown.boards.values { note(board, &seen) }
        if HeldLawTests.answeredCount(in: entries) > 0 { seen.insert("accepted") }
        return seen
    }

    private static func noteEnding(_ board: Scoreboard, _ seen: inout Set<String>) {
        let states: Set<GameState> = [.closed, .decided, .forfeit, .abandoned, .signed]
        if states.contains(board.state) { seen.insert(board.state.rawValue) }
        if !board.afterSignOff.isEmpty { seen.insert("afterSignOff") }
        if board.isDisputed { seen.insert("disputed") }
        if board.clock.isStoppedByVerdict { seen.insert("stopped") }
        if !board.lost.isEmpty { seen.insert("lost") }
        if board.lost.contains(where: { !$0.later.isEmpty }) { seen.insert("lost and later") }
        for side in Side.allCases {
            if (1...9).contains(where: { board.penalty(of: side, in: $0) == .bonus }) {
                seen.insert("penalty")
            }
            let team = board.teams[side]
            if team.teamFouls.dropFirst(board.rules[.periods]).contains(where: { $0 > 0 }) {
                seen.insert("overtime fouls")
            }
            for line in team.players {
                if line.mergedInto != nil { seen.insert("merged") }
                if line.name == "Anna" { seen.insert("edited") }
                if line.isWithdrawn && !line.isRetracted && line.mergedInto == nil {
                    seen.insert("inactive")
                }
            }
        }
    }

    private static func noteAnswers(_ board: Scoreboard, _ seen: inout Set<String>) {
        for entry in board.held {
            seen.insert(isCovered(entry, board) ? "covered" : "held")
        }
        if !board.resembling.isEmpty { seen.insert("resembling") }
        if board.moves.contains(where: { $0.corrected != nil }) { seen.insert("corrected") }
        if !board.conflicting.isEmpty { seen.insert("conflict") }
        if !board.danglingFixes.isEmpty { seen.insert("dangling fix") }
    }

    /// Held though the clocks stood further apart than those of two keepers may.
    private static func isCovered(_ entry: TimelineEntry, _ board: Scoreboard) -> Bool {
        guard let original = entry.heldOf.flatMap(board.entry)?.recordedMove?.elapsed,
            let elapsed = entry.recordedMove?.elapsed
        else { return false }
        return max(original, elapsed) - min(original, elapsed) > ScorebookLimits.copyWindow
    }

    private static func note(_ board: Scoreboard, _ seen: inout Set<String>) {
        noteAnswers(board, &seen)
        if board.unknownCount > 0 { seen.insert("unknown") }
        if board.malformedCount > 0 { seen.insert("malformed") }
        if board.danglingCount > 0 { seen.insert("dangling") }
        if board.score.home > 0 { seen.insert("score") }
        if board.players.contains(where: { !$0.trackers.isEmpty }) { seen.insert("trackers") }
        noteEnding(board, &seen)
        if Set(board.timeline.map(\.id)).count < board.timeline.count { seen.insert("forked") }
        for entry in board.timeline {
            if entry.id != entry.recordedAs { seen.insert("copy") }
            if entry.lamport == 0 { seen.insert("absurd") }
            if entry.standing == .unlinked { seen.insert("unlinked") }
            guard case .void = entry.standing else { continue }
            seen.insert("void")
            if case .void = entry.content { seen.insert("void of a void") }
        }
    }
}
