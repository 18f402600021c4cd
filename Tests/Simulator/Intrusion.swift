import MoveLog
import Scorebook
import Seeds

/// A hostile device at the links of a world's honest ones, and what it costs them.
struct Intrusion: Sendable {
    var device: HostileDevice
    var linkCount: UInt64 = 0
    /// The most that any honest device kept in memory.
    var footprint: [Footprint: Int] = [:]
    /// Bytes and frames that went to the hostile device and came from it, over all its links.
    var heardBytes = 0
    var heardFrames = 0
    var saidBytes = 0
    var saidFrames = 0
    /// Whether the honest devices have recorded what must come through while it goes on.
    var isProbed = false
    /// When it stops to write in its own name, or left.
    var isCalm = false
    /// The founder's entry that removed it from the table.
    var removal: EntryID?
    var isGone = false
    /// Bytes of entries that it still may write.
    var budget: Int

    private static let firstLink: UInt64 = 1 << 40

    static func owns(_ link: LinkID) -> Bool { link.rawValue >= firstLink }

    /// The hostile device of a scenario that has one: invited by some honest device, if at all.
    init?(_ world: World) throws {
        guard let hostility = world.scenario.hostility else { return nil }
        let seal = ToySeal(device: 0xbad0)
        var random = SeededGenerator(seed: hostility.seed &+ 1)
        guard let own = world.devices[0].charter else { return nil }
        var chain = InvitationChain()
        if hostility.role != .stranger {
            let inviter = Int.random(in: 0..<world.scenario.devices, using: &random)
            let moment = world.devices[inviter].moment(world.now)
            chain =
                try world.devices[inviter].withReplica {
                    try $0.invite(seal.publicKey, at: moment)
                } ?? chain
            world.endTurn(of: inviter)
        }
        let charter = try Charter(founding: own.founding, chain: chain, seal: seal)
        device = HostileDevice(hostility, seal: seal, charter: charter)
        device.game = world.game
        device.targets = world.scenario.devices
        budget = world.scenario.slowBytes > 0 ? 40_000 : 400_000
    }

    mutating func newLink() -> LinkID {
        linkCount += 1
        return LinkID(rawValue: Self.firstLink + linkCount)
    }

    mutating func lost(victim: Int) {
        for (link, contact) in device.contacts where contact.victim == victim {
            device.closed(link)
        }
    }

    /// What it did and what came of it.
    var counts: [String: Int] {
        var all = Dictionary(
            uniqueKeysWithValues: device.counts.map { ("did \($0.key)", $0.value) })
        for (reason, count) in device.closes { all["closed \(reason)"] = count }
        for (name, count) in footprint { all["footprint \(name)"] = count }
        all["bytes from it"] = saidBytes
        all["bytes to it"] = heardBytes
        all["frames from it"] = saidFrames
        all["frames to it"] = heardFrames
        return all
    }
}

extension World {
    /// How long after the healing a hostile device that stays writes in its own name.
    private static let writing = Duration.seconds(10)

    func planHostility() {
        guard intrusion != nil else { return }
        after(.milliseconds(300), .hostileActs)
    }

    /// Whether all that must come through while somebody is hostile was recorded, and nothing more
    /// comes from there in its own name.
    var isHostilityOver: Bool { intrusion.map { $0.isCalm && $0.isProbed } ?? true }

    /// An honest device says something to the hostile one, which answers when its time comes.
    func intruderHears(_ bytes: [UInt8], on link: LinkID) {
        intrusion?.heardBytes += bytes.count
        intrusion?.heardFrames += 1
        intrusion?.device.hear(bytes, on: link)
    }

