import Documents
import Foundation
package import MoveLog
package import Net
import Scorebook
import TLS

/// Devices and links: invitations, joins, leaving, the offline switch, and the links as status
/// shows them. The local API's entry point to all of these.
package final class Peering {
    let ledger: Ledger
    let home: Home
    let options: DaemonOptions
    let clock: DeviceClock
    let sources: Sources
    let diagnostics: Diagnostics
    let links: PeerLinks
    var dialer = Dialer()
    package var discovery: Discovery?
    /// The reason why announcements are off although they are wanted; nil while they are on.
    package private(set) var discoveryProblem: String?
    /// The next attempt to begin announcements after a failure.
    var discoverAt = Duration.zero
    var proofs: AnnouncementProofs
    /// By descriptor number.
    private var resolutions: [Int32: (resolution: Resolution, dial: Int?)] = [:]

    var invitations = Invitations()
    /// Performed between two turns, because they change the table.
    var orders: [(Peering) -> Void] = []
    var join: (search: JoinSearch, progress: TableMoveProgress<Joined>)?
    /// True while an order to join waits to be performed.
    var isWelcomed = false
    /// Recent announcements of inviters, oldest first.
    var inviters: [(sighting: Discovery.Sighting, heardAt: Duration)] = []
    /// Devices that are welcomed once this turn is durable.
    var welcomes: [(link: LinkID, inviter: Inviter, chain: InvitationChain)] = []
    /// Completed once the transferred entries are durable.
    var transfer: (count: Int, end: (Result<Int, DaemonError>) -> Void)?

    /// True while this device listens, dials and announces.
    var isUp = false
    /// The next attempt to listen after a failure.
    var upAt = Duration.zero
    /// The listener's address, to be used again after a pause.
    private var listenAddress: Address?
    /// The end of the last link to a device.
    var ends: [PublicKey: (at: Duration, reason: String?)] = [:]
    /// The links that became secure so far: `addresses` changed with each.
    package internal(set) var openedLinkCount = 0
    /// Links to a device in a row that ended before it was in sync.
    var uselessLinks: [PublicKey: Int] = [:]
    /// Devices that were in sync on their present link.
    var reached: Set<PublicKey> = []
    /// The next look for devices that are in sync.
    var nextReachAt = Duration.zero
    let memory: LedgerMemory
    /// The time at which changed settings become durable.
    var writeHomeAt: Duration?
    /// An error that must end the loop.
    var fault: DaemonError?

    /// Starts to listen and to dial. With `isInspecting`, only reads what the home kept.
    init(
        ledger: Ledger, home: Home, identity: Identity, options: DaemonOptions,
        sources: Sources, diagnostics: Diagnostics, isInspecting: Bool = false
    ) throws(DaemonError) {
        self.ledger = ledger
        self.home = home
        self.options = options
        self.sources = sources
        self.diagnostics = diagnostics
        clock = ledger.clock
        proofs = AnnouncementProofs(at: ledger.clock.uptime)
        memory = LedgerMemory(of: ledger, in: home)
        let endpoint = try failing(as: DaemonError.library) { () throws(TLSError) in
            try TLSContext(identity: identity)
        }
        links = PeerLinks(
            endpoint: endpoint, ledger: ledger, sources: sources, diagnostics: diagnostics)
        links.peering = self
        memory.restore()
        if !isInspecting { try begin() }
    }

    // MARK: Inviting

    /// Opens codes, one for each device that may join, valid for `DaemonLimits.codeTime`. Fewer
    /// than `count` when the limit of open codes is reached, which may be none. In the form
    /// `XXXX-XXXX-XXXX-XXXX`. Joining words are not kept of devices that this one hosts.
    ///
    /// A code (`InviteCode`) is the pre-shared key of a `SecureChannel`. `Inviter` and `Joiner`
    /// sign the channel's binding, of which both screens show four words.
    /// `PeeringTurn.joinRequested` binds the code to one key and has the member recorded;
    /// `JoinSearch` tries the inviters; `TableMove.join` changes the table.
    package func invite(count: Int, isHosted: Bool = false) -> [String] {
        let opened = (0..<count).compactMap { _ in
            invitations.open(random: randomBytes, isHosted: isHosted, at: clock.uptime)?.description
        }
        discovery?.announceNow(at: clock.uptime)
        ledger.markStateChanged()
        return opened
    }

    /// The number of codes that no device has used.
    package var openInvitationCount: Int { invitations.unusedCount(at: clock.uptime) }

    // MARK: Joining and leaving

    /// Begins to join the table of the device that offers the code, and switches syncing on. One
    /// join at a time: a second one fails. Answer with `.later`, and read the outcome there.
    package func join(code: String, via: NamedAddress?, brings: Bool) -> TableMoveProgress<Joined> {
        let progress = TableMoveProgress<Joined>()
        guard join == nil else {
            progress.outcome = .failed(
                .conflict, "this device is already joining a table; wait until that ends")
            return progress
        }
        if let problem = ledger.problem {
            let code: ErrorCode = problem.isFull ? .diskFull : .diskFailed
            progress.outcome = .failed(code, "cannot join now: \(problem.reason)")
            return progress
        }
        do throws(TLSError) {
            let code = try InviteCode(parsing: code)
            setOnline(true)
            let search = JoinSearch(code: code, via: via, brings: brings, at: clock.uptime)
            join = (search, progress)
            if let via { look(up: via, dial: nil) }
            // Inviters that announced themselves a moment ago need not do so again.
            for (sighting, heardAt) in inviters
            where clock.uptime < heardAt + DaemonLimits.announcementInterval * 2 {
                join?.search.add(sighting.announcement, at: sighting.address)
            }
        } catch {
            progress.outcome = .failed(.malformed, "\(error)")
        }
        return progress
    }

    /// Begins to leave the table for a new one of this device alone. The log moves to the archive;
    /// with `brings`, its games are recorded again at the new table. Done by the next turn; answer
    /// with `.later`. Succeeds with the path of the former log, if there was one to keep, and the
    /// number of its entries that were recorded again.
    package func leave(brings: Bool) -> TableMoveProgress<(archive: String?, brought: Int)> {
        let progress = TableMoveProgress<(archive: String?, brought: Int)>()
        orders.append { $0.leave(progress, brings: brings) }
        return progress
    }

    /// Begins to replace an empty log by that of another table, as an archive or as the member with
    /// this device's key. Done by the next turn; answer with `.later`. Succeeds with true for a
    /// member.
    package func takeOver(_ log: TableLog) -> TableMoveProgress<Bool> {
        let progress = TableMoveProgress<Bool>()
        orders.append { $0.takeOver(log, progress) }
        return progress
    }

    /// True if leaving or joining would move entries of this device to the archive.
    package var holdsRecords: Bool {
        ledger.log.authorIDs.contains { author in
            let last = ledger.log.last(of: author)
            return (1..<(last + 1)).contains { sequence in
                ledger.log.entries(EntryID(author: author, sequence: sequence)).contains {
                    ![.authorStarted, .keeperNamed].contains($0.entry.kind)
                }
            }
        }
    }

    // MARK: Links

    /// The keeper's switch for syncing; kept across restarts.
    package var isOnline: Bool { home.settings.isOnline }

    /// Turns the switch: offline closes every link in order and stops dialling, announcing and
    /// listening.
    package func setOnline(_ isOnline: Bool) {
        home.update { $0.isOnline = isOnline }
        ledger.markStateChanged()
    }

    /// The keeper's switch for announcements; kept across restarts.
    package var isDiscoveryWanted: Bool { home.settings.isDiscovering }

    package func setDiscovering(_ isDiscovering: Bool) {
        home.update { $0.isDiscovering = isDiscovering }
        discoverAt = clock.uptime
        ledger.markStateChanged()
    }

    /// Dials these places from now on, beside the present ones, also after a restart.
    package func add(peers names: [NamedAddress]) {
        home.update { settings in
            let more = names.map(\.description).filter { !settings.peers.contains($0) }
            settings.peers = Array((settings.peers + more).suffix(DaemonLimits.fixedPeersMax))
        }
        for name in names { addFixed(name) }
    }

    private func addFixed(_ name: NamedAddress) {
        dialer.addFixed(name.address.map { .address($0) } ?? .name(name), at: clock.uptime)
    }

    /// The addresses of the live links to a device, as `host:port`; usually one.
    package func addresses(of key: PublicKey) -> [String] { links.addresses(of: key) }

    /// The time since the last link to a device; zero while there is one, nil if there was none
    /// since the daemon began.
    package func lastSeen(_ key: PublicKey) -> Duration? {
        if !links.addresses(of: key).isEmpty { return .zero }
        return ends[key].map { max(.zero, clock.uptime - $0.at) }
    }

    /// When the last link to a device ended; nil while there is one, and if there was none.
    package func linkEnd(of key: PublicKey) -> Duration? {
        links.addresses(of: key).isEmpty ? ends[key]?.at : nil
    }

    /// True if this device was ever linked to another, before the last restart too.
    package func hasMet(_ peer: PeerView) -> Bool {
        peer.isHeard || lastSeen(peer.key) != nil
            || home.settings.remembered[peer.device.description] != nil
    }

    /// True if a device may have such links.
    package var hasUselessLinks: Bool { !uselessLinks.isEmpty }

    /// True if links to a device open again and again and end before it is in sync.
    package func isUseless(_ key: PublicKey) -> Bool {
        uselessLinks[key, default: 0] >= DaemonLimits.uselessLinksMin
    }

    /// Why the last link to a device ended, if a person must act; nil while there is one.
    package func problem(of key: PublicKey) -> String? {
        if ledger.replica.left.contains(key) { return CloseReason.left.words }
        return links.addresses(of: key).isEmpty ? ends[key]?.reason : nil
    }

    /// The addresses at which this device can be dialled, as `host:port`, in the order of
    /// `Interface.shared`; empty while it does not listen.
    package var listenAddresses: [String] {
        guard let address = links.listening else { return [] }
        guard case .any = address.host else { return [address.description] }
        return Interface.shared(interfaces).compactMap(\.sharedHost)
            .map { "\($0):\(address.port)" }
    }

    /// Why `listenAddresses` is empty, in words; nil if it is not.
    package var listenObstacle: String? {
        guard let address = links.listening else { return "the daemon does not listen" }
        guard case .any = address.host else { return nil }
        return Interface.obstacle(interfaces)
    }

    private var interfaces: [(name: String, isLoopback: Bool, addresses: [Address])] {
        ((try? Interface.all()) ?? []).map { ($0.name, $0.isLoopback, $0.addresses) }
    }

    func deviceID(_ key: PublicKey) -> DeviceID { ledger.seal.deviceID(of: key) }

    /// The keeper's name, as sent to devices that join.
    var keeperName: String {
        home.settings.keeper ?? ledger.book.table.device(ledger.seal.publicKey)?.keeper ?? ""
    }
}

