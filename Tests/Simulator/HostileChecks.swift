import MoveLog

/// What must hold where somebody is hostile.
extension Checkers {
    /// Nobody keeps more than the limits say, and nobody answers more than it was asked.
    static func hostility(_ world: World) -> [String] {
        guard let intrusion = world.intrusion else { return [] }
        return memory(world, intrusion) + work(world, intrusion)
    }

    private static func memory(_ world: World, _ intrusion: Intrusion) -> [String] {
        let bound = Footprint.bound(members: intrusion.footprint.members)
        let authors = Limits.authorsMax + intrusion.footprint.authors
        let claims =
            intrusion.claimsMax <= authors
            ? [] : ["a link claims \(intrusion.claimsMax) authors, above \(authors)"]
        return claims
            + zip(intrusion.footprint.counts, bound.counts).compactMap { held, most in
                held.count <= most.count
                    ? nil : "\(held.count) \(held.name) are kept, above \(most.count)"
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
