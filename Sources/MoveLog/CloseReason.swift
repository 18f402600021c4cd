/// The reason why this side closed a link. The raw value is sent in the BYE frame.
package enum CloseReason: UInt8, Hashable, Sendable, CaseIterable {
    /// This device goes offline or the program ends.
    case goodbye = 1
    /// The two sides have no protocol version in common.
    case version = 2
    /// The peer belongs to another table.
    case otherTable = 3
    /// The key of the peer is not a member of this table.
    case notMember = 4
    /// The peer was removed from the table.
    case removed = 5
    /// The peer violated the protocol.
    case malformed = 6
    /// A signature or digest of the peer is wrong.
    case forged = 7
    /// The peer was silent for too long.
    case silent = 8
    /// Two links connect the same devices; the other one is kept.
    case duplicate = 9
    /// The link connects this device to itself.
    case ownself = 10
    /// This device reached a limit.
    case limit = 11
    /// This device leaves for another table.
    case left = 12

    /// The reason in words, for diagnostics and `status`.
    package var words: String {
        switch self {
        case .goodbye: "the device went offline"
        case .version: "no common protocol version"
        case .otherTable: "the device is of another table"
        case .notMember: "the device is not of this table"
        case .removed: "the device was removed from the table"
        case .malformed: "the device sent malformed data"
        case .forged: "a signature or digest did not fit"
        case .silent: "nothing was heard for too long"
        case .duplicate: "another link to the same device stays"
        case .ownself: "the link leads to this device itself"
        case .limit: "a limit was reached"
        case .left: "the device left the table"
        }
    }
}
