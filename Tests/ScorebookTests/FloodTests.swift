import MoveLog
import Testing

@testable import Scorebook

/// A member that floods the table with well-formed entries makes nobody hang.
@Suite(.timeLimit(.minutes(1))) struct FloodTests {
    @Test func thousandsOfGamesOfOneNameAreNamedApart() {
        var table = PaperTable()
        table.start(1, device: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: [])
        for _ in 0..<8000 { table.record(1, created.draft) }
        let names = table.book.table.games.map(\.slug)
        #expect(Set(names).count == 8000)
        #expect(names.prefix(3) == ["a-b", "a-b-2", "a-b-3"] && names.last == "a-b-8000")
    }

    @Test func copiesOfOneOriginThatAreWithdrawnOftenCostLittle() throws {
        var table = PaperTable()
        table.start(1, device: 1)
        let created = GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: [])
        let game = table.record(1, created.draft)
        let origin = EntryID(author: PaperTable.author(9), sequence: 5)
        let move = Move(.twoPoints, by: .team(.home), period: 1)
        for number in UInt16(0)..<2000 {
            var bytes = [UInt8](repeating: 0, count: 32)
            bytes[0] = UInt8(number >> 8)
            bytes[1] = UInt8(number & 255)
            let copy = CopiedEntry(
                origin: origin, digest: try #require(Digest(bytes)), scope: .game(game),
                originKind: .move, content: move.body)
            table.record(1, copy.draft)
        }
        for _ in 0..<8000 { table.record(1, VoidEntry(target: origin).draft(in: game)) }
        let board = try table.board(game)
        let named = board.timeline.map {
            if case .void(let by) = $0.standing { by.count } else { 0 }
        }
        #expect(named.reduce(0, +) <= 8000 * ScorebookLimits.namesakesMax)
    }

    @Test func thousandsOfCopiesOfOneBasketAreComparedWithAFew() throws {
        var court = try Court.running()
        for keeper in UInt8(1)...2 {
            for _ in 0..<8000 { court.note(.twoPoints, by: keeper, .at(60)) }
        }
        #expect(try court.held().count == ScorebookLimits.copyCandidatesMax)
    }
}
