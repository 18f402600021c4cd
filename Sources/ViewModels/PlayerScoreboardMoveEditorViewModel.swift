import Documents

/// One player, or one team as a whole, at the desk: who it is, what is counted, and an intent for
/// each kind of move. It stays the same object as long as its slot is in the game.
package final class PlayerScoreboardMoveEditorViewModel {
    /// Whoever nests this one hears here what is asked for.
    var report: ((_ move: MoveRequest, PlayerScoreboardMoveEditorViewModel) -> Void)?
    private var counts = Counts()
    private var shown: [String: Dynamic<String>] = [:]

    // Input

    /// Asks for a move of a kind, in a word of the command line, and worth so many points where that
    /// is not said by the kind. In a decided game, or where the rules know no such shot, the parent's
    /// `pendingConfirmation` asks first.
    package func record(_ kind: String, points: Int? = nil) {
        report?(MoveRequest(player: slot, kind: kind, points: points), self)
    }

    /// Asks for one point.
    package func onePointMove() { record("onePoint") }
    /// Asks for two points.
    package func twoPointsMove() { record("twoPoints") }
    /// Asks for an assist.
    package func assistMove() { record("assist") }
    /// Asks for a rebound.
    package func reboundMove() { record("rebound") }
    /// Asks for a foul.
    package func foulMove() { record("foul") }

    // Output

    /// `h#1`; `home` or `away` for a team.
    package let slot: String
    /// The player's name, or the team's.
    package let playerName = Dynamic("")
    /// The shirt's number; empty without one, and for a team.
    package let number = Dynamic("")
    /// `4 Ana`; the team's name for a team, the side's where nobody named it.
    package let spoken = Dynamic("")
    /// The points of all moves.
    package let points = Dynamic("0")
    /// Whether this device tracks the player.
    package let isMine = Dynamic(false)
    /// `bo, cy`; empty while nobody tracks the player.
    package let trackers = Dynamic("")
    /// False once the player is out of the game.
    package let isActive = Dynamic(true)
    /// True while the game is decided: every intent is asked about first.
    package let isClosed = Dynamic(false)

    /// How many moves of a kind are counted: always the same object for a kind. `rebound` and `miss`
    /// count all of them.
    package func count(of kind: String) -> Dynamic<String> {
        if let count = shown[kind] { return count }
        let count = Dynamic("\(counts[kind, default: 0])")
        shown[kind] = count
        return count
    }

    /// Baskets of one point.
    package var onePointMoveCount: Dynamic<String> { count(of: "onePoint") }
    /// Baskets of two points.
    package var twoPointMoveCount: Dynamic<String> { count(of: "twoPoints") }
    /// Assists.
    package var assistMoveCount: Dynamic<String> { count(of: "assist") }
    /// Rebounds of all kinds.
    package var reboundMoveCount: Dynamic<String> { count(of: "rebound") }
    /// Fouls.
    package var foulMoveCount: Dynamic<String> { count(of: "foul") }

    init(slot: String) { self.slot = slot }

    func receive(_ player: PlayerDocument, device: String, isClosed: Bool) {
        playerName.update(player.name)
        number.update(player.number)
        spoken.update(player.numberAndName)
        receive(player.counts, player.points)
        isMine.update(player.trackedBy.contains(device))
        trackers.update(Phrases.names(player.trackedBy))
        isActive.update(player.isActive)
        self.isClosed.update(isClosed)
    }

    /// The team's own moves; its points are those that no player made.
    func receive(_ side: SideDocument, isClosed: Bool) {
        let points = side.score - side.players.map(\.points).reduce(0, +)
        playerName.update(side.name)
        spoken.update(side.name.isEmpty ? slot : side.name)
        receive(side.counts, points)
        self.isClosed.update(isClosed)
    }

    private func receive(_ counts: Counts, _ points: Int) {
        self.points.update("\(points)")
        self.counts = counts
        for (kind, count) in shown { count.update("\(counts[kind, default: 0])") }
    }
}
