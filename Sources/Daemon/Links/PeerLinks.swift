import MoveLog
import Net
import TLS

/// The TCP connections to peers, accepted and dialled, with a secure channel on each; passes bytes
/// to the core and back.
final class PeerLinks {
    private let endpoint: TLS.TLSContext
    private let sources: Sources
    private let diagnostics: Diagnostics
    private let ledger: Ledger
    private var acceptor: Acceptor?
    private var handshakeRate = HandshakeRate()
    private var links: [LinkID: PeerLink] = [:]
    private var lastID: UInt64 = 0
    private var packetSizes = PacketSizes()
    /// As the listener was last told.
    private var listenerSegmentBytes: Int?
    /// Hears the events of the links.
    weak var peering: Peering?

    init(endpoint: TLS.TLSContext, ledger: Ledger, sources: Sources, diagnostics: Diagnostics) {
        self.endpoint = endpoint
        self.ledger = ledger
        self.sources = sources
        self.diagnostics = diagnostics
    }

    // MARK: Opening

    func listen(with listener: Listener) {
        acceptor = Acceptor(listener, as: .peerListener, in: sources)
        listenerSegmentBytes = nil
    }

    func stopListening() {
        acceptor?.close()
        acceptor = nil
    }

    /// Nil while this device does not listen.
    var listening: Address? { acceptor?.listener.address }

    func accept(at now: Duration) {
        acceptor?.accept(at: now) { accept($0, at: now) }
    }

    private func accept(_ socket: StreamSocket, at now: Duration) {
        let strangers = links.values.filter(isStranger).sorted { $0.id < $1.id }
        let host = socket.peerAddress?.hostText ?? socket.peer
        let own = strangers.filter { $0.host == host }
        guard handshakeRate.admits(socket.peerAddress?.host ?? .any, at: now) else {
            diagnostics.say(
                .warning, of: host, "refused \(socket.peer): its host dials too often")
            return
        }
        // The oldest is dropped, not the newest: a host that holds silent links open must not keep
        // out a member behind the same address.
        if own.count >= DaemonLimits.strangersOfOneHostMax, let oldest = own.first {
            end(oldest, reason: "too many links of that host are unauthenticated", at: now)
        } else if strangers.count >= DaemonLimits.strangersMax, let oldest = strangers.first {
            end(oldest, reason: "too many links are unauthenticated", at: now)
        }
        let channel = try? endpoint.accept(
            admits: { _ in true },
            codeKey: { [weak peering] in peering?.invitations.key(of: $0) })
        if let channel { _ = add(socket, channel, .accepted, at: now) }
    }

    private func isStranger(_ link: PeerLink) -> Bool {
        guard case .accepted = link.origin else { return false }
        guard let key = link.key else { return true }
        return !ledger.log.isMember(key)
    }

    /// Dials a peer, or with a code an inviter; returns the failure, nil for none.
    func dial(
        _ address: Address, _ origin: PeerLink.Origin, code: InviteCode? = nil, at now: Duration
    ) -> String? {
        do throws(NetError) {
            let socket = try StreamSocket.connecting(
                to: address, segmentBytesMax: packetSizes.bytesMax(with: address.host, at: now))
            let channel =
                if let code { try? endpoint.join(code) } else {
                    try? endpoint.dial(admits: { _ in true })
                }
            guard let channel else { return "no secure link" }
            return add(socket, channel, origin, at: now) ? nil : "too many links"
        } catch {
            return error.message
        }
    }

    private func add(
        _ socket: StreamSocket, _ channel: SecureChannel, _ origin: PeerLink.Origin,
        at now: Duration
    ) -> Bool {
        lastID += 1
        let id = LinkID(rawValue: lastID)
        let link = PeerLink(id, socket, channel, origin, at: now)
        guard sources.watch(socket.number, link.interest, as: .link(id)) else { return false }
        links[id] = link
        return true
    }

    // MARK: Reading

    /// Reads from a link that is ready, and passes the bytes to the core.
    func ready(_ id: LinkID, _ state: Readiness, at now: Duration) {
        guard let link = links[id] else { return }
        if link.isConnecting {
            do throws(NetError) {
                guard try link.socket.finishConnect() else { return }
                link.stage = .handshake
            } catch {
                return end(link, reason: error.message, at: now)
            }
        }
        guard state.isReadable || state.isBroken else { return }
        let ending = link.read()
        processEvents(of: link, at: now)
        guard links[id] != nil, let ending else { return }
        end(link, reason: link.isClosing ? nil : ending, at: now)
    }

