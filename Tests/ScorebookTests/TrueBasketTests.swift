import MoveLog
import Official
import Testing

@testable import Scorebook

/// How often the rule for duplicates errs on what really happened, in the 20 games.
@Suite struct TrueBasketTests {
    /// Few, not none: two baskets five seconds apart. The worst table: every next basket of a player is
    /// noted by another keeper, who does not track the player either, so that any two within the window
    /// meet. Each is a true one.
    @Test func fewTrueBasketsWouldBeHeld() throws {
        var (baskets, heldBaskets, assists, heldAssists) = (0, 0, 0, 0)
        for name in OfficialGame.names {
            let official = try OfficialGame(name)
            let moves = try official.moves()
            var table = PaperTable()
            for keeper in UInt8(1)...2 { table.start(keeper, device: keeper) }
            let game = table.record(1, try official.creation().draft)
            // The periods in which the league's game clock ran: Unrivaled's last, up to a target, has none.
            for period in Set(moves.filter { $0.elapsed ?? .zero > .zero }.map(\.period)).sorted() {
                let start = GameClockEntry(.start, period: period, elapsed: .zero)
                table.record(1, start.draft(in: game))
            }
            var turns: [Subject: UInt8] = [:]
            for move in moves {
                let keeper = 1 + turns[move.subject, default: 0] % 2
                if move.kind.isScoring || move.kind == .assist {
                    turns[move.subject, default: 0] += 1
                }
                table.record(keeper, move.draft(in: game))
            }
            let board = try table.board(game)
            let heldKinds = board.held.compactMap { $0.move?.kind }
            baskets += moves.count { $0.kind.isFieldGoal && $0.isOfPlayer }
            assists += moves.count { $0.kind == .assist && $0.isOfPlayer }
            heldBaskets += heldKinds.count { $0.isFieldGoal }
            heldAssists += heldKinds.count { $0 == .assist }
        }
        #expect(baskets == 1196 && heldBaskets == 1)
        #expect(assists == 660 && heldAssists == 0)
    }
}

extension MoveKind {
    fileprivate var isFieldGoal: Bool { isScoring && self != .freeThrow }
}

extension Move {
    fileprivate var isOfPlayer: Bool { if case .line = subject { true } else { false } }
}
