import Documents
import MoveLog
import Net

/// A turn of what concerns other devices.
extension Peering {
    // MARK: Before the commit

    /// Lets time pass and does what is due.
    func tick(at now: Duration) {
        let shouldBeUp = isOnline && ledger.problem == nil
        if shouldBeUp && !isUp && now >= upAt {
            do throws(DaemonError) {
                try goUp(at: now)
            } catch {
                upAt = now + Limits.reopenInterval
                diagnostics.say(.error, of: "listening", "\(error)")
            }
        } else if !shouldBeUp && isUp {
            goDown(at: now)
        }
        ledger.replica.listenPort = links.listening?.port ?? 0
        ledger.replica.tick(at: clock.now)
        if let discovery, discovery.tick(announcement(at: now), at: now) {
            links.endStranded(on: discovery.addresses, at: now)
            dialer.hurry(at: now)
        }
        dialer.shunned = Set(ledger.log.removals.keys.map(deviceID))
        if isLinking { dialDue(at: now) }
        tickJoin(at: now)
        writeHome(at: now)
    }

    /// Changes settings that become durable a little later.
    func change(_ change: (inout Settings) -> Void) {
        home.change(change)
        writeHomeAt = writeHomeAt ?? clock.uptime + Limits.writeHomeInterval
    }

    private func writeHome(at now: Duration) {
        guard let writeHomeAt, now >= writeHomeAt else { return }
        self.writeHomeAt = nil
        home.write()
    }

    /// Whether links to devices of the table are wanted now.
    private var isLinking: Bool {
        isUp && ledger.replica.isMember && !ledger.replica.isRemoved
    }

    /// Makes the announcement for an interface from its addresses; nil while this device does not listen.
    private func announcement(at now: Duration) -> (([Address.Host]) -> Announcement)? {
        guard let port = links.listening?.port else { return nil }
        let seal = ledger.seal
        let announcement = Announcement(
            tableTag: Announcement.tag(of: ledger.log.charter.table, seal: seal),
            device: deviceID(seal.publicKey), port: port, codes: invitations.identities(at: now))
        let wall = clock.now.wall
        return { announcement.signed(from: $0, at: wall, seal: seal) }
    }

    private func dialDue(at now: Duration) {
        for dial in dialer.takeDue(at: now) {
            switch dial.place {
            case .address(let address): self.dial(address, as: dial.number, at: now)
            case .name(let name): look(up: name, dial: dial.number)
            }
        }
    }

    func dial(_ address: Address, as dial: Int, at now: Duration) {
        guard links.dial(address, as: dial, at: now) else {
            dialer.ended(dial, hadLink: false, jitter: jitter(), at: now)
            return
        }
    }

    private func tickJoin(at now: Duration) {
        guard var search = join?.search else { return }
        let due = search.takeDue()
        join?.search = search
        for target in due {
            guard let reason = links.join(target, search.code, at: now) else { continue }
            if let failure = join?.search.ended(target, .unreachable(reason)) { failJoin(failure) }
        }
        let isWelcomed = orders.contains { order in
            if case .join = order { return true }
            return false
        }
        if !isWelcomed, let failure = join?.search.verdict(at: now) { failJoin(failure) }
    }

    /// Takes what was announced: devices of this table are dialled, inviters are asked.
    func hearAnnouncements(at now: Duration) {
        guard let discovery else { return }
        let tag = Announcement.tag(of: ledger.log.charter.table, seal: ledger.seal)
        let own = deviceID(ledger.seal.publicKey)
        for sighting in discovery.hear() where sighting.announcement.device != own {
            discovery.count(sighting)
            let device = sighting.announcement.device
            let standing = standing(of: sighting)
            if sighting.announcement.tableTag == tag {
                dialer.sight(device, at: sighting.address, as: standing, now: now)
            } else if standing == .vouched, let key = ledger.log.key(of: device) {
                ledger.replica.markLeft(key)
            }
            guard sighting.announcement.isInviting else { continue }
            join?.search.sight(sighting.announcement, at: sighting.address)
            inviters.removeAll { $0.sighting.address == sighting.address }
            inviters.append((sighting, now))
            if inviters.count > Limits.joinInvitersMax { inviters.removeFirst() }
        }
    }

    /// Only of a member that is not linked is an announcement worth the check of a signature.
    private func standing(of sighting: Discovery.Sighting) -> Dialer.Standing {
        let device = sighting.announcement.device
        guard dialer.isWanted(device), let key = ledger.log.key(of: device) else {
            return .announced
        }
        return proofs.prove(sighting, by: key, seal: ledger.seal, at: clock.now)
            ? .vouched : .announced
    }

