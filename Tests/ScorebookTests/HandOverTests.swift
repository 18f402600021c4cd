import Documents
import MoveLog
import Official
import Seeds
import Testing

@testable import Scorebook

/// Keepers of real games who were away while another took over their players.
@Suite struct HandOverTests {
    /// One records until a period ends, the other from the next one on; and the first one comes back later,
    /// still without a link. Nobody noted anything twice, so nothing is held.
    @Test(arguments: cases(OfficialGame.names))
    func aHandOverBetweenPeriodsHoldsNothing(name: String) throws {
        let official = try OfficialGame(name)
        let last = official.periods.count
        for seed in UInt64(1)...12 {
            var random = SeededGenerator(seed: seed)
            let first = Int.random(in: 1..<last, using: &random)
            let back = Int.random(in: first + 1...last + 1, using: &random)
            let isCovered = { (step: Int) in
                (first + 1..<back).contains(official.steps[step].period)
            }
            let keeping = try HandOver(
                official, error: 3, isSeen: { !isCovered($0) }, isCovered: isCovered, &random)
            try keeping.expectOfficial("seed \(seed)")
            #expect(try keeping.table.board(keeping.game).resembling.isEmpty, "seed \(seed)")
        }
    }

    /// Both record for a while, with clocks some seconds apart: each copy is held, and nothing else.
    @Test(arguments: cases(OfficialGame.names))
    func whatBothNotedCountsOnce(name: String) throws {
        let official = try OfficialGame(name)
        for seed in UInt64(1)...12 {
            var random = SeededGenerator(seed: seed)
            let cuts = (0..<3).map { _ in official.pause(&random) }.sorted()
            let keeping = try HandOver(
                official, error: 4, isSeen: { $0 < cuts[1] || $0 >= cuts[2] },
                isCovered: { cuts[0] <= $0 && $0 < cuts[2] }, &random)
            try keeping.expectOfficial("seed \(seed)")
        }
    }
}

/// A real game of which keeper 1 is away from some step of the first period on and records without a
/// link, while keeper 2 has taken all players over. Keeper 3 records what no player did.
private struct HandOver {
    let official: OfficialGame
    let game: GameID
    private(set) var table = PaperTable(keepers: 3)
    private var copies = 0

    /// `error` is how many seconds a keeper's reading of the clock may be off.
    init(
        _ official: OfficialGame, error: Int, isSeen: @escaping (Int) -> Bool,
        isCovered: @escaping (Int) -> Bool,
        _ random: inout SeededGenerator
    ) throws {
        self.official = official
        game = table.record(3, try official.creation().draft)
        let moves = try official.moves()
        let timed = Set(moves.filter { $0.elapsed ?? .zero > .zero }.map(\.period))
        for period in timed.sorted() {
            table.record(
                3, GameClockEntry(.start, period: period, elapsed: .zero).draft(in: game))
        }
        let away = Int.random(in: 0..<30, using: &random)
        // The logs of the two know nothing of each other: their lamports lie anyhow.
        var lamports: [UInt64] = [
            500, UInt64.random(in: 1...3000, using: &random),
            UInt64.random(in: 1...3000, using: &random),
        ]
        var moment = 0
        func record(_ move: Move, by keeper: Int, _ table: inout PaperTable) {
            var move = move
            if let elapsed = move.elapsed {
                let off = Duration.milliseconds(
                    Int.random(in: -1000 * error...1000 * error, using: &random))
                move.elapsed = max(.zero, elapsed + off)
            }
            // Each step some time after the one before.
            let wall = Int64(moment) * 15_000
            table.record(
                UInt8(keeper), move.draft(in: game), lamport: lamports[keeper - 1], wall: wall)
            lamports[keeper - 1] += 1
        }
        var hasTakenOver = false
        var known: UInt64 = 1
        for (index, var move) in moves.enumerated() {
            moment = index
            guard case .line = move.subject else {
                record(move, by: 3, &table)
                continue
            }
            move.isTracked = true
            let isSeen = isSeen(index) || index < away
            if isSeen {
                move.isAlone = index >= away
                if !move.isAlone { known += 1 }
                record(move, by: 1, &table)
            }
            guard isCovered(index), index >= away else { continue }
            if !hasTakenOver {
                hasTakenOver = true
                let taken = TakenOver(
                    [.team(.home), .team(.away)], from: PaperTable.key(1),
                    cut: Cut([PaperTable.author(1): known]))
                table.record(2, taken.draft(in: game), lamport: lamports[1])
                lamports[1] += 1
            }
            if isSeen {
                guard timed.contains(move.period), move.isHeldWhenCopied else { continue }
                copies += 1
            }
            (move.isAlone, move.isCovering) = (false, true)
            record(move, by: 2, &table)
        }
    }

    /// Every number of the board is that of the league, and so much is held as was noted twice.
    func expectOfficial(_ comment: Comment) throws {
        let moves = official.steps.count
        let found = try official.differences(
            table.book, game, .everything(moves: moves, held: copies))
        #expect(found == [], comment)
    }
}

extension OfficialGame {
    /// A step before which the game clock went on for longer than two readings of one move lie apart,
    /// and the moves of one event.
    fileprivate func pause(_ random: inout SeededGenerator) -> Int {
        let pauses = steps.indices.dropFirst().filter {
            steps[$0].period > steps[$0 - 1].period
                || (steps[$0].clockSeconds ?? 0) > (steps[$0 - 1].clockSeconds ?? 0) + 28
        }
        return pauses.randomElement(using: &random) ?? steps.count
    }
}

extension Move {
    fileprivate var isHeldWhenCopied: Bool {
        switch kind {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .steal, .turnover: true
        case .miss: variant == .ofFreeThrow
        default: false
        }
    }
}
