package import MoveLog

/// The part of a scoreboard that lists of games show. A whole scoreboard takes a kilobyte for each
/// entry and player.
package struct GameOutline: Equatable, Sendable {
    package let score: Sides<Int>
    /// Live moves.
    package let moveCount: Int
    /// Held moves.
    package let heldCount: Int
    package let state: GameState
    /// True if a side has players that are not withdrawn.
    let hasPlayers: Sides<Bool>
    /// Devices that ever had a claim, in order of their keys.
    package let claimants: [PublicKey]
    /// Once the game is over, the keepers who have not signed; empty before.
    package let unsigned: [PublicKey]

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
