package import MoveLog

/// A device of the world whose bytes its owner writes: a member that does what no replica does. It
/// speaks as whoever holds the key of its slot, on links like any other's.
package protocol Intruder: Sendable {
    /// A link to a device is up.
    mutating func connected(
        _ link: LinkID, to key: PublicKey, isDialer: Bool, at now: Duration)

    /// Bytes came in on a link, any part of the stream.
    mutating func receive(_ bytes: [UInt8], from link: LinkID, at now: Duration)

    /// The link is gone.
    mutating func disconnected(_ link: LinkID, at now: Duration)

    /// Everything to send and close since the last time; asked after each of the above, and when the
    /// deadline has come. Effects of other kinds mean nothing.
    mutating func takeOrders(at now: Duration) -> [Effect]

    /// When it wants to be asked again; nil when only others wake it.
    var deadline: Duration? { get }
}
