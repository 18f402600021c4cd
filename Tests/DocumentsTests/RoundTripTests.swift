import Documents
import MoveLog
import Scorebook
import Seeds
import Testing

/// A game that goes out as a file and comes in again is the same game.
@Suite struct RoundTripTests {
    @Test(arguments: seeds(150))
    func anExportOfAnImportIsTheExport(seed: UInt64) throws {
        var game = RandomGame(seed: seed)
        let (board, projection) = try game.played()
        let header = projection.gamelogHeader(board)
        let events = projection.gamelogEvents(board)
        let (again, same) = try ExportTests.imported(header, events)
        #expect(same.gamelogHeader(again) == header)
        #expect(same.gamelogEvents(again) == events)

        #expect(again.score == board.score)
        for side in Side.allCases {
            #expect(again.boxScore(side).total == board.boxScore(side).total)
            let rows = board.boxScore(side).players.filter { $0.line.mergedInto == nil }.map(\.box)
            #expect(again.boxScore(side).players.map(\.box) == rows)
        }
        // Every reading is the move's own, to the millisecond; what nobody read has none.
        let read = board.timeline.filter(\.isLive).compactMap(\.move)
        let imported = again.timeline.filter(\.isLive).compactMap(\.move)
        try #require(read.count == imported.count)
        let early = Set(
            GameTime(board).plays.filter(\.isBeforeStart).map { board.timeline[$0.index].id })
        for (entry, move) in zip(board.timeline.filter { $0.isLive && $0.move != nil }, imported) {
            let own = entry.move?.elapsed
            #expect(move.elapsed == own || own == nil && early.contains(entry.id))
        }
        if board.clock.governing != nil {
            #expect(again.clock.period == board.clock.period)
            if !board.clock.isRunning { #expect(again.clock.elapsed == board.clock.elapsed) }
        }
        #expect(!again.clock.isRunning)
        #expect((again.clock.governing == nil) == (header.clock == nil))
    }
}

/// A game of one keeper, as keepers play: readings to the millisecond and none, a clock that is kept
/// or is not, players who come late, are two in one or go, withdrawals and corrections.
private struct RandomGame {
    private var generator: SeededGenerator
    private var table = PaperTable()
    private var lines: [LineRef] = []
    private var moves: [EntryID] = []
    private var elapsed: Int64 = 0
    private var period = 1

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func played() throws -> (Scoreboard, Projection) {
        try table.sit(1, keeper: "Mia")
        let presets: [RulesPreset] = [.pickup, .threeOnThree, .fiba, .nba]
        let rules = Rules(presets[Int.random(in: 0..<4, using: &generator)])
        let roster = (0..<6).map {
            Scorebook.RosterLine(side: $0 % 2 == 0 ? .home : .away, number: "\($0)", name: "P\($0)")
        }
        let game = try table.record(
            1, GameCreated(home: "A", away: "B", rules: rules, lines: roster).draft)
        lines = roster.indices.map { .created($0) }
        let isTimed = chance(70)
        let isKept = isTimed && chance(70)
        for _ in 0..<Int.random(in: 1...80, using: &generator) {
            try step(game, rules, isTimed: isTimed, isKept: isKept)
        }
        if chance(50) { try table.record(1, GameEnded().draft(in: game)) }
        let book = table.book
        return (
            try #require(book.scoreboard(of: game)),
            Projection(table: book.table, device: try PaperTable.key(1))
        )
    }

    private mutating func step(
        _ game: GameID, _ rules: Rules, isTimed: Bool, isKept: Bool
    ) throws {
        elapsed += Int64.random(in: 0...20_000, using: &generator)
        if let length = rules.length(ofPeriod: period)?.wholeMilliseconds, elapsed > length {
            (elapsed, period) = (0, min(period + 1, rules[.periods] + 2))
            if isKept { try table.record(1, PeriodBegan(period: period).draft(in: game)) }
        }
        switch Int.random(in: 0..<20, using: &generator) {
        case 0:
            guard isKept else { return }
            let actions: [GameClockEntry.Action] = [.start, .stop, .set]
            let action = actions[Int.random(in: 0..<3, using: &generator)]
            try table.record(
                1,
                GameClockEntry(action, period: period, elapsed: .milliseconds(elapsed))
                    .draft(in: game))
        case 1:
            let side: Side = chance(50) ? .home : .away
            let late = Scorebook.RosterLine(side: side, number: "9", name: "Late")
            let added = try table.record(
                1, RosterAdded(lines: [late]).draft(in: game))
            lines.append(.added(added, 0))
        case 2:
            guard let from = lines.randomElement(using: &generator),
                let into = lines.randomElement(using: &generator)
            else { return }
            try table.record(1, RosterMerged(from: from, into: into).draft(in: game))
        case 3:
            guard let target = moves.randomElement(using: &generator) else { return }
            try table.record(1, VoidEntry(target: target).draft(in: game))
        case 4:
            guard let target = moves.randomElement(using: &generator) else { return }
            try table.record(1, Fix(target: target, move: move(isTimed)).draft(in: game))
        case 5:
            guard let line = lines.randomElement(using: &generator) else { return }
            try table.record(1, TrackingClaimed([.line(line)]).draft(in: game))
        case 6:
            try table.record(1, Note(text: "a good game").draft(in: game))
        default:
            moves.append(try table.record(1, move(isTimed).draft(in: game)))
        }
    }

    private mutating func move(_ isTimed: Bool) -> Move {
        let kinds: [MoveKind] = [
            .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .foul,
            .technicalFoul, .steal, .turnover, .miss, .timeout, .substitution, .lineup,
        ]
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &generator)]
        let variants = Variant.allCases.filter { $0.fits(kind) }
        let line = lines[Int.random(in: 0..<lines.count, using: &generator)]
        var move = Move(
            kind,
            kind == .substitution || chance(50)
                ? variants.randomElement(using: &generator) : nil,
            by: kind == .lineup || chance(15) ? .team(chance(50) ? .home : .away) : .line(line),
            period: period,
            elapsed: isTimed && chance(90) ? .milliseconds(elapsed) : nil)
        if kind.isScoring && chance(10) { move.points = 4 }
        if kind == .foul && chance(30) { move.annotate(type: "shooting", raw: "S") }
        if kind == .lineup { move.players = lines.prefix(3).map { .line($0) } }
        return move
    }

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &generator) < percent
    }
}
