package import MoveLog

/// Kind 24: a device tracks these players, besides those that it tracks already.
package struct TrackingClaimed: GameBody {
    package static var kind: Kind { .trackingClaimed }
    /// The players; a team means every player it has or will have.
    package var subjects: [Subject]
    /// The device; nil is the author's own.
    package var device: PublicKey?

    /// A claim of the author's own device, or of another.
    package init(_ subjects: [Subject], device: PublicKey? = nil) {
        self.subjects = subjects
        self.device = device
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        (device, subjects) = try reader.deviceAndSubjects()
    }

    package func write(to writer: inout ByteWriter) {
        writer.byte(device == nil ? 0 : 1)
        if let device { writer.raw(device.bytes) }
        writer.subjects(subjects)
    }
}

/// Kind 25: a device no longer tracks these players.
package struct TrackingReleased: GameBody {
    package static var kind: Kind { .trackingReleased }
    /// The players; a team means every player it has or will have.
    package var subjects: [Subject]
    /// The device; nil is the author's own. Another's is named when its keeper is away.
    package var device: PublicKey?

    /// A release of the author's own device, or of another.
    package init(_ subjects: [Subject], device: PublicKey? = nil) {
        self.subjects = subjects
        self.device = device
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        (device, subjects) = try reader.deviceAndSubjects()
    }

    package func write(to writer: inout ByteWriter) {
        TrackingClaimed(subjects, device: device).write(to: &writer)
    }
}

extension ByteReader {
    fileprivate mutating func deviceAndSubjects() throws(Malformed) -> (PublicKey?, [Subject]) {
        var device: PublicKey?
        switch try byte() {
        case 0: break
        case 1: device = try identifier(PublicKey.self)
        default: throw .invalid("device")
        }
        let subjects = try subjects()
        guard !subjects.isEmpty, !subjects.contains(.nobody) else { throw .invalid("subjects") }
        return (device, subjects)
    }
}
