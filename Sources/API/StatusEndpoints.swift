import Daemon
import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook

/// The status and the health of this device, and what `scored doctor` asks the daemon.
struct StatusEndpoints: EndpointTopic {
    let api: APIContext

    /// To add a field: `Protocol/openapi.yaml`, then `Scripts/generate`; a part of `StatusParts` fills
    /// it, what is of the game `GameProjection`; `NamelessLibrary` copies it for pages without names; `StatusViewModel`
    /// and `StatusView` show it; then `Scripts/transcripts`. A warning has its words beside its
    /// condition, once: of a game in `GameWarnings`, of a move just recorded in `RecordedEntries`,
    /// of the device here; its code is in `openapi.yaml`. Every refusal is an `APIError`.
    func status(_ request: RoutedRequest) throws(APIError) -> Response {
        let game = try request.request.target["game"].map { name throws(APIError) in
            try api.game(named: name).id
        }
        return .json(encoded: api.statuses.json(api, showing: game))
    }

    /// Never waits for the disk.
    func health(_ request: RoutedRequest) -> Answer {
        var health = HealthDocument(
            version: api.version, processID: Int(ProcessInfo.processInfo.processIdentifier),
            isRecording: ledger.problem == nil,
            isDegraded: ledger.problem != nil || !ledger.damage.isEmpty,
            problem: ledger.problem?.reason ?? ledger.damage.first,
            uptimeSeconds: Int((api.clock.uptime - api.startedAt).components.seconds))
        if replica.isRemoved {
            health.isRemoved = true
            health.problem = health.problem ?? api.ownRemoval
        }
        return .now(.json(health))
    }

    func repair(_ order: DoctorRequest) throws(APIError) -> Answer {
        guard order.recover == true || order.acknowledge == true else {
            throw .unfit("nothing to do: set recover or acknowledge to true")
        }
        var recorded = 0
        if order.recover == true {
            recorded = try api.recording { () throws(DaemonError) in try ledger.recordAgain() }
        }
        return .afterCommit { [self] in
            var done: [String] = []
            if order.recover == true {
                done.append(
                    recorded == 0
                        ? "no entry of this device waits for older ones"
                        : "\(Phrases.entries(recorded)) recorded again and counted")
            }
            if order.acknowledge == true {
                api.acknowledgeIncidents()
                done.append("the warnings about copied and restored homes are acknowledged")
            }
            return .done(Phrases.list(done))
        }
    }

    func doctor(_ request: RoutedRequest) -> Response {
        let descriptors = OpenDescriptors()
        let peers = replica.peers.map {
            PeerReport(peer: api.document($0), wallOffsetMilliseconds: $0.wallOffset)
        }
        let report = DaemonReport(
            version: api.version,
            protocolVersionMin: Int(protocolVersions.lowerBound),
            protocolVersionMax: Int(protocolVersions.upperBound),
            foldVersion: foldVersion,
            processID: Int(ProcessInfo.processInfo.processIdentifier),
            uptimeSeconds: Int((api.clock.uptime - api.startedAt).components.seconds),
            problem: ledger.problem?.reason, damage: ledger.damage,
            isOnline: api.peering.isOnline, isDiscovering: api.peering.discovery != nil,
            isDiscoveryWanted: api.peering.isDiscoveryWanted,
            addresses: api.peering.listenAddresses,
            addressProblem: api.peering.listenObstacle,
            interfaces: api.peering.discovery?.interfaces ?? [],
            heardElsewhere: api.peering.discovery?.heardElsewhere ?? 0,
            peers: peers.sorted { $0.peer.name < $1.peer.name },
            descriptors: descriptors.count, descriptorsMax: descriptors.max,
            warnings: api.status.warnings, longestTurn: api.longestTurn(),
            busiestTurn: api.busiestTurn())
        return .json(report)
    }
}

// MARK: The status

extension APIContext {
    var status: StatusDocument { statuses.status(self, showing: nil) }

    func tellDevice(in status: inout StatusDocument) {
        let line = table.device(device)
        status.table = brief(ledger.log.charter.table)
        status.device = DeviceBrief(
            id: ledger.seal.deviceID(of: device).description, name: line?.slug ?? "",
            keeper: line?.keeper ?? "", author: ledger.replica.author.description,
            role: role(of: device))
        status.identity = identity
    }

    /// Needs the peers. The digest and the bytes of the log are told if `isLogNew`.
    func tellSync(in status: inout StatusDocument, isLogNew: Bool) {
        if isLogNew {
            let digest = ledger.digest
            status.sync.digest = digest.description
            status.sync.words = SpokenWords.four(of: digest)
        }
        let unsynced = ledger.unsynced
        status.sync = SyncDocument(
            state: SyncState(isOnline: peering.isOnline, status.peers),
            digest: status.sync.digest, words: status.sync.words,
            foldVersion: foldVersion, unsynced: unsynced,
            // A move that no other device has is missing on every one.
            unsyncedTo: unsynced == 0
                ? [] : status.peers.filter { $0.state != .left }.map(\.name),
            entries: ledger.book.entryCount, unknownKinds: unknownCount,
            isDegraded: ledger.problem != nil || !ledger.damage.isEmpty,
            problem: ledger.problem?.reason)
        status.storage = StorageDocument(
            logBytes: ledger.log.byteCount, isFull: ledger.problem?.isFull ?? false,
            damage: ledger.damage)
    }

