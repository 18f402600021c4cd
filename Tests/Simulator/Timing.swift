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

/// The clocks that a device keeps on its disk, as its daemon does.
struct SavedClocks: Sendable {
    var clocks: BootClocks
    var at = Moment(uptime: .zero, wall: WallTime(milliseconds: 0))
}

extension SimulatedDevice {
    func findRunningClocks() -> [EntryID] {
        book.gameIDs.compactMap { id in
            guard let clock = book.scoreboard(of: id)?.clock,
                clock.isRunning || clock.isStoppedByVerdict
            else { return nil }
            return clock.governing
        }
    }

    /// What the clock entries say of when they were recorded.
    var readings: [EntryID: BootReading] {
        var readings: [EntryID: BootReading] = [:]
        for game in book.gameIDs {
            guard let board = book.scoreboard(of: game) else { continue }
            for entry in board.timeline {
                guard case .gameClock(let clock) = entry.content else { continue }
                readings[entry.id] = clock.moment
            }
        }
        return readings
    }

    /// When an entry was recorded, as far as the device knows, on its uptime.
    func instant(
        of reading: BootReading?, at now: Duration
    ) -> (uptime: Duration, error: Duration, isEstimated: Bool)? {
        guard let reading else { return nil }
        return replica?.clocks.instant(of: reading, at: moment(now).uptime)
    }

    /// When an entry was recorded, on this device's uptime.
    func truth(of entry: EntryID, in world: World) -> Duration? {
        world.ledger.authoredAt[entry].map { $0 - startedAt }
    }

    /// The drafts, of which those of a game clock say when that is.
    func timed(_ drafts: [Draft], at moment: Moment) -> [Draft] {
        guard timing != nil, let clocks = replica?.clocks else { return drafts }
        return drafts.map { draft in
            guard draft.kind == .gameClock, var entry = try? GameClockEntry(body: draft.body)
            else { return draft }
            entry.moment = clocks.reading(at: moment.uptime)
            return Draft(scope: draft.scope, kind: draft.kind, body: entry.body)
        }
    }
}
