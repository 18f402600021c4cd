import MoveLog
import Scorebook
import Seeds

/// Makes of the workload what a keeper records: games with their rosters, and moves with a game clock.
struct Drafting {
    /// What the numbers of the workload's kinds mean.
    static let kinds: [MoveKind] = [
        .onePoint, .twoPoints, .threePoints, .assist, .rebound, .foul, .steal, .turnover,
    ]
    private static let periods = 4
    private static let periodTenths = 6_000

    /// Tenths of a second that were played before each move, of the 40 minutes of its game.
    private let played: [Int]
    private let players: [Int]

    /// Lays the game clocks over the workload: of the time between two moves a part between 20 and
    /// 100 % is played, drawn by a seed, so that no clock follows from the wall times.
    init(_ workload: Workload) {
        var generator = SeededGenerator(seed: 7)
        var played: [Int] = []
        var players = Array(repeating: 6, count: workload.gameCount)
        played.reserveCapacity(workload.count)
        for first in stride(from: 0, to: workload.count, by: Workload.gameMoves) {
            let range = first..<min(workload.count, first + Workload.gameMoves)
            var sum = 0.0
            let ends = range.map { index -> Double in
                let gap = index == first ? 0 : workload.wall[index] - workload.wall[index - 1]
                sum += Double(gap) * Double.random(in: 0.2...1, using: &generator)
                return sum
            }
            // A game that the workload cuts off is played as far as its moves go.
            let share = Double(range.count) / Double(Workload.gameMoves)
            let whole = Double(Self.periods * Self.periodTenths - 1) * share
            played += ends.map { Int($0 / max(sum, 1) * whole) }
            for index in range {
                let game = Int(workload.game[index])
                guard players.indices.contains(game) else { continue }
                players[game] = max(players[game], Int(workload.player[index]) + 1)
            }
        }
        self.played = played
        self.players = players
    }

    /// The creation of a game: FIBA rules, even players at home and odd ones away.
    func game(_ number: Int) -> Draft {
        let lines = (0..<players[number]).map { player in
            RosterLine(
                side: player.isMultiple(of: 2) ? .home : .away, number: "\(player / 2 + 4)",
                name: "Player \(player)")
        }
        return GameCreated(
            home: "Hawks \(number)", away: "Owls \(number)", rules: Rules(.fiba), lines: lines
        ).draft
    }

    func move(_ index: Int, of workload: Workload, in game: GameID) -> Draft {
        let tenths = played[index]
        var move = Move(
            Self.kinds[Int(workload.kind[index])],
            by: .line(.created(Int(workload.player[index]))),
            period: 1 + tenths / Self.periodTenths,
            elapsed: .milliseconds(tenths % Self.periodTenths * 100))
        move.isTracked = true
        return move.draft(in: game)
    }
}