    /// Entries of a newer version.
    private var unknownCount: Int { table.unknownCount + ledger.book.unknownCount }
}

// MARK: Warnings

extension APIContext {
    /// The warnings of the device, in any order; of one code the most urgent first.
    func deviceWarnings(_ current: GameID?, _ peers: [PeerView]) -> [WarningDocument] {
        var warnings = removalWarnings + forkWarnings + disk
        if isArchive {
            warnings.add(
                .offlineView, "this is the log of a table that this device left: it is read-only")
        } else if isOfflineView {
            warnings.add(
                .offlineView, "no daemon is running in \(home.path): nothing is recorded or synced",
                advice: obstacle ?? "start it: scored up")
        }
        if !ledger.replica.isMember { warnings.append(.archive) }
        warnings += incidentWarnings
        for author in newForks {
            warnings.add(
                .forked,
                "two copies of \(table.name(of: author))'s home recorded at the same time; everything "
                    + "is kept and counted",
                advice: "use one copy only; look for doubled moves with scored log; then: scored "
                    + "doctor --acknowledge")
        }
        if unknownCount > 0 {
            warnings.add(
                .unknownKinds, "\(Phrases.entries(unknownCount)) of a newer version",
                advice: "they are kept and passed on; update this device to see them")
        }
        let absurd = ledger.log.absurdLamportCount
        if absurd > 0 {
            warnings.add(
                .absurdOrder,
                "\(Phrases.entries(absurd)) with an impossible place in the order: counted, and "
                    + "listed first",
                advice: "a device of this table is faulty")
        }
        warnings += links(peers) + clocks(peers) + newerGameWarnings(than: current)
        warnings += heldElsewhere(but: current)
        warnings.add(unsignedGame(but: current))
        return warnings + home.warnings.map { WarningDocument(.home, $0) }
    }

    private var disk: [WarningDocument] {
        var warnings: [WarningDocument] = []
        if let problem = ledger.problem {
            warnings.add(
                problem.isFull ? .diskFull : .diskFailed, problem.reason,
                advice: problem.isDeleted
                    ? "save the log now: scored export log --to FILE; then scored down --now, "
                        + "scored up, scored import FILE"
                    : problem.isFull
                        ? "free some space; recording then resumes by itself"
                        : "check the disk; the daemon opens the log again every few seconds")
        }
        for damage in ledger.damage {
            warnings.add(
                .damage, damage, advice: "lost entries are fetched from the devices that have them")
        }
        for text in ledger.unfinished {
            warnings.add(
                .unfinished, text,
                advice: "nothing to do: every acknowledged move is on the disk, or with devices "
                    + "that return it")
        }
        if ledger.replica.aside.isEmpty { return warnings }
        let (own, others) = ledger.replica.waiting
        if own > 0 {
            warnings.add(
                .gap,
                "\(Phrases.entriesAre(own)) of this device not counted yet: older ones are "
                    + "missing on its disk, and another device may have them",
                advice: "connect it to the other devices, or count them now: scored doctor "
                    + "--recover")
        }
        if others > 0 {
            warnings.add(
                .gap,
                "\(Phrases.entries(others)) \(others == 1 ? "waits" : "wait") for older ones "
                    + "that this device lost",
                advice: "they count once a device that has the older ones is in sync")
        }
        return warnings
    }

    /// Devices that a keeper takes for away although a person can mend it.
    private func links(_ peers: [PeerView]) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        if let problem = peering.discoveryProblem {
            warnings.add(
                .discoveryOff,
                "other devices do not find this one, nor it them: \(problem)",
                advice: "end that program; or link by address: scored up --peer HOST:PORT, which "
                    + "scored doctor shows on the other device")
        }
        for peer in peers
        where peering.problem(of: peer.key) == CloseReason.version.words {
            warnings.add(
                .noCommonVersion,
                "\(name(of: peer.key)) does not sync with this device: the two versions of scored "
                    + "have no protocol in common; this one is \(version)",
                advice: "update the older of the two (scored --version on each)")
        }
        for peer in peers where peering.isUseless(peer.key) {
            let waiting = peer.lacks + peer.ahead
            warnings.add(
                .uselessLink,
                "links to \(name(of: peer.key)) open and carry too little: they end before both "
                    + "are in sync"
                    + (waiting == 0 ? "" : "; \(Phrases.entries(waiting)) still to come"),
                advice:
                    "the network is weak or drops large packets (a VPN, a hotel, a tunnel): use "
                    + "another Wi-Fi or a hotspot; nothing that was recorded is lost")
        }
        return warnings
    }

    private func clocks(_ peers: [PeerView]) -> [WarningDocument] {
        peers.compactMap { peer in
            guard let offset = peer.wallOffset, peer.state != .away,
                Duration.milliseconds(offset.magnitude) > DaemonLimits.clockDifferenceMax
            else { return nil }
            let seconds = Int(Int64(clamping: offset.magnitude / 1000))
            return WarningDocument(
                .clockDiffers,
                "the wall clock of \(name(of: peer.key)) is \(Phrases.span(seconds)) "
                    + "\(offset > 0 ? "ahead of" : "behind") this device's; the score is not "
                    + "affected, the times in the log are",
                advice: "set the clock of the device that is wrong")
        }
    }

    /// Incidents of the last day: a keeper can still act on them.
    var incidentWarnings: [WarningDocument] {
        let now = clock.now.wall.milliseconds
        return incidents.warned(at: now).map { incident, earlier in
            let told = document(incident, earlier: earlier)
            return WarningDocument(Self.code(incident.kind), told.text, advice: told.advice)
        }
    }

    /// One code for an incident that needs no action, and one each for those that go on until a
    /// person ends them.
    private static func code(_ kind: HomeIncident.Kind) -> WarningCode {
        switch kind {
        case .otherMachine, .otherFolder, .restored, .entriesLost, .emptied, .damaged, .behind,
            .cutOff:
            .newIncarnation
        case .clone, .otherCopy, .peerClone: .clone
        case .forked: .forkedHome
        }
    }
}