// MARK: Listening

extension Peering {
    /// Starts with the options and the settings: fixed peers, remembered addresses, the listener.
    private func begin() throws(DaemonError) {
        let now = clock.uptime
        home.update { settings in
            if !options.peers.isEmpty { settings.peers = options.peers.map(\.description) }
            if let listen = options.listen { settings.listen = listen.description }
            if let isDiscovering = options.isDiscovering { settings.isDiscovering = isDiscovering }
            if let port = options.discoveryPort { settings.discoveryPort = port }
        }
        for text in home.settings.peers {
            if let name = try? NamedAddress(text) { addFixed(name) }
        }
        for (digits, addresses) in home.settings.remembered {
            let device = bytes(hexadecimal: digits).flatMap { DeviceID($0) }
            guard let device else { continue }
            for address in addresses.reversed().compactMap({ Address($0) }) {
                dialer.add(device, at: address, as: .vouched, now: now)
            }
        }
        try beginTransfer { _ in }
        guard isOnline else { return }
        try goUp(at: now)
    }

    func goUp(at now: Duration) throws(DaemonError) {
        // An archive is no member: it only receives the announcements of inviters.
        if ledger.replica.isMember {
            let listener = try failing(as: DaemonError.listening, openListener)
            listenAddress = listener.address
            // Other devices remember this port.
            change { $0.port = listener.address?.port }
            links.listen(with: listener)
        }
        isUp = true
        discoverAt = now
        switchDiscovery(at: now)
        dialer.retryAll(at: now)
    }

