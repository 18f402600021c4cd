import Documents

/// What is said of both sides of a game.
extension GameDocument {
    /// One side of it.
    func side(_ side: SideName) -> SideDocument { side == .home ? home : away }

    /// `12 : 9`.
    var scoreText: String { "\(home.score) : \(away.score)" }

    /// The winner's name; nil while there is none, and for a draw.
    var winnerName: String? { winner.map { side($0).name } }

    /// The team's name; the side's where nobody named it.
    func teamName(of side: SideName) -> String {
        let name = self.side(side).name
        return name.isEmpty ? side.rawValue : name
    }
}
