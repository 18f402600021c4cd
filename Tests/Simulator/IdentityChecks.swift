import MoveLog

extension World {
    func noteInvitation(of key: PublicKey, by inviter: Int) {
        let inviters = depths[devices[inviter].key] ?? 0...0
        let known = depths[key]
        let lowest = min(known?.lowerBound ?? .max, inviters.lowerBound + 1)
        depths[key] = lowest...max(known?.upperBound ?? 0, inviters.upperBound + 1)
    }

    /// By how many invitations a device came at least: the founder by none, whoever is not known by
    /// one more than the hostile device that made it up.
    func leastDepth(of key: PublicKey) -> Int {
        if let known = depths[key] { return known.lowerBound }
        let hostile = intrusion.flatMap { depths[$0.device.seal.publicKey] }
        return key == devices[0].key ? 0 : (hostile?.lowerBound ?? 0) + 1
    }

    /// What others believe a device to hold, when its power fails with all that is under way to it:
    /// never more than it said itself.
    func checkHoldings(of index: Int) {
        let device = devices[index]
        guard intrusion == nil, device.isCounted, !device.isTampered,
            devices.count(where: { $0.key == device.key }) == 1
        else { return }
        for other in devices where other.index != index {
            let known = other.replica?.knownHoldings[device.key] ?? [:]
            for (author, sequence) in known.sorted(by: { $0.key < $1.key }) {
                guard sequence > device.promises.told(of: author) else { continue }
                findings.append(
                    "device \(other.index) at \(now) believes that device \(index) holds "
                        + "\(author) up to \(sequence), told \(device.promises.told(of: author))")
            }
        }
    }
}

/// What must hold of who is who.
extension Checkers {
    /// Nobody is removed by anybody who came to the table by more invitations.
    static func seniority(_ world: World) -> [String] {
        var findings: [String] = []
        for device in world.counted {
            guard let log = device.replica?.log else { continue }
            for removal in log.removals.values.sorted(by: { $0.device < $1.device }) {
                let isFounder = removal.device == world.devices[0].key
                guard let depth = isFounder ? 0...0 : world.depths[removal.device] else { continue }
                if world.leastDepth(of: removal.remover) > depth.upperBound || isFounder {
                    findings.append("device \(device.index) has a junior's removal of a senior")
                }
            }
        }
        return findings
    }

    /// A device whose home was neither copied nor put back never writes two entries under one ID,
    /// whatever its disk loses.
    static func identity(_ world: World) -> [String] {
        guard world.scenario.backups == nil, world.scenario.clonedAt == nil else { return [] }
        let honest = Set(world.devices.filter(\.isCounted).map(\.key))
        return world.counted.flatMap { device -> [String] in
            guard let log = device.replica?.log else { return [] }
            return log.forkedAuthors.filter { log.key(of: $0).map(honest.contains) ?? false }
                .map { "device \(device.index) holds two branches of \($0)" }
        }
    }
}