    /// Begins or ends announcements as the switch says. While their port is taken, it tries again
    /// every few seconds.
    func switchDiscovery(at now: Duration) {
        guard home.settings.isDiscovering else { return endDiscovery() }
        guard discovery == nil, now >= discoverAt else { return }
        let port = home.settings.discoveryPort ?? announcementPort
        do throws(NetError) {
            discovery = try Discovery(
                port: port, sources: sources, diagnostics: diagnostics, at: now)
            if discoveryProblem != nil { ledger.markStateChanged() }
            discoveryProblem = nil
        } catch {
            discoverAt = now + DaemonLimits.reopenInterval
            guard discoveryProblem == nil else { return }
            let isTaken = error.number?.rawValue == EADDRINUSE
            let holder =
                isTaken ? BackgroundProcess.holder(ofPort: port, isDatagram: true) : nil
            let by = holder.map { " by \($0.name) (process \($0.processID))" }
            discoveryProblem = isTaken ? "UDP port \(port) is taken\(by ?? "")" : "\(error)"
            ledger.markStateChanged()
            diagnostics.say(
                .warning, "\(error); devices are found only by --peer and at earlier addresses")
        }
    }

    private func endDiscovery() {
        discovery?.end()
        discovery = nil
        discoveryProblem = nil
    }

