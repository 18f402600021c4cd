/// A device that the sender of a SUMMARY can reach, over its own link or through others.
package struct PeerRoute: Hashable, Comparable, Sendable {
    package var device: DeviceID
    /// Links on the route from the sender: 1 for its own link, at most `MoveLogLimits.hopsMax`.
    package var hops: UInt8
    /// The address at which the device listens, as host and port; empty if unknown. A hint: the
    /// device that answers there must still prove its key.
    package var address: String

    package init(device: DeviceID, hops: UInt8, address: String = "") {
        self.device = device
        self.hops = hops
        self.address = address
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.device, left.hops, left.address) < (right.device, right.hops, right.address)
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.byte(hops)
        writer.text(address)
    }

    fileprivate init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(DeviceID.self)
        hops = try reader.byte()
        guard hops >= 1, hops <= MoveLogLimits.hopsMax else { throw .invalid("hops") }
        address = try reader.text("address", max: MoveLogLimits.addressBytesMax)
    }
}

/// A SUMMARY frame: the state of its sender, and the devices that the receiver can reach through
/// it.
package struct Summary: Hashable, Sendable {
    /// The first half of the sender's table digest, over the entries that are durable and count.
    package var digest: Octets16
    /// The other devices that the receiver can reach through the sender; nil if unchanged since the
    /// previous summary on the link.
    package var routes: [PeerRoute]?
    /// One bit a route, the first route in the most significant bit of the first byte: 1 if the
    /// device is known to hold the log with `digest`. Unused bits are 0.
    package var equal: [UInt8]

    /// `equal` must have the bits of the routes in force.
    package init(digest: Octets16, routes: [PeerRoute]?, equal: [UInt8]) {
        self.digest = digest
        self.routes = routes
        self.equal = equal
    }

    func write(to writer: inout ByteWriter) {
        writer.raw(digest.bytes)
        writer.byte(routes == nil ? 0 : 1)
        if let routes {
            writer.count(routes.count)
            for route in routes { route.write(to: &writer) }
        }
        writer.counted(equal)
    }

    init(from reader: inout ByteReader) throws(Malformed) {
        digest = try reader.octets16()
        let flag = try reader.byte()
        guard flag <= 1 else { throw .invalid("devices") }
        if flag == 1 {
            let count = try reader.count("devices", max: MoveLogLimits.linksMax)
            guard count * 18 <= reader.remaining else { throw .truncated }
            var routes: [PeerRoute] = []
            for _ in 0..<count { routes.append(try PeerRoute(from: &reader)) }
            self.routes = routes
        }
        equal = try reader.counted("equal", max: (MoveLogLimits.linksMax + 7) / 8)
        if let routes, Self.flags(equal, count: routes.count) == nil { throw .invalid("equal") }
    }

    /// One bit a flag, in the layout of `equal`.
    static func bits(_ flags: [Bool]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (flags.count + 7) / 8)
        for (index, flag) in flags.enumerated() where flag {
            bytes[index / 8] |= 0x80 >> (index % 8)
        }
        return bytes
    }

    /// The flags of `count` routes; nil if the number of bytes is wrong or an unused bit is set.
    static func flags(_ bytes: [UInt8], count: Int) -> [Bool]? {
        let flags = (0..<count).map { index in
            index / 8 < bytes.count && bytes[index / 8] & (0x80 >> (index % 8)) != 0
        }
        return bits(flags) == bytes ? flags : nil
    }
}

