import LocalAPI
import MoveLog

/// Something that happened to this device's home, or to another's as far as its log shows it, and
/// made it go on under a new name. Kept, because people ask days later why a name has a number.
package struct HomeIncident: Codable, Equatable, Sendable {
    /// What happened.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        /// The home is on another machine than before: moved, copied or restored there.
        case otherMachine
        /// The home is another folder than before: a copy, or restored from one.
        case otherFolder
        /// Files of the home were put back from a backup, in their old place.
        case restored
        /// The log ends before what this device had recorded.
        case entriesLost
        /// The log is empty, and the home was used before.
        case emptied
        /// Parts of the log were damaged or gone, so that own entries may be missing.
        case damaged
        /// Another process with this device's key was met: a copy of the home that runs too.
        case clone
        /// Entries came that another copy of this home recorded, under a later name of its own.
        case otherCopy
        /// A device returned entries of this one which its disk does not hold.
        case behind
        /// Two copies of a home recorded different entries under one name.
        case forked
        /// Two processes with another device's key were linked in turn.
        case peerClone
    }

    /// What happened.
    package var kind: Kind
    /// When it was noticed, in milliseconds since 1970.
    package var wall: Int64
    /// The table at which it matters, in hexadecimal digits.
    package var table: String
    /// The author as whom this device goes on, or whose log is forked, in hexadecimal digits.
    package var author: String?
    /// The other device that it is about, by the digits of its key; nil for this one.
    package var device: String?

    /// True once a person acknowledged it; nil before.
    package var isAcknowledged: Bool?

    /// Something that was noticed now.
    init(
        _ kind: Kind, at wall: WallTime, table: TableID, author: AuthorID? = nil,
        device: PublicKey? = nil
    ) {
        self.kind = kind
        self.wall = wall.milliseconds
        self.table = table.description
        self.author = author?.description
        self.device = device?.description
    }

    /// Whether people are warned of it: it was noticed within the last day, by a wall clock that may
    /// have been set since, and nobody took it as read.
    package func isWarned(at wallMilliseconds: Int64) -> Bool {
        if isAcknowledged == true { return false }
        let age = wallMilliseconds.subtractingReportingOverflow(wall)
        return !age.overflow
            && Duration.milliseconds(age.partialValue.magnitude) < Limits.incidentWarningTime
    }
}

/// What was noticed of homes, oldest first.
struct KeptIncidents: Codable, Equatable {
    var schema = 1
    var incidents: [HomeIncident] = []

    static let file = "incidents.json"
}

extension Home {
    /// What was noticed and kept, oldest first; nothing where the file cannot be read, which is done
    /// once.
    package func incidents() -> [HomeIncident] {
        if let knownIncidents { return knownIncidents }
        let bytes = try? read(KeptIncidents.file, bytesMax: Limits.settingsBytesMax)
        let kept = bytes.flatMap { try? JSON.decode(KeptIncidents.self, from: $0) }
        knownIncidents = kept?.incidents ?? []
        return kept?.incidents ?? []
    }

    /// Keeps what was noticed; of more than the limit the oldest go. A fork or a copy of the same
    /// device is kept once until something else happened to it or a person took it as read. A failure
    /// costs people the story after the next start, and no entry.
    func keep(_ incidents: [HomeIncident]) {
        if incidents.isEmpty { return }
        var kept = KeptIncidents(incidents: self.incidents())
        let before = kept
        for incident in incidents {
            let last = kept.incidents.last { $0.device == incident.device }
            let isTold =
                [.forked, .peerClone].contains(incident.kind) && last?.kind == incident.kind
                && last?.author == incident.author && last?.isAcknowledged != true
            if !isTold { kept.incidents.append(incident) }
        }
        kept.incidents = Array(kept.incidents.suffix(Limits.incidentsMax))
        if kept != before { replace(kept) }
    }

    /// A person took everything as read that was noticed at a table.
    package func acknowledgeIncidents(at table: String) {
        let incidents = incidents().map { known in
            var incident = known
            if incident.table == table { incident.isAcknowledged = true }
            return incident
        }
        replace(KeptIncidents(incidents: incidents))
    }

    private func replace(_ kept: KeptIncidents) {
        knownIncidents = kept.incidents
        try? replace(KeptIncidents.file, with: JSON.encode(kept))
    }
}

/// An incident as a person is told of it: what happened, when, what it meant, what to do.
package struct IncidentWords {
    let kind: HomeIncident.Kind
    let device: String
    let author: String
    let time: String

    package init(kind: HomeIncident.Kind, device: String, author: String, time: String) {
        self.kind = kind
        self.device = device
        self.author = author
        self.time = time
    }

    /// What happened and what it meant.
    package var text: String { "\(happened) (\(minute)); \(meant)" }

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
    package var advice: String? {
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
