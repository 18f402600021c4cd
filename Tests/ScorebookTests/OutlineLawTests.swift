import MoveLog
import Testing

@testable import Scorebook

/// What a list says of a game is what its board says, though it is folded without one.
@Suite struct OutlineLawTests {
    @Test func aListSaysWhatTheBoardsSay() {
        var (held, official, corrected): (Int, Int, Int) = (0, 0, 0)
        for seed in UInt64(1)...120 {
            let entries = RandomTable.entries(seed: seed, count: 120)
            // None is kept open, so that all are folded for the list alone.
            var book = Book(openGamesMax: 0)
            book.insert(contentsOf: entries)
            book.foldAll()
            for (id, board) in Self.boards(entries) {
                #expect(book.outline(of: id) == GameOutline(board), "seed \(seed)")
                held += board.held.count { $0.move?.kind.isScoring == true }
                official += board.official == nil ? 0 : 1
                corrected += board.timeline.count { $0.corrected != nil }
            }
        }
        #expect(held > 20 && official > 20 && corrected > 20, "\(held) \(official) \(corrected)")
    }

    private static func boards(_ entries: [Placed]) -> [(GameID, Scoreboard)] {
        let book = Book(rebuilding: entries)
        return book.gameIDs.compactMap { id in book.scoreboard(of: id).map { (id, $0) } }
    }
}