    private func processEvents(of link: PeerLink, at now: Duration) {
        for event in link.channel.takeEvents() {
            guard links[link.id] != nil, !link.isClosing else { return }
            switch event {
            case .established(.key(let key)): open(link, key)
            case .established(.code(let identity)): pair(link, identity, at: now)
            case .data(let bytes): receive(bytes, on: link, at: now)
            case .closed:
                // The BYE before it has its reason, which the end of the channel must not hide.
                if let reason = ledger.replica.closing(link.id) {
                    farewell(
                        to: link, reason,
                        reason == .silent ? CloseReason.unheard : reason.words, at: now)
                }
                end(link, reason: nil, at: now)
            case .failed(let error): fail(link, error, at: now)
            }
        }
    }

    private func open(_ link: PeerLink, _ key: PublicKey) {
        let isDialer = if case .dialled = link.origin { true } else { false }
        link.stage = .session(key)
        link.deadline = nil
        if case .accepted = link.origin, ledger.log.isMember(key) {
            handshakeRate.refund(link.socket.peerAddress?.host ?? .any, at: ledger.clock.uptime)
        }
        ledger.replica.connected(
            link.id, to: key, isDialer: isDialer, host: link.socket.peerAddress?.sharedHost,
            at: ledger.clock.now)
        peering?.linkOpened(link, to: key)
    }

    private func receive(_ bytes: [UInt8], on link: PeerLink, at now: Duration) {
        switch link.stage {
        case .session:
            ledger.replica.receive(bytes, from: link.id, at: ledger.clock.now)
        case .inviting(var inviter):
            let step = inviter.receive(bytes)
            link.stage = .inviting(inviter)
            switch step {
            case .more: return
            case .asked(let key, let name):
                peering?.joinRequested(link, inviter, by: key, name: name)
            case .broken(let reason): end(link, reason: reason, at: now)
            }
        case .joining(var joiner):
            let step = joiner.receive(bytes)
            link.stage = .joining(joiner)
            switch step {
            case .more: return
            case .send(let bytes): link.channel.send(bytes)
            case .ended(let end):
                guard case .joining(let target) = link.origin else { return }
                link.close(at: now)
                peering?.joinAttemptEnded(target, end)
            }
        case .connecting, .handshake, .closing: return
        }
    }

    // MARK: Ending

    private func fail(_ link: PeerLink, _ error: TLSError, at now: Duration) {
        if case .joining(let target) = link.origin {
            peering?.joinAttemptEnded(target, JoinEnd(error))
        } else if link.key == nil {
            diagnostics.say(
                .warning, of: link.host, "\(link.socket.peer): \(error.description)")
        }
        reportEnd(of: link, reason: error.description)
        // The last bytes, perhaps an alert, still go out.
        link.close(at: now)
    }

    private func end(_ link: PeerLink, reason: String?, at now: Duration) {
        if case .joining(let target) = link.origin, !link.isClosing {
            peering?.joinAttemptEnded(target, .unreachable(reason ?? "the link was closed"))
        } else if case .accepted = link.origin, link.key == nil, !link.isClosing, let reason {
            diagnostics.say(.warning, of: link.host, "\(link.socket.peer): \(reason)")
        }
        reportEnd(of: link, reason: reason)
        sources.forget(link.socket.number)
        links[link.id] = nil
        acceptor?.resume()
    }

    /// Reports the end of the link to core and observer, once.
    private func reportEnd(of link: PeerLink, reason: String?) {
        guard !link.isClosing else { return }
        let key = link.key
        shrinkSegments(after: link)
        link.isBroken = reason != nil
        if key != nil { ledger.replica.disconnected(link.id, at: ledger.clock.now) }
        peering?.linkEnded(link, key: key, reason: reason)
    }

    // MARK: Orders

    /// Performs the orders of the core, after the commit only. The frames of a turn for a link go
    /// into one TLS record, which saves 22 bytes each.
    func perform(_ orders: [Effect], at now: Duration) {
        var spoken: Set<LinkID> = []
        for order in orders {
            perform(order, at: now)
            if case .send(let id, _) = order { spoken.insert(id) }
        }
        for id in spoken.sorted() {
            guard let link = links[id] else { continue }
            link.sendQueued()
            processEvents(of: link, at: now)
        }
    }

    private func perform(_ effect: Effect, at now: Duration) {
        switch effect {
        case .send(let id, let bytes):
            guard let link = links[id], link.key != nil else { return }
            link.send(bytes)
        case .close(let id, let reason):
            guard let link = links[id], link.key != nil else { return }
            link.sendQueued()
            farewell(to: link, reason, reason.words, at: now)
        case .append, .publish: return
        }
    }

