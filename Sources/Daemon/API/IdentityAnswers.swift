import Documents
import MoveLog
import Scorebook

/// Who this device is, and what happened to homes: told in `status` and `devices`, and examined by
/// `doctor`.
extension Desk {
    /// Who this device is at its table, as of now.
    var identity: IdentityDocument {
        let author = ledger.replica.author
        let own = ledger.log.authorIDs.filter { ledger.log.key(of: $0) == device }
        return IdentityDocument(
            name: table.name(of: author), author: author.description, incarnations: own.count,
            incarnationsMax: MoveLog.Limits.incarnationsMax, isMember: ledger.replica.isMember,
            forked: ledger.log.forkedAuthors.map(table.name(of:)),
            incidents: incidents.reversed().map(document), removal: removal(of: device))
    }

    /// What happened to homes at this table, oldest first.
    var incidents: [HomeIncident] {
        let present = ledger.log.charter.table.description
        return home.incidents().filter { $0.table == present }
    }

    /// What happened to a device's home, oldest first, in a sentence each.
    func incidents(of key: PublicKey) -> [IncidentDocument] {
        incidents.filter { self.key(of: $0) == key }.map(document)
    }

    /// Incidents of the last day: who looks at the screen then can still do something about them.
    var incidentWarnings: [WarningDocument] {
        let now = clock.now.wall.milliseconds
        return incidents.reversed().filter { $0.isWarned(at: now) }.map { incident in
            let told = document(incident)
            return WarningDocument(
                code: Self.code(incident.kind), text: told.text, advice: told.advice)
        }
    }

    /// A person took as read what was noticed of homes at this table, and the forks that there are.
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

    /// Forked authors, but those whose forks a person took as read.
    var newForks: [AuthorID] {
        ledger.log.forkedAuthors.filter {
            ledger.log.branchCount(of: $0) > home.settings.acknowledgedForks[$0.description] ?? 0
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
        incident.device.flatMap(hexadecimalOctets).flatMap { PublicKey($0) } ?? device
    }

    private func document(_ incident: HomeIncident) -> IncidentDocument {
        let author = incident.author.flatMap(hexadecimalOctets).flatMap { AuthorID($0) }
        let words = IncidentWords(
            kind: incident.kind, device: name(of: key(of: incident)),
            author: author.map(table.name(of:)) ?? "",
            time: WallText.utc(WallTime(milliseconds: incident.wall)))
        return IncidentDocument(
            kind: incident.kind.rawValue, wallMilliseconds: incident.wall,
            device: name(of: key(of: incident)), author: author.map(table.name(of:)),
            text: words.text, advice: words.advice)
    }
}

/// An incident as a person is told of it: what happened, when, what it meant, what to do.
struct IncidentWords {
    let kind: HomeIncident.Kind
    let device: String
    let author: String
    let time: String

    /// What happened and what it meant.
    var text: String { "\(happened) (\(minute)); \(meant)" }

    /// `2026-11-21 10:41 UTC`.
    private var minute: String {
        "\(time.prefix(10)) \(time.dropFirst(11).prefix(5)) UTC"
    }

    private var happened: String {
        switch kind {
        case .otherMachine: "this home was moved or copied to this machine"
        case .otherFolder: "this home is a copy of another, or was put back from one"
        case .restored: "files of this home were put back from a backup"
        case .entriesLost: "the log ends before what this device had recorded"
        case .emptied: "the log was empty, though this home was used before"
        case .damaged: "parts of the log were damaged or gone"
        case .clone: "another copy of this home runs at the same time"
        case .otherCopy: "another copy of this home recorded entries of its own, as \(author)"
        case .behind:
            "another device returned entries of this one that its disk did not hold: an older copy "
                + "of this home was put back"
        case .forked: "two copies of \(device)'s home recorded under one name, \(author)"
        case .peerClone: "two copies of \(device)'s home run at the same time"
        }
    }

    private var meant: String {
        switch kind {
        case .otherMachine, .otherFolder, .restored, .clone:
            "so this device goes on as \(author); nothing is lost: what every copy recorded counts"
        case .entriesLost, .emptied, .damaged, .behind:
            "so this device goes on as \(author); what is missing comes back from the devices that "
                + "have it, and all of it counts"
        case .otherCopy: "this device goes on as it was; what both record is kept and counts"
        case .forked: "both branches are kept and count, on every device"
        case .peerClone:
            "each records under a name of its own; all of it is kept and counts"
        }
    }

    /// What to do; nil where nothing is.
    var advice: String? {
        switch kind {
        case .clone, .otherCopy, .peerClone:
            "use one of the two: scored down at the other; for a second device begin a fresh home "
                + "and join it: scored invite, scored join; then: scored doctor --acknowledge"
        case .forked:
            "use one copy only; look for doubled moves with scored log; then: "
                + "scored doctor --acknowledge"
        case .damaged, .entriesLost: "look at the disk: scored verify"
        case .otherMachine, .otherFolder, .restored, .emptied, .behind: nil
        }
    }
}