    func hostileActs() {
        guard let hostility = scenario.hostility, var taken = intrusion else { return }
        if taken.isGone { return }
        intrusion = nil
        let victims = devices.indices.filter {
            devices[$0].replica != nil && devices[$0].isOnline && !devices[$0].isAsleep
        }
        taken.device.isWriting = taken.budget > 0 && !taken.isCalm
        taken.device.act(
            on: victims,
            at: Moment(uptime: now, wall: WallTime(milliseconds: now.components.seconds * 1000)))
        let deeds = taken.device.takeDeeds()
        intrusion = taken
        perform(deeds, reachable: Set(victims))
        if hostility.role == .removed, now >= scenario.trouble / 2 { removeIntruder() }
        let mean = hostility.pace
        let wait = mean * Double.random(in: 0.1...1.9, using: &hostileRandom)
        after(wait, .hostileActs)
    }

    /// A member that forks more than devices take in is told to people, who remove it: until then devices may
    /// hold different leaves of it.
    func removeIntruderAtLimit() {
        guard let key = intrusion?.device.seal.publicKey else { return }
        let isAtLimit = counted.contains {
            $0.replica?.log.devicesAtLeafLimit.contains(key) == true
        }
        if isAtLimit { removeIntruder() }
    }

    /// The founder, who can, removes the hostile device.
    private func removeIntruder() {
        guard let taken = intrusion, taken.removal == nil, !devices[0].isAsleep else { return }
        let key = taken.device.seal.publicKey
        let moment = devices[0].moment(now)
        let entries = devices[0].withReplica { try? $0.remove(key, at: moment) }
        guard let removal = entries??.first else { return }
        intrusion?.removal = removal
        happenings.note(.removal)
        endTurn(of: 0)
    }

    private func perform(_ deeds: [HostileDevice.Deed], reachable: Set<Int>) {
        var touched: Set<Int> = []
        for deed in deeds {
            switch deed {
            case .say(let link, let bytes):
                guard let victim = intrusion?.device.contacts[link]?.victim,
                    reachable.contains(victim)
                else { continue }
                intrusion?.saidBytes += bytes.count
                intrusion?.saidFrames += 1
                if bytes.count > 4, bytes[4] == 3 { intrusion?.budget -= bytes.count }
                devices[victim].receive(bytes, from: link, at: now)
                touched.insert(victim)
            case .hangUp(let link, let victim):
                devices[victim].disconnected(link, at: now)
                touched.insert(victim)
            case .dial(let victim):
                guard reachable.contains(victim), let link = intrusion?.newLink() else { continue }
                dial(victim, on: link)
                touched.insert(victim)
            }
        }
        for victim in touched.sorted() {
            guard endTurn(of: victim), let replica = devices[victim].replica else { continue }
            intrusion?.footprint.merge(replica.footprint, uniquingKeysWith: max)
            checkStrangers(at: victim)
        }
    }

    private func dial(_ victim: Int, on link: LinkID) {
        guard let key = intrusion?.device.opened(link, to: victim, at: now) else { return }
        let isDialer = Bool.random(using: &hostileRandom)
        devices[victim].connected(link, to: key, isDialer: isDialer, at: now)
    }

    func healHostility() {
        guard let hostility = scenario.hostility else { return }
        after(.seconds(5), .honestProbe)
        if hostility.leaves { expelIntruder() }
    }

    /// The hostile device is gone, and all its links.
    func expelIntruder() {
        guard let contacts = intrusion?.device.contacts else { return }
        intrusion?.isGone = true
        for (link, contact) in contacts.sorted(by: { $0.key < $1.key }) {
            devices[contact.victim].disconnected(link, at: now)
            endTurn(of: contact.victim)
        }
        intrusion?.device.contacts = [:]
    }

    /// Every honest device records something, which must reach all others although the hostile one
    /// goes on.
    func honestProbe() throws {
        guard let game, intrusion?.isCalm == false else { return }
        guard intrusion?.isProbed == false else {
            intrusion?.isCalm = true
            return
        }
        for index in devices.indices where devices[index].isCounted {
            guard devices[index].replica != nil else {
                return after(.milliseconds(500), .honestProbe)
            }
            let note = Note(text: "device \(index) goes on")
            _ = try devices[index].record(Entering([note.draft(in: game)]), at: now)
            endTurn(of: index)
        }
        intrusion?.isProbed = true
        after(Self.writing, .honestProbe)
    }
}
