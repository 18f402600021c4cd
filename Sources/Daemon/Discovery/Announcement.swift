import MoveLog
import Net

/// A datagram in which a device announces itself to the local network, and where to dial it. It
/// contains nothing secret. Any program can make one up, but only the device can sign it.
package struct Announcement: Equatable {
    /// The first eight bytes of the table tag; see `tag(of:seal:)`.
    var tableTag: [UInt8]
    var device: DeviceID
    /// The TCP port on which the device listens; the host is the datagram's source.
    var port: UInt16
    /// The identities of the codes that can be used there, eight bytes each.
    var codes: [[UInt8]]
    /// The time of signing, in milliseconds since 1970 by the device's own clock.
    private(set) var wall: UInt64 = 0
    /// The addresses of the interface that it leaves on, IPv4 as IPv4-mapped IPv6.
    private(set) var hosts: [Octets16] = []
    /// The version of the device that made it; signed too.
    private var version = version
    /// Signs all fields before it; 64 bytes.
    private var signature = [UInt8](repeating: 0, count: signatureBytes)

    static let magic = Array("SCRD".utf8)
    private static let version: UInt8 = 1
    static let tagBytes = 8
    private static let signatureBytes = 64
    private static let domain = Array("scored announcement 1\0".utf8)

    /// Names a table only to devices that know its ID.
    static func tag(of table: TableID, seal: any Seal) -> [UInt8] {
        let digest = seal.digest(Array("scored tag 1\0".utf8) + table.bytes)
        return Array(digest.bytes.prefix(tagBytes))
    }

    init(tableTag: [UInt8], device: DeviceID, port: UInt16, codes: [[UInt8]] = []) {
        self.tableTag = tableTag
        self.device = device
        self.port = port
        self.codes = Array(codes.filter { $0.count == 8 }.prefix(DaemonLimits.codesMax))
    }

    /// The announcement as sent on an interface with these addresses.
    func signed(from hosts: [Address.Host], at wall: WallTime, seal: any Seal) -> Announcement {
        var signed = self
        signed.wall = UInt64(clamping: wall.milliseconds)
        signed.hosts = Array(hosts.compactMap(\.octets).prefix(DaemonLimits.announcedHostsMax))
        signed.signature = seal.sign(Self.domain + signed.signedBytes)
        return signed
    }

    func isSigned(by key: PublicKey, seal: any Seal) -> Bool {
        seal.isValid(signature, of: Self.domain + signedBytes, by: key)
    }

    /// True if it names the address; a replay by another host comes from an address that it does
    /// not name.
    func names(_ source: Address.Host) -> Bool { source.octets.map(hosts.contains) ?? false }

    /// Magic, version, table tag, device, port, the count of codes and each code, the time, the
    /// count of hosts and each host, then the signature.
    package var bytes: [UInt8] { signedBytes + signature }

    private var signedBytes: [UInt8] {
        var writer = ByteWriter(capacity: 128 + codes.count * 8 + hosts.count * 16)
        writer.raw(Self.magic)
        writer.byte(version)
        writer.raw(tableTag)
        writer.raw(device.bytes)
        writer.byte(UInt8(port >> 8))
        writer.byte(UInt8(port & 0xff))
        writer.byte(UInt8(codes.count))
        for code in codes { writer.raw(code) }
        writer.fixed64(wall)
        writer.byte(UInt8(hosts.count))
        for host in hosts { writer.raw(host.bytes) }
        return writer.bytes
    }

    /// Reads a datagram; bytes after the last field are reserved for later versions. Nil if it is
    /// not an announcement. The signature is not checked.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do throws(Malformed) {
            guard try reader.raw(4) == Self.magic else { return nil }
            version = try reader.byte()
            guard version >= Self.version else { return nil }
            tableTag = try reader.raw(Self.tagBytes)
            device = try reader.identifier(DeviceID.self)
            port = UInt16(try reader.byte()) << 8 | UInt16(try reader.byte())
            let codeCount = Int(try reader.byte())
            guard port != 0, codeCount <= DaemonLimits.codesMax else { return nil }
            codes = []
            for _ in 0..<codeCount { codes.append(try reader.raw(8)) }
            wall = try reader.fixed64()
            let hostCount = Int(try reader.byte())
            guard hostCount <= DaemonLimits.announcedHostsMax else { return nil }
            for _ in 0..<hostCount { hosts.append(try reader.octets16()) }
            signature = try reader.raw(Self.signatureBytes)
        } catch {
            return nil
        }
    }

    var isInviting: Bool { !codes.isEmpty }
}

extension Address.Host {
    /// The 16 bytes by which announcements name the host, without the scope; nil for no particular
    /// host.
    fileprivate var octets: Octets16? {
        var writer = ByteWriter(capacity: 16)
        switch self {
        case .any: return nil
        case .v4(let bits):
            writer.fixed64(0)
            writer.fixed32(0xffff)
            writer.fixed32(bits)
        case .v6(let high, let low, _):
            writer.fixed64(high)
            writer.fixed64(low)
        }
        return Octets16(writer.bytes)
    }
}

/// Decides which announcements are proven: signed by the device they name, sent from an address
/// they name, and none older than an earlier one of that device. For an announcement dated in the
/// future the time of receipt is remembered, so that a device whose clock was ahead is proven again
/// once the clock is set right. The cost of forged ones is bounded by `DaemonLimits`.
struct AnnouncementProofs {
    /// The time of each device's newest proven announcement, or this device's time of receipt if
    /// that was earlier. An older announcement is a replay, perhaps of an address that the device
    /// has given up.
    private var newest: [DeviceID: UInt64] = [:]
    private var checks: TokenBucket

    init(at now: Duration) {
        checks = TokenBucket(
            burst: DaemonLimits.announcementsOfATurnMax,
            perSecond: DaemonLimits.announcementProofsPerSecond, at: now)
    }

    /// True if the key proves the announcement. Costs at most the check of a signature; false if
    /// too many were checked lately. There is no share by source, since a forger can use every
    /// source address, the member's own too.
    mutating func prove(
        _ sighting: Discovery.Sighting, by key: PublicKey, seal: any Seal, at now: Moment
    ) -> Bool {
        let announcement = sighting.announcement
        guard announcement.names(sighting.address.host),
            announcement.wall >= newest[announcement.device, default: 0],
            checks.spend(at: now.uptime), announcement.isSigned(by: key, seal: seal)
        else { return false }
        newest[announcement.device] = min(
            announcement.wall, UInt64(clamping: now.wall.milliseconds))
        return true
    }
}
