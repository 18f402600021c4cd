import Documents
import MoveLog
import Net

/// A turn of what concerns other devices.
extension Peering {
    // MARK: Going up and down

    /// Fixed peers, remembered addresses, the listener: what a start begins with.
    func begin() throws(DaemonError) {
        let now = clock.uptime
        if !options.peers.isEmpty {
            home.update { $0.peers = options.peers.map(\.description) }
        }
        for text in home.settings.peers {
            guard let name = try? NamedAddress(text) else { continue }
            dialer.fix(name.address.map { .address($0) } ?? .name(name), at: now)
        }
        sightRemembered(at: now)
        if let holdings = home.holdings() {
            ledger.replica.restore(holdings: holdings.known(of: ledger.log.charter.table))
            savedHoldings = holdings
        }
        if let listen = options.listen { home.update { $0.listen = listen.description } }
        try startBringing(for: nil, joined: nil)
        guard isOnline else { return }
        try goUp(at: now)
    }

    func sightRemembered(at now: Duration) {
        for (digits, addresses) in home.settings.remembered {
            guard let device = hexadecimalOctets(digits).flatMap({ DeviceID($0) }) else { continue }
            for text in addresses.reversed() {
                if let address = Address(text) { dialer.sight(device, at: address, now: now) }
            }
        }
    }

    private func goUp(at now: Duration) throws(DaemonError) {
        do throws(NetError) {
            let listener = try openListener()
            listenAddress = listener.address
            // To be found again where it was, by those who remember it.
            home.update { $0.port = listener.address?.port }
            links.listen(with: listener)
        } catch {
            throw .listening(error)
        }
        isUp = true
        if options.isDiscovering {
            do throws(NetError) {
                discovery = try Discovery(
                    port: options.discoveryPort, sources: sources, diagnostics: diagnostics,
                    at: now)
            } catch {
                diagnostics.say(
                    .warning,
                    "\(error); devices are found by --peer and by earlier addresses only")
            }
        }
        dialer.hurry(at: now)
    }

    private func goDown(at now: Duration) {
        isUp = false
        ledger.replica.disconnectAll(at: clock.now)
        links.stopListening()
        links.closeOthers(at: now)
        discovery?.end()
        discovery = nil
    }

