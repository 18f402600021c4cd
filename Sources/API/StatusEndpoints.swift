import Daemon
import Documents
import Foundation
import LocalAPI
import MoveLog
import Scorebook

/// The status of this device, its health, and the warnings that people should read first.
struct StatusEndpoints: EndpointTopic {
    let api: APIContext

    func status(_ request: RoutedRequest) -> Answer {
        guard let name = request.request.target["game"] else {
            return api.afterTurn { .json(encoded: api.statusMemo.json(status)) }
        }
        return api.afterTurn { () throws(APIError) in
            .json(encoded: JSON.written(status(showing: try api.game(named: name).id)))
        }
    }

    func health(_ request: RoutedRequest) -> Answer { .now(.json(health)) }

    func events(_ request: RoutedRequest) -> Answer { .stream }

    /// Everything that this device knows and shows.
    var status: StatusDocument { status(showing: nil) }

    /// The same with another game in the place of the current one.
    private func status(showing game: GameID?) -> StatusDocument {
        var status = StatusDocument(api.ledger.book, surroundings(showing: game))
        if api.isOfflineView { status.isOfflineView = true }
        status.identity = identity
        status.device.role = api.role(of: api.device)
        return status
    }

    private var health: HealthDocument {
        var health = HealthDocument(
            version: api.version, processID: Int(ProcessInfo.processInfo.processIdentifier),
            isRecording: api.ledger.problem == nil,
            isDegraded: api.ledger.problem != nil || !api.ledger.damage.isEmpty,
            problem: api.ledger.problem?.reason ?? api.ledger.damage.first,
            uptimeSeconds: Int((api.clock.uptime - api.startedAt).components.seconds))
        if api.ledger.replica.isRemoved {
            health.isRemoved = true
            health.problem = health.problem ?? DeviceEndpoints(api: api).ownRemoval
        }
        return health
    }

    private func surroundings(showing game: GameID?) -> Surroundings {
        var around = Surroundings(
            version: api.version, tableID: api.ledger.log.charter.table, device: api.device,
            deviceID: api.ledger.seal.deviceID(of: api.device), author: api.ledger.replica.author,
            digest: api.ledger.digest)
        around.isOnline = api.peering.isOnline
        around.peers = api.peerDocuments
        around.unsynced = api.ledger.unsynced
        // A move that is durable on no other device is missing on every one.
        around.unsyncedTo =
            around.unsynced == 0 ? [] : around.peers.filter { $0.state != .left }.map(\.name)
        around.storage = StorageDocument(
            logBytes: api.ledger.log.byteCount, isFull: api.ledger.problem?.isFull ?? false,
            damage: api.ledger.damage)
        around.problem = api.ledger.problem?.reason
        around.current = api.shownGame
        around.warnings = warnings(around.current)
        around.newerGame = api.newerGame(than: around.current)?.slug
        around.shown = game
        around.reading = (game ?? around.current).flatMap { api.ledger.scoreboard(of: $0) }
            .flatMap(reading)
        return around
    }

    /// A running game clock's reading now; nil for one that stands.
    func reading(_ board: Scoreboard) -> ClockReading? {
        guard board.clock.isRunning else { return nil }
        let now = api.ledger.elapsed(of: board.clock)
        return ClockReading(elapsed: now.elapsed, isEstimated: now.isEstimated)
    }
}

// MARK: What a person should look at

extension StatusEndpoints {
    /// The daemon's own warnings; of one kind the most urgent first.
    private func warnings(_ current: GameID?) -> [WarningDocument] {
        offline + DeviceEndpoints(api: api).removalWarnings + DeviceEndpoints(api: api).forkWarnings + disk + archive + incidentWarnings + forks
            + clocks + unknown
            + api.newerGameWarnings(than: current) + api.heldElsewhere(but: current)
            + api.unsignedGame(but: current)
            + api.home.warnings.map { WarningDocument(code: "home", text: $0) }
    }

