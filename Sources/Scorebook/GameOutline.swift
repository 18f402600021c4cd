package import MoveLog

/// What lists say of a game beside its `GameLine`: its scoreboard without entries and players, which
/// would cost a kilobyte for each of them.
package struct GameOutline: Equatable, Sendable {
    /// The score.
    package let score: Sides<Int>
    /// Live moves.
    package let moveCount: Int
    /// How far the game is.
    package let state: GameState
    /// Whether a side has players that were not withdrawn.
    let hasPlayers: Sides<Bool>
    /// Devices that ever had a claim, in order of their keys.
    package let claimants: [PublicKey]

    /// The outline of a whole scoreboard.
    package init(_ board: Scoreboard) {
        self.init(board, moveCount: board.moveCount)
    }

    /// The outline of a scoreboard with so many live moves.
    init(_ board: Scoreboard, moveCount: Int) {
        score = board.score
        state = board.state
        self.moveCount = moveCount
        claimants = board.claimants
        hasPlayers = Sides(
            home: board.teams.home.players.contains { !$0.isWithdrawn },
            away: board.teams.away.players.contains { !$0.isWithdrawn })
    }
}
