import Documents

/// How long the final score of a game stays on a screen that follows the current game, while another
/// one is current already: until that one goes on, or some time is over.
struct FinalStay {
    /// The game that was shown when it ended, and when that was seen.
    private var final: (game: String, since: Duration)?
    /// The other game as it was found.
    private var next: (game: String, moves: Int, isRunning: Bool)?

    /// The game that is to be shown instead of the status's own; nil for none.
    mutating func game(
        shown: String?, status: StatusDocument, now: Duration
    ) -> (name: String, until: Duration)? {
        guard let current = status.game else { return leave() }
        guard let shown, shown != current.name else {
            next = nil
            if !current.state.isOver { return leave() }
            if final?.game != current.name { final = (current.name, now) }
            return nil
        }
        guard status.games.contains(where: { $0.name == shown && $0.state.isOver }) else {
            return leave()
        }
        let since = final?.game == shown ? final?.since ?? now : now
        final = (shown, since)
        let until = since + Limits.finalInterval
        guard now < until, !hasGoneOn(current) else { return leave() }
        return (shown, until)
    }

    private mutating func leave() -> (name: String, until: Duration)? {
        final = nil
        next = nil
        return nil
    }

    /// Whether something was recorded in the other game, or its clock was started, since it was found.
    private mutating func hasGoneOn(_ game: GameDocument) -> Bool {
        let isRunning = game.clock?.isRunning == true
        let before = next.flatMap { $0.game == game.name ? $0 : nil }
        next = (game.name, game.moves, isRunning)
        guard let before else { return false }
        return game.moves != before.moves || isRunning && !before.isRunning
    }
}