extension StatusDocument {
    /// A status whose parts are still to be told.
    init(of api: APIContext) {
        self.init(
            version: api.version, table: TableBrief(id: "", name: "", words: ""),
            device: DeviceBrief(id: "", name: "", keeper: "", author: ""),
            sync: SyncDocument(
                state: .alone, digest: "", words: "", foldVersion: foldVersion, unsynced: 0,
                unsyncedTo: [], entries: 0, unknownKinds: 0, isDegraded: false),
            peers: [], warnings: [],
            storage: StorageDocument(logBytes: 0, isFull: false, damage: []),
            isOfflineView: api.isOfflineView ? true : nil)
    }
}

extension WarningDocument {
    /// This device only holds the log.
    static let archive = WarningDocument(
        .archive, "this device is not a member of this table; it holds the log as an archive",
        advice: archiveAdvice)

    /// The choices of a device that only holds a log.
    static let archiveAdvice =
        "to record at this table: scored join CODE, with a code from one of its devices (scored "
        + "invite); to begin a table of its own: scored leave, with --bring to take the games along"

    /// The choices of a removed device.
    static let removedAdvice =
        "recording goes on, on this disk only; to take the games to a new table: scored leave "
        + "--bring; to another table: scored join CODE --bring"
}

// MARK: The identity of the device, and incidents of homes

extension APIContext {
    private var identity: IdentityDocument {
        let author = ledger.replica.author
        let own = ledger.log.authorIDs.filter { ledger.log.key(of: $0) == device }
        return IdentityDocument(
            name: table.name(of: author), author: author.description, incarnations: own.count,
            incarnationsMax: MoveLogLimits.incarnationsMax, isMember: ledger.replica.isMember,
            forked: ledger.log.forkedAuthors.map(table.name(of:)),
            incidents: incidents.reversed().map { document($0) }, removal: removal(of: device))
    }

    /// Incidents of homes at this table, oldest first.
    var incidents: [HomeIncident] {
        let kept = home.incidents()
        if kept.isEmpty { return [] }
        let present = ledger.log.charter.table.description
        return kept.filter { $0.table == present }
    }

    /// Incidents of one device's home, oldest first.
    func incidents(of key: PublicKey) -> [IncidentDocument] {
        incidents.filter { self.key(of: $0) == key }.map { document($0) }
    }

    /// Marks the incidents of homes at this table, and the present forks, as acknowledged.
    func acknowledgeIncidents() {
        home.acknowledgeIncidents(at: ledger.log.charter.table.description)
        ledger.replica.forgetProcesses()
        home.update { settings in
            for author in ledger.log.forkedAuthors {
                settings.acknowledgedForks[author.description] = ledger.log.branchCount(of: author)
            }
        }
        ledger.markStateChanged()
    }

    /// Forked authors with forks that were not acknowledged.
    var newForks: [AuthorID] {
        ledger.log.forkedAuthors.filter {
            ledger.log.branchCount(of: $0) > home.settings.acknowledgedForks[$0.description] ?? 0
        }
    }

    private func key(of incident: HomeIncident) -> PublicKey {
        incident.device.flatMap(bytes(hexadecimal:)).flatMap { PublicKey($0) } ?? device
    }

    private func document(_ incident: HomeIncident, earlier: Int = 0) -> IncidentDocument {
        let author = incident.author.flatMap(bytes(hexadecimal:)).flatMap { AuthorID($0) }
            .map(table.name(of:))
        let device = name(of: key(of: incident))
        return IncidentDocument(
            kind: incident.kind.rawValue, wallMilliseconds: incident.wall, device: device,
            author: author,
            text: incident.text(device: device, author: author ?? "", earlier: earlier),
            advice: incident.advice)
    }
}
