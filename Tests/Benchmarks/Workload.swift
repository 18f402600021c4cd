import Foundation
import Seeds

/// The moves that every peer of the benchmark gets: about 450 a game, five authors, eight kinds.
///
/// `Tests/Bench/workload.py` draws them and writes the columns down; what is drawn here by a seed has
/// the same form and serves where no file is at hand.
struct Workload {
    static let gameMoves = 450
    static let authors = 5

    /// Milliseconds since 1970, ascending.
    private(set) var wall: [Int64] = []
    /// The number of the game, from 0.
    private(set) var game: [UInt32] = []
    /// Who records it, from 0.
    private(set) var author: [UInt8] = []
    /// Whom it is credited to, from 0; even players are of the home side.
    private(set) var player: [UInt8] = []
    /// An index into `Drafting.kinds`.
    private(set) var kind: [UInt8] = []

    var count: Int { wall.count }
    var gameCount: Int { (count + Self.gameMoves - 1) / Self.gameMoves }

    /// Reads the first `moves` of the columns in a file, which holds just as many.
    init(path: String, moves: Int) throws {
        guard let data = FileManager.default.contents(atPath: path), data.count == moves * 15 else {
            throw Unusable(reason: "\(path) does not hold the columns of \(moves) moves")
        }
        let bytes = [UInt8](data)
        func number(at offset: Int, bytes count: Int) -> UInt64 {
            (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
        }
        wall = (0..<moves).map { Int64(bitPattern: number(at: 8 * $0, bytes: 8)) }
        game = (0..<moves).map { UInt32(number(at: 8 * moves + 4 * $0, bytes: 4)) }
        author = Array(bytes[(12 * moves)..<(13 * moves)])
        player = Array(bytes[(13 * moves)..<(14 * moves)])
        kind = Array(bytes[(14 * moves)...])
    }

    /// Draws moves of the same form.
    init(moves: Int, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var now: Int64 = 1_760_000_000_000
        for index in 0..<moves {
            let gap = -5_300 * log(Double.random(in: .ulpOfOne..<1, using: &generator))
            now += max(1, Int64(gap)) + (index % Self.gameMoves == 0 ? 1_200_000 : 0)
            wall.append(now)
            game.append(UInt32(index / Self.gameMoves))
            let share = Int.random(in: 0..<100, using: &generator)
            author.append([30, 55, 75, 90, 100].firstIndex { share < $0 }.map(UInt8.init) ?? 0)
            player.append(UInt8.random(in: 0..<12, using: &generator))
            kind.append(UInt8.random(in: 0..<8, using: &generator))
        }
    }
}
