import MoveLog
import Net
import TLS

/// What the links report.
extension Peering: LinkObserving {
    func linkOpened(_ link: PeerLink, to key: PublicKey) {
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

    func linkEnded(_ link: PeerLink, key: PublicKey?, reason: String?) {
        let now = clock.uptime
        if let key {
            dialer.unlinked(deviceID(key))
            ends[key] = LinkEnd(at: now, reason: reason)
            ledger.markStateChanged()
        }
        guard case .dialled(let dial) = link.origin else { return }
        dialer.ended(dial, hadLink: key != nil && reason == nil, jitter: jitter(), at: now)
    }

    /// Keeps a member's address that worked, newest first.
    func remember(_ address: Address, of device: DeviceID) {
        let name = device.description
        var known = home.settings.remembered[name] ?? []
        guard known.first != address.description else { return }
        known.removeAll { $0 == address.description }
        known.insert(address.description, at: 0)
        change { settings in
            settings.remembered[name] = Array(known.prefix(Limits.dialAddressesMax))
            if settings.remembered.count > Limits.dialDevicesMax {
                settings.remembered = [name: known]
            }
        }
    }

    // MARK: Pairing

    /// Keeps the four words of a pairing on the disk for as long as this device is of the table.
    func keepWords(_ words: String, of key: PublicKey) {
        let name = deviceID(key).description
        home.update { settings in
            if settings.joiningWords.count >= Limits.codesRememberedMax {
                settings.joiningWords = [:]
            }
            settings.joiningWords[name] = words
        }
    }

    func pairing(_ link: PeerLink, code: [UInt8], binding: [UInt8]) {
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

    func asked(_ link: PeerLink, _ inviter: Inviter, by key: PublicKey, name: String) {
        var inviter = inviter
        // Before the code is bound: it stays good for whoever else was given it.
        guard !ledger.log.isRemoved(key) else {
            diagnostics.say(
                .warning, of: link.host, "\(link.socket.peer) was removed, and used a code")
            links.finish(link.id, with: inviter.refuse(.removed), at: clock.uptime)
            return
        }
        if let refusal = invitations.bind(inviter.code, to: key, at: clock.uptime) {
            diagnostics.say(
                .warning, of: link.host, "\(link.socket.peer) used a code that is no longer open")
            links.finish(link.id, with: inviter.refuse(refusal), at: clock.uptime)
            return
        }
        do throws(DaemonError) {
            let chain = try ledger.invite(key)
            welcomes.append((link.id, inviter, chain))
            keepWords(inviter.words, of: key)
            diagnostics.say(
                .note, "\(name) at \(link.socket.peer) joins this table; words: \(inviter.words)")
        } catch {
            diagnostics.say(.error, "\(link.socket.peer) could not join: \(error)")
            links.finish(link.id, with: inviter.refuse(.unable), at: clock.uptime)
        }
    }

    /// Lets those in whose "device added" is durable now.
    func giveWelcomes() {
        let charter = ledger.log.charter
        for (link, inviter, chain) in welcomes {
            var inviter = inviter
            guard
                let theirs = try? Charter(
                    founding: charter.founding, chain: chain, seal: ledger.seal)
            else { continue }
            let bytes = inviter.welcome(charter: theirs.bytes, addresses: listenAddresses)
            links.finish(link, with: bytes, at: clock.uptime)
        }
        welcomes = []
    }

    func joinStepped(_ link: PeerLink, _ target: JoinTarget, _ end: JoinEnd) {
        guard join != nil else { return }
        if case .welcomed(let welcome) = end {
            orders.append(.join(welcome, target))
            return
        }
        if let failure = join?.search.ended(target, end) { failJoin(failure) }
    }

    func failJoin(_ failure: JoinSearch.Failure) {
        join?.progress.outcome = .failed(failure.code, failure.message)
        join = nil
    }

    // MARK: Randomness

    func jitter() -> Double {
        var generator = SystemRandomNumberGenerator()
        return Double.random(in: 0...1, using: &generator)
    }

    func randomBytes(_ zeros: [UInt8]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return zeros.map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
