/// Digests and signatures for the core, which contains no cryptography. `TLS` implements it with
/// OpenSSL, the tests in memory.
package protocol Seal: Sendable {
    /// SHA-256 (FIPS 180-4).
    func digest(_ bytes: [UInt8]) -> Digest
    /// The SHA-256 of each prefix of the bytes; `ends` ascend and are within the bytes. Cost: one
    /// digest of all bytes, and a short one for each end.
    func digests(ofStartsOf bytes: [UInt8], upTo ends: [Int]) -> [Digest]
    /// This device's Ed25519 signature, 64 bytes; deterministic (RFC 8032).
    func sign(_ message: [UInt8]) -> [UInt8]
    /// True if the 64 bytes are the key's signature of the message; false for any other length.
    func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool
    /// The public half of the key that `sign` uses.
    var publicKey: PublicKey { get }
}

extension Seal {
    package func digests(ofStartsOf bytes: [UInt8], upTo ends: [Int]) -> [Digest] {
        ends.map { digest(Array(bytes[..<$0])) }
    }

    package func deviceID(of key: PublicKey) -> DeviceID {
        DeviceID(octets: digest(Domain.device + key.bytes).octets.high)
    }

    package func authorID(of key: PublicKey, nonce: Octets16) -> AuthorID {
        AuthorID(octets: digest(Domain.author + key.bytes + nonce.bytes).octets.high)
    }

    /// The ID of the table whose founder's first entry has these canonical bytes.
    package func tableID(ofFounding bytes: [UInt8]) -> TableID {
        TableID(octets: digest(Domain.table + bytes).octets)
    }
}

/// The ASCII prefixes, each with a final zero byte, that separate digests and signatures by
/// purpose.
package enum Domain {
    /// Before a public key: the digest is the device ID.
    package static let device = Array("scored device 1\0".utf8)
    /// Before key and nonce: the digest is the author ID.
    package static let author = Array("scored author 1\0".utf8)
    /// Before the founder's first entry: the digest is the table ID.
    package static let table = Array("scored table 1\0".utf8)
    /// Before table and author: the digest is D(0) of the author's digest chain.
    package static let chain = Array("scored chain 1\0".utf8)
    /// Before the content of a signed head.
    package static let head = Array("scored head 1\0".utf8)
    /// Before the sorted leaves of the table digest.
    package static let leaves = Array("scored leaves 1\0".utf8)
    /// Before the content of a signed invitation.
    package static let invitation = Array("scored invitation 1\0".utf8)
    /// Before author, sequence and canonical bytes of one entry.
    package static let entry = Array("scored entry 1\0".utf8)
    /// Before the counted entries of a game, for the digest in a sign-off.
    package static let game = Array("scored game digest 1\0".utf8)
}