    func goDown(at now: Duration) {
        isUp = false
        ledger.replica.disconnectAll(at: clock.now)
        links.stopListening()
        links.closeOthers(at: now)
        endDiscovery()
    }

    /// Tries the last address, then the configured one, then any free port.
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

    // MARK: Names

    /// Starts to resolve a name; `resolved` is called with the result.
    func look(up name: NamedAddress, dial: Int?) {
        guard let resolution = try? Resolution(name),
            sources.watch(resolution.number, .readable, as: .resolution(resolution.number))
        else {
            resolved(.failure(.unresolved(name: name.host, reason: "no room")), for: dial)
            return
        }
        resolutions[resolution.number] = (resolution, dial)
    }

    func resolved(_ number: Int32) {
        guard let (resolution, dial) = resolutions[number], let outcome = resolution.outcome()
        else { return }
        sources.forget(number)
        resolutions[number] = nil
        resolved(outcome, for: dial)
    }

    private func resolved(_ outcome: Result<[Address], NetError>, for dial: Int?) {
        let now = clock.uptime
        switch (outcome, dial) {
        case (.success(let addresses), nil): join?.search.resolved(addresses)
        case (.failure(let error), nil):
            failJoin(JoinSearch.unresolved(error))
        case (.success(let addresses), let dial?):
            if let address = addresses.randomElement() {
                self.dial(address, as: dial, at: now)
            } else {
                dialer.ended(dial, hadLink: false, jitter: jitter(), at: now)
            }
        case (.failure(let error), let dial?):
            diagnostics.say(.warning, of: "names", "\(error)")
            dialer.ended(dial, hadLink: false, jitter: jitter(), at: now)
        }
    }
}
