package import MoveLog
package import Scorebook
package import Seeds

/// Who sits at the devices of a simulated table: what they enter, and when.
package protocol Keepers: Sendable {
    /// The game that the first device creates.
    var creation: GameCreated { get }

    /// Whether everybody has entered what must be entered. Whoever has not goes on after the table
    /// is healed.
    var isDone: Bool { get }

    /// How long the keeper at a device waits before the hand goes to a key again.
    mutating func pause(
        at device: Int, now: Duration, random: inout SeededGenerator
    ) -> Duration

    /// What the keeper at a device that is on enters now; nil for nothing.
    mutating func entering(
        at device: SimulatedDevice, into game: GameID, random: inout SeededGenerator
    ) -> Entering?

    /// A device has acknowledged what its keeper entered last, as these entries.
    mutating func acknowledged(_ entries: [EntryID], at device: Int)
}

/// What a keeper enters at once.
package struct Entering: Sendable {
    /// All of them or none are recorded.
    package var drafts: [Draft]
    /// With a name a retry records nothing twice.
    package var request: RequestID?

    /// Joins the two.
    package init(_ drafts: [Draft], request: RequestID? = nil) {
        self.drafts = drafts
        self.request = request
    }
}

/// Keepers who enter what comes to their minds until the trouble ends: mostly moves, sometimes a
/// correction, a claim, the game clock, or something that this version does not know.
struct RandomKeepers: Keepers {
    let pace: Duration

    let creation = GameCreated(
        home: "Hawks", away: "Owls", rules: Rules(.pickup),
        lines: (0..<6).map {
            RosterLine(side: $0 < 3 ? .home : .away, number: "\($0)", name: "P\($0)")
        })
    let isDone = true

    func pause(at device: Int, now: Duration, random: inout SeededGenerator) -> Duration {
        pace * Double.random(in: 0.1...1.9, using: &random)
    }

    func entering(
        at device: SimulatedDevice, into game: GameID, random: inout SeededGenerator
    ) -> Entering? {
        Entering(drafts(in: game, random: &random))
    }

    func acknowledged(_ entries: [EntryID], at device: Int) {}

    private func drafts(in game: GameID, random: inout SeededGenerator) -> [Draft] {
        let line = LineRef.created(Int.random(in: 0..<6, using: &random))
        let period = Int.random(in: 1...4, using: &random)
        let elapsed = Duration.seconds(Int.random(in: 0..<600, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            return [
                GameClockEntry(
                    GameClockEntry.Action.allCases.randomElement(using: &random) ?? .start,
                    period: period, elapsed: elapsed
                ).draft(in: game)
            ]
        case 1:
            let sequence = UInt64.random(in: 1...20, using: &random)
            return [
                VoidEntry(target: EntryID(author: game.author, sequence: sequence))
                    .draft(in: game)
            ]
        case 2:
            let body = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let kind = Kind(rawValue: UInt32.random(in: 1000...1005, using: &random))
            return [Draft(scope: .game(game), kind: kind, body: body)]
        default:
            return (0...Int.random(in: 0...1, using: &random)).map { _ in
                let kind = MoveKind.allCases.randomElement(using: &random) ?? .twoPoints
                return Move(kind, by: .line(line), period: period, elapsed: elapsed)
                    .draft(in: game)
            }
        }
    }
}
