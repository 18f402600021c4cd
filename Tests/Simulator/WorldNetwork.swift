import MoveLog

/// The network of a world: packets on wires.
extension World {
    func transmit(_ bytes: [UInt8], on link: LinkID) {
        let (number, end) = ends(of: link)
        guard wires[number]?.isOpen[end] == true else { return }
        let packets = wires[number]?.send(bytes, from: end, random: &random) ?? []
        for packet in packets { carry(packet, number, from: end) }
    }

    /// A device closed its end: the other learns it behind all that was sent before.
    func hangUp(_ link: LinkID) {
        let (number, end) = ends(of: link)
        guard let wire = wires[number], wire.isOpen[end] else { return }
        carry(wire.ending(from: end), number, from: end)
        wires[number]?.isOpen[end] = false
        sweep(number)
    }

    private func ends(of link: LinkID) -> (number: Int, end: Int) {
        (Int(link.rawValue / 2), Int(link.rawValue % 2))
    }

    /// Gives a packet to the network, which may lose, delay and repeat it.
    func carry(_ packet: Wire.Packet, _ number: Int, from end: Int) {
        guard let wire = wires[number] else { return }
        let isLost =
            isCut(wire.ends[0], wire.ends[1])
            || Int.random(in: 0..<100, using: &random) < scenario.lossPercent
        if isLost {
            sendAgain(packet, number, from: end)
            return
        }
        let copies =
            Int.random(in: 0..<100, using: &random) < scenario.duplicationPercent ? 2 : 1
        for _ in 0..<copies {
            let delay = scenario.delayMax * Double.random(in: 0.05...1, using: &random)
            let wait = queueing(packet, number, from: end) + delay
            after(wait, .packetArrives(wire: number, from: end, packet: packet))
        }
    }

    /// As a sender that hears no acknowledgement: again after a growing wait, and in the end the
    /// connection is given up at both ends.
    private func sendAgain(_ packet: Wire.Packet, _ number: Int, from end: Int) {
        var again = packet
        again.attempt += 1
        guard again.attempt <= 8 else {
            after(.zero, .wireBreaks(wire: number, end: 0))
            after(.zero, .wireBreaks(wire: number, end: 1))
            return
        }
        let wait = Duration.milliseconds(100 << min(again.attempt, 5))
        after(wait, .packetIsSentAgain(wire: number, from: end, packet: again))
    }

    /// How long a packet waits behind others of a slow pair: the last two devices of the scenario.
    private func queueing(_ packet: Wire.Packet, _ number: Int, from end: Int) -> Duration {
        guard scenario.slowBytes > 0, let wire = wires[number],
            wire.ends.contains(devices.count - 1)
        else { return .zero }
        let time = Duration.seconds(Double(packet.bytes.count) / Double(scenario.slowBytes * 10))
        let start = max(now, wire.directions[end].busyUntil)
        wires[number]?.directions[end].busyUntil = start + time
        return start + time - now
    }

    func arrive(_ packet: Wire.Packet, _ number: Int, from end: Int) {
        guard let wire = wires[number] else { return }
        let receiver = wire.ends[1 - end]
        guard wire.isOpen[1 - end] else {
            // Nobody listens any more: the sender is told so.
            if !packet.isEnd { after(scenario.delayMax, .wireBreaks(wire: number, end: end)) }
            return
        }
        guard !isCut(wire.ends[0], wire.ends[1]) else {
            return sendAgain(packet, number, from: end)
        }
        guard let (bytes, hasEnded) = wires[number]?.arrive(packet, from: end) else { return }
        let link = wire.link(at: 1 - end)
        let moment = devices[receiver].moment(now)
        if !bytes.isEmpty {
            trace.note(bytes)
            repeatLater(deliveries.received(bytes, on: link, at: receiver), number, from: end)
            devices[receiver].withReplica { $0.receive(bytes, from: link, at: moment) }
        }
        if hasEnded { breakWire(number, at: 1 - end) }
        endTurn(of: receiver)
    }

    /// Some peers say again what they have said: a frame of entries comes once more, later.
    private func repeatLater(_ frames: [[UInt8]], _ number: Int, from end: Int) {
        guard scenario.repetitionPercent > 0 else { return }
        for frame in frames
        where Int.random(in: 0..<100, using: &random) < scenario.repetitionPercent {
            let wait = Duration.milliseconds(Int.random(in: 0...3000, using: &random))
            after(wait, .runComesAgain(wire: number, from: end, frame: frame))
        }
    }

    func comeAgain(_ frame: [UInt8], _ number: Int, from end: Int) {
        guard let wire = wires[number], wire.isOpen[1 - end] else { return }
        let link = wire.link(at: 1 - end)
        guard deliveries.isBetweenFrames(link) else { return }
        let receiver = wire.ends[1 - end]
        let moment = devices[receiver].moment(now)
        _ = deliveries.received(frame, on: link, at: receiver)
        devices[receiver].withReplica { $0.receive(frame, from: link, at: moment) }
        endTurn(of: receiver)
    }

    /// An end learns that its connection is gone.
    func breakWire(_ number: Int, at end: Int) {
        guard let wire = wires[number], wire.isOpen[end] else { return sweep(number) }
        wires[number]?.isOpen[end] = false
        let device = wire.ends[end]
        let moment = devices[device].moment(now)
        devices[device].withReplica { $0.disconnected(wire.link(at: end), at: moment) }
        endTurn(of: device)
        sweep(number)
    }

    /// Forgets a connection that is gone at both ends.
    func sweep(_ number: Int) {
        guard let wire = wires[number], !wire.isOpen[0], !wire.isOpen[1] else { return }
        for end in 0...1 { deliveries.ended(wire.link(at: end)) }
        wires[number] = nil
    }
}
