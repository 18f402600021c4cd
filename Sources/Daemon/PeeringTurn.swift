import Documents
import MoveLog
import Net
import TLS

extension Peering {
    // MARK: Before the commit

    func tick(at now: Duration) {
        let shouldBeUp = isOnline && ledger.problem == nil
        if shouldBeUp && !isUp && now >= upAt {
            do throws(DaemonError) {
                try goUp(at: now)
            } catch {
                upAt = now + DaemonLimits.reopenInterval
                diagnostics.say(.error, of: "listening", "\(error)")
            }
        } else if !shouldBeUp && isUp {
            goDown(at: now)
        }
        if isUp { switchDiscovery(at: now) }
        judgeLinks(at: now)
        ledger.replica.listenPort = links.listening?.port ?? 0
        ledger.replica.tick(at: clock.now)
        if let discovery, discovery.tick(announcement(at: now), at: now) {
            links.endStranded(on: discovery.addresses, at: now)
            dialer.retryAll(at: now)
        }
        dialer.excluded = Set(ledger.log.removals.keys.map(deviceID))
        dialer.isSlow = ledger.replica.isRemoved
        if isLinking { dialDue(at: now) }
        tickJoin(at: now)
        if let writeHomeAt, now >= writeHomeAt {
            self.writeHomeAt = nil
            home.write()
        }
    }

    /// Notes the devices that are in sync, once for each link: their links are of use.
    private func judgeLinks(at now: Duration) {
        guard now >= nextReachAt else { return }
        nextReachAt = now + DaemonLimits.stallInterval
        guard links.keys.contains(where: { !reached.contains($0) }) else { return }
        for peer in ledger.replica.peers where peer.state == .inSync && peer.link != nil {
            reached.insert(peer.key)
            if uselessLinks.removeValue(forKey: peer.key) != nil { ledger.markStateChanged() }
        }
    }

    /// Counts a link that broke, or was silent, before the device was in sync.
    private func judge(ended link: PeerLink, to key: PublicKey, reason: String?, at now: Duration) {
        let isInSync = reached.remove(key) != nil
        let isOfPath =
            link.isStalled || link.isBroken
            || [CloseReason.silent.words, CloseReason.unheard].contains(reason)
        guard !isInSync, isOfPath, ledger.log.isMember(key),
            now - link.openedAt >= DaemonLimits.uselessLinkTime
        else { return }
        uselessLinks[key, default: 0] += 1
    }

    /// Changes settings that become durable a little later.
    func change(_ change: (inout Settings) -> Void) {
        home.change(change)
        writeHomeAt = writeHomeAt ?? clock.uptime + DaemonLimits.writeHomeInterval
    }

    private var isLinking: Bool { isUp && ledger.replica.isMember }

