package import MoveLog

/// Kind 38: people no longer wait for a device: its signature is not needed, and the result is not
/// provisional for want of it.
package struct DeviceLost: GameBody {
    package static var kind: Kind { .deviceLost }
    /// The device.
    package var device: PublicKey
    /// The entries of the device that are held; later ones are listed when they arrive.
    package var cut: Cut

    /// Joins device and cut.
    package init(device: PublicKey, cut: Cut) {
        self.device = device
        self.cut = cut
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(PublicKey.self)
        cut = try reader.cut()
    }

    package func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.cut(cut)
    }
}

/// Kind 39: a device that was declared lost is waited for again.
package struct DeviceFound: GameBody {
    package static var kind: Kind { .deviceFound }
    /// The device.
    package var device: PublicKey

    /// Names the device.
    package init(device: PublicKey) { self.device = device }

    package init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(PublicKey.self)
    }

    package func write(to writer: inout ByteWriter) { writer.raw(device.bytes) }
}

/// Kind 40: the author's device tracks the players of a keeper who is away. The claims of the absent
/// device on them end.
package struct TakenOver: GameBody {
    package static var kind: Kind { .takenOver }
    /// The device whose keeper is away.
    package var device: PublicKey
    /// The entries of the device that were held: both keepers may have seen what it recorded later.
    package var cut: Cut
    /// The players; a team means every player it has or will have.
    package var subjects: [Subject]

    /// Joins device, cut and subjects.
    package init(_ subjects: [Subject], from device: PublicKey, cut: Cut) {
        self.device = device
        self.cut = cut
        self.subjects = subjects
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(PublicKey.self)
        cut = try reader.cut()
        subjects = try reader.subjects()
        guard !subjects.isEmpty, !subjects.contains(.nobody) else { throw .invalid("subjects") }
    }

    package func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.cut(cut)
        writer.subjects(subjects)
    }
}
