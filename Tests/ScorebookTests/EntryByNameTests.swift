import MoveLog
import Testing

@testable import Scorebook

/// An entry is found by its ID without a look at every other.
@Suite struct EntryByNameTests {
    /// Forks and copies among them, where several entries bear one ID.
    @Test(arguments: Array(UInt64(1)...30) + [133, 158, 191])
    func itIsTheFirstOfThatIDInOrder(seed: UInt64) {
        let book = Book(rebuilding: RandomTable.entries(seed: seed, count: 120))
        for game in book.gameIDs {
            guard let board = book.scoreboard(of: game) else { continue }
            var ids = Set(board.timeline.flatMap { [$0.id, $0.recordedAs] })
            ids.insert(EntryID(author: PaperTable.author(99), sequence: 1))
            for id in ids {
                let first = board.timeline.firstIndex { $0.id == id || $0.recordedAs == id }
                #expect(board.place(of: id) == first)
                #expect(board.entry(id) == first.map { board.timeline[$0] })
            }
        }
    }
}
