import MoveLog

/// Who can hear whom, and the connections between devices.
extension World {
    func part() {
        guard plan(.partitions, scenario.partitions, .networkParts) else { return }
        happenings.note(.partition)
        cut = Set(devices.indices.filter { _ in Bool.random(using: &dice[.partitions]) })
        after(dice.time(.partitions, around: .seconds(5)), .networkJoins)
    }

    func closeWays() {
        guard plan(.oneWays, scenario.oneWays, .waysClose) else { return }
        happenings.note(.oneWay)
        muted = Set(devices.indices.filter { _ in Bool.random(using: &dice[.oneWays]) })
        after(dice.time(.oneWays, around: .seconds(5)), .waysOpen)
    }

    /// Something between two devices forgets their connection.
    func resetConnection() {
        guard plan(.breaks, scenario.breaks, .connectionResets) else { return }
        guard let number = wires.keys.sorted().randomElement(using: &dice[.breaks]) else { return }
        happenings.note(.reset)
        breakWire(number, at: 0)
        breakWire(number, at: 1)
    }

    /// Whether packets from one device come to another.
    func passes(from one: Int, to other: Int) -> Bool {
        cut.contains(one) == cut.contains(other)
            && !(muted.contains(one) && !muted.contains(other))
            && !devices[one].isAsleep && !devices[other].isAsleep
    }

    // MARK: Dialling

    func dial(from index: Int) {
        after(dice.time(.dialling, around: .milliseconds(700)), .devicesDial(index))
        guard isReachable(index) else { return }
        // A device that knows of its removal tries less and less often.
        let log = devices[index].replica?.log
        if devices[index].replica?.isRemoved == true, !dice.falls(.dialling, percent: 5) { return }
        for peer in devices.indices where mayLink(index, peer) && isReachable(peer) {
            guard passes(from: index, to: peer), passes(from: peer, to: index),
                openEnds[Pair(from: index, to: peer)] ?? 0 == 0,
                log?.isRemoved(devices[peer].key) != true
            else { continue }
            connect(index, peer)
            // Sometimes the other side dials in the same instant.
            if dice.falls(.dialling, percent: 25) { connect(peer, index) }
            // Its power may have failed in the turn that a link brought.
            guard isReachable(index) else { return }
        }
    }

    private func isReachable(_ index: Int) -> Bool {
        devices[index].isUp && devices[index].isOnline && !devices[index].isAsleep
    }

    private func mayLink(_ one: Int, _ other: Int) -> Bool {
        guard one != other else { return false }
        // A device between others may be gone; the hostile device sends members away, too.
        if happenings[.removal] > 0 || isAnyoneRemoved { return true }
        let places = (devices[one].place, devices[other].place)
        if places.0 == places.1 { return scenario.topology == .mesh }
        return scenario.mayLink(places.0, places.1)
    }

    private var isAnyoneRemoved: Bool {
        devices.contains { $0.replica?.log.removals.isEmpty == false }
    }

    /// Whether so few links lead from a device to another one of the table that each is told of the
    /// other.
    func isNear(_ index: Int, _ key: PublicKey) -> Bool {
        let table = devices.indices.filter(isCounted)
        var near: Set<Int> = [index]
        for _ in 0..<MoveLogLimits.hopsMax {
            near.formUnion(table.filter { one in near.contains { mayLink($0, one) } })
        }
        return near.contains { devices[$0].key == key }
    }

    private func connect(_ dialer: Int, _ acceptor: Int) {
        guard isReachable(dialer), isReachable(acceptor) else { return }
        wireCount += 1
        let wire = Wire(number: wireCount, ends: [dialer, acceptor])
        wires[wireCount] = wire
        openEnds[Pair(from: dialer, to: acceptor), default: 0] += 1
        openEnds[Pair(from: acceptor, to: dialer), default: 0] += 1
        for end in 0...1 {
            let key = devices[wire.ends[1 - end]].key
            if devices[wire.ends[end]].replica?.log.isMember(key) == false {
                happenings.note(.stranger)
            }
            devices[wire.ends[end]].connected(
                wire.link(at: end), to: key, isDialer: end == 0, at: now)
            endTurn(of: wire.ends[end])
        }
    }

    // MARK: Ends

    func ends(of link: LinkID) -> (number: Int, end: Int) {
        (Int(link.rawValue / 2), Int(link.rawValue % 2))
    }

    /// A device closed its end: the other learns it behind all that was sent before.
    func hangUp(_ link: LinkID) {
        if Intrusion.owns(link) {
            intrusion?.device.closed(link)
            return
        }
        let (number, end) = ends(of: link)
        guard let wire = wires[number], wire.isOpen[end] else { return }
        carry(wire.ending(from: end), number, from: end)
        wires[number]?.isLingering[end] = true
        closeEnd(number, end)
        sweep(number)
    }

    /// An end learns that its connection is gone.
    func breakWire(_ number: Int, at end: Int) {
        guard let wire = wires[number], wire.isOpen[end] else { return sweep(number) }
        closeEnd(number, end)
        let device = wire.ends[end]
        devices[device].disconnected(wire.link(at: end), at: now)
        endTurn(of: device)
        sweep(number)
    }

    func closeEnd(_ number: Int, _ end: Int) {
        guard let wire = wires[number], wire.isOpen[end] else { return }
        wires[number]?.isOpen[end] = false
        let pair = Pair(from: wire.ends[end], to: wire.ends[1 - end])
        let count = (openEnds[pair] ?? 1) - 1
        openEnds[pair] = count == 0 ? nil : count
    }

    /// Forgets a connection that is gone at both ends.
    func sweep(_ number: Int) {
        guard let wire = wires[number], !wire.isOpen[0], !wire.isOpen[1] else { return }
        for end in 0...1 { deliveries.ended(wire.link(at: end)) }
        wires[number] = nil
    }
}