    private var offline: [WarningDocument] {
        guard api.isOfflineView else { return [] }
        if api.isArchive {
            return [
                WarningDocument(
                    code: "offlineView",
                    text: "this is the log of a table that this device left: it is only read")
            ]
        }
        return [
            WarningDocument(
                code: "offlineView",
                text: "no daemon answers in \(api.home.path): nothing is recorded and nothing synced",
                advice: "start it: scored up")
        ]
    }

    private var disk: [WarningDocument] {
        var warnings: [WarningDocument] = []
        if let problem = api.ledger.problem {
            warnings.append(
                WarningDocument(
                    code: problem.isFull ? "diskFull" : "diskFailed", text: problem.reason,
                    advice: problem.isDeleted
                        ? "save it now: scored export log --to FILE; then scored down --now, scored "
                            + "up and scored import FILE"
                        : problem.isFull
                            ? "make room; recording goes on by itself"
                            : "look at the disk; the log is opened again every few seconds"))
        }
        warnings += api.ledger.damage.map {
            WarningDocument(
                code: "damage", text: $0,
                advice: "what is lost here is fetched back from devices that have it")
        }
        warnings += api.ledger.unfinished.map {
            WarningDocument(
                code: "unfinished", text: $0,
                advice: "nothing to do: what was acknowledged is on the disk, or with devices that "
                    + "give it back")
        }
        return warnings + gap
    }

    private var gap: [WarningDocument] {
        if api.ledger.replica.aside.isEmpty { return [] }
        let (own, others) = api.ledger.replica.waiting
        var warnings: [WarningDocument] = []
        if own > 0 {
            warnings.append(
                WarningDocument(
                    code: "gap",
                    text: "\(Phrases.entries(own)) of this device do not count yet: older ones are "
                        + "missing on its disk, and another device may have them",
                    advice: "link it with the other devices, or count them now: "
                        + "scored doctor --recover"))
        }
        if others > 0 {
            warnings.append(
                WarningDocument(
                    code: "gap",
                    text: "\(Phrases.entries(others)) wait for older ones that this device lost",
                    advice: "they count once a device that has those is in sync"))
        }
        return warnings
    }

    private var archive: [WarningDocument] {
        api.ledger.replica.isMember ? [] : [LogFileEndpoints(api: api).archiveWarning]
    }

    private var forks: [WarningDocument] {
        newForks.map { author in
            WarningDocument(
                code: "forked",
                text: "two copies of \(api.table.name(of: author))'s home recorded at the same time; "
                    + "all of it is kept and counted",
                advice: "use one copy only; look for doubled moves with scored log; then: "
                    + "scored doctor --acknowledge")
        }
    }

    private var clocks: [WarningDocument] {
        api.ledger.replica.peers.compactMap { peer in
            guard let offset = peer.wallOffset, peer.state != .away,
                Duration.milliseconds(offset.magnitude) > Daemon.Limits.clockDifferenceMax
            else { return nil }
            let seconds = Int((offset.magnitude / 1000).clamped)
            return WarningDocument(
                code: "clockDiffers",
                text: "the wall clock of \(api.name(of: peer.key)) is \(Phrases.span(seconds)) "
                    + (offset > 0 ? "ahead of" : "behind") + " this device's; the score is not "
                    + "touched, the times in the log are",
                advice: "set the clock of the device that is wrong")
        }
    }

    private var unknown: [WarningDocument] {
        var warnings: [WarningDocument] = []
        let count = api.table.unknownCount + api.ledger.book.unknownCount
        if count > 0 {
            warnings.append(
                WarningDocument(
                    code: "unknownKinds",
                    text: "\(Phrases.entries(count)) of a newer version",
                    advice: "they are kept and passed on; update this device to see them"))
        }
        let absurd = api.ledger.log.absurdLamportCount
        if absurd > 0 {
            warnings.append(
                WarningDocument(
                    code: "absurdOrder",
                    text: "\(Phrases.entries(absurd)) claim a place that no device can have "
                        + "reached; they are counted and stand first",
                    advice: "a device of this table does not work as it should"))
        }
        return warnings
    }
}

extension Phrases {
    /// `90 s`, `12 min`, `3 h`, `4 days`.
    fileprivate static func span(_ seconds: Int) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }
}

