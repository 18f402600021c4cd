import Documents
import LocalAPI
import MoveLog

/// An incident of a device's home that made it continue under a new author; for other devices, as
/// far as the log shows it. Kept, because people ask days later why a name has a number.
package struct HomeIncident: Codable, Equatable, Sendable {
    package enum Kind: String, Codable, Sendable {
        /// The home is on another machine: moved, copied or restored there.
        case otherMachine
        /// The home is in another folder: a copy, or restored from one.
        case otherFolder
        /// Files of the home were restored from a backup, in place.
        case restored
        /// The log ends before its last known durable end.
        case entriesLost
        /// The log of a used home is empty.
        case emptied
        /// A write at the end of the log was cut off, as by a power cut. Nothing acknowledged is
        /// lost, but damage to the last entries would look the same.
        case cutOff
        /// Parts of the log were damaged or missing, so that own entries may be missing.
        case damaged
        /// Another process with this device's key was met: a second copy of the home runs.
        case clone
        /// Entries arrived that another copy of this home recorded, under a later author of its
        /// own.
        case otherCopy
        /// A device returned own entries that this disk lacks.
        case behind
        /// Two copies of a home recorded different entries under one author.
        case forked
        /// Two processes with another device's key were linked in turn.
        case peerClone
    }

    package var kind: Kind
    /// The time of detection, in milliseconds since 1970.
    package var wall: Int64
    /// The table concerned, in hexadecimal digits.
    package var table: String
    /// The author under which this device continues, or whose log is forked, in hexadecimal digits.
    package var author: String?
    /// The other device concerned, by the digits of its key; nil for this one.
    package var device: String?

    /// True once a person acknowledged it; otherwise nil.
    package var isAcknowledged: Bool?

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

    /// True if status warns of it: detected less than a day from now, in either direction since the
    /// clock may have been set, and not acknowledged.
    package func isWarned(at wallMilliseconds: Int64) -> Bool {
        let age = Duration.milliseconds(wallMilliseconds) - .milliseconds(wall)
        return isAcknowledged != true && max(age, .zero - age) < DaemonLimits.incidentWarningTime
    }
}

extension HomeIncident {
    /// True if both are of one kind and device; each fork stands for itself.
    fileprivate func tellsTheSame(as other: HomeIncident) -> Bool {
        kind == other.kind && device == other.device && table == other.table
            && (kind != .forked || author == other.author)
    }
}

extension [HomeIncident] {
    /// The incidents that status and doctor warn of, newest first: of those that tell the same, the
    /// last, and how many came before it.
    package func warned(at wallMilliseconds: Int64) -> [(last: HomeIncident, earlier: Int)] {
        var told: [(last: HomeIncident, earlier: Int)] = []
        for incident in reversed() where incident.isWarned(at: wallMilliseconds) {
            if let place = told.firstIndex(where: { $0.last.tellsTheSame(as: incident) }) {
                told[place].earlier += 1
            } else {
                told.append((incident, 0))
            }
        }
        return told
    }
}

/// Incidents of homes, oldest first.
struct KeptIncidents: Codable, Equatable {
    var schema = 1
    var incidents: [HomeIncident] = []

    static let file = "incidents.json"
}

extension Home {
    /// The kept incidents, oldest first; empty if the file cannot be read. Reads the file once.
    package func incidents() -> [HomeIncident] {
        if let knownIncidents { return knownIncidents }
        let kept = kept(
            KeptIncidents.self, in: KeptIncidents.file, bytesMax: DaemonLimits.settingsBytesMax)
        knownIncidents = kept?.incidents ?? []
        return kept?.incidents ?? []
    }

