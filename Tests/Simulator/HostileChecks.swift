import MoveLog

/// What must hold where somebody is hostile.
extension Checkers {
    /// Nobody keeps more than the limits say, and nobody answers more than it was asked.
    static func hostility(_ world: World) -> [String] {
        guard let intrusion = world.intrusion else { return [] }
        return memory(world, intrusion) + work(world, intrusion) + reach(world, intrusion)
    }

    /// A device that was not invited is no member anywhere, and no absurd lamport is followed.
    private static func reach(_ world: World, _ intrusion: Intrusion) -> [String] {
        var findings: [String] = []
        let key = intrusion.device.seal.publicKey
        let isStranger = world.scenario.hostility?.role == .stranger
        // Who has not heard of the removal yet takes it for a member still.
        let informed = world.counted.compactMap(\.replica?.log).filter { log in
            // A founder that lost its power or its disk with the removal recorded something else there.
            intrusion.removal.map { id in
                log.entries(id).contains { $0.entry.kind == .deviceRemoved }
            } ?? false
        }
        if informed.contains(where: { $0.isMember(key) }) {
            findings.append("the hostile device is a member after its removal")
        }
        for device in world.counted {
            guard let log = device.replica?.log else { continue }
            let hasAuthors = log.authorIDs.contains { log.key(of: $0) == key }
            if isStranger, log.isMember(key) || hasAuthors {
                findings.append("device \(device.index) takes a stranger for a member")
            }
            let own = log.authorIDs.filter { log.key(of: $0) == device.key }
            for author in own where log.last(of: author) > 0 {
                let last = EntryID(author: author, sequence: log.last(of: author))
                for entry in log.entries(last).map(\.entry)
                where entry.lamport >= MoveLogLimits.lamportMax {
                    findings.append("device \(device.index) follows \(entry.lamport)")
                }
            }
        }
        return findings
    }

    private static func memory(_ world: World, _ intrusion: Intrusion) -> [String] {
        let bound = Footprint.bound(members: intrusion.footprint[.members] ?? 0)
        return Footprint.allCases.compactMap { name in
            let (held, most) = (intrusion.footprint[name] ?? 0, bound[name] ?? 0)
            return held <= most ? nil : "\(held) \(name) are kept, above \(most)"
        }
    }

    /// What goes to a hostile device: the log once a link, and answers in proportion to what it said.
    private static func work(_ world: World, _ intrusion: Intrusion) -> [String] {
        let log = world.devices.compactMap { $0.replica?.log.byteCount }.max() ?? 0
        let linkBytes = Int(intrusion.linkCount) * (2 * log + 20_000)
        let seconds = Int(world.now.components.seconds) * world.devices.count
        let bytes = linkBytes + 4 * intrusion.saidBytes + seconds * 20_000
        var findings: [String] = []
        if intrusion.heardBytes > bytes {
            findings.append(
                "\(intrusion.heardBytes) bytes went to the hostile device, above \(bytes)")
        }
        let frames = Int(intrusion.linkCount) * 200 + 2 * intrusion.saidFrames + seconds * 50
        if intrusion.heardFrames > frames {
            findings.append(
                "\(intrusion.heardFrames) frames went to the hostile device, above \(frames)")
        }
        return findings
    }
}

extension Scenario {
    /// The scenario of a seed, with somebody hostile in it.
    package static func hostile(seed: UInt64) -> Scenario {
        var scenario = Scenario(seed: seed)
        scenario.hostility = Hostility(seed: seed)
        return scenario
    }
}
