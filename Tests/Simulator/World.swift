package import MoveLog
package import Scorebook
import Seeds

/// A whole table in one thread: clock, network, disks and keepers of a scenario, all drawn from its
/// seed. Equal seeds give equal traces.
package final class World {
    /// Something that happens at an instant.
    enum Happening: Sendable {
        case keeperRecords(Int)
        case deviceWakes(Int)
        case deviceStarts(Int)
        case deviceCrashes
        case deviceGoesOffline
        case deviceComesBack(Int)
        case deviceFallsAsleep
        case deviceAwakes(Int)
        case devicesDial(Int)
        case networkParts
        case networkJoins
        case packetArrives(wire: Int, from: Int, packet: Wire.Packet)
        case packetIsSentAgain(wire: Int, from: Int, packet: Wire.Packet)
        case runComesAgain(wire: Int, from: Int, frame: [UInt8])
        case wireBreaks(wire: Int, end: Int)
    }

    /// What the run is made of.
    package let scenario: Scenario
    /// Simulated time since the start.
    package private(set) var now = Duration.seconds(1)
    /// What happened, as one number that grows with every happening.
    package internal(set) var trace = Trace()
    /// Everything that was acknowledged to a keeper.
    package internal(set) var acknowledged: [EntryID: Entry] = [:]
    /// Gets a line for every happening.
    var follow: (String) -> Void = { _ in }
    /// The devices of the table, by number.
    package internal(set) var devices: [SimulatedDevice] = []
    var wires: [Int: Wire] = [:]
    var random: SeededGenerator
    /// How the entries came to the devices.
    package internal(set) var deliveries = Deliveries()
    private var keepers: any Keepers
    private var agenda = Agenda<Happening>()
    private var wireCount = 0
    private var cut: Set<Int> = []
    private var isHealed = false
    private var wakes: [Int: Duration] = [:]
    /// The game that is kept; nil if its creation failed.
    package private(set) var game: GameID?

    /// Founds the table and switches all devices on.
    package init(_ scenario: Scenario, keepers: any Keepers) throws {
        self.scenario = scenario
        self.keepers = keepers
        random = SeededGenerator(seed: scenario.seed &* 0x9e37_79b9)
        for index in 0..<scenario.devices {
            let offset = Duration.seconds(Int.random(in: -86_400...86_400, using: &random))
            devices.append(
                SimulatedDevice(index: index, scenario: scenario, wallOffset: offset))
        }
        try found()
        plan()
    }

    private func found() throws {
        let founder = devices[0].seal
        var nonces = SeededGenerator(seed: scenario.seed)
        let nonce = Octets16((0..<16).map { _ in UInt8.random(in: 0...255, using: &nonces) })
        guard let nonce else { return }
        let charter = try Charter(
            founding: nonce, at: WallTime(milliseconds: 0), seal: founder)
        devices[0].charter = charter
        _ = try devices[0].start(seed: scenario.seed, at: now)
        for index in devices.indices.dropFirst() {
            let key = devices[index].seal.publicKey
            let moment = devices[0].moment(now)
            let chain = try devices[0].withReplica { try $0.invite(key, at: moment) }
            devices[index].charter = try Charter(
                founding: charter.founding, chain: chain ?? InvitationChain(),
                seal: devices[index].seal)
            _ = try devices[index].start(seed: scenario.seed, at: now)
        }
        let moment = devices[0].moment(now)
        game = try devices[0].withReplica { try $0.record([keepers.creation.draft], at: moment) }?
            .first
        for index in devices.indices { endTurn(of: index) }
    }

    private func plan() {
        for index in devices.indices {
            let pause = keepers.pause(at: index, now: now, random: &random)
            after(pause, .keeperRecords(index))
            after(.milliseconds(10 * index), .devicesDial(index))
        }
        if let mean = scenario.crashes { after(draw(mean), .deviceCrashes) }
        if let mean = scenario.partitions { after(draw(mean), .networkParts) }
        if let mean = scenario.offline { after(draw(mean), .deviceGoesOffline) }
        if let mean = scenario.sleeps { after(draw(mean), .deviceFallsAsleep) }
    }

    // MARK: Time

    /// Lets trouble happen, heals everything, and goes on until all devices agree or the time for
    /// it is over. Returns how long the table took to agree after it was healed.
    package func run() throws -> Duration? {
        while now < scenario.trouble, try step(until: scenario.trouble) {}
        try heal()
        let healed = now
        while now < healed + Checkers.patience {
            guard try step(until: healed + Checkers.patience) else { break }
            if keepers.isDone, Checkers.isConverged(devices),
                !scenario.isTimed || Checkers.areClocksSettled(self),
                wires.values.allSatisfy({ !$0.isOpen.contains(false) })
            {
                return now - healed
            }
        }
        return nil
    }

    private func step(until end: Duration) throws -> Bool {
        guard let (instant, happening) = agenda.next(before: end) else {
            now = end
            return false
        }
        now = max(now, instant)
        let words = World.words(happening)
        trace.note(now, words)
        follow("\(now) \(words)")
        try perform(happening)
        return true
    }

    func after(_ wait: Duration, _ happening: Happening) {
        agenda.add(happening, at: now + wait)
    }

    private func draw(_ mean: Duration) -> Duration {
        mean * Double.random(in: 0.1...1.9, using: &random)
    }

    private func heal() throws {
        isHealed = true
        cut = []
        for index in devices.indices {
            devices[index].isOnline = true
            if devices[index].isAsleep { awake(index) }
            if !devices[index].isUp { try start(index) }
        }
    }

    // MARK: Happenings

    private func perform(_ happening: Happening) throws {
        switch happening {
        case .keeperRecords(let index): try record(index)
        case .deviceWakes(let index): wake(index)
        case .deviceStarts(let index): try start(index)
        case .deviceCrashes: crash()
        case .deviceGoesOffline: goOffline()
        case .deviceComesBack(let index): devices[index].isOnline = true
        case .deviceFallsAsleep: fallAsleep()
        case .deviceAwakes(let index): awake(index)
        case .devicesDial(let index): dial(from: index)
        case .networkParts: part()
        case .networkJoins: cut = []
        case .packetArrives(let wire, let end, let packet): arrive(packet, wire, from: end)
        case .packetIsSentAgain(let wire, let end, let packet): carry(packet, wire, from: end)
        case .runComesAgain(let wire, let end, let frame): comeAgain(frame, wire, from: end)
        case .wireBreaks(let wire, let end): breakWire(wire, at: end)
        }
    }

    private func record(_ index: Int) throws {
        guard !isHealed || !keepers.isDone else { return }
        after(keepers.pause(at: index, now: now, random: &random), .keeperRecords(index))
        guard devices[index].isUp, !devices[index].isAsleep, let game,
            let entering = keepers.entering(at: devices[index], into: game, random: &random)
        else { return }
        let entries = try devices[index].record(entering, at: now)
        // Unacknowledged, the keeper's client sends the same request again.
        if endTurn(of: index) { keepers.acknowledged(entries, at: index) }
    }

    private func wake(_ index: Int) {
        guard wakes[index] ?? .zero <= now else { return }
        wakes[index] = nil
        guard !devices[index].isAsleep else { return }
        let moment = devices[index].moment(now)
        devices[index].withReplica { $0.tick(at: moment) }
        endTurn(of: index)
    }

    /// A lid is closed: the device hears nothing and does nothing for a while.
    private func fallAsleep() {
        guard !isHealed, let mean = scenario.sleeps else { return }
        after(draw(mean), .deviceFallsAsleep)
        let index = Int.random(in: devices.indices, using: &random)
        guard devices[index].isUp, !devices[index].isAsleep else { return }
        devices[index].isAsleep = true
        after(draw(.seconds(8)), .deviceAwakes(index))
    }

    private func awake(_ index: Int) {
        guard devices[index].isAsleep else { return }
        devices[index].isAsleep = false
        wakes[index] = nil
        wake(index)
    }

    private func start(_ index: Int) throws {
        guard !devices[index].isUp else { return }
        guard try devices[index].start(seed: scenario.seed, at: now) else {
            after(.milliseconds(500), .deviceStarts(index))
            return
        }
        endTurn(of: index)
    }

    private func crash() {
        guard !isHealed, let mean = scenario.crashes else { return }
        after(draw(mean), .deviceCrashes)
        let index = Int.random(in: devices.indices, using: &random)
        guard devices[index].isUp else { return }
        if Int.random(in: 0..<100, using: &random) < scenario.tornPercent {
            // The power fails in one of the next calls to the disk.
            let call = devices[index].disk.changes + Int.random(in: 0...2, using: &random)
            devices[index].disk.faults[call] = .powerLoss
        } else {
            fail(index)
        }
    }

    /// A device loses its power; its peers notice when packets come back unheard.
    func fail(_ index: Int) {
        devices[index].stop()
        wakes[index] = nil
        for (number, wire) in wires where wire.ends.contains(index) {
            let end = wire.ends[0] == index ? 0 : 1
            wires[number]?.isOpen[end] = false
            sweep(number)
        }
        after(draw(.seconds(2)), .deviceStarts(index))
    }

    private func goOffline() {
        guard !isHealed, let mean = scenario.offline else { return }
        after(draw(mean), .deviceGoesOffline)
        let index = Int.random(in: devices.indices, using: &random)
        guard devices[index].isOnline else { return }
        devices[index].isOnline = false
        let moment = devices[index].moment(now)
        devices[index].withReplica { $0.disconnectAll(at: moment) }
        endTurn(of: index)
        after(draw(.seconds(6)), .deviceComesBack(index))
    }

    private func part() {
        guard !isHealed, let mean = scenario.partitions else { return }
        after(draw(mean), .networkParts)
        cut = Set(devices.indices.filter { _ in Bool.random(using: &random) })
        after(draw(.seconds(5)), .networkJoins)
    }

    func isCut(_ one: Int, _ other: Int) -> Bool {
        cut.contains(one) != cut.contains(other) || devices[one].isAsleep
            || devices[other].isAsleep
    }

    // MARK: Turns

    /// Performs what a device's turn gives, and plans its next wake-up. False when the device is off
    /// or has failed, so that nothing of the turn may be told.
    @discardableResult
    func endTurn(of index: Int) -> Bool {
        guard devices[index].isUp else { return false }
        let turn = devices[index].turn(at: now)
        guard !turn.hasFailed else {
            fail(index)
            return false
        }
        for entry in turn.recorded { acknowledged[entry.id] = entry }
        deliveries.admitted(turn.admitted, at: index, now: now)
        for send in turn.sends { transmit(send.bytes, on: send.link) }
        for link in turn.closes { hangUp(link) }
        if let deadline = devices[index].deadline,
            deadline < wakes[index] ?? .seconds(1 << 40)
        {
            wakes[index] = deadline
            agenda.add(.deviceWakes(index), at: max(deadline, now + .microseconds(1)))
        }
        return true
    }

    // MARK: Dialling

    private func dial(from index: Int) {
        after(draw(.milliseconds(700)), .devicesDial(index))
        guard devices[index].isUp, devices[index].isOnline, !devices[index].isAsleep else {
            return
        }
        for peer in devices.indices where scenario.mayLink(index, peer) {
            guard devices[peer].isUp, devices[peer].isOnline, !isCut(index, peer),
                !hasWire(index, peer)
            else { continue }
            connect(index, peer)
            // Sometimes the other side dials in the same instant.
            if Int.random(in: 0..<4, using: &random) == 0 { connect(peer, index) }
        }
    }

    private func hasWire(_ one: Int, _ other: Int) -> Bool {
        wires.values.contains { wire in
            wire.ends.contains(one) && wire.ends.contains(other)
                && wire.isOpen[wire.ends[0] == one ? 0 : 1]
        }
    }

    private func connect(_ dialer: Int, _ acceptor: Int) {
        wireCount += 1
        let wire = Wire(number: wireCount, ends: [dialer, acceptor])
        wires[wireCount] = wire
        for end in 0...1 {
            let key = devices[wire.ends[1 - end]].seal.publicKey
            let moment = devices[wire.ends[end]].moment(now)
            devices[wire.ends[end]].withReplica {
                $0.connected(wire.link(at: end), to: key, isDialer: end == 0, at: moment)
            }
            endTurn(of: wire.ends[end])
        }
    }
}