    /// The address that was had before, the one that was asked for, or any free port.
    private func openListener() throws(NetError) -> Listener {
        if let listenAddress, let again = try? Listener.listening(on: listenAddress) {
            return again
        }
        let wanted = home.settings.listen.flatMap { Address($0) }
        let host = wanted?.host ?? .any
        var ports = [wanted?.port == 0 ? nil : wanted?.port, home.settings.port]
        if wanted == nil { ports.append(peerPort) }
        for port in ports.compactMap(\.self) {
            do throws(NetError) {
                return try Listener.listening(on: Address(host, port: port))
            } catch {
                if options.listen?.port == port { throw error }
            }
        }
        return try Listener.listening(on: Address(host, port: 0))
    }

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
            dialer.hurry(at: now)
        }
        if isUp { dialDue(at: now) }
        tickJoin(at: now)
    }

    private func announcement(at now: Duration) -> Announcement? {
        guard let port = links.listening?.port else { return nil }
        return Announcement(
            tableTag: Announcement.tag(of: ledger.log.charter.table, seal: ledger.seal),
            device: deviceID(ledger.seal.publicKey), port: port,
            codes: invitations.identities(at: now))
    }

    private func dialDue(at now: Duration) {
        for dial in dialer.takeDue(at: now) {
            switch dial.place {
            case .address(let address): self.dial(address, as: dial.number, at: now)
            case .name(let name): look(up: name, dial: dial.number)
            }
        }
    }

    private func dial(_ address: Address, as dial: Int, at now: Duration) {
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
            if sighting.announcement.tableTag == tag {
                dialer.sight(sighting.announcement.device, at: sighting.address, now: now)
            }
            guard sighting.announcement.isInviting else { continue }
            join?.search.sight(sighting.announcement, at: sighting.address)
            inviters.removeAll { $0.sighting.address == sighting.address }
            inviters.append((sighting, now))
            if inviters.count > Limits.joinInvitersMax { inviters.removeFirst() }
        }
    }

    /// Whoever announced to invite a moment ago need not do so again.
    func recallInviters(at now: Duration) {
        for (sighting, heardAt) in inviters
        where now < heardAt + Limits.announcementInterval * 2 {
            join?.search.sight(sighting.announcement, at: sighting.address)
        }
    }

    // MARK: Names

    /// Looks a name up; the outcome comes by `resolved`.
    func look(up name: NamedAddress, dial: Int?) {
        lastResolution += 1
        guard let resolution = try? Resolution(name),
            sources.watch(resolution.number, .readable, as: .resolution(lastResolution))
        else {
            take(.failure(.unresolved(name: name.host, reason: "no room")), for: dial)
            return
        }
        resolutions[lastResolution] = (resolution, dial)
    }

    /// A name was looked up.
    func resolved(_ id: Int) {
        guard let (resolution, dial) = resolutions[id], let outcome = resolution.outcome() else {
            return
        }
        sources.forget(resolution.number)
        resolutions[id] = nil
        take(outcome, for: dial)
    }

    private func take(_ outcome: Result<[Address], NetError>, for dial: Int?) {
        let now = clock.uptime
        guard let dial else {
            takeForJoin(outcome)
            return
        }
        var generator = SystemRandomNumberGenerator()
        if case .success(let addresses) = outcome,
            let address = addresses.randomElement(using: &generator)
        {
            self.dial(address, as: dial, at: now)
            return
        }
        if case .failure(let error) = outcome {
            diagnostics.say(.warning, of: "names", "\(error)")
        }
        dialer.ended(dial, hadLink: false, jitter: jitter(), at: now)
    }

    private func takeForJoin(_ outcome: Result<[Address], NetError>) {
        switch outcome {
        case .success(let addresses):
            join?.search.resolved(addresses)
        case .failure(let error):
            failJoin(
                JoinSearch.Failure(code: .noInviter, message: "\(error); nothing was changed"))
        }
    }

    // MARK: After the commit

    /// Performs what the turn ordered, now that it is durable; or, if it is not, ends every link.
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
        for order in turn.orders { links.perform(order, at: now) }
        for sighting in turn.sightings { take(sighting) }
        giveWelcomes()
        finishBringing()
        saveHoldings(at: now)
    }

    /// A peer knows where a device of the table listens. An address of the peer's own machine is
    /// one of this machine only if the peer is on it.
    private func take(_ sighting: (device: DeviceID, address: String, through: LinkID)) {
        guard options.isDiscovering, let address = Address(sighting.address) else { return }
        let peer = links.link(sighting.through)?.socket.peerAddress
        guard !address.isLoopback || peer?.isLoopback == true else { return }
        dialer.sight(sighting.device, at: address, now: clock.uptime)
    }

    private func saveHoldings(at now: Duration) {
        guard saveHoldingsAt.map({ now >= $0 }) ?? true else { return }
        saveHoldingsAt = now + Limits.holdingsInterval
        saveHoldings()
    }

    func saveHoldings() {
        let holdings = Holdings(
            ledger.replica.knownHoldings, of: ledger.log.charter.table)
        guard holdings != savedHoldings else { return }
        savedHoldings = holdings
        home.keep(holdings)
    }

    /// When `tick` or the links have something to do.
    var nextDeadline: Duration? {
        var deadlines = [ledger.replica.nextDeadline, links.nextDeadline]
        if isUp { deadlines.append(dialer.nextDeadline) }
        deadlines.append(discovery?.nextDeadline)
        deadlines.append(join?.search.nextDeadline)
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
    }
}
