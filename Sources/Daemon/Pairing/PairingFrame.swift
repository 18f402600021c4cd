package import MoveLog

/// A frame of pairing: four bytes of length, a type, a payload. Bytes after the last field of a
/// payload are reserved for later versions.
package enum PairingFrame: Equatable {
    /// Inviter to joiner: the table, the inviter's key, its keeper's name.
    case offer(table: TableID, inviter: PublicKey, name: String)
    /// Joiner to inviter: its key, its keeper's name, its signature of the terms.
    case join(joiner: PublicKey, name: String, signature: [UInt8])
    /// Inviter to joiner: the joiner's charter, the inviter's addresses, its signature.
    case welcome(charter: [UInt8], addresses: [String], signature: [UInt8])
    /// Inviter to joiner: a raw `Invitations.Refusal`.
    case refusal(UInt8)

    /// The frame with its length.
    package var bytes: [UInt8] {
        var payload = ByteWriter()
        switch self {
        case .offer(let table, let inviter, let name):
            payload.byte(1)
            payload.raw(table.bytes)
            payload.raw(inviter.bytes)
            payload.text(name)
        case .join(let joiner, let name, let signature):
            payload.byte(2)
            payload.raw(joiner.bytes)
            payload.text(name)
            payload.raw(signature)
        case .welcome(let charter, let addresses, let signature):
            payload.byte(3)
            payload.counted(charter)
            payload.count(addresses.count)
            for address in addresses { payload.text(address) }
            payload.raw(signature)
        case .refusal(let reason):
            payload.byte(4)
            payload.byte(reason)
        }
        var frame = ByteWriter(capacity: payload.bytes.count + 4)
        frame.fixed32(UInt32(payload.bytes.count))
        frame.raw(payload.bytes)
        return frame.bytes
    }

    /// Reads type and payload; nil for a type that this version does not know.
    package init?(_ bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        switch try reader.byte() {
        case 1:
            self = .offer(
                table: try reader.identifier(TableID.self),
                inviter: try reader.identifier(PublicKey.self),
                name: try reader.text("name", max: DaemonLimits.pairingNameBytesMax))
        case 2:
            self = .join(
                joiner: try reader.identifier(PublicKey.self),
                name: try reader.text("name", max: DaemonLimits.pairingNameBytesMax),
                signature: try reader.raw(64))
        case 3:
            let charter = try reader.counted("charter", max: DaemonLimits.charterBytesMax)
            let count = try reader.count("addresses", max: DaemonLimits.pairingAddressesMax)
            var addresses: [String] = []
            for _ in 0..<count {
                addresses.append(try reader.text("address", max: DaemonLimits.pairingNameBytesMax))
            }
            self = .welcome(
                charter: charter, addresses: addresses, signature: try reader.raw(64))
        case 4:
            self = .refusal(try reader.byte())
        default:
            return nil
        }
    }
}

package struct PairingReader {
    private var bytes: [UInt8] = []

    package init() {}

    /// Appends received bytes, of any number of frames.
    package mutating func receive(_ more: [UInt8]) { bytes += more }

    package mutating func next() throws(Malformed) -> PairingFrame? {
        while bytes.count >= 4 {
            var reader = ByteReader(bytes)
            let length = Int(try reader.fixed32())
            guard length > 0, length <= DaemonLimits.pairingFrameBytesMax else {
                throw .tooLarge("frame")
            }
            guard reader.remaining >= length else { return nil }
            let payload = try reader.raw(length)
            bytes.removeFirst(4 + length)
            if let frame = try PairingFrame(payload) { return frame }
        }
        return nil
    }
}
