package import MoveLog

/// The row of a game in lists, beside its `GameLine`: a scoreboard without entries and players, which
/// would cost a kilobyte for each of them.
package struct GameOutline: Equatable, Sendable {
    /// The score.
    package let score: Sides<Int>
    /// Live moves.
    package let moveCount: Int
    /// Moves that are held.
    package let heldCount: Int
    /// The state of the game.
    package let state: GameState
    /// True if a side has players that were not withdrawn.
    let hasPlayers: Sides<Bool>
    /// Devices that ever had a claim, in order of their keys.
    package let claimants: [PublicKey]
    /// Once the game is over, the keepers who are waited for and have not signed; empty before.
    package let unsigned: [PublicKey]

    /// The outline of a scoreboard.
    package init(_ board: Scoreboard) {
        score = board.score
        state = board.state
        moveCount = board.moveCount
        heldCount = board.heldCount
        claimants = board.claimants
        unsigned = board.state.isOver ? board.unsigned : []
        hasPlayers = Sides(
            home: board.teams.home.players.contains { !$0.isWithdrawn },
            away: board.teams.away.players.contains { !$0.isWithdrawn })
    }
}
