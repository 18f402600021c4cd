import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Small sets in each of their orders, where chance leaves nothing out.
@Suite struct EveryOrderTests {
    /// Six entries of one random game, now and then its creation among them.
    @Test(arguments: UInt64(1)...8)
    func sixEntriesOfARandomTable(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &* 104_729)
        var first = RandomTable.entries(seed: seed, count: 120)
        let game = try #require(first.first { $0.entry.kind == .gameCreated }?.entry.id)
        let ofGame = first.indices.filter { first[$0].entry.scope == .game(game) }
        var last = Set(ofGame.shuffled(using: &random).prefix(seed.isMultiple(of: 4) ? 5 : 6))
        if last.count < 6, let creation = first.firstIndex(where: { $0.entry.id == game }) {
            last.insert(creation)
        }
        let moved = last.sorted().map { first[$0] }
        // Few enough that a fold is cheap, and close enough to name one another.
        let near = Set(ofGame.shuffled(using: &random).prefix(20))
        first = first.indices.filter {
            !last.contains($0) && (first[$0].entry.scope == .table || near.contains($0))
        }.map { first[$0] }
        try #require(moved.count == 6)
        expectOneBoard(first, moved, &random)
    }

    /// A correction, a withdrawal, an answer, a signature, a merge, a takeover and a reopening.
    @Test(arguments: [false, true])
    func everyAnswerAndEnding(isReopened: Bool) throws {
        var court = try Court.running()
        court.record(TrackingClaimed([.line(.created(0))]), by: 1)
        let basket = timed(.twoPoints, 0, 10, by: 1, &court)
        let copy = timed(.twoPoints, 0, 12, by: 2, &court)
        let foul = timed(.foul, 3, 40, by: 1, &court)
        court.record(GameEnded())
        let count = court.table.entries.count
        let held = try court.board().held.map(\.id)
        #expect(held == [copy])
        court.record(
            Fix(target: basket, move: Move(.threePoints, by: .line(.created(0)), period: 1)))
        court.void(foul)
        court.record(Accepted(target: copy))
        court.record(RosterMerged(from: .created(2), into: .created(0)))
        let cut = Cut([PaperTable.author(1): 6])
        court.record(TakenOver([.line(.created(0))], from: PaperTable.key(1), cut: cut), by: 2)
        try court.sign(by: 1)
        try court.sign(by: 2)
        if isReopened { court.record(GameReopened()) }
        let board = try court.board()
        #expect((board.state == .signed) == !isReopened)
        #expect(board.moves.contains { $0.corrected != nil } && board.held.isEmpty)
        #expect(board.teams.home.players.contains { $0.mergedInto != nil })
        // Six, since a seventh costs seven times as much: one signature stays where it is, and
        // beside a reopening the void too.
        var moved = Array(court.table.entries[count...])
        moved.remove(at: 5)
        if isReopened { moved.remove(at: 1) }
        let first = court.table.entries.filter { !moved.contains($0) }
        var random = SeededGenerator(seed: 7)
        expectOneBoard(first, moved, &random)
    }

    private func timed(
        _ kind: MoveKind, _ line: Int, _ seconds: Int, by keeper: UInt8, _ court: inout Court
    ) -> EntryID {
        var move = Move(kind, by: .line(.created(line)), period: 1)
        move.elapsed = .seconds(seconds)
        move.isTracked = keeper == 1
        return court.record(move, by: keeper)
    }

    /// Inserts `moved` behind `first` in each order, alone and with one of them twice.
    private func expectOneBoard(
        _ first: [Placed], _ moved: [Placed], _ random: inout SeededGenerator
    ) {
        let expected = Shown(Book(rebuilding: first + moved))
        var start = Book(rebuilding: first)
        start.foldChanged()
        var orders = 0
        var failures = 0
        func visit(_ book: Book, _ path: [Int]) {
            if path.count == moved.count {
                var book = book
                book.foldChanged()
                if Shown(book) != expected { failures += 1 }
                orders += 1
                return
            }
            // Half of the branches are folded on the way, half only at their end.
            for next in moved.indices where !path.contains(next) {
                var book = book
                book.insert(moved[next])
                if path.count == 2 && random.chance(2) { book.foldChanged() }
                visit(book, path + [next])
                guard path.count == moved.count - 1 else { continue }
                var repeated = start
                let order = path + [next]
                let twice = random.below(order.count)
                let again = twice + 1 + random.below(order.count - twice)
                for (index, entry) in order.enumerated() {
                    repeated.insert(moved[entry])
                    if index + 1 == again { repeated.insert(moved[order[twice]]) }
                }
                repeated.foldChanged()
                if Shown(repeated) != expected { failures += 1 }
            }
        }
        visit(start, [])
        #expect(orders == (1...moved.count).reduce(1, *))
        #expect(failures == 0)
    }
}