extension UInt64 {
    /// As a signed number, the largest one where it does not fit.
    fileprivate var clamped: Int64 { Int64(clamping: self) }
}

/// Who this device is, and what happened to homes: told in `status` and `devices`, and examined by
/// `doctor`.
extension StatusEndpoints {
    /// Who this device is at its table, as of now.
    var identity: IdentityDocument {
        let author = api.ledger.replica.author
        let own = api.ledger.log.authorIDs.filter { api.ledger.log.key(of: $0) == api.device }
        return IdentityDocument(
            name: api.table.name(of: author), author: author.description, incarnations: own.count,
            incarnationsMax: MoveLog.Limits.incarnationsMax, isMember: api.ledger.replica.isMember,
            forked: api.ledger.log.forkedAuthors.map(api.table.name(of:)),
            incidents: incidents.reversed().map(document), removal: DeviceEndpoints(api: api).removal(of: api.device))
    }

    /// What happened to homes at this table, oldest first.
    var incidents: [HomeIncident] {
        let present = api.ledger.log.charter.table.description
        return api.home.incidents().filter { $0.table == present }
    }

    /// What happened to a device's home, oldest first, in a sentence each.
    func incidents(of key: PublicKey) -> [IncidentDocument] {
        incidents.filter { self.key(of: $0) == key }.map(document)
    }

    /// Incidents of the last day: who looks at the screen then can still do something about them.
    var incidentWarnings: [WarningDocument] {
        let now = api.clock.now.wall.milliseconds
        return incidents.reversed().filter { $0.isWarned(at: now) }.map { incident in
            let told = document(incident)
            return WarningDocument(
                code: Self.code(incident.kind), text: told.text, advice: told.advice)
        }
    }

    /// A person took as read what was noticed of homes at this table, and the forks that there are.
    func acknowledgeIncidents() {
        api.home.acknowledgeIncidents(at: api.ledger.log.charter.table.description)
        api.ledger.replica.forgetProcesses()
        api.home.update { settings in
            for author in api.ledger.log.forkedAuthors {
                settings.acknowledgedForks[author.description] = api.ledger.log.branchCount(of: author)
            }
        }
        api.ledger.markStateChanged()
    }

    /// Forked authors, but those whose forks a person took as read.
    var newForks: [AuthorID] {
        api.ledger.log.forkedAuthors.filter {
            api.ledger.log.branchCount(of: $0) > api.home.settings.acknowledgedForks[$0.description] ?? 0
        }
    }

    /// Of an incident in `status`: one code for what happened to this home and can be left alone, and
    /// one for what goes on until somebody ends it.
    private static func code(_ kind: HomeIncident.Kind) -> String {
        switch kind {
        case .otherMachine, .otherFolder, .restored, .entriesLost, .emptied, .damaged, .behind:
            "newIncarnation"
        case .clone, .otherCopy, .peerClone: "clone"
        case .forked: "forkedHome"
        }
    }

    private func key(of incident: HomeIncident) -> PublicKey {
        incident.device.flatMap(hexadecimalOctets).flatMap { PublicKey($0) } ?? api.device
    }

    private func document(_ incident: HomeIncident) -> IncidentDocument {
        let author = incident.author.flatMap(hexadecimalOctets).flatMap { AuthorID($0) }
        let words = IncidentWords(
            kind: incident.kind, device: api.name(of: key(of: incident)),
            author: author.map(api.table.name(of:)) ?? "",
            time: WallText.utc(WallTime(milliseconds: incident.wall)))
        return IncidentDocument(
            kind: incident.kind.rawValue, wallMilliseconds: incident.wall,
            device: api.name(of: key(of: incident)), author: author.map(api.table.name(of:)),
            text: words.text, advice: words.advice)
    }
}


/// The last status in JSON. Screens, commands and the event stream ask for the same one again and
/// again between two moves, and to compare two documents costs far less than to encode one.
final class StatusMemo {
    private var last: (status: StatusDocument, json: [UInt8])?

    func json(_ status: StatusDocument) -> [UInt8] {
        if let last, last.status == status { return last.json }
        let json = JSON.written(status)
        last = (status, json)
        return json
    }
}
