import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// The boards are a function of the set of entries.
@Suite struct FoldLawTests {
    @Test(arguments: UInt64(1)...60)
    func orderRepetitionAndBatchesChangeNothing(seed: UInt64) {
        let entries = RandomTable.entries(seed: seed, count: 120)
        let expected = Shown(Book(rebuilding: entries))
        var random = SeededGenerator(seed: seed &* 7919)
        for _ in 0..<6 {
            var shuffled = entries + entries.filter { _ in random.chance(3) }
            shuffled.shuffle(using: &random)
            var book = Book()
            while !shuffled.isEmpty {
                let batch = shuffled.prefix(1 + random.below(30))
                book.insert(contentsOf: batch)
                shuffled.removeFirst(batch.count)
                if random.chance(2) { book.settle() }
            }
            let isEqualUnsettled = Shown(book) == expected
            #expect(isEqualUnsettled)
            book.settle()
            let isEqual = Shown(book) == expected
            #expect(isEqual)
        }
    }

    @Test(arguments: UInt64(100)...112)
    func everyStepEqualsAFoldFromNothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let entries = RandomTable.entries(seed: seed, count: 60).shuffled(using: &random)
        var book = Book()
        for count in entries.indices {
            book.insert(entries[count])
            book.settle()
            let isEqual = Shown(book) == Shown(Book(rebuilding: entries[...count]))
            #expect(isEqual, "after \(count + 1) entries")
        }
    }

    /// Whatever arrives behind an official result, from anybody and wherever it stands in the order,
    /// changes nothing of it.
    @Test func nothingBehindAnOfficialResultChangesIt() {
        var changed = 0
        for seed in UInt64(1)...150 {
            let entries = RandomTable.entries(seed: seed, count: 120)
            let book = Book(rebuilding: entries)
            let origins = entries.compactMap { try? CopiedEntry(body: $0.entry.body).origin }
            for id in book.gameIDs {
                guard let signed = book.scoreboard(of: id), let official = signed.official else {
                    continue
                }
                let inside = entries.filter {
                    let isOfGame = $0.entry.scope == .game(id)
                    return !isOfGame || official.cut.contains($0.entry.id)
                        || isAside($0.entry) || origins.contains($0.entry.id)
                }
                let first = Book(rebuilding: inside).scoreboard(of: id)
                // Who is waited for may depend on who recorded a move.
                guard let first, first.keepers == signed.keepers else { continue }
                #expect(first.state == .signed)
                #expect(first.teams == signed.teams && first.clock == signed.clock)
                #expect(first.rules == signed.rules && first.ending == signed.ending)
                if inside.count < entries.count { changed += 1 }
            }
        }
        #expect(changed > 10)
    }

    /// Copies and origins are left alone, since one without the other counts.
    private func isAside(_ entry: Entry) -> Bool {
        let aside: Set<Kind> = [
            .trackingClaimed, .trackingReleased, .note, .signOff, .deviceLost, .deviceFound, .void,
            .copied, .gameReopened,
        ]
        return aside.contains(entry.kind)
    }

    /// The laws above would hold of a fold that shows nothing.
    @Test func randomTablesReachEveryCorner() {
        var seen = Set<String>()
        for seed in UInt64(1)...300 {
            let shown = Shown(Book(rebuilding: RandomTable.entries(seed: seed, count: 120)))
            if shown.orphanCount > 0 { seen.insert("orphans") }
            if shown.table.unknownCount > 0 { seen.insert("unknown at the table") }
            for board in shown.boards.values { note(board, &seen) }
        }
        if HeldLawTests.answeredCount(seeds: 1...60) > 0 { seen.insert("accepted") }
        #expect(
            seen == [
                "orphans", "unknown at the table", "unknown", "malformed", "dangling", "score",
                "void", "void of a void", "unlinked", "copy", "absurd", "trackers", "closed",
                "decided", "forked", "forfeit", "abandoned", "signed", "afterSignOff", "disputed",
                "merged", "edited", "inactive", "lost", "lost and later", "penalty", "stopped",
                "overtime fouls", "held", "covered", "resembling", "corrected", "conflict",
                "dangling fix", "accepted",
            ])
    }

    private func noteEnding(_ board: Scoreboard, _ seen: inout Set<String>) {
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

    private func noteAnswers(_ board: Scoreboard, _ seen: inout Set<String>) {
        for entry in board.held {
            seen.insert(entry.move?.kind == .freeThrow ? "covered" : "held")
        }
        if !board.resembling.isEmpty { seen.insert("resembling") }
        if board.moves.contains(where: { $0.corrected != nil }) { seen.insert("corrected") }
        if !board.conflicting.isEmpty { seen.insert("conflict") }
        if !board.danglingFixes.isEmpty { seen.insert("dangling fix") }
    }

    private func note(_ board: Scoreboard, _ seen: inout Set<String>) {
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