/// The last summary sent on a link, and the last one received.
///
/// Invariants: `equal` holds only devices of `routes`; `neighbours` are the devices of `routes`
/// with one hop.
package struct LinkSummaries: Sendable {
    /// The last digest sent to the peer; nil before the first.
    private(set) var toldDigest: Octets16?
    package private(set) var toldRoutes: [PeerRoute] = []
    private(set) var toldEqual: [UInt8] = []
    /// The last digest received from the peer; nil before the first.
    private(set) var digest: Octets16?
    /// True if this device has held the log with that digest.
    var isKnown = true
    /// The devices that can be reached through the peer, as last received.
    package private(set) var routes: [PeerRoute] = []
    /// The devices with which the peer has a link of its own.
    private(set) var neighbours: Set<DeviceID> = []
    /// The devices that hold the log with the peer's digest.
    private(set) var equal: Set<DeviceID> = []

    /// Both sides greeted with one digest.
    mutating func greeted(with digest: Octets16) {
        toldDigest = digest
        self.digest = digest
    }

    /// The frame with the changes since the last one; nil if there are none.
    mutating func tell(_ digest: Octets16, _ routes: [PeerRoute], isEqual: (PeerRoute) -> Bool)
        -> Frame?
    {
        let bits = Summary.bits(routes.map { isEqual($0) && !neighbours.contains($0.device) })
        guard digest != toldDigest || routes != toldRoutes || bits != toldEqual else { return nil }
        let news = routes == toldRoutes ? nil : routes
        (toldDigest, toldRoutes, toldEqual) = (digest, routes, bits)
        return .summary(Summary(digest: digest, routes: news, equal: bits))
    }

    /// Takes a summary of the peer; returns false if its bits do not match its routes.
    mutating func hear(_ summary: Summary) -> Bool {
        let routes = summary.routes ?? self.routes
        guard let flags = Summary.flags(summary.equal, count: routes.count) else { return false }
        if summary.routes != nil {
            self.routes = routes
            neighbours = Set(routes.filter { $0.hops == 1 }.map(\.device))
        }
        digest = summary.digest
        equal = Set(zip(routes, flags).filter(\.1).map(\.0.device))
        return true
    }
}

/// The last states of a log by digest, so that a digest tells the holdings of a peer.
///
/// A state has a number, which grows by one with each change. At least the last
/// `MoveLogLimits.statesMax` states are kept since the history began or was restarted.
package struct StateHistory: Sendable {
    /// One author's log grew.
    private struct Change: Sendable {
        /// The digest of the log after the change.
        let digest: Octets16
        let author: AuthorID
        /// The last sequence of the log that counted before.
        let former: UInt64
    }

    private var changes: [Change] = []
    /// The state before the first of `changes`.
    package private(set) var firstNumber: UInt64 = 0
    private var firstDigest: Octets16

    /// Begins with the present state.
    init(_ digest: Octets16) { firstDigest = digest }

    /// The digest of the present state.
    var digest: Octets16 { changes.last?.digest ?? firstDigest }

    /// The number of the present state.
    package var number: UInt64 { firstNumber + UInt64(changes.count) }

    /// An unforked log of one author grew, and nothing else changed.
    mutating func append(_ digest: Octets16, author: AuthorID, former: UInt64) {
        guard digest != self.digest else { return }
        changes.append(Change(digest: digest, author: author, former: former))
        guard changes.count >= 2 * MoveLogLimits.statesMax else { return }
        firstDigest = changes[MoveLogLimits.statesMax - 1].digest
        firstNumber += UInt64(MoveLogLimits.statesMax)
        changes.removeFirst(MoveLogLimits.statesMax)
    }

    /// Something else changed: earlier states are forgotten.
    mutating func restart(_ digest: Octets16) {
        guard digest != self.digest else { return }
        firstNumber = number + 1
        firstDigest = digest
        changes = []
    }

    /// The newest state with a digest; nil if there is none. Cost: the states since.
    func number(of digest: Octets16) -> UInt64? {
        if let index = changes.lastIndex(where: { $0.digest == digest }) {
            return firstNumber + UInt64(index) + 1
        }
        return digest == firstDigest ? firstNumber : nil
    }

    /// The last counted sequence, in a state, of each log that grew since. Cost: the states since.
    func formerEnds(in number: UInt64) -> [AuthorID: UInt64] {
        var ends: [AuthorID: UInt64] = [:]
        for change in changes.dropFirst(Int(number - firstNumber)).reversed() {
            ends[change.author] = change.former
        }
        return ends
    }

    /// The authors whose logs grew between two states; nil if that is not known any more.
    func authors(after old: UInt64, upTo number: UInt64) -> Set<AuthorID>? {
        guard old >= firstNumber, old <= number else { return nil }
        let range = Int(old - firstNumber)..<Int(number - firstNumber)
        return Set(changes[range].map(\.author))
    }
}
