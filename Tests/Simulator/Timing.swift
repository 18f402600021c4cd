import MoveLog
import Scorebook
import Seeds

/// What chance does to the uptime of a simulated device.
struct Timing: Sendable {
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    /// How long it was on before the simulation began.
    var age: Duration {
        var random = SeededGenerator(seed: seed)
        return .milliseconds(Int.random(in: 0...90_000_000, using: &random))
    }

    /// Whether the end of its n-th process is that of the machine.
    func losesPower(at boot: UInt64) -> Bool {
        var random = SeededGenerator(seed: seed &+ boot &* 7919)
        return Bool.random(using: &random)
    }
}

/// The ages that a device keeps on its disk, as its daemon does.
struct KeptAnchors: Sendable {
    var anchors: [EntryID: Anchor] = [:]
    var at = Moment(uptime: .zero, wall: WallTime(milliseconds: 0))

    func anchors(_ hasLostPower: Bool, at now: Moment) -> [EntryID: Anchor] {
        guard hasLostPower else { return anchors }
        return anchors.mapValues { $0.carried(from: at, to: now) }
    }
}

extension SimulatedDevice {
    /// Looks up by which entries game clocks run.
    func findRunningClocks() -> [EntryID] {
        book.gameIDs.compactMap { id in
            guard let clock = book.scoreboard(of: id)?.clock,
                clock.isRunning || clock.isStoppedByVerdict
            else { return nil }
            return clock.governing
        }
    }

    /// When an entry was recorded, on this device's uptime.
    func truth(of entry: EntryID, in world: World) -> Duration? {
        world.ledger.authoredAt[entry].map { $0 - startedAt }
    }
}