    /// Whoever announced to invite a moment ago need not do so again.
    func recallInviters(at now: Duration) {
        for (sighting, heardAt) in inviters
        where now < heardAt + Limits.announcementInterval * 2 {
            join?.search.sight(sighting.announcement, at: sighting.address)
        }
    }

    // MARK: After the commit

    /// Performs what the turn ordered for links, now that it is durable, before anything else is made of
    /// it: the peers have a disk to wait for themselves. How the clocks stand is kept before a peer can hear
    /// of an entry that counts on it.
    func tell(_ orders: [Effect]) {
        let now = clock.uptime
        markHome(at: now)
        saveClocks()
        guard !orders.isEmpty else { return }
        links.perform(orders, at: now)
        links.writeAll(at: now)
    }

    /// Does what else a durable turn asks for; of one that is not it ends every link.
    func finish(_ turn: Ledger.Turn) {
        let now = clock.uptime
        for note in turn.notes { diagnostics.say(.warning, note) }
        if let failure = turn.failure {
            diagnostics.say(.error, "\(failure)")
            welcomes = []
            links.dropAll(at: now)
            failBringing(failure)
            return
        }
        for sighting in turn.sightings { sight(sighting) }
        giveWelcomes()
        finishBringing()
        home.keep(turn.incidents)
        saveHoldings(at: now)
    }

    /// A peer knows where a device of the table listens. An address of the peer's own machine is
    /// one of this machine only if the peer is on it.
    private func sight(_ sighting: (device: DeviceID, address: String, through: LinkID)) {
        guard home.settings.isDiscovering, let address = Address(sighting.address) else { return }
        let peer = links.link(sighting.through)?.socket.peerAddress
        guard !address.isLoopback || peer?.isLoopback == true else { return }
        dialer.sight(sighting.device, at: address, as: .vouched, now: clock.uptime)
    }

    /// Notes how far the own log is durable: now and then, and at once when it is another author's, the
    /// first entry of all, or in another segment: a mark names the newest, so that its loss is seen.
    private func markHome(at now: Duration) {
        guard ledger.problem == nil else { return }
        let end = ledger.end
        // What this process has marked need not be read from the settings in each turn.
        let known = marked?.table == end.table ? marked : home.knownEnd(of: end.table)
        let isInMarked = ledger.newestSegment == markedSegment
        if known == end || (known?.author == end.author && isInMarked && now < markAt) { return }
        markAt = now + Limits.markInterval
        home.remember(ledger)
        marked = home.knownEnd(of: end.table)
        // A mark that could not be written is tried again in the next turn.
        if marked == end { markedSegment = ledger.newestSegment }
    }

    private func saveHoldings(at now: Duration) {
        guard saveHoldingsAt.map({ now >= $0 }) ?? true else { return }
        saveHoldingsAt = now + Limits.holdingsInterval
        saveHoldings()
    }

    func saveHoldings() {
        let holdings = Holdings(
            ledger.replica.knownHoldings, left: ledger.replica.left,
            of: ledger.log.charter.table)
        guard holdings != savedHoldings else { return }
        savedHoldings = holdings
        home.keep(holdings)
    }

    /// Takes back what was kept of the clocks of other machines, and of this one before it started again.
    func recallClocks() {
        guard let known = home.clocks()?.clocks(own: clock.boot, at: clock.now) else { return }
        ledger.replica.clocks = known
    }

    /// Keeps what is known of them, where people would notice the difference.
    private func saveClocks() {
        let now = clock.now
        let revision = ledger.replica.clocks.revision
        if let savedClocks, savedClocks.revision == revision, savedClocks.kept.fits(now) { return }
        let kept = KeptClocks(ledger.replica.clocks, at: now)
        savedClocks = (kept, revision)
        home.keep(kept)
    }

    /// When `tick` or the links have something to do.
    var nextDeadline: Duration? {
        var deadlines = [ledger.replica.nextDeadline, links.nextDeadline]
        if isLinking { deadlines.append(dialer.nextDeadline) }
        deadlines.append(discovery?.nextDeadline)
        deadlines.append(join?.search.nextDeadline)
        deadlines.append(writeHomeAt)
        if !orders.isEmpty { deadlines.append(.zero) }
        if isOnline && ledger.problem == nil && !isUp { deadlines.append(upAt) }
        return deadlines.compactMap(\.self).min()
    }

    /// Ends: good-byes go out with the last writes.
    func end(at now: Duration) {
        if isUp { goDown(at: now) }
        if join != nil {
            failJoin(JoinSearch.Failure(code: .conflict, message: "the daemon ends"))
        }
        saveHoldings()
        home.write()
        markAt = now
    }
}
