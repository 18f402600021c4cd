import MoveLog
import Testing

@testable import Scorebook

/// Copies that their origins displace, by the thousand: a lost stretch that came back.
@Suite(.timeLimit(.minutes(2))) struct DisplacingCostTests {
    /// What is displaced.
    enum Case: CaseIterable {
        case moves
        case movesOfAnOpenGame
        case games
    }

    /// A book that holds so many copies, and their origins, which have not come.
    private func copied(_ count: Int, _ kind: Case) throws -> (book: Book, origins: [Placed]) {
        var table = PaperTable()
        table.start(1, device: 1)
        table.start(2, device: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: [])
        let game = table.record(2, created.draft)
        let move = Move(.twoPoints, by: .team(.home), period: 1)
        for _ in 0..<count {
            table.record(1, kind == .games ? created.draft : move.draft(in: game))
        }
        let origins = Array(table.entries.suffix(count))
        var book = Book()
        book.insert(contentsOf: table.entries.dropLast(count))
        for origin in origins {
            let copy = try #require(CopiedEntry(of: origin.entry, digest: PaperTable.digest(1)))
            table.record(2, copy.draft)
        }
        book.insert(contentsOf: table.entries.suffix(count))
        if kind == .movesOfAnOpenGame { book.open(game) }
        return (book, origins)
    }

    private func time(displacing count: Int, _ kind: Case) throws -> Duration {
        let (book, origins) = try copied(count, kind)
        let times = (0..<3).map { _ in
            var book = book
            return ContinuousClock().measure { book.insert(contentsOf: origins) }
        }
        return times.min() ?? .zero
    }

    /// Eight times as many take about eight times as long; where each costs a look at all others they
    /// take 64 times as long.
    @Test(arguments: Case.allCases)
    func eightTimesAsManyTakeNoMoreThanThriceEightTimesAsLong(kind: Case) throws {
        let few = try time(displacing: 1000, kind)
        let many = try time(displacing: 8000, kind)
        print("displacing 1000 \(kind) took \(few), 8000 took \(many)")
        #expect(many < few * 24)
    }
}
