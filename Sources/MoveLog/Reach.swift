/// A device that the sender of a LINKS frame can reach: over its own link, or through others.
package struct Reach: Hashable, Comparable, Sendable {
    /// The device that is reached.
    package var device: DeviceID
    /// Links on the way from the sender: 1 over a link of its own, at most `Limits.hopsMax`.
    package var hops: UInt8
    /// Where the device listens, as host and port, if the sender knows; else empty. A hint: whoever
    /// answers there still has to prove its key.
    package var address: String

    /// Joins the parts.
    package init(device: DeviceID, hops: UInt8, address: String = "") {
        self.device = device
        self.hops = hops
        self.address = address
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.device, left.hops, left.address) < (right.device, right.hops, right.address)
    }

    func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.byte(hops)
        writer.text(address)
    }

    init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(DeviceID.self)
        hops = try reader.byte()
        guard hops >= 1, hops <= Limits.hopsMax else { throw .invalid("hops") }
        address = try reader.text("address", max: Limits.addressBytesMax)
    }
}

/// What the sender of a HEARSAY frame knows that another device holds durably.
package struct Hearsay: Hashable, Sendable {
    /// The device that holds the entries.
    package var device: DeviceID
    /// By author, up to where it holds the log; sorted by author.
    package var held: [Held]

    /// Up to where one author's log is held.
    package struct Held: Hashable, Sendable {
        /// Whose log.
        package var author: AuthorID
        /// The last sequence that is held.
        package var sequence: UInt64

        /// Joins the two.
        package init(author: AuthorID, sequence: UInt64) {
            self.author = author
            self.sequence = sequence
        }
    }

    /// Joins the parts.
    package init(device: DeviceID, held: [Held]) {
        self.device = device
        self.held = held
    }

    func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.count(held.count)
        for item in held {
            writer.raw(item.author.bytes)
            writer.varint(item.sequence)
        }
    }

    init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(DeviceID.self)
        let count = try reader.count("held", max: Limits.hearsayMax)
        guard count * 17 <= reader.remaining else { throw .truncated }
        held = []
        for _ in 0..<count {
            let author = try reader.identifier(AuthorID.self)
            let sequence = try reader.varint()
            guard sequence > 0, sequence < Limits.lamportMax else { throw .invalid("sequence") }
            held.append(Held(author: author, sequence: sequence))
        }
    }
}
