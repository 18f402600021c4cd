import MoveLog
import Scorebook

extension Checkers {
    /// Whether nobody can tell anybody more about the running clocks: what one device knows
    /// uninterrupted all do, and where nothing takes long, to 100 ms.
    static func areClocksSettled(_ world: World) -> Bool {
        // An older device tells of no clocks; of a forked log one ID may be two entries.
        guard world.scenario.olderPercent == 0, !isForking(world), !isLiedTo(world) else {
            return true
        }
        let isQuick =
            world.scenario.delayMax <= .milliseconds(5) && world.scenario.slowBytes == 0
            && world.scenario.lossPercent == 0
        let running = Set(world.counted.flatMap(\.runningClocks))
        guard !running.isEmpty else { return true }
        let readings = world.counted.map(\.readings)
        return running.allSatisfy { entry in
            let known = zip(world.counted, readings).map { device, readings in
                let instant = device.instant(of: readings[entry], at: world.now)
                let isExact = instant.map { !$0.isEstimated } ?? false
                let isClose = (instant?.error ?? .zero) <= .milliseconds(100)
                let isTold = isTold(entry.author, to: device, world)
                return (isExact: isExact, isClose: isClose, isTold: isTold)
            }
            guard known.contains(where: \.isExact) else { return true }
            return known.allSatisfy { !$0.isTold || $0.isExact && (!isQuick || $0.isClose) }
        }
    }

    /// Whether a device is near enough to the recorder to be told of its clock; where the recorder is of the
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

    /// Whether a member lies about clocks: nobody can prove what a clock shows, so it is believed; a
    /// stranger is not heard.
    private static func isLiedTo(_ world: World) -> Bool {
        world.scenario.hostility.map { $0.role != .stranger && $0.includes(.clocks) } ?? false
    }

    /// Every instant that is known uninterrupted is as right as it says; an estimate is as good as the
    /// wall clocks.
    static func clocks(_ world: World) -> [String] {
        var findings: [String] = []
        guard !isForking(world), !isLiedTo(world) else { return [] }
        let isWallRight = world.scenario.clockJumps == nil
        if isWallRight { findings += wallClocks(world) }
        for device in world.counted {
            for (entry, reading) in device.readings.sorted(by: { $0.key < $1.key }) {
                guard let truth = device.truth(of: entry, in: world),
                    let known = device.instant(of: reading, at: world.now)
                else { continue }
                let off = known.uptime > truth ? known.uptime - truth : truth - known.uptime
                let error = known.error + .milliseconds(2)
                let isRight = known.isEstimated ? !isWallRight || off <= .seconds(7) : off <= error
                if !isRight {
                    findings.append(
                        "device \(device.index) is off by \(off) about \(entry): \(known)")
                }
            }
        }
        return findings
    }
}

extension Checkers {
    /// Every difference of wall clocks that a device knows is as right as it says, where nobody sets one.
    private static func wallClocks(_ world: World) -> [String] {
        world.wallDifferences.compactMap { device, other, known in
            let own = device.moment(world.now).wall.milliseconds
            let off = known.milliseconds - (own - other.moment(world.now).wall.milliseconds)
            guard .milliseconds(off.magnitude) > known.error + .milliseconds(2) else { return nil }
            return "device \(device.index) is off by \(off) ms about the wall clock of "
                + "\(other.index): \(known)"
        }
    }
}

extension World {
    /// What devices know of each other's wall clocks.
    fileprivate var wallDifferences:
        [(device: SimulatedDevice, other: SimulatedDevice, known: WallClocks.Difference)]
    {
        counted.flatMap { device in
            counted.compactMap { other in
                device.replica?.wallClocks.difference(
                    to: other.key, at: device.moment(now), errorMax: .seconds(60)
                ).map { (device, other, $0) }
            }
        }
    }

    /// How many wall clocks of others devices know at the end.
    package var knownWallClocks: Int { wallDifferences.count }

    /// Whether a game clock runs on a device, and whether its reading is estimated on one: on a device whose
    /// machine was started again, where no peer knew the start before.
    package var clocksAtTheEnd: (isRunning: Bool, isEstimated: Bool) {
        var isRunning = false
        for device in devices {
            guard let entry = device.runningClocks.first else { continue }
            isRunning = true
            let known = device.instant(of: device.readings[entry], at: now)
            if known?.isEstimated ?? true { return (true, true) }
        }
        return (isRunning, false)
    }
}
