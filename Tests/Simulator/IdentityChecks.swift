import MoveLog

extension World {
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

    /// A stranger, which has a new key on each link and shows others' chains, is no member, not even
    /// while it is linked.
    func checkStrangers(at index: Int) {
        guard scenario.hostility?.role == .stranger,
            let members = devices[index].replica?.log.memberKeys
        else { return }
        if !Set(members).isSubset(of: devices.map(\.key)) {
            findings.append("device \(index) at \(now) takes a stranger for a member")
        }
    }
}

/// What must hold of who is who.
extension Checkers {
    /// Nobody but the founder and devices that it named at some time removes anybody, and nobody the
    /// founder.
    static func removers(_ world: World) -> [String] {
        let founder = world.devices[0].key
        var findings: [String] = []
        for device in world.counted {
            for removal in device.replica?.log.removals.values ?? [:].values {
                if removal.device == founder {
                    findings.append("device \(device.index) has a removal of the founder")
                }
                if removal.remover != founder, !world.named.contains(removal.remover) {
                    findings.append("device \(device.index) has a removal by no deputy")
                }
            }
        }
        return findings.sorted()
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
