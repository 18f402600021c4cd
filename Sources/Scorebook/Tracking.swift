package import MoveLog

/// Kind 24: a device tracks these players, besides those that it tracks already.
package struct TrackingClaimed: GameBody {
    package static var kind: Kind { .trackingClaimed }
    /// Whom; a team stands for every player it has or will have.
    package var subjects: [Subject]
    /// The device; nil is the author's own.
    package var device: PublicKey?

    /// A claim of the author's own device, or of another.
    package init(_ subjects: [Subject], device: PublicKey? = nil) {
        self.subjects = subjects
        self.device = device
    }

    package init(body: [UInt8]) throws(Malformed) {
        (device, subjects) = try deviceAndSubjects(body)
    }

    package var body: [UInt8] { bodyOf(device, subjects) }
}

/// Kind 25: a device no longer tracks these players.
package struct TrackingReleased: GameBody {
    package static var kind: Kind { .trackingReleased }
    /// Whom; a team stands for every player it has or will have.
    package var subjects: [Subject]
    /// The device; nil is the author's own. Another's is named when its keeper is away.
    package var device: PublicKey?

    /// A release of the author's own device, or of another.
    package init(_ subjects: [Subject], device: PublicKey? = nil) {
        self.subjects = subjects
        self.device = device
    }

    package init(body: [UInt8]) throws(Malformed) {
        (device, subjects) = try deviceAndSubjects(body)
    }

    package var body: [UInt8] { bodyOf(device, subjects) }
}

private func deviceAndSubjects(_ body: [UInt8]) throws(Malformed) -> (PublicKey?, [Subject]) {
    var reader = ByteReader(body)
    var device: PublicKey?
    switch try reader.byte() {
    case 0: break
    case 1: device = try reader.identifier(PublicKey.self)
    default: throw .invalid("device")
    }
    let subjects = try reader.subjects()
    guard !subjects.isEmpty, !subjects.contains(.nobody) else { throw .invalid("subjects") }
    try reader.finish()
    return (device, subjects)
}

private func bodyOf(_ device: PublicKey?, _ subjects: [Subject]) -> [UInt8] {
    var writer = ByteWriter()
    writer.byte(device == nil ? 0 : 1)
    if let device { writer.raw(device.bytes) }
    writer.subjects(subjects)
    return writer.bytes
}
