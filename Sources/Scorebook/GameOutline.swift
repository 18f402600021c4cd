/// What a list says of a game: its scoreboard without the entries, which would cost a kilobyte each.
package struct GameOutline: Equatable, Sendable {
    /// The scoreboard; its timeline is empty.
    package private(set) var board: Scoreboard
    /// Live moves.
    package let moveCount: Int

    /// The outline of a whole scoreboard.
    package init(_ board: Scoreboard) {
        moveCount = board.timeline.count { $0.move != nil && $0.isLive }
        self.board = board
        self.board.timeline = []
    }
}
