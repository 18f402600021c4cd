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
    private var links: [UInt64: PeerLink] = [:]
    private var lastID: UInt64 = 0

    /// Returns the PSK of a code's identity.
    var codeKey: (_ identity: [UInt8]) -> [UInt8]? = { _ in nil }
    weak var observer: (any LinkObserving)?

    init(endpoint: TLS.TLSContext, ledger: Ledger, sources: Sources, diagnostics: Diagnostics) {
        self.endpoint = endpoint
        self.ledger = ledger
        self.sources = sources
        self.diagnostics = diagnostics
    }

    // MARK: Opening

    func listen(with listener: Listener) {
        acceptor = Acceptor(listener, as: .peerListener, in: sources)
    }

    func stopListening() {
        acceptor?.close()
        acceptor = nil
    }

    /// Nil while this device does not listen.
    var listening: Address? { acceptor?.listener.address }

    func accept(at now: Duration) {
        acceptor?.accept(at: now) { socket in
            accept(socket, at: now)
            return true
        }
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
            admits: { _ in true }, codeKey: { [weak self] in self?.codeKey($0) })
        guard let channel else { return }
        add(socket, channel, .accepted, at: now)
    }

    private func isStranger(_ link: PeerLink) -> Bool {
        guard case .accepted = link.origin else { return false }
        guard let key = link.key else { return true }
        return !ledger.log.isMember(key)
    }

    /// Dials a peer; false if that fails at once.
    func dial(_ address: Address, as dial: Int, at now: Duration) -> Bool {
        guard let socket = try? StreamSocket.connecting(to: address),
            let channel = try? endpoint.dial(admits: { _ in true })
        else { return false }
        return add(socket, channel, .dialled(dial), at: now)
    }

    /// Dials an inviter; returns the failure, nil for none.
    func join(_ target: JoinTarget, _ code: InviteCode, at now: Duration) -> String? {
        do throws(NetError) {
            let socket = try StreamSocket.connecting(to: target.address)
            guard let channel = try? endpoint.join(code) else { return "no secure link" }
            return add(socket, channel, .joining(target), at: now) ? nil : "too many links"
        } catch {
            return error.message
        }
    }

    @discardableResult
    private func add(
        _ socket: StreamSocket, _ channel: SecureChannel, _ origin: PeerLink.Origin,
        at now: Duration
    ) -> Bool {
        lastID += 1
        let link = PeerLink(lastID, socket, channel, origin, at: now)
        guard sources.watch(socket.number, link.interest, as: .link(lastID)) else { return false }
        links[lastID] = link
        return true
    }

    // MARK: Reading

    /// Reads from a link that is ready, and passes the bytes to the core.
    func ready(_ id: UInt64, _ state: Readiness, at now: Duration) {
        guard let link = links[id] else { return }
        if link.isConnecting {
            guard finishConnecting(link, at: now) else { return }
        }
        guard state.isReadable || state.isBroken else { return }
        let reading = link.read()
        processEvents(of: link, at: now)
        guard links[id] != nil else { return }
        switch reading {
        case .open: return
        case .ended: end(link, reason: link.isClosing ? nil : "the connection was closed", at: now)
        case .failed(let reason): end(link, reason: link.isClosing ? nil : reason, at: now)
        }
    }

    private func finishConnecting(_ link: PeerLink, at now: Duration) -> Bool {
        do throws(NetError) {
            guard try link.socket.finishConnect() else { return false }
            link.stage = .handshake
            return true
        } catch {
            end(link, reason: error.message, at: now)
            return false
        }
    }

    private func processEvents(of link: PeerLink, at now: Duration) {
        for event in link.channel.takeEvents() {
            guard links[link.id] != nil, !link.isClosing else { return }
            switch event {
            case .established(.key(let key)): open(link, key)
            case .established(.code(let identity)): pair(link, identity, at: now)
            case .data(let bytes): receive(bytes, on: link, at: now)
            case .closed: end(link, reason: nil, at: now)
            case .failed(let error): fail(link, error, at: now)
            }
        }
    }

    private func open(_ link: PeerLink, _ key: PublicKey) {
        var isDialer = false
        if case .dialled = link.origin { isDialer = true }
        link.stage = .session(key)
        link.deadline = nil
        if case .accepted = link.origin, ledger.log.isMember(key) {
            handshakeRate.refund(link.socket.peerAddress?.host ?? .any, at: ledger.clock.uptime)
        }
        ledger.replica.connected(
            link.linkID, to: key, isDialer: isDialer, host: link.socket.peerAddress?.sharedHost,
            at: ledger.clock.now)
        observer?.linkOpened(link, to: key)
    }

    private func receive(_ bytes: [UInt8], on link: PeerLink, at now: Duration) {
        switch link.stage {
        case .session:
            ledger.replica.receive(bytes, from: link.linkID, at: ledger.clock.now)
        case .inviting(let inviter): receive(bytes, inviting: inviter, on: link, at: now)
        case .joining(let joiner): receive(bytes, joining: joiner, on: link, at: now)
        case .connecting, .handshake, .closing: return
        }
    }

    // MARK: Ending

    private func fail(_ link: PeerLink, _ error: TLSError, at now: Duration) {
        if case .joining(let target) = link.origin {
            observer?.joinAttemptEnded(link, target, JoinEnd(error))
            flushAndEnd(link, at: now)
            return
        }
        if link.key == nil {
            diagnostics.say(
                .warning, of: link.host, "\(link.socket.peer): \(error.description)")
        }
        reportEnd(of: link, reason: error.description)
        flushAndEnd(link, at: now)
    }

    /// The last bytes, perhaps an alert, still go out.
    private func flushAndEnd(_ link: PeerLink, at now: Duration) {
        link.stage = .closing
        link.deadline = now + DaemonLimits.farewellTime
    }

    private func end(_ link: PeerLink, reason: String?, at now: Duration) {
        if case .joining(let target) = link.origin, !link.isClosing {
            observer?.joinAttemptEnded(link, target, .unreachable(reason ?? "the link was closed"))
        } else if case .accepted = link.origin, link.key == nil, !link.isClosing, let reason {
            diagnostics.say(.warning, of: link.host, "\(link.socket.peer): \(reason)")
        }
        reportEnd(of: link, reason: reason)
        drop(link)
    }

    /// Reports the end of the link to core and observer, once.
    private func reportEnd(of link: PeerLink, reason: String?) {
        guard !link.isClosing else { return }
        let key = link.key
        if key != nil { ledger.replica.disconnected(link.linkID, at: ledger.clock.now) }
        observer?.linkEnded(link, key: key, reason: reason)
    }

    private func drop(_ link: PeerLink) {
        sources.forget(link.socket.number)
        links[link.id] = nil
        acceptor?.resume()
    }

    // MARK: Orders

    /// Performs the orders of the core, after the commit only. The frames of a turn for a link go
    /// into one TLS record, which saves 22 bytes each.
    func perform(_ orders: [Effect], at now: Duration) {
        var spoken: Set<UInt64> = []
        for order in orders {
            perform(order, at: now)
            if case .send(let id, _) = order { spoken.insert(id.rawValue) }
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
            guard let link = links[id.rawValue], link.key != nil else { return }
            link.send(bytes)
        case .close(let id, let reason):
            guard let link = links[id.rawValue], let key = link.key else { return }
            link.sendQueued()
            let isOrdinary = reason == .duplicate || reason == .goodbye || reason == .left
            if !isOrdinary {
                diagnostics.say(
                    .warning, of: link.host,
                    "closed the link to \(link.socket.peer): \(reason.words)")
            }
            link.close(at: now)
            observer?.linkEnded(link, key: key, reason: isOrdinary ? nil : reason.words)
        case .append, .publish: return
        }
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
        for link in links.values {
            guard link.write(at: now) else {
                end(link, reason: "the connection broke", at: now)
                continue
            }
            if link.isOverdue(at: now) {
                end(link, reason: overdue(link), at: now)
                continue
            }
            sources.update(link.socket.number, link.interest)
        }
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

    func link(_ id: LinkID) -> PeerLink? { links[id.rawValue] }
}

