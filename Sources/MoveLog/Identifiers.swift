// Numbers, bytes and octets are those of `Columns`; every module that imports this one sees them.
@_exported public import Columns

/// An identifier of 16 octets, written as 32 hexadecimal digits.
package protocol Identifier16: Hashable, Comparable, Sendable, CustomStringConvertible {
    var octets: Octets16 { get }
    init(octets: Octets16)
}

extension Identifier16 {
    /// Nil unless there are exactly 16 bytes.
    package init?(_ bytes: some Collection<UInt8>) { self.init(Array(bytes)) }

    /// Not generic, for speed.
    package init?(_ bytes: [UInt8]) {
        guard let octets = Octets16(bytes) else { return nil }
        self.init(octets: octets)
    }

    package var bytes: [UInt8] { octets.bytes }
    /// 32 lower-case hexadecimal digits.
    package var description: String { hexadecimal(octets.bytes) }

    package static func < (left: Self, right: Self) -> Bool { left.octets < right.octets }
}

/// An identifier of 32 octets, written as 64 hexadecimal digits.
package protocol Identifier32: Hashable, Comparable, Sendable, CustomStringConvertible {
    var octets: Octets32 { get }
    init(octets: Octets32)
}

extension Identifier32 {
    /// Nil unless there are exactly 32 bytes.
    package init?(_ bytes: some Collection<UInt8>) { self.init(Array(bytes)) }

    /// Not generic, for speed.
    package init?(_ bytes: [UInt8]) {
        guard let octets = Octets32(bytes) else { return nil }
        self.init(octets: octets)
    }

    package var bytes: [UInt8] { octets.bytes }
    /// 64 lower-case hexadecimal digits.
    package var description: String { hexadecimal(octets.bytes) }

    package static func < (left: Self, right: Self) -> Bool { left.octets < right.octets }
}

/// A SHA-256 digest (FIPS 180-4).
package struct Digest: Identifier32 {
    package let octets: Octets32
    package init(octets: Octets32) { self.octets = octets }
}

/// A device's Ed25519 public key (RFC 8032), which is the identity of the device.
package struct PublicKey: Identifier32 {
    package let octets: Octets32
    package init(octets: Octets32) { self.octets = octets }
}

/// The SHA-256 of a domain and the canonical bytes of the founder's first entry.
package struct TableID: Identifier32 {
    package let octets: Octets32
    package init(octets: Octets32) { self.octets = octets }
}

/// The first half of the SHA-256 of a domain and a device's public key; identifies a device in
/// announcements and in routes.
package struct DeviceID: Identifier16 {
    package let octets: Octets16
    package init(octets: Octets16) { self.octets = octets }
}

/// One incarnation of a device: the first half of the SHA-256 of a domain, the device's public key
/// and the random nonce of the incarnation.
package struct AuthorID: Identifier16 {
    package let octets: Octets16
    package init(octets: Octets16) { self.octets = octets }
}

/// An author and a sequence, which identify an entry.
package struct EntryID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var author: AuthorID
    /// The number of the entry in the author's log, from 1 without gaps.
    package var sequence: UInt64

    package init(author: AuthorID, sequence: UInt64) {
        self.author = author
        self.sequence = sequence
    }

    /// An ID in the terms of `Columns`.
    package init(_ name: GameName) {
        self.init(author: AuthorID(octets: name.author), sequence: name.sequence)
    }

    /// Eight digits of the author and the sequence: for diagnostics and tests; not unique.
    package var description: String { "\(author.description.prefix(8)).\(sequence)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.author, left.sequence) < (right.author, right.sequence)
    }
}

extension ByteReader {
    package mutating func identifier<ID: Identifier16>(_: ID.Type) throws(Malformed) -> ID {
        ID(octets: try octets16())
    }

    package mutating func identifier<ID: Identifier32>(_: ID.Type) throws(Malformed) -> ID {
        ID(octets: try octets32())
    }
}
