import Documents
import MoveLog
import Official
import Seeds
import Testing

@testable import Scorebook

/// How keepers with paper tables record a real game.
struct PaperKeeping {
    /// Fixes how the players are dealt.
    var seed: UInt64 = 35
    /// Steps of the file that nobody records.
    var leavingOut: Set<Int> = []
    /// Whether a keeper ends the game when everything is recorded.
    var isEnded = true
    /// Whether the target is no rule of the new game: a keeper sets it when its period begins.
    var setsTarget = false

    /// Each of three to six keepers has the moves of some players and hears of the others' entries
    /// only between periods, when the clocks of all logs meet.
    func table(of official: OfficialGame) throws -> (PaperTable, GameID) {
        var random = SeededGenerator(seed: seed)
        let keepers = Int.random(in: 3...6, using: &random)
        let hands = Hands(of: official, to: keepers, random: &random)
        var table = PaperTable(keepers: keepers)
        var creation = try official.creation()
        if setsTarget { creation.rules[.target] = 0 }
        let game = table.record(1, creation.draft)
        var lamports = [UInt64](repeating: 100, count: keepers)
        var period = 1
        for (index, (step, move)) in zip(official.steps, try official.moves()).enumerated() {
            if step.period > period {
                lamports = lamports.map { _ in (lamports.max() ?? 0) + 1 }
                period = step.period
                if setsTarget, period == official.header.rules.targetPeriod {
                    let target = try targetFromNow(official, table.board(game))
                    table.record(1, target.draft(in: game), lamport: lamports[0])
                    lamports = lamports.map { $0 + 1 }
                }
            }
            guard !leavingOut.contains(index) else { continue }
            let keeper = hands.keeper(of: step)
            table.record(UInt8(keeper + 1), move.draft(in: game), lamport: lamports[keeper])
            lamports[keeper] += 1
        }
        if isEnded {
            let last = (lamports.max() ?? 0) + 1
            table.record(1, GameEnded().draft(in: game), lamport: last)
        }
        return (table, game)
    }

    /// As a keeper does with `rules --target`: the leader's points so far and the league's margin.
    private func targetFromNow(
        _ official: OfficialGame, _ board: Scoreboard
    ) throws -> RulesChanged {
        let margin = try #require(official.header.rules.targetMargin)
        return RulesChanged(changes: [.target: max(board.score.home, board.score.away) + margin])
    }
}

extension OfficialGame {
    /// Every difference between what a book shows of a game and what the league published.
    func differences(_ book: Book, _ game: GameID, _ extent: Comparison.Extent) throws -> [String] {
        let board = try #require(book.scoreboard(of: game))
        let projection = Projection(table: book.table, device: PaperTable.key(1))
        return Comparison([projection.game(board)], of: ["the fold"], with: self, extent)
            .differences
    }
}
