package import MoveLog
package import Scorebook
package import Seeds

/// Who sits at the devices of a simulated table: what they enter, and when.
package protocol Keepers: Sendable {
    /// The game that the first device creates.
    var creation: GameCreated { get }

    /// Whether everybody has entered what must be entered. A keeper who has not goes on after the table
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

package struct Entering: Sendable {
    /// All of them or none are recorded.
    package var drafts: [Draft]
    /// With a name a retry records nothing twice.
    package var request: RequestID?

    package init(_ drafts: [Draft], request: RequestID? = nil) {
        self.drafts = drafts
        self.request = request
    }
}