    /// Adds incidents; past the limit the oldest are dropped. A fork or a copy of one device is
    /// kept once, until another incident of that device or an acknowledgement. If saving fails, the
    /// incidents are forgotten at a restart; no entry is lost.
    func keep(_ incidents: [HomeIncident]) {
        if incidents.isEmpty { return }
        let before = self.incidents()
        var kept = before
        for incident in incidents {
            let last = kept.last { $0.device == incident.device }
            let isTold =
                [.forked, .peerClone].contains(incident.kind) && last?.kind == incident.kind
                && last?.author == incident.author && last?.isAcknowledged != true
            if !isTold { kept.append(incident) }
        }
        kept = kept.suffix(DaemonLimits.incidentsMax)
        if kept != before { replace(kept) }
    }

    package func acknowledgeIncidents(at table: String) {
        var incidents = incidents()
        for index in incidents.indices where incidents[index].table == table {
            incidents[index].isAcknowledged = true
        }
        replace(incidents)
    }

    private func replace(_ incidents: [HomeIncident]) {
        knownIncidents = incidents
        keep(KeptIncidents(incidents: incidents), in: KeptIncidents.file)
    }
}

/// In words: what happened, when, the consequence, the advice.
extension HomeIncident {
    /// The incident and its consequence, with the names of the device and the author concerned.
    /// `earlier` is how often it happened before.
    package func text(device: String, author: String, earlier: Int = 0) -> String {
        let time = WallText.utc(WallTime(milliseconds: wall))
        let minute = "\(time.prefix(10)) \(time.dropFirst(11).prefix(5)) UTC"
        let before = earlier == 0 ? "" : ", and \(Phrases.count(earlier, "time")) before"
        return "\(happened(device, author)) (\(minute)\(before)); \(meant(author))"
    }

    private func happened(_ device: String, _ author: String) -> String {
        switch kind {
        case .otherMachine: "this home was moved or copied to this machine"
        case .otherFolder: "this home is a copy of another, or was restored from one"
        case .restored: "files of this home were restored from a backup"
        case .entriesLost: "the log ends before the last entry that this device recorded"
        case .emptied: "the log was empty, though this home was used before"
        case .cutOff: "a crash or a power cut interrupted a write at the end of the log"
        case .damaged: "parts of the log were damaged or gone"
        case .clone: "another copy of this home runs at the same time"
        case .otherCopy: "another copy of this home recorded entries of its own, as \(author)"
        case .behind:
            "another device returned entries of this one that its disk did not hold: an older copy "
                + "of this home was restored"
        case .forked: "two copies of \(device)'s home recorded under one name, \(author)"
        case .peerClone: "two copies of \(device)'s home run at the same time"
        }
    }

    private func meant(_ author: String) -> String {
        switch kind {
        case .otherMachine, .otherFolder, .restored, .clone:
            "so this device continues as \(author); nothing is lost: the entries of every copy "
                + "count"
        case .cutOff:
            "so this device continues as \(author); every move that was acknowledged is kept"
        case .entriesLost, .emptied, .damaged, .behind:
            "so this device continues as \(author); missing entries are fetched from the devices "
                + "that have them, and all of them count"
        case .otherCopy: "this device continues as before; the entries of both are kept and count"
        case .forked: "both branches are kept and count, on every device"
        case .peerClone:
            "each records under its own name; all entries are kept and count"
        }
    }

    package var advice: String {
        switch kind {
        case .clone, .otherCopy, .peerClone:
            "use only one of the two: scored down at the other; for a second device start a new "
                + "home and join it: scored invite, scored join CODE; then: scored doctor "
                + "--acknowledge"
        case .forked:
            "use one copy only; look for doubled moves with scored log; then: "
                + "scored doctor --acknowledge"
        case .damaged, .entriesLost:
            "check the disk: scored verify; then: scored doctor --acknowledge"
        case .otherMachine, .otherFolder, .restored:
            "from now on use only this copy; to end the warning: scored doctor --acknowledge"
        case .emptied, .behind, .cutOff:
            "nothing is left to do; to end the warning: scored doctor --acknowledge"
        }
    }
}
