import Documents
package import MoveLog
package import Net
import Scorebook
import TLS

/// What people do about devices and links: invite, join, leave, go offline; and what status shows
/// of links. The local API's door to all that.
package final class Peering {
    /// A code that lets one device join.
    package struct OpenInvitation: Sendable {
        /// As it is shown: `XXXX-XXXX-XXXX-XXXX`.
        package let code: String
        /// How long it can still be used.
        package let remaining: Duration
    }

    /// What happens between two turns, because it changes the table under everything else.
    enum Order {
        case join(Joiner.Welcome, JoinTarget)
        case leave(LeaveProgress, brings: Bool)
        case takeOver(TableLog, TakeOverProgress)
    }

    let ledger: Ledger
    let home: Home
    let options: DaemonOptions
    let clock: DeviceClock
    let sources: Sources
    let diagnostics: Diagnostics
    let links: PeerLinks
    var dialer = Dialer()
    package var discovery: Discovery?
    var proofs: AnnouncementProofs
    var resolutions: [Int: (resolution: Resolution, dial: Int?)] = [:]
    var lastResolution = 0

    var invitations = Invitations()
    var orders: [Order] = []
    var join: (search: JoinSearch, progress: JoinProgress)?
    /// Who announced to invite lately, oldest first.
    var inviters: [(sighting: Discovery.Sighting, heardAt: Duration)] = []
    /// Devices that are let in as soon as this turn is durable.
    var welcomes: [(link: UInt64, inviter: Inviter, chain: InvitationChain)] = []
    /// Told of as soon as what was brought is durable.
    var bringing: Bringing?

    /// Whether this device listens, dials and announces now.
    var isUp = false
    /// When listening is tried again after it failed.
    var upAt = Duration.zero
    /// The listener's address, to be had again after a pause.
    var listenAddress: Address?
    var ends: [PublicKey: LinkEnd] = [:]
    var savedHoldings: Holdings?
    var saveHoldingsAt: Duration?
    var savedClocks: (kept: KeptClocks, revision: UInt64)?
    /// When it is noted again how far the own log is durable.
    var markAt: Duration
    /// The end of the log that the home remembers, once this process has had it do so.
    var marked: LogEnd?
    /// The newest segment when it was noted.
    var markedSegment: UInt32?
    /// When settings that were only noted are made durable.
    var writeHomeAt: Duration?
    /// What the loop must end with.
    var fault: DaemonError?

    /// How the last link to a device ended.
    struct LinkEnd {
        var at: Duration
        var reason: String?
    }

    /// Begins to listen and to dial; of a home that is only read it recalls what was kept, and does
    /// nothing.
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
        markAt = ledger.clock.uptime + Limits.markInterval
        markedSegment = ledger.newestSegment
        do throws(TLSError) {
            links = PeerLinks(
                endpoint: try TLS.Endpoint(identity: identity), ledger: ledger,
                sources: sources, diagnostics: diagnostics)
        } catch {
            throw .library(error)
        }
        links.observer = self
        links.codeKey = { [weak self] in self?.invitations.key(of: $0) }
        recallHoldings()
        recallClocks()
        if !isInspecting { try begin() }
    }

    // MARK: Inviting

    /// Opens codes, one for each device that may join: valid for ten minutes. Fewer than asked
    /// for when the limit of open codes is reached; none is the limit itself.
    package func invite(count: Int) -> [OpenInvitation] {
        var opened: [OpenInvitation] = []
        for _ in 0..<max(0, min(count, Limits.codesMax)) {
            guard let code = invitations.open(random: randomBytes, at: clock.uptime) else { break }
            opened.append(
                OpenInvitation(code: code.description, remaining: Limits.codeTime))
        }
        discovery?.hurry(at: clock.uptime)
        ledger.markStateChanged()
        return opened
    }

    /// The codes that no device has used, oldest first.
    package var openInvitations: [OpenInvitation] {
        invitations.unused(at: clock.uptime).map {
            OpenInvitation(code: $0.code.description, remaining: $0.remaining)
        }
    }

    // MARK: Joining and leaving

    /// Begins to join the table of whoever knows the code, as typed; turns syncing on. One join at
    /// a time: another fails. Answer with `.later`, and look at the outcome there.
    package func join(code: String, via: NamedAddress?, brings: Bool) -> JoinProgress {
        let progress = JoinProgress()
        guard join == nil else {
            progress.outcome = .failed(.conflict, "this device is joining already; wait for it")
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
            join = (
                JoinSearch(code: code, via: via, brings: brings, at: clock.uptime), progress
            )
            if let via { look(up: via, dial: nil) }
            recallInviters(at: clock.uptime)
        } catch {
            progress.outcome = .failed(.malformed, "\(error)")
        }
        return progress
    }

    /// Begins to leave the table for a new one of this device alone; the log goes to the archive, and
    /// its games are recorded again at the new table if it `brings` them. It is done by the next
    /// turn; answer with `.later`.
    package func leave(brings: Bool = false) -> LeaveProgress {
        let progress = LeaveProgress()
        orders.append(.leave(progress, brings: brings))
        return progress
    }

    /// Begins to take the log of another table over, in the place of one that holds nothing yet: as
    /// an archive, or as the member that this device's key is. It is done by the next turn; answer
    /// with `.later`.
    package func takeOver(_ log: TableLog) -> TakeOverProgress {
        let progress = TakeOverProgress()
        orders.append(.takeOver(log, progress))
        return progress
    }

    /// Whether leaving or joining would put entries aside that this device holds.
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

    /// Turns the switch, from this turn on: offline closes every link with a good-bye, and dials,
    /// announces and listens no more; online undoes that at once.
    package func setOnline(_ isOnline: Bool) {
        home.update { $0.isOnline = isOnline }
        ledger.markStateChanged()
    }

    /// The addresses of the live links to a device, as `host:port`; usually one.
    package func addresses(of key: PublicKey) -> [String] { links.addresses(of: key) }

    /// How long ago a link to a device stood: zero when one stands, nil when none did since the
    /// daemon began.
    package func lastSeen(_ key: PublicKey) -> Duration? {
        if !links.addresses(of: key).isEmpty { return .zero }
        return ends[key].map { max(.zero, clock.uptime - $0.at) }
    }

    /// Whether this device was ever linked to another, in an earlier life of the daemon too.
    package func hasMet(_ key: PublicKey) -> Bool {
        lastSeen(key) != nil || ledger.replica.knowsHoldings(of: key)
            || home.settings.remembered[deviceID(key).description] != nil
    }

    /// Why the last link to a device ended, when that needs a person; nil while one stands.
    package func problem(of key: PublicKey) -> String? {
        if ledger.replica.left.contains(key) { return CloseReason.left.words }
        return links.addresses(of: key).isEmpty ? ends[key]?.reason : nil
    }

    /// Where this device can be dialled, as `host:port`; empty while it does not listen.
    package var listenAddresses: [String] {
        guard let address = links.listening else { return [] }
        guard case .any = address.host else { return [address.description] }
        let interfaces = (try? Interface.all()) ?? []
        return interfaces.filter { !$0.isLoopback }.flatMap(\.addresses)
            .compactMap(\.sharedHost).map { "\($0):\(address.port)" }
    }

    /// Where this device listens; nil while it does not.
    package var listening: Address? { links.listening }

    func deviceID(_ key: PublicKey) -> DeviceID { ledger.seal.deviceID(of: key) }

    /// The keeper's name, as it is told to those who join.
    var keeperName: String {
        home.settings.keeper ?? ledger.book.table.device(ledger.seal.publicKey)?.keeper ?? ""
    }
}