// MARK: Pairing

extension PeerLinks {
    private func pair(_ link: PeerLink, _ identity: [UInt8], at now: Duration) {
        link.deadline = now + DaemonLimits.pairingTime
        let binding = try? link.channel.exporter(
            label: PairingTerms.exporterLabel, context: [], count: PairingTerms.bindingBytes)
        guard let binding else { return end(link, reason: "no keying material", at: now) }
        observer?.pairingStarted(link, code: identity, binding: binding)
    }

    private func receive(
        _ bytes: [UInt8], inviting inviter: Inviter, on link: PeerLink, at now: Duration
    ) {
        var inviter = inviter
        let step = inviter.receive(bytes)
        link.stage = .inviting(inviter)
        switch step {
        case .more: return
        case .asked(let key, let name): observer?.joinRequested(link, inviter, by: key, name: name)
        case .broken(let reason): end(link, reason: reason, at: now)
        }
    }

    private func receive(
        _ bytes: [UInt8], joining joiner: Joiner, on link: PeerLink, at now: Duration
    ) {
        var joiner = joiner
        let step = joiner.receive(bytes)
        link.stage = .joining(joiner)
        perform(step, on: link, at: now)
    }

    private func perform(_ step: Joiner.Step, on link: PeerLink, at now: Duration) {
        let outcome: JoinEnd
        switch step {
        case .more: return
        case .send(let bytes):
            link.channel.send(bytes)
            return
        case .welcomed(let welcome): outcome = .welcomed(welcome)
        case .refused(let refusal): outcome = .refused(refusal)
        case .alreadyThere: outcome = .alreadyThere
        case .broken(let reason): outcome = .broken(reason)
        }
        guard case .joining(let target) = link.origin else { return }
        link.close(at: now)
        observer?.joinAttemptEnded(link, target, outcome)
    }