    /// Closes a session for a reason; either side may have given it.
    private func farewell(
        to link: PeerLink, _ reason: CloseReason, _ words: String, at now: Duration
    ) {
        guard let key = link.key else { return }
        let isOrdinary = reason == .duplicate || reason == .goodbye || reason == .left
        if !isOrdinary {
            diagnostics.say(
                .warning, of: link.host, "closed the link to \(link.socket.peer): \(words)")
        }
        shrinkSegments(after: link)
        link.close(at: now)
        peering?.linkEnded(link, key: key, reason: isOrdinary ? nil : words)
    }

    /// Drops every link without a good-bye: the log of this device is in doubt.
    func dropAll(at now: Duration) {
        for link in links.values { end(link, reason: "this device's log failed", at: now) }
    }

    /// Ends every link that is not a session; the core ends those.
    func closeOthers(at now: Duration) {
        for link in links.values where link.key == nil && !link.isClosing {
            end(link, reason: nil, at: now)
        }
    }

    /// Ends links from addresses that this device no longer has: they can receive nothing, and a
    /// new link need not wait for their time-out.
    func endStranded(on hosts: [Address.Host], at now: Duration) {
        for link in links.values where !link.isClosing {
            guard let own = link.socket.localAddress, own.isStranded(on: hosts) else { continue }
            end(link, reason: "this device's address changed", at: now)
        }
    }

    // MARK: Writing and time

    /// Writes once to each link, and ends those that are done or overdue.
    func writeAll(at now: Duration) {
        acceptor?.tick(at: now)
        limitListener(at: now)
        for link in links.values {
            link.look(at: now)
            if !link.write(at: now) {
                end(link, reason: "the connection broke", at: now)
            } else if link.isOverdue(at: now) {
                end(link, reason: overdue(link), at: now)
            } else {
                sources.update(link.socket.number, link.interest)
            }
        }
    }

    /// Lets the next links with a host use smaller segments if this one stalled.
    private func shrinkSegments(after link: PeerLink) {
        guard link.isStalled, let host = link.socket.peerAddress?.host else { return }
        let now = ledger.clock.uptime
        packetSizes.stalled(with: host, at: now)
        let bytes = packetSizes.bytesMax(with: host, at: now) ?? 0
        diagnostics.say(
            .warning, of: link.host,
            "bytes to \(link.socket.peer) were not acknowledged; the next links send at most "
                + "\(bytes) bytes a packet")
    }

    private func limitListener(at now: Duration) {
        let bytes = packetSizes.bytesMin(at: now)
        guard bytes != listenerSegmentBytes else { return }
        listenerSegmentBytes = bytes
        acceptor?.listener.limitSegments(to: bytes)
    }

    private func overdue(_ link: PeerLink) -> String? {
        switch link.stage {
        case .closing: nil
        case .connecting: "no answer"
        case .handshake: "the handshake took too long"
        case .inviting, .joining: "the pairing took too long"
        case .session: "the device reads too slowly"
        }
    }

    /// The time at which `writeAll` is due although no link is ready.
    var nextDeadline: Duration? {
        (links.values.map(\.nextDeadline) + [acceptor?.nextDeadline]).compactMap(\.self).min()
    }

    /// True if closing links still have output.
    var isFarewellPending: Bool { links.values.contains { $0.isClosing && $0.hasOutput } }

    /// The remote addresses of the live links to a device.
    func addresses(of key: PublicKey) -> [String] {
        links.values.filter { $0.key == key }.sorted { $0.id < $1.id }.map(\.socket.peer)
    }

    func link(_ id: LinkID) -> PeerLink? { links[id] }

    /// The devices with a live link.
    var keys: [PublicKey] { links.values.compactMap(\.key) }
}

// MARK: Pairing

extension PeerLinks {
    private func pair(_ link: PeerLink, _ identity: [UInt8], at now: Duration) {
        link.deadline = now + DaemonLimits.pairingTime
        let binding = try? link.channel.exporter(
            label: PairingTerms.exporterLabel, context: [], count: PairingTerms.bindingBytes)
        guard let binding else { return end(link, reason: "no keying material", at: now) }
        peering?.pairingStarted(link, code: identity, binding: binding)
    }

    /// Sends the last bytes of a pairing, and closes the link.
    func finish(_ id: LinkID, with bytes: [UInt8], at now: Duration) {
        guard let link = links[id], case .inviting = link.stage else { return }
        link.channel.send(bytes)
        link.close(at: now)
    }
}
