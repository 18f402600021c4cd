package import MoveLog
package import Scorebook
package import Seeds

/// Keepers who have nothing in mind but the game clock.
package struct ClockKeepers: Keepers {
    let pace: Duration

    package let creation = GameCreated(
        home: "Hawks", away: "Owls", rules: Rules(.fiba), lines: [])
    package let isDone = true

    /// Keepers who enter something so often.
    package init(pace: Duration) { self.pace = pace }

    package func pause(
        at device: Int, now: Duration, random: inout SeededGenerator
    ) -> Duration {
        pace * Double.random(in: 0.1...1.9, using: &random)
    }

    package func entering(
        at device: SimulatedDevice, into game: GameID, random: inout SeededGenerator
    ) -> Entering? {
        let elapsed = Duration.milliseconds(Int.random(in: 0..<500_000, using: &random))
        let clocks = device.board(of: game)?.timeline.filter { $0.kind == .gameClock } ?? []
        if let voided = clocks.randomElement(using: &random),
            Int.random(in: 0..<4, using: &random) == 0
        {
            return Entering([VoidEntry(target: voided.id).draft(in: game)])
        }
        let actions: [GameClockEntry.Action] = [.start, .start, .start, .stop, .set]
        return Entering([
            GameClockEntry(
                actions.randomElement(using: &random) ?? .start, period: 1, elapsed: elapsed
            ).draft(in: game)
        ])
    }

    package func acknowledged(_ entries: [EntryID], at device: Int) {}
}
