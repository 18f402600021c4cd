// Numbers, bytes and octets are those of `Columns`; all who see the log see them.
@_exported public import Columns

/// An identifier of sixteen bytes.
package protocol Identifier16: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes of the identifier.
    var octets: Octets16 { get }
    /// Wraps sixteen bytes.
    init(octets: Octets16)
}

extension Identifier16 {
    /// Takes exactly 16 bytes; any other count gives nil.
    package init?(_ bytes: some Collection<UInt8>) {
        guard let octets = Octets16(bytes) else { return nil }
        self.init(octets: octets)
    }

    /// The same from an array, without generic code.
    package init?(_ bytes: [UInt8]) {
        guard let octets = Octets16(bytes) else { return nil }
        self.init(octets: octets)
    }

    /// The 16 bytes.
    package var bytes: [UInt8] { octets.bytes }
    /// 32 lower-case hexadecimal digits.
    package var description: String { hexadecimal(octets.bytes) }

    package static func < (left: Self, right: Self) -> Bool { left.octets < right.octets }
}

/// An identifier of thirty-two bytes.
package protocol Identifier32: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes of the identifier.
    var octets: Octets32 { get }
    /// Wraps thirty-two bytes.
    init(octets: Octets32)
}

extension Identifier32 {
    /// Takes exactly 32 bytes; any other count gives nil.
    package init?(_ bytes: some Collection<UInt8>) {
        guard let octets = Octets32(bytes) else { return nil }
        self.init(octets: octets)
    }

    /// The same from an array, without generic code.
    package init?(_ bytes: [UInt8]) {
        guard let octets = Octets32(bytes) else { return nil }
        self.init(octets: octets)
    }

    /// The 32 bytes.
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

/// A device's Ed25519 public key (RFC 8032), which is the device's identity.
package struct PublicKey: Identifier32 {
    package let octets: Octets32
    package init(octets: Octets32) { self.octets = octets }
}

/// The SHA-256 of the canonical bytes of the founder's first entry.
package struct TableID: Identifier32 {
    package let octets: Octets32
    package init(octets: Octets32) { self.octets = octets }
}

/// The first half of the SHA-256 of a domain and a device's public key; names a device in
/// announcements and in the LINKS frame.
package struct DeviceID: Identifier16 {
    package let octets: Octets16
    package init(octets: Octets16) { self.octets = octets }
}

/// One incarnation of a device: the first half of the SHA-256 of a domain, the device's public key
/// and the incarnation's random nonce.
package struct AuthorID: Identifier16 {
    package let octets: Octets16
    package init(octets: Octets16) { self.octets = octets }
}

/// Names an entry: its author and its number in that author's log, from 1.
package struct EntryID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Who wrote the entry.
    package var author: AuthorID
    /// The entry's number in its author's log, from 1 without gaps.
    package var sequence: UInt64

    /// Joins an author and a sequence.
    package init(author: AuthorID, sequence: UInt64) {
        self.author = author
        self.sequence = sequence
    }

    /// Eight digits of the author and the sequence: for diagnostics and tests, not unique.
    package var description: String { "\(author.description.prefix(8)).\(sequence)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.author, left.sequence) < (right.author, right.sequence)
    }
}

extension ByteReader {
    /// An identifier of sixteen bytes.
    package mutating func identifier<ID: Identifier16>(_: ID.Type) throws(Malformed) -> ID {
        ID(octets: try octets16())
    }

    /// An identifier of thirty-two bytes.
    package mutating func identifier<ID: Identifier32>(_: ID.Type) throws(Malformed) -> ID {
        ID(octets: try octets32())
    }
}
