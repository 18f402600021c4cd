import MoveLog

/// The network of a world: packets on wires.
extension World {
    func transmit(_ bytes: [UInt8], on link: LinkID, by index: Int) {
        if Intrusion.owns(link) { return intruderHears(bytes, on: link) }
        let (number, end) = ends(of: link)
        guard let wire = wires[number], wire.isOpen[end] else { return }
        let said = Dialect.carry(
            bytes, from: devices[index].dialect, to: devices[wire.ends[1 - end]].dialect,
            random: &dice[.dialects], &happenings)
        sentBytes += said.count
        let packets = wires[number]?.send(said, from: end, random: &dice[.wire]) ?? []
        for packet in packets { carry(packet, number, from: end) }
    }

    /// Gives a packet to the network, which may lose, delay and repeat it.
    func carry(_ packet: Wire.Packet, _ number: Int, from end: Int) {
        guard let wire = wires[number] else { return }
        let isLost =
            !passes(from: wire.ends[end], to: wire.ends[1 - end])
            || dice.falls(.loss, percent: scenario.lossPercent)
        if isLost {
            happenings.note(.lost)
            sendAgain(packet, number, from: end)
            return
        }
        let isDoubled = dice.falls(.duplication, percent: scenario.duplicationPercent)
        if isDoubled { happenings.note(.doubled) }
        for _ in 0..<(isDoubled ? 2 : 1) {
            let delay = scenario.delayMax * Double.random(in: 0.05...1, using: &dice[.delay])
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

    /// How long a packet waits behind others of a slow pair: the last two devices of the scenario. One
    /// that is sent again does not wait behind all that was sent since, as no sender puts so much under
    /// way.
    private func queueing(_ packet: Wire.Packet, _ number: Int, from end: Int) -> Duration {
        guard scenario.slowBytes > 0, let wire = wires[number],
            wire.ends.contains(scenario.devices - 1)
        else { return .zero }
        let time = Duration.seconds(Double(packet.bytes.count) / Double(scenario.slowBytes * 10))
        guard packet.attempt == 0 else { return time }
        let start = max(now, wire.directions[end].busyUntil)
        wires[number]?.directions[end].busyUntil = start + time
        return start + time - now
    }

    func arrive(_ packet: Wire.Packet, _ number: Int, from end: Int) {
        guard let wire = wires[number] else { return }
        let receiver = wire.ends[1 - end]
        guard wire.isOpen[1 - end] else {
            // Nobody listens any more: the sender is told so.
            let isHeard = packet.isEnd || wire.isLingering[1 - end]
            if !isHeard { after(scenario.delayMax, .wireBreaks(wire: number, end: end)) }
            return
        }
        guard passes(from: wire.ends[end], to: receiver) else {
            return sendAgain(packet, number, from: end)
        }
        if packet.offset > wire.directions[end].takenBytes { happenings.note(.overtaken) }
        guard let (bytes, hasEnded) = wires[number]?.arrive(packet, from: end) else { return }
        guard !bytes.isEmpty || hasEnded else { return }
        let link = wire.link(at: 1 - end)
        if !bytes.isEmpty {
            trace.note(bytes)
            repeatLater(deliveries.received(bytes, on: link, at: receiver), number, from: end)
            devices[receiver].receive(bytes, from: link, at: now)
        }
        if hasEnded { breakWire(number, at: 1 - end) }
        endTurn(of: receiver)
    }

    /// Some peers say again what they have said: a frame of entries comes once more, later.
    private func repeatLater(_ frames: [[UInt8]], _ number: Int, from end: Int) {
        guard scenario.repetitionPercent > 0 else { return }
        for frame in frames
        where dice.falls(.repetition, percent: scenario.repetitionPercent) {
            let wait = Duration.milliseconds(dice.pick(.repetition, 0..<3001))
            let packet = Wire.Packet(offset: 0, bytes: frame)
            after(wait, .runComesAgain(wire: number, from: end, frame: packet))
        }
    }

    func comeAgain(_ frame: [UInt8], _ number: Int, from end: Int) {
        guard let wire = wires[number], wire.isOpen[1 - end] else { return }
        let link = wire.link(at: 1 - end)
        guard deliveries.isBetweenFrames(link) else { return }
        let receiver = wire.ends[1 - end]
        guard !devices[receiver].isAsleep else { return }
        happenings.note(.repeated)
        _ = deliveries.received(frame, on: link, at: receiver)
        devices[receiver].receive(frame, from: link, at: now)
        endTurn(of: receiver)
    }
}
