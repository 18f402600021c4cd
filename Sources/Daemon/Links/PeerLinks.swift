import MoveLog
import Net
import TLS

/// The TCP connections to peers, with a channel on each: from the listener and from dials, to the
/// core and back.
final class PeerLinks {
    private let endpoint: TLS.Endpoint
    private let sources: Sources
    private let diagnostics: Diagnostics
    private let ledger: Ledger
    private var doorway: Doorway?
    private var handshakeRate = HandshakeRate()
    private var links: [UInt64: PeerLink] = [:]
    private var lastID: UInt64 = 0

    /// Gives the PSK of a code's identity.
    var codeKey: (_ identity: [UInt8]) -> [UInt8]? = { _ in nil }
    weak var observer: (any LinkObserving)?

    init(endpoint: TLS.Endpoint, ledger: Ledger, sources: Sources, diagnostics: Diagnostics) {
        self.endpoint = endpoint
        self.ledger = ledger
        self.sources = sources
        self.diagnostics = diagnostics
    }

    // MARK: Opening

    /// Listens from now on.
    func listen(with listener: Listener) {
        doorway = Doorway(listener, as: .peerListener, in: sources)
    }

    /// Listens no more.
    func stopListening() {
        doorway?.close()
        doorway = nil
    }

    /// Where this device listens; nil while it does not.
    var listening: Address? { doorway?.listener.address }

    /// Takes in those who dialled.
    func accept(at now: Duration) {
        doorway?.accept(at: now) { socket in
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
                .warning, of: host, "\(socket.peer) was refused: that host dials too often")
            return
        }
        // Who waits longest goes, not who comes: a host that holds links open and says nothing must
        // not keep a member behind the same address out.
        if own.count >= Limits.strangersOfOneHostMax, let oldest = own.first {
            end(oldest, reason: "too many links of that host wait to prove themselves", at: now)
        } else if strangers.count >= Limits.strangersMax, let oldest = strangers.first {
            end(oldest, reason: "too many links wait to prove themselves", at: now)
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

    /// Dials a peer; false when it fails at once.
    func dial(_ address: Address, as dial: Int, at now: Duration) -> Bool {
        guard let socket = try? StreamSocket.connecting(to: address),
            let channel = try? endpoint.dial(admits: { _ in true })
        else { return false }
        return add(socket, channel, .dialled(dial), at: now)
    }

    /// Dials an inviter; an error says why not.
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

    /// Does what a link is ready for; what came goes to the core.
    func ready(_ id: UInt64, _ state: Poller.Readiness, at now: Duration) {
        guard let link = links[id] else { return }
        if link.isConnecting {
            guard finishConnecting(link, at: now) else { return }
        }
        guard state.isReadable || state.isBroken else { return }
        let reading = link.read()
        hear(link, at: now)
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

    private func hear(_ link: PeerLink, at now: Duration) {
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
            observer?.joinStepped(link, target, JoinEnd(error))
            leave(link, at: now)
            return
        }
        if link.key == nil {
            diagnostics.say(
                .warning, of: link.host, "\(link.socket.peer): \(error.description)")
        }
        lose(link, reason: error.description)
        leave(link, at: now)
    }

    /// The link ends: its last bytes, an alert perhaps, still go out.
    private func leave(_ link: PeerLink, at now: Duration) {
        link.stage = .closing
        link.deadline = now + Limits.farewellTime
    }

    /// Ends a link at once.
    func end(_ link: PeerLink, reason: String?, at now: Duration) {
        if case .joining(let target) = link.origin, !link.isClosing {
            observer?.joinStepped(link, target, .unreachable(reason ?? "the link was closed"))
        } else if case .accepted = link.origin, link.key == nil, !link.isClosing, let reason {
            diagnostics.say(.warning, of: link.host, "\(link.socket.peer): \(reason)")
        }
        lose(link, reason: reason)
        drop(link)
    }

    /// Tells core and observer that the link is gone, once.
    private func lose(_ link: PeerLink, reason: String?) {
        guard !link.isClosing else { return }
        let key = link.key
        if key != nil { ledger.replica.disconnected(link.linkID, at: ledger.clock.now) }
        observer?.linkEnded(link, key: key, reason: reason)
    }

    private func drop(_ link: PeerLink) {
        sources.forget(link.socket.number)
        links[link.id] = nil
        doorway?.reopen()
    }

    // MARK: Orders

    /// Sends what the core wants sent, and closes what it wants closed; after the commit only. The frames
    /// of a turn for a link go into one record: each record takes 22 bytes more.
    func perform(_ orders: [Effect], at now: Duration) {
        var spoken: Set<UInt64> = []
        for order in orders {
            perform(order, at: now)
            if case .send(let id, _) = order { spoken.insert(id.rawValue) }
        }
        for id in spoken.sorted() {
            guard let link = links[id] else { continue }
            link.sendQueued()
            hear(link, at: now)
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
                    .warning, of: link.host, "\(link.socket.peer) was closed: \(reason.words)")
            }
            link.close(at: now)
            observer?.linkEnded(link, key: key, reason: isOrdinary ? nil : reason.words)
        case .append, .publish: return
        }
    }

    /// Ends every link without a word: what this device holds is in doubt.
    func dropAll(at now: Duration) {
        for link in links.values { end(link, reason: "this device's log failed", at: now) }
    }

    /// Ends every link that is no sync conversation; those the core ends.
    func closeOthers(at now: Duration) {
        for link in links.values where link.key == nil && !link.isClosing {
            end(link, reason: nil, at: now)
        }
    }

    /// Ends links from addresses that this device no longer has: nothing can come on them, and
    /// another link need not wait until that shows.
    func endStranded(on hosts: [Address.Host], at now: Duration) {
        for link in links.values where !link.isClosing {
            guard let own = link.socket.localAddress, own.isStranded(on: hosts) else { continue }
            end(link, reason: "this device's address changed", at: now)
        }
    }

    // MARK: Writing and time

    /// Writes what waits, once a link, and ends what is done or overdue.
    func writeAll(at now: Duration) {
        doorway?.tick(at: now)
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
        case .connecting: "nobody answered"
        case .handshake: "the link was not secure in time"
        case .inviting, .joining: "the pairing was not done in time"
        case .session: "the device takes its bytes too slowly"
        }
    }

    /// When `writeAll` has something to do although nothing is ready.
    var nextDeadline: Duration? {
        (links.values.map(\.nextDeadline) + [doorway?.nextDeadline]).compactMap(\.self).min()
    }

    /// Whether bytes still wait to go out on links that end.
    var isFarewellPending: Bool { links.values.contains { $0.isClosing && $0.hasOutput } }

    /// The live links to a device, as addresses.
    func addresses(of key: PublicKey) -> [String] {
        links.values.filter { $0.key == key }.sorted { $0.id < $1.id }.map(\.socket.peer)
    }

    /// A link by its number.
    func link(_ id: LinkID) -> PeerLink? { links[id.rawValue] }
}
