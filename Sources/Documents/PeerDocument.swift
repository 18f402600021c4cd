/// Another device of the table as this device sees it.
package struct PeerDocument: Codable, Hashable, Sendable {
    /// The peer's name.
    package var name: String
    /// 32 hexadecimal digits.
    package var id: String
    /// The person at the peer; empty when unknown.
    package var keeper: String
    /// The one word of it.
    package var state: PeerState
    /// Host and port of the link, when there is one or was.
    package var address: String?
    /// The peer through whom this one is reached, when there is no link of this device's own.
    package var via: String?
    /// Entries that this device holds and the peer is not known to hold.
    package var missing: Int
    /// Entries that the peer is known to hold and this device lacks; 1 where how many is not known.
    package var behind: Int
    /// Seconds since something was last heard from it; nil when never.
    package var lastSeenSeconds: Int?
    /// The last ping's round trip.
    package var roundTripMilliseconds: Int?
    /// Why the last link ended, when that needs a person.
    package var problem: String?
    /// What it may do beyond recording; nil for a device that only records.
    package var role: DeviceRole?

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, id: String, keeper: String = "", state: PeerState, address: String? = nil,
        via: String? = nil, missing: Int = 0, behind: Int = 0, lastSeenSeconds: Int? = nil,
        roundTripMilliseconds: Int? = nil, problem: String? = nil, role: DeviceRole? = nil
    ) {
        self.name = name
        self.id = id
        self.keeper = keeper
        self.state = state
        self.address = address
        self.via = via
        self.missing = missing
        self.behind = behind
        self.lastSeenSeconds = lastSeenSeconds
        self.roundTripMilliseconds = roundTripMilliseconds
        self.problem = problem
        self.role = role
    }
}

/// How a peer stands, in one word.
package enum PeerState: String, Codable, Hashable, Sendable, CaseIterable {
    /// Reached, and both hold the same entries.
    case inSync
    /// Reached, and entries are on their way.
    case syncing
    /// Linked, but silent for too long.
    case suspect
    /// Reached neither by a link nor through others.
    case away
    /// A member that is not reached and that this device has never been linked to.
    case neverSeen
    /// Gone to another table, as it said itself.
    case left
}

/// Who may remove devices from the table.
package enum DeviceRole: String, Codable, Hashable, Sendable, CaseIterable {
    /// It began the table: it removes every other device, names the deputies, and nobody removes it.
    case founder
    /// The founder named it: it removes every device but the founder and the deputies.
    case deputy
}

/// The log on a device's disk.
package struct StorageDocument: Codable, Hashable, Sendable {
    /// Bytes of all entries; the files hold a little more.
    package var logBytes: Int
    /// True while nothing can be recorded for want of space.
    package var isFull: Bool
    /// Each corrupt part that was found, in a sentence.
    package var damage: [String]

    /// Joins the parts; what has a default may be left out.
    package init(logBytes: Int = 0, isFull: Bool = false, damage: [String] = []) {
        self.logBytes = logBytes
        self.isFull = isFull
        self.damage = damage
    }
}
