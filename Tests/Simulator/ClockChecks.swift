import MoveLog
import Scorebook

/// What must hold of the game clocks of a timed table.
extension Checkers {
    /// Whether nobody can tell anybody more about the running clocks: what one device knows
    /// uninterrupted all do, and where nothing takes long, to 100 ms.
    static func areClocksSettled(_ world: World) -> Bool {
        // An older device tells no ages; of a forked log one ID may be two entries.
        guard world.scenario.olderPercent == 0, !isForking(world) else { return true }
        let isQuick =
            world.scenario.delayMax <= .milliseconds(5) && world.scenario.slowBytes == 0
            && world.scenario.lossPercent == 0
        return Set(world.counted.flatMap(\.runningClocks)).allSatisfy { entry in
            let known = world.counted.map { device in
                let anchor = device.replica?.anchor(of: entry)
                let doubt = anchor?.doubt(at: device.moment(world.now).uptime) ?? .zero
                let isExact = anchor.map { !$0.isEstimated } ?? false
                let isTold = isTold(entry.author, to: device, world)
                return (isExact: isExact, isClose: doubt <= .milliseconds(100), isTold: isTold)
            }
            guard known.contains(where: \.isExact) else { return true }
            return known.allSatisfy { !$0.isTold || $0.isExact && (!isQuick || $0.isClose) }
        }
    }

    /// Whether a device is near enough to the recorder to be told ages; where the recorder is of the
    /// table no more, others that know have to tell it.
    private static func isTold(
        _ author: AuthorID, to device: SimulatedDevice, _ world: World
    ) -> Bool {
        guard let key = device.replica?.log.key(of: author),
            world.counted.contains(where: { $0.key == key })
        else { return true }
        return world.isNear(device.index, key)
    }

    private static func isForking(_ world: World) -> Bool {
        world.scenario.clonedAt != nil || world.scenario.backups != nil
    }

    /// Every age that is known uninterrupted is as right as it says; an estimate is as good as the
    /// wall clocks.
    static func clocks(_ world: World) -> [String] {
        var findings: [String] = []
        // Nobody can prove an age, so a member that lies is believed; a stranger is not heard.
        let isLiedTo = world.scenario.hostility.map { $0.role != .stranger && $0.includes(.ages) }
        guard !isForking(world), isLiedTo != true else { return [] }
        let isWallRight = world.scenario.clockJumps == nil
        for device in world.counted {
            guard let replica = device.replica else { continue }
            let now = device.moment(world.now).uptime
            for (entry, anchor) in replica.anchors.sorted(by: { $0.key < $1.key }) {
                guard let truth = device.truth(of: entry, in: world) else { continue }
                let off = anchor.uptime > truth ? anchor.uptime - truth : truth - anchor.uptime
                let doubt = anchor.doubt(at: now) + .milliseconds(2)
                let isRight = anchor.isEstimated ? !isWallRight || off <= .seconds(7) : off <= doubt
                if !isRight {
                    findings.append(
                        "device \(device.index) is off by \(off) about \(entry): \(anchor)")
                }
            }
        }
        return findings
    }
}

extension World {
    /// Whether a game clock runs on the first device, and whether its reading is estimated there.
    package var clocksAtTheEnd: (isRunning: Bool, isEstimated: Bool) {
        guard let device = devices.first, let entry = device.runningClocks.first else {
            return (false, false)
        }
        return (true, device.replica?.anchor(of: entry)?.isEstimated ?? true)
    }
}
