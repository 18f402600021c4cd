import MoveLog

extension World {
    /// The honest devices of the table, as its founder knows them: all of them must agree.
    package var counted: [SimulatedDevice] {
        devices.filter { isCounted($0.index) }
    }

    /// Whether a device is honest and of the table; nobody removes the founder.
    func isCounted(_ index: Int) -> Bool {
        guard devices[index].isCounted else { return false }
        return devices[0].replica?.log.isMember(devices[index].key) ?? true
    }

    /// The honest devices that are of the table no more.
    var dismissed: [SimulatedDevice] {
        devices.filter { $0.isCounted && !isCounted($0.index) }
    }
}

/// What must hold of a table whatever its devices agree upon.
extension Checkers {
    /// How long a table that agrees is listened to.
    private static let rest = Duration.seconds(5)
    /// How often: what was under way when all agreed, and what the network says again, comes first.
    private static let restsMax = 4
    /// Bytes a second that the two ends of a link may say to each other when nothing happens: a ping
    /// every two seconds and its answer, what is told of clocks, and what an optional frame
    /// of a later version adds.
    private static let idleBytes = 200

    /// No entry was made by anybody but its author, and none out of nothing.
    static func genuineness(_ world: World) -> [String] {
        var findings: [String] = []
        var known: Set<Digest> = []
        let honest = Set(world.counted.map(\.key))
        for device in world.counted {
            guard let log = device.replica?.log, known.insert(log.digest).inserted else { continue }
            let uncounted = log.removals.keys.sorted().flatMap { log.uncounted(of: $0) }
            for entry in log.allPlaced().map(\.entry) + uncounted {
                guard let key = log.key(of: entry.id.author) else { continue }
                guard honest.contains(key), !world.ledger.isGenuine(entry) else { continue }
                findings.append("device \(device.index) holds \(entry.id), made by nobody")
            }
        }
        return findings
    }

    /// A device that agrees has nothing more to say, and goes on agreeing. Two devices with one key, a
    /// device that floods and one that was sent away never rest.
    static func quiet(_ world: World) throws -> [String] {
        let isRestless =
            world.scenario.clonedAt != nil || !world.dismissed.isEmpty || world.intrusion != nil
        // Where packets get lost links are given up now and then, and begin again.
        let scenario = world.scenario
        // On ways that are too slow to settle a clock each lucky answer makes it better, which is told.
        let isMeasuring = scenario.isTimed && scenario.delayMax > Intervals.errorSettled * 2
        let rateMax =
            idleBytes * (1 + scenario.lossPercent / 5) + (isMeasuring ? idleBytes / 2 : 0)
        var rates: [Int] = []
        repeat {
            let before = world.sentBytes
            try world.rest(rest)
            let links = max(1, world.wires.count)
            rates.append((world.sentBytes - before) / links / Int(rest.components.seconds))
            if Set(world.counted.map { $0.replica?.log.frontier }).count > 1 {
                return ["the devices agree no more after \(rest * rates.count)"]
            }
        } while !isRestless && rates[0] > rateMax && rates.count < restsMax
        // Who is not quiet at once must be in the end, and for longer than a burst and the next.
        guard !isRestless, rates.suffix(2).contains(where: { $0 > rateMax }) else { return [] }
        return ["\(rates) bytes a second on each link when nothing happens"]
    }
}
