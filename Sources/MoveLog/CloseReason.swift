/// Why a link was closed by this side. The raw value travels in the BYE frame.
package enum CloseReason: UInt8, Hashable, Sendable, CaseIterable {
    /// This device goes offline or ends.
    case goodbye = 1
    /// No version of the protocol is spoken by both.
    case version = 2
    /// The peer is of another table.
    case otherTable = 3
    /// The peer's key is not of this table.
    case notMember = 4
    /// The peer was removed from the table.
    case removed = 5
    /// The peer sent what the protocol does not allow.
    case malformed = 6
    /// A signature or digest of the peer did not fit.
    case forged = 7
    /// Nothing was heard for too long.
    case silent = 8
    /// The other one of two links between the same devices stays.
    case duplicate = 9
    /// The link leads to this device itself.
    case ownself = 10
    /// A limit of this device was reached.
    case limit = 11
    /// This device leaves the table for another.
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