    /// Makes the announcement for the addresses of an interface; nil while this device does not
    /// listen.
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
            switch dial.destination {
            case .address(let address): self.dial(address, as: dial.number, at: now)
            case .name(let name): look(up: name, dial: dial.number)
            }
        }
    }

    func dial(_ address: Address, as dial: Int, at now: Duration) {
        guard links.dial(address, .dialled(dial), at: now) != nil else { return }
        dialer.ended(dial, hadLink: false, jitter: jitter(), at: now)
    }

    private func tickJoin(at now: Duration) {
        guard var search = join?.search else { return }
        let due = search.takeDue()
        join?.search = search
        for target in due {
            guard !isOwn(target.address) else {
                joinAttemptEnded(target, .itself)
                continue
            }
            let failure = links.dial(
                target.address, .joining(target), code: search.code, at: now)
            if let failure { joinAttemptEnded(target, .unreachable(failure)) }
        }
        if !isWelcomed, let failure = join?.search.timeoutFailure(at: now) { failJoin(failure) }
    }

    /// True for an address at which this daemon itself listens.
    private func isOwn(_ address: Address) -> Bool {
        guard let own = links.listening, own.port == address.port else { return false }
        switch own.host {
        case .any:
            let hosts = ((try? Interface.all()) ?? []).flatMap(\.addresses).map(\.host)
            return address.isLoopback || !address.isStranded(on: hosts)
        case .v4, .v6: return own.host == address.host
        }
    }

    /// Reads announcements: devices of this table are dialled, inviters are passed to the join.
    func hearAnnouncements(at now: Duration) {
        guard let discovery else { return }
        let tag = Announcement.tag(of: ledger.log.charter.table, seal: ledger.seal)
        let own = deviceID(ledger.seal.publicKey)
        for sighting in discovery.receive() where sighting.announcement.device != own {
            discovery.count(sighting)
            let device = sighting.announcement.device
            let trust = trust(of: sighting)
            if sighting.announcement.tableTag == tag {
                dialer.add(device, at: sighting.address, as: trust, now: now)
            } else if trust == .vouched, let key = ledger.log.key(of: device) {
                ledger.replica.markLeft(key)
            }
            guard sighting.announcement.isInviting else { continue }
            join?.search.add(sighting.announcement, at: sighting.address)
            inviters.removeAll { $0.sighting.address == sighting.address }
            inviters.append((sighting, now))
            if inviters.count > DaemonLimits.joinInvitersMax { inviters.removeFirst() }
        }
    }

    /// A signature is checked only for a member without a link.
    private func trust(of sighting: Discovery.Sighting) -> Dialer.Trust {
        let device = sighting.announcement.device
        guard dialer.isWanted(device), let key = ledger.log.key(of: device),
            proofs.prove(sighting, by: key, seal: ledger.seal, at: clock.now)
        else { return .announced }
        return .vouched
    }

    // MARK: After the commit

    /// Performs the orders for links after the commit, before anything else: peers have a commit of
    /// their own to make. The clocks are saved before a peer can receive an entry that depends on
    /// them.
    func tell(_ orders: [Effect]) {
        let now = clock.uptime
        memory.saveBeforeSending(at: now)
        guard !orders.isEmpty else { return }
        links.perform(orders, at: now)
        links.writeAll(at: now)
    }

    /// Does the rest of a durable turn. If the turn failed, closes every link.
    func finish(_ turn: Ledger.Turn) {
        let now = clock.uptime
        for note in turn.notes { diagnostics.say(.warning, note) }
        if let failure = turn.failure {
            diagnostics.say(.error, "\(failure)")
            welcomes = []
            links.dropAll(at: now)
            endTransfer(failure)
            return
        }
        for sighting in turn.sightings { addReported(sighting) }
        sendWelcomes()
        endTransfer()
        home.keep(turn.incidents)
        memory.saveHoldings(at: now)
    }

    /// Adds the address of a device that a peer reported. A loopback address counts only from a
    /// peer on this machine.
    private func addReported(_ sighting: (device: DeviceID, address: String, through: LinkID)) {
        guard home.settings.isDiscovering, let address = Address(sighting.address) else { return }
        let peer = links.link(sighting.through)?.socket.peerAddress
        guard !address.isLoopback || peer?.isLoopback == true else { return }
        dialer.add(sighting.device, at: address, as: .vouched, now: clock.uptime)
    }

    /// The next time at which `tick` or the links are due.
    var nextDeadline: Duration? {
        var deadlines = [
            ledger.replica.nextDeadline, links.nextDeadline, discovery?.nextDeadline,
            join?.search.nextDeadline, writeHomeAt,
        ]
        if isLinking { deadlines.append(dialer.nextDeadline) }
        if isUp && discovery == nil && isDiscoveryWanted { deadlines.append(discoverAt) }
        if !orders.isEmpty { deadlines.append(.zero) }
        if isOnline && ledger.problem == nil && !isUp { deadlines.append(upAt) }
        return deadlines.compactMap(\.self).min()
    }

    /// Closes the links; the last bytes go out with later writes.
    func end(at now: Duration) {
        if isUp { goDown(at: now) }
        if join != nil {
            failJoin(
                JoinSearch.Failure(
                    code: .conflict, message: "the daemon is stopping; nothing was changed"))
        }
        memory.end(at: now)
        home.write()
    }
}

// MARK: Links

extension Peering {
    /// Called when a link is secure; the key may be a stranger's.
    func linkOpened(_ link: PeerLink, to key: PublicKey) {
        openedLinkCount += 1
        let device = deviceID(key)
        dialer.linked(device)
        guard case .dialled(let dial) = link.origin else { return }
        let isMember = ledger.log.isMember(key)
        dialer.reached(dial, device, isMember: isMember)
        guard key != ledger.seal.publicKey else {
            dialer.reachedSelf(dial, at: clock.uptime)
            return
        }
        if isMember, let address = link.socket.peerAddress { remember(address, of: device) }
    }

