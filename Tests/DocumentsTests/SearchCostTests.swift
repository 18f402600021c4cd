import Documents
import Foundation
import MoveLog
import Scorebook
import Testing

/// A search is a pass over the whole book, while a keeper types.
@Suite struct SearchCostTests {
    /// A season of 25 games of 500 moves. A search folds the closed games and reads their moves, so its
    /// processor time is compared with that of folding all games: 2.6 times in a debug build.
    @Test(.timeLimit(.minutes(1)))
    func aSeasonIsSearchedWhileOneTypes() throws {
        var table = PaperTable()
        try table.sit(1, keeper: "Mia")
        let lines = (0..<24).map { index in
            Scorebook.RosterLine(
                side: index < 12 ? .home : .away, number: "\(index)", name: "Player \(index) Ölçer")
        }
        for number in 0..<25 {
            let created = GameCreated(
                home: "Hawks \(number % 7)", away: "Owls", rules: Rules(.fiba), lines: lines)
            let game = try table.record(1, created.draft)
            for move in 0..<500 {
                let kind = [MoveKind.twoPoints, .foul, .rebound][move % 3]
                try table.record(
                    1,
                    Move(kind, by: .line(.created(move % 24)), period: 1).draft(in: game))
            }
        }
        var book = table.book
        let fold = processorTime { book.foldChanged() }
        let projection = Projection(table: book.table, device: try PaperTable.key(1))
        var found = SearchCounts()
        let times = ["olcer", "player 7 two points", "mia.4", "hawks-3-owls foul"].map { query in
            processorTime { found = projection.search(query, in: book, limit: 200).found }
        }
        #expect(found.moves > 0)
        #expect((times.max() ?? .zero) < fold * 4, "\(times), folded in \(fold)")
    }

    /// The time of this thread on a processor, whatever else the machine does.
    private func processorTime(_ body: () -> Void) -> Duration {
        var (start, end) = (timespec(), timespec())
        #expect(unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start) == 0)
        body()
        #expect(unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end) == 0)
        return .seconds(end.tv_sec - start.tv_sec) + .nanoseconds(end.tv_nsec - start.tv_nsec)
    }
}
