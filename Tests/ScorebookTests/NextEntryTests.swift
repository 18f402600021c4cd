import MoveLog
import Official
import Seeds
import Testing

@testable import Scorebook

/// A board that takes one entry after the other is the board that a fold of all of them gives.
@Suite struct NextEntryTests {
    private static let hostileSeeds: [UInt64] = [3, 17, 120, 138, 151, 191]
    private static let keptSeeds = Array(UInt64(1)...24)

    @Test(arguments: Self.hostileSeeds)
    func everyStepOfAnyTable(seed: UInt64) {
        let walk = Walk(RandomTable.entries(seed: seed, count: 80), seed: seed)
        #expect(walk.failures == [])
    }

    @Test(arguments: Self.keptSeeds)
    func everyStepOfAKeptGame(seed: UInt64) throws {
        let entries = try KeptTable.entries(seed: seed, count: 90, isCalm: seed % 3 != 0)
        let walk = Walk(entries, seed: seed)
        #expect(walk.failures == [])
    }

    /// Between keepers who hear of each other after some time, every 16th step.
    @Test(arguments: cases(OfficialGame.names))
    func realGames(name: String) throws {
        let (table, _) = try PaperKeeping(seed: 7).table(of: OfficialGame(name))
        let walk = Walk(table.entries, seed: 7, every: 16)
        #expect(walk.failures == [])
    }

    /// The laws above would hold of a book that folds everything for each entry: asked is whether those
    /// that come in order were appended, and which.
    @Test func entriesInOrderAreAppended() throws {
        var (taken, offered) = (0, 0)
        var corners: Set<String> = []
        for seed in Self.keptSeeds where seed % 3 != 0 {
            let entries = try KeptTable.entries(seed: seed, count: 90, isCalm: true)
            let walk = Walk(entries, seed: seed, every: .max, isInOrder: true)
            taken += walk.taken
            offered += walk.offered
            corners.formUnion(walk.corners)
        }
        #expect(taken * 10 > offered * 7, "\(taken) of \(offered)")
        #expect(corners == Walk.allCorners)
        taken = 0
        for seed in Self.hostileSeeds {
            let entries = RandomTable.entries(seed: seed, count: 80)
            taken += Walk(entries, seed: seed, every: .max, isInOrder: true).taken
        }
        #expect(taken > 10, "\(taken)")
    }
}

/// The way of a book from entry to entry, nearly in the order of recording, looked at after each.
private struct Walk {
    static let allCorners: Set<String> = [
        "move", "clock", "period", "note", "held", "resembling", "linked", "dangling", "decided",
        "team", "runs",
    ]

    /// After how many entries the book showed something else.
    private(set) var failures: [Int] = []
    /// Entries of games whose board was at hand.
    private(set) var offered = 0
    /// Those of them for which nothing was folded.
    private(set) var taken = 0
    /// What the taken ones were.
    private(set) var corners: Set<String> = []

    init(
        _ entries: [Placed], seed: UInt64, every step: Int = 1, isInOrder: Bool = false
    ) {
        var random = SeededGenerator(seed: seed &* 15_485_863)
        var order = entries.sorted { $0.place < $1.place }
        if !isInOrder {
            order = entries.enumerated().map { index, entry in
                (index + (random.chance(5) ? random.below(random.chance(4) ? 40 : 6) : 0), entry)
            }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        var book = Book()
        for count in order.indices {
            take(order[count], &book)
            let isLast = count == order.count - 1
            guard isLast || step != .max && count.isMultiple(of: step) else { continue }
            let rebuilt = Book(rebuilding: Array(order[...count]))
            let isEqual =
                Shown(book) == Shown(rebuilt)
                && book.gameIDs.allSatisfy { book.outline(of: $0) == rebuilt.outline(of: $0) }
            if !isEqual { failures.append(count) }
        }
    }

    private mutating func take(_ placed: Placed, _ book: inout Book) {
        var game: GameID?
        if case .game(let id) = placed.entry.scope { game = id }
        let before = game.flatMap { book.scoreboard(of: $0) }
        let folds = book.foldCount
        book.insert(placed)
        book.foldChanged()
        guard let game, let before, placed.entry.kind != .copied else { return }
        offered += 1
        guard book.foldCount == folds, let board = book.scoreboard(of: game) else { return }
        taken += 1
        note(placed, before, board)
    }

    private mutating func note(_ placed: Placed, _ before: Scoreboard, _ board: Scoreboard) {
        guard let entry = board.entry(placed.entry.id) else { return }
        if entry.isHeld { corners.insert("held") }
        if entry.resembles != nil { corners.insert("resembling") }
        if entry.move?.linked != nil, entry.isLive { corners.insert("linked") }
        if board.danglingCount > before.danglingCount { corners.insert("dangling") }
        if board.state == .decided { corners.insert("decided") }
        if board.clock.isRunning { corners.insert("runs") }
        switch entry.content {
        case .move(let move):
            corners.insert("move")
            if case .team = move.subject { corners.insert("team") }
        case .gameClock: corners.insert("clock")
        case .periodBegan: corners.insert("period")
        case .note: corners.insert("note")
        default: corners.insert("\(entry.kind)")
        }
    }
}
