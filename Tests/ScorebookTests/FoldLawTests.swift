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

    /// The laws above would hold of a fold that shows nothing.
    @Test func randomTablesReachEveryCorner() {
        var seen = Set<String>()
        for seed in UInt64(1)...150 {
            let shown = Shown(Book(rebuilding: RandomTable.entries(seed: seed, count: 120)))
            if shown.orphanCount > 0 { seen.insert("orphans") }
            if shown.table.unknownCount > 0 { seen.insert("unknown at the table") }
            for board in shown.boards.values { note(board, &seen) }
        }
        #expect(
            seen == [
                "orphans", "unknown at the table", "unknown", "malformed", "dangling", "score",
                "void", "void of a void", "unlinked", "copy", "absurd", "trackers", "closed",
                "decided", "forked",
            ])
    }

    private func note(_ board: Scoreboard, _ seen: inout Set<String>) {
        if board.unknownCount > 0 { seen.insert("unknown") }
        if board.malformedCount > 0 { seen.insert("malformed") }
        if board.danglingCount > 0 { seen.insert("dangling") }
        if board.score.home > 0 { seen.insert("score") }
        if board.players.contains(where: { !$0.trackers.isEmpty }) { seen.insert("trackers") }
        if board.state == .closed { seen.insert("closed") }
        if board.state == .decided { seen.insert("decided") }
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
