import Documents
import MoveLog
import Scorebook
import Testing

/// A search is a pass over the whole book, while a keeper types.
@Suite struct SearchCostTests {
    /// A season of 100 games of 500 moves. It takes 1 s, most of it to fold closed games; the bound is
    /// for a machine that does other things, and is passed where each move's texts are compared again.
    @Test(.timeLimit(.minutes(1)))
    func aSeasonIsSearchedWhileOneTypes() throws {
        var table = PaperTable()
        try table.sit(1, keeper: "Mia")
        let lines = (0..<24).map { index in
            Scorebook.RosterLine(
                side: index < 12 ? .home : .away, number: "\(index)", name: "Player \(index) Ölçer")
        }
        for number in 0..<100 {
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
        book.foldChanged()
        let projection = Projection(table: book.table, device: try PaperTable.key(1))
        let clock = ContinuousClock()
        var found = SearchCounts()
        let times = ["olcer", "player 7 two points", "mia.4", "hawks-3-owls foul"].map { query in
            clock.measure { found = projection.search(query, in: book, limit: 200).found }
        }
        #expect(found.moves > 0)
        #expect((times.max() ?? .zero) < .seconds(5), "\(times)")
        print("a season of 50,000 moves searched in \(times)")
    }
}
