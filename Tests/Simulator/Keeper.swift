import MoveLog
import Scorebook
import Seeds

/// What a simulated keeper enters: mostly moves, sometimes a correction, a claim, the game clock, or
/// something that this version does not know.
enum Keeper {
    static func drafts(in game: GameID, random: inout SeededGenerator) -> [Draft] {
        let line = LineRef.created(Int.random(in: 0..<6, using: &random))
        let period = Int.random(in: 1...4, using: &random)
        let elapsed = Duration.seconds(Int.random(in: 0..<600, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            return [
                GameClockEntry(
                    GameClockEntry.Action.allCases.randomElement(using: &random) ?? .start,
                    period: period, elapsed: elapsed
                ).draft(in: game)
            ]
        case 1:
            let sequence = UInt64.random(in: 1...20, using: &random)
            return [
                VoidEntry(target: EntryID(author: game.author, sequence: sequence))
                    .draft(in: game)
            ]
        case 2:
            let body = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let kind = Kind(rawValue: UInt32.random(in: 1000...1005, using: &random))
            return [Draft(scope: .game(game), kind: kind, body: body)]
        default:
            return (0...Int.random(in: 0...1, using: &random)).map { _ in
                let kind = MoveKind.allCases.randomElement(using: &random) ?? .twoPoints
                return Move(kind, by: .line(line), period: period, elapsed: elapsed)
                    .draft(in: game)
            }
        }
    }
}