    /// Sends the last bytes of a pairing, and closes the link.
    func finish(_ id: UInt64, with bytes: [UInt8], at now: Duration) {
        guard let link = link(LinkID(rawValue: id)), case .inviting = link.stage else { return }
        link.channel.send(bytes)
        link.close(at: now)
    }
}

extension JoinEnd {
    /// The outcome of a join whose channel failed.
    init(_ error: TLSError) {
        switch error {
        case .codeUnproven, .codeUnknown, .codeWrong, .refusedByPeer: self = .unproven
        default: self = .broken(error.description)
        }
    }
}

/// The events of links, for the owner of the devices.
protocol LinkObserving: AnyObject {
    /// The link is secure; the key may be a stranger's.
    func linkOpened(_ link: PeerLink, to key: PublicKey)
    /// `reason` is a sentence; nil if the link ended in order.
    func linkEnded(_ link: PeerLink, key: PublicKey?, reason: String?)
    /// A device with a valid code asks to be added.
    func joinRequested(_ link: PeerLink, _ inviter: Inviter, by key: PublicKey, name: String)
    /// An attempt to join at one inviter ended.
    func joinAttemptEnded(_ link: PeerLink, _ target: JoinTarget, _ end: JoinEnd)
    /// A link secured by a code has opened.
    func pairingStarted(_ link: PeerLink, code: [UInt8], binding: [UInt8])
}

/// The outcome of an attempt to join at one inviter.
enum JoinEnd {
    case welcomed(Joiner.Welcome)
    case refused(Invitations.Refusal)
    case alreadyThere
    /// The inviter does not know the code.
    case unproven
    case unreachable(String)
    case broken(String)
}