    /// `reason` is a sentence; nil if the link ended in order.
    func linkEnded(_ link: PeerLink, key: PublicKey?, reason: String?) {
        let now = clock.uptime
        if let key {
            dialer.unlinked(deviceID(key))
            judge(ended: link, to: key, reason: reason, at: now)
            ends[key] = (now, reason)
            ledger.markStateChanged()
        }
        guard case .dialled(let dial) = link.origin else { return }
        // Where every packet of a handshake is too large, no link is ever secure.
        if key == nil, link.isStalled, let device = dialer.device(of: dial),
            let member = ledger.log.key(of: device)
        {
            judge(ended: link, to: member, reason: reason, at: now)
            ledger.markStateChanged()
        }
        dialer.ended(dial, hadLink: key != nil && reason == nil, jitter: jitter(), at: now)
    }

    /// Keeps a member's address that worked; newest first.
    func remember(_ address: Address, of device: DeviceID) {
        let name = device.description
        var known = home.settings.remembered[name] ?? []
        guard known.first != address.description else { return }
        known.removeAll { $0 == address.description }
        known.insert(address.description, at: 0)
        change { settings in
            settings.remembered[name] = Array(known.prefix(DaemonLimits.dialAddressesMax))
            if settings.remembered.count > DaemonLimits.dialDevicesMax {
                settings.remembered = [name: known]
            }
        }
    }

    // MARK: Pairing

    /// Keeps the four words of a pairing for as long as this device belongs to the table.
    func keepWords(_ words: String, of key: PublicKey) {
        let name = deviceID(key).description
        home.update { settings in
            if settings.joiningWords.count >= DaemonLimits.codesRememberedMax {
                settings.joiningWords = [:]
            }
            settings.joiningWords[name] = words
        }
    }

    /// Called when a link secured by a code has opened.
    func pairingStarted(_ link: PeerLink, code: [UInt8], binding: [UInt8]) {
        let table = ledger.log.charter.table
        if case .joining = link.origin {
            link.stage = .joining(
                Joiner(
                    binding: binding, presentTable: ledger.replica.isMember ? table : nil,
                    isRemoved: ledger.replica.isRemoved, name: keeperName, seal: ledger.seal))
            return
        }
        let inviter = Inviter(code: code, binding: binding, table: table, seal: ledger.seal)
        link.stage = .inviting(inviter)
        link.channel.send(inviter.offer(name: keeperName))
    }

    /// Called when a device with a valid code asks to be added.
    func joinRequested(_ link: PeerLink, _ inviter: Inviter, by key: PublicKey, name: String) {
        func refuse(_ refusal: Invitations.Refusal) {
            let frame = PairingFrame.refusal(refusal.rawValue)
            links.finish(link.id, with: frame.bytes, at: clock.uptime)
        }
        // Before the code is bound, so that another device can still use it.
        guard !ledger.log.isRemoved(key) else {
            diagnostics.say(
                .warning, of: link.host,
                "refused a removed device at \(link.socket.peer), which used an invite code")
            return refuse(.removed)
        }
        if let refusal = invitations.bind(inviter.code, to: key, at: clock.uptime) {
            diagnostics.say(
                .warning, of: link.host,
                "refused \(link.socket.peer): its invite code is no longer valid")
            return refuse(refusal)
        }
        do throws(DaemonError) {
            let chain = try ledger.invite(key, name: name)
            welcomes.append((link.id, inviter, chain))
            if !invitations.isHosted(inviter.code) { keepWords(inviter.words, of: key) }
            diagnostics.say(
                .note, "\(name) at \(link.socket.peer) joins this table; words: \(inviter.words)")
        } catch {
            diagnostics.say(.error, "cannot add the device at \(link.socket.peer): \(error)")
            refuse(.unable)
        }
    }

    /// Welcomes the devices whose "device added" entry is now durable.
    func sendWelcomes() {
        let charter = ledger.log.charter
        for (link, inviter, chain) in welcomes {
            let theirs = try? Charter(founding: charter.founding, chain: chain, seal: ledger.seal)
            guard let theirs else { continue }
            let bytes = inviter.welcome(charter: theirs.bytes, addresses: listenAddresses)
            links.finish(link, with: bytes, at: clock.uptime)
        }
        welcomes = []
    }

    /// Called when an attempt to join at one inviter ended.
    func joinAttemptEnded(_ target: JoinTarget, _ end: JoinEnd) {
        guard join != nil else { return }
        if case .welcomed(let welcome) = end {
            isWelcomed = true
            orders.append { $0.join(welcome, at: target) }
            return
        }
        if let failure = join?.search.ended(target, end) { failJoin(failure) }
    }

    func failJoin(_ failure: JoinSearch.Failure) {
        join?.progress.outcome = .failed(failure.code, failure.message)
        join = nil
    }

    func jitter() -> Double { .random(in: 0...1) }
}
