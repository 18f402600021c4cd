import MoveLog

/// What a device says to everybody on the local network: that it is there, and where to dial. It
/// holds nothing secret, proves nothing and is never believed beyond a try to dial.
package struct Announcement: Equatable {
    /// The first eight bytes of the table tag; see `tag(of:seal:)`.
    var tableTag: [UInt8]
    /// Who announces.
    var device: DeviceID
    /// Where it listens for TCP; the host is the datagram's source.
    var port: UInt16
    /// The identities of the codes that can be used there, eight bytes each.
    var codes: [[UInt8]]

    static let magic = Array("SCRD".utf8)
    static let version: UInt8 = 1
    static let tagBytes = 8

    /// Names a table to those who know it, and to nobody else.
    static func tag(of table: TableID, seal: any Seal) -> [UInt8] {
        let digest = seal.digest(Array("scored tag 1\0".utf8) + table.bytes)
        return Array(digest.bytes.prefix(tagBytes))
    }

    /// Magic, version, table tag, device, port, then the count of codes and each code.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 40 + codes.count * 8)
        writer.raw(Self.magic)
        writer.byte(Self.version)
        writer.raw(tableTag)
        writer.raw(device.bytes)
        writer.byte(UInt8(port >> 8))
        writer.byte(UInt8(port & 0xff))
        writer.byte(UInt8(codes.count))
        for code in codes { writer.raw(code) }
        return writer.bytes
    }

    init(tableTag: [UInt8], device: DeviceID, port: UInt16, codes: [[UInt8]] = []) {
        self.tableTag = tableTag
        self.device = device
        self.port = port
        self.codes = Array(codes.filter { $0.count == 8 }.prefix(Limits.codesMax))
    }

    /// Reads a datagram; what follows the last field is left for later versions. Nil for anything
    /// that is no announcement.
    package init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do throws(Malformed) {
            guard try reader.raw(4) == Self.magic, try reader.byte() >= Self.version else {
                return nil
            }
            tableTag = try reader.raw(Self.tagBytes)
            device = try reader.identifier(DeviceID.self)
            port = UInt16(try reader.byte()) << 8 | UInt16(try reader.byte())
            let count = Int(try reader.byte())
            guard port != 0, count <= Limits.codesMax else { return nil }
            codes = []
            for _ in 0..<count { codes.append(try reader.raw(8)) }
        } catch {
            return nil
        }
    }

    /// Whether the device lets others join.
    var isInviting: Bool { !codes.isEmpty }
}
