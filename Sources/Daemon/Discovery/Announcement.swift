import MoveLog
import Net

/// A device's word to everybody on a local network that it is there, and where to dial. It holds
/// nothing secret. Anybody can make one up, but only the device can sign it.
package struct Announcement: Equatable {
    /// The first eight bytes of the table tag; see `tag(of:seal:)`.
    var tableTag: [UInt8]
    /// Who announces.
    var device: DeviceID
    /// Where it listens for TCP; the host is the datagram's source.
    var port: UInt16
    /// The identities of the codes that can be used there, eight bytes each.
    var codes: [[UInt8]]
    /// When it was made, in milliseconds since 1970 by the device's own clock.
    private(set) var wall: UInt64 = 0
    /// The addresses of the interface that it leaves on, IPv4 as IPv4-mapped IPv6.
    private(set) var hosts: [Octets16] = []
    /// Of the device that made it, which is signed too.
    private var version = version
    /// Of all that stands before it; 64 bytes.
    private var signature = [UInt8](repeating: 0, count: signatureBytes)

    static let magic = Array("SCRD".utf8)
    private static let version: UInt8 = 1
    static let tagBytes = 8
    private static let signatureBytes = 64
    private static let domain = Array("scored announcement 1\0".utf8)

    /// Names a table to those who know it, and to nobody else.
    static func tag(of table: TableID, seal: any Seal) -> [UInt8] {
        let digest = seal.digest(Array("scored tag 1\0".utf8) + table.bytes)
        return Array(digest.bytes.prefix(tagBytes))
    }

    init(tableTag: [UInt8], device: DeviceID, port: UInt16, codes: [[UInt8]] = []) {
        self.tableTag = tableTag
        self.device = device
        self.port = port
        self.codes = Array(codes.filter { $0.count == 8 }.prefix(Limits.codesMax))
    }

    /// The announcement as it leaves on an interface with these addresses.
    func signed(from hosts: [Address.Host], at wall: WallTime, seal: any Seal) -> Announcement {
        var signed = self
        signed.wall = UInt64(clamping: wall.milliseconds)
        signed.hosts = Array(hosts.compactMap(\.octets).prefix(Limits.announcedHostsMax))
        signed.signature = seal.sign(Self.domain + signed.signedBytes)
        return signed
    }

    /// Whether the key signed it.
    func isSigned(by key: PublicKey, seal: any Seal) -> Bool {
        seal.isValid(signature, of: Self.domain + signedBytes, by: key)
    }

    /// Whether an address is one of those that it names; an announcement that another host repeats
    /// comes from an address that it does not name.
    func names(_ source: Address.Host) -> Bool { source.octets.map(hosts.contains) ?? false }

    /// Magic, version, table tag, device, port, the count of codes and each code, the time, the count of hosts and
    /// each host, then the signature.
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

    /// Reads a datagram; what follows the last field is left for later versions. Nil for anything
    /// that is no announcement. The signature is not checked.
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
            guard port != 0, codeCount <= Limits.codesMax else { return nil }
            codes = []
            for _ in 0..<codeCount { codes.append(try reader.raw(8)) }
            wall = try reader.fixed64()
            let hostCount = Int(try reader.byte())
            guard hostCount <= Limits.announcedHostsMax else { return nil }
            for _ in 0..<hostCount { hosts.append(try reader.octets16()) }
            signature = try reader.raw(Self.signatureBytes)
        } catch {
            return nil
        }
    }

    /// Whether the device lets others join.
    var isInviting: Bool { !codes.isEmpty }
}

extension Address.Host {
    /// The 16 bytes by which announcements name it, without the scope; nil for no particular host.
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
