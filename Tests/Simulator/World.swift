import MoveLog
package import Scorebook
import Seeds

/// A whole table in one thread: clock, network, disks and keepers of a scenario, all drawn from its
/// seed. Equal seeds give equal traces.
package final class World {
    package let scenario: Scenario
    /// Simulated time since the start.
    package internal(set) var now = Duration.seconds(1)
    /// What happened, as one number that grows with every happening.
    package internal(set) var trace = Trace()
    package internal(set) var happenings = Happenings()
    package internal(set) var ledger = WorldLedger()
    /// What did not hold while the run went on, in the order in which it showed.
    package internal(set) var findings: [String] = []
    package var follow: ((String) -> Void)?
    /// The devices of the table, by number: those that begin it, newcomers, clones.
    package internal(set) var devices: [SimulatedDevice] = []
    var wires: [Int: Wire] = [:]
    var wireCount = 0
    /// By a device and a peer, how many wires between them are open at the device.
    var openEnds: [Pair: Int] = [:]
    var dice: Dice
    package internal(set) var deliveries = Deliveries()
    var keepers: any Keepers
    var agenda = Agenda<Happening>()
    var cut: Set<Int> = []
    /// A device in it is heard by no device outside it.
    var muted: Set<Int> = []
    var isHealed = false
    /// The device that was the last to keep the table from agreeing.
    var doubter: SimulatedDevice?
    var wakes: [Int: Duration] = [:]
    /// How many turns a device did nothing in and was due again at once.
    var idleTurns: [Int: Int] = [:]
    /// An earlier state of the unlucky device's disk.
    var backup: [String: [UInt8]]?
    /// Bits that flipped: a second time heals them.
    var flipped: Set<FlippedBit> = []
    /// The devices that the founder named deputies at some time.
    var named: Set<PublicKey> = []
    /// The hostile device and what it cost, when there is one.
    var intrusion: Intrusion?
    var hostileRandom: SeededGenerator
    var sentBytes = 0
    /// How often the loads of devices were looked at.
    var lookCount = 0
    /// The game that is kept; nil if its creation failed.
    package private(set) var game: GameID?

    /// Two devices, in an order.
    struct Pair: Hashable, Sendable {
        var from: Int
        var to: Int
    }

    /// Founds the table and switches all devices on.
    package init(_ scenario: Scenario, keepers: any Keepers) throws {
        self.scenario = scenario
        self.keepers = keepers
        dice = Dice(seed: scenario.seed)
        hostileRandom = SeededGenerator(seed: scenario.hostility?.seed ?? 0)
        for index in 0..<(scenario.devices + scenario.newcomers) {
            let offset = Duration.seconds(dice.pick(.size, -86_400..<86_401))
            devices.append(
                SimulatedDevice(index: index, scenario: scenario, wallOffset: offset))
            devices[index].dialect = drawDialect()
        }
        try found()
        intrusion = try Intrusion(self)
        plan()
    }

    private func drawDialect() -> Dialect {
        if dice.falls(.dialects, percent: scenario.olderPercent) { return .older }
        return dice.falls(.dialects, percent: scenario.newerPercent) ? .newer : .present
    }

    private func found() throws {
        let founder = devices[0].seal
        var nonces = SeededGenerator(seed: scenario.seed)
        let nonce = Octets16(nonces.bytes(16))
        guard let nonce else { return }
        let charter = try Charter(
            founding: nonce, at: WallTime(milliseconds: 0), seal: founder)
        devices[0].charter = charter
        _ = devices[0].start(seed: scenario.seed, at: now)
        ledger.found(devices[0].replica?.log.allPlaced() ?? [])
        for index in 1..<scenario.devices {
            // A device may come by others than the founder.
            let isDirect = scenario.removals == nil || dice.falls(.removals, percent: 40)
            let inviter = isDirect ? 0 : dice.pick(.removals, 0..<index)
            devices[index].charter = try invite(index, by: inviter)
            _ = devices[index].start(seed: scenario.seed, at: now)
        }
        let moment = devices[0].moment(now)
        game = try devices[0].withReplica {
            try $0.record([keepers.creation.draft], at: moment)
        }?.first
        for index in devices.indices { endTurn(of: index) }
    }

    /// Lets a member invite a device, whose charter it gives.
    func invite(_ index: Int, by inviter: Int) throws -> Charter? {
        let key = devices[index].key
        let moment = devices[inviter].moment(now)
        guard let founding = devices[inviter].charter?.founding,
            let chain = try devices[inviter].withReplica({ try $0.invite(key, at: moment) })
        else { return nil }
        return try Charter(founding: founding, chain: chain, seal: devices[index].seal)
    }

    private func plan() {
        planHostility()
        for index in devices.indices where devices[index].charter != nil { begin(index) }
        for index in devices.indices where devices[index].charter == nil {
            after(
                .seconds(2) + dice.time(.newcomers, around: scenario.trouble / 4),
                .deviceJoins(index))
        }
        let troubles: [(Trouble, Duration?, Happening)] = [
            (.crashes, scenario.crashes, .deviceCrashes),
            (.partitions, scenario.partitions, .networkParts),
            (.oneWays, scenario.oneWays, .waysClose),
            (.breaks, scenario.breaks, .connectionResets),
            (.offline, scenario.offline, .deviceGoesOffline),
            (.sleeps, scenario.sleeps, .deviceFallsAsleep),
            (.diskFaults, scenario.diskFaults, .diskFails),
            (.decay, scenario.decay, .bitFlips),
            (.clockJumps, scenario.clockJumps, .clockJumps),
            (.backups, scenario.backups, .backupIsPutBack),
            (.removals, scenario.removals, .deviceIsRemoved),
        ]
        for (trouble, mean, happening) in troubles { _ = plan(trouble, mean, happening) }
        if let clonedAt = scenario.clonedAt { after(clonedAt, .deviceIsCloned) }
    }

    /// Plans the next of a kind of trouble; false where there is none, or no more.
    func plan(_ trouble: Trouble, _ mean: Duration?, _ happening: Happening) -> Bool {
        guard !isHealed, let mean else { return false }
        after(dice.time(trouble, around: mean), happening)
        return true
    }

    /// From now on somebody keeps at a device, and it dials.
    func begin(_ index: Int) {
        let pause = keepers.pause(at: index, now: now, random: &dice[.pace])
        after(pause, .keeperRecords(index))
        after(.milliseconds(10 * index), .devicesDial(index))
    }

    // MARK: Time

    /// Lets trouble happen, heals everything, and goes on until all devices agree or the time for
    /// it is over. Returns how long the table took to agree after it was healed; nil also when
    /// something was found before.
    package func run() throws -> Duration? {
        while now < scenario.trouble, findings.isEmpty, try step(until: scenario.trouble) {}
        heal()
        findings += Checkers.genuineness(self) + Checkers.hostility(self)
        guard findings.isEmpty else { return nil }
        return try agree()
    }

    /// Goes on until all devices agree, and says how long it took; nil when the time for it is over.
    func agree() throws -> Duration? {
        let healed = now
        var checkAt = now
        while now < healed + Checkers.patience {
            guard try step(until: healed + Checkers.patience) else { break }
            guard now >= checkAt else { continue }
            checkAt = now + .milliseconds(20)
            removeIntruderAtLimit()
            if doubts.isEmpty, !askForLosses() { return now - healed }
        }
        return nil
    }

    /// Why the table does not count as agreeing yet, the first reason alone.
    var doubts: [String] {
        if !keepers.isDone { return ["keepers still record"] }
        if !isHostilityOver { return ["the hostile device still acts"] }
        if !Checkers.isConverged(self) { return ["a device does not know that all hold the same"] }
        if scenario.isTimed, !Checkers.areClocksSettled(self) {
            return ["a game clock is not exact"]
        }
        if scenario.clonedAt == nil, !wires.values.allSatisfy(isSound) {
            return ["a link is open at one end only"]
        }
        return []
    }

    /// What nobody returned by now nobody holds: the keepers of whom moves wait for it ask to count them
    /// all the same. Whether somebody did.
    private func askForLosses() -> Bool {
        let asking = counted.filter { ($0.replica?.waiting.own ?? 0) > 0 }
        for device in asking {
            recordAgain(device.index)
            endTurn(of: device.index)
        }
        return !asking.isEmpty
    }

    /// A keeper asks to count moves that wait behind a gap.
    func recordAgain(_ index: Int) {
        let moment = devices[index].moment(now)
        _ = devices[index].withReplica { $0.recordAgain(at: moment) }
    }

    /// Lets a time pass in which nobody enters anything.
    func rest(_ time: Duration) throws {
        let end = now + time
        while now < end, try step(until: end) {}
    }

    private func step(until end: Duration) throws -> Bool {
        guard let (instant, happening) = agenda.next(before: end) else {
            now = end
            return false
        }
        now = max(now, instant)
        trace.note(now, happening)
        follow?("\(now) \(happening)")
        try perform(happening)
        return true
    }

    func after(_ wait: Duration, _ happening: Happening) {
        agenda.add(happening, at: now + wait)
    }

    /// Whether a wire is open at both ends, or is none that matters: a removed device dials again and
    /// again.
    private func isSound(_ wire: Wire) -> Bool {
        !wire.isOpen.contains(false) || wire.ends.contains { !isCounted($0) }
    }

    private func heal() {
        isHealed = true
        defer { healHostility() }
        cut = []
        muted = []
        for index in devices.indices {
            devices[index].disk.heal()
            devices[index].crashPoint = nil
            devices[index].isOnline = true
            if devices[index].isAsleep { awake(index) }
            if !devices[index].isUp { start(index) }
        }
    }

    private func perform(_ happening: Happening) throws {
        switch happening {
        case .keeperRecords(let index): try record(index)
        case .deviceWakes(let index): wake(index)
        case .deviceStarts(let index): start(index)
        case .deviceCrashes: crash()
        case .deviceGoesOffline: goOffline()
        case .deviceComesBack(let index): devices[index].isOnline = true
        case .deviceFallsAsleep: fallAsleep()
        case .deviceAwakes(let index): awake(index)
        case .devicesDial(let index): dial(from: index)
        case .networkParts: part()
        case .networkJoins: cut = []
        case .waysClose: closeWays()
        case .waysOpen: muted = []
        case .connectionResets: resetConnection()
        case .packetArrives(let wire, let end, let packet): arrive(packet, wire, from: end)
        case .packetIsSentAgain(let wire, let end, let packet): carry(packet, wire, from: end)
        case .runComesAgain(let wire, let end, let frame): comeAgain(frame.bytes, wire, from: end)
        case .wireBreaks(let wire, let end): breakWire(wire, at: end)
        case .diskFails: failDisk()
        case .diskHasRoom(let index): devices[index].disk.capacity = .max
        case .bitFlips: flipBit()
        case .clockJumps: jumpClock()
        case .backupIsPutBack: backUp()
        case .deviceIsCloned: clone()
        case .deviceJoins(let index): try join(index)
        case .deviceIsRemoved: removeDevice()
        case .hostileActs: hostileActs()
        case .honestProbe: try honestProbe()
        }
    }
}
