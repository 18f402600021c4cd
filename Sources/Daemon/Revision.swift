import MoveLog
package import Scorebook

/// Counts the changes that documents show, by what they are of. A document of an equal revision is not out of date, but for
/// what time alone changes. The count of the state grows at once, the others at the end of the turn.
package struct Revision: Hashable, Sendable {
    /// Changes outside the log, and rebuilt books.
    package internal(set) var state = 0
    /// Changes of peers, of links and of what peers hold.
    package private(set) var peers = 0
    package private(set) var entries = 0
    /// Entries that may change names, rules, and the words of any other entry: those that are no moves.
    package private(set) var corrections = 0
    private var moves: [GameID: Int] = [:]

    /// The number of moves recorded in a game. Only for comparison: large batches are counted as corrections.
    package func moves(in game: GameID?) -> Int { game.flatMap { moves[$0] } ?? 0 }

    mutating func count(_ changes: TurnChanges) {
        if changes.isStateChanged || changes.isRebuilt { state += 1 }
        if changes.arePeersChanged { peers += 1 }
        for admitted in changes.admitted {
            entries += admitted.count
            guard admitted.count <= DaemonLimits.countedMovesMax else {
                corrections += admitted.count
                continue
            }
            for placed in admitted.suffix(admitted.count) {
                if placed.entry.kind == Move.kind, case .game(let game) = placed.entry.scope {
                    moves[game, default: 0] += 1
                } else {
                    corrections += 1
                }
            }
        }
    }
}
