/// Digests and signatures, as the core needs them. `TLS` fulfils it with OpenSSL, the tests with an
/// in-memory twin; the core itself holds no cryptography.
package protocol Seal: Sendable {
    /// The SHA-256 of the bytes.
    func digest(_ bytes: [UInt8]) -> Digest
    /// The SHA-256 of the bytes up to each of the ends, which ascend and lie within them. Cost: that of one
    /// digest of all bytes and of a short one for each end.
    func digests(ofStartsOf bytes: [UInt8], upTo ends: [Int]) -> [Digest]
    /// This device's Ed25519 signature, 64 bytes; deterministic (RFC 8032).
    func sign(_ message: [UInt8]) -> [UInt8]
    /// True if the 64 bytes are the key's signature of the message; false for any other count.
    func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool
    /// The public half of the key that `sign` uses.
    var publicKey: PublicKey { get }
}

extension Seal {
    package func digests(ofStartsOf bytes: [UInt8], upTo ends: [Int]) -> [Digest] {
        ends.map { digest(Array(bytes[..<$0])) }
    }

    /// The name of a device with this key.
    package func deviceID(of key: PublicKey) -> DeviceID {
        DeviceID(octets: digest(Domain.device + key.bytes).octets.high)
    }

    /// The name of one incarnation of a device.
    package func authorID(of key: PublicKey, nonce: Octets16) -> AuthorID {
        AuthorID(octets: digest(Domain.author + key.bytes + nonce.bytes).octets.high)
    }

    /// The name of the table whose founder's first entry has these canonical bytes.
    package func tableID(ofFounding bytes: [UInt8]) -> TableID {
        TableID(octets: digest(Domain.table + bytes).octets)
    }
}

/// The ASCII prefixes, each ended by a zero byte, that keep digests and signatures of one purpose
/// from being taken for those of another.
package enum Domain {
    /// Before a public key whose digest names a device.
    package static let device = Array("scored device 1\0".utf8)
    /// Before key and nonce whose digest names an author.
    package static let author = Array("scored author 1\0".utf8)
    /// Before the founder's first entry, whose digest names the table.
    package static let table = Array("scored table 1\0".utf8)
    /// Before table and author: the start D(0) of an author's digest chain.
    package static let chain = Array("scored chain 1\0".utf8)
    /// Before what an author signs as the head of its log.
    package static let head = Array("scored head 1\0".utf8)
    /// Before the sorted leaves that the table digest covers.
    package static let leaves = Array("scored leaves 1\0".utf8)
    /// Before what an inviter signs for the device that it invited.
    package static let invitation = Array("scored invitation 1\0".utf8)
    /// Before the canonical bytes of an entry, for the digest of that entry alone.
    package static let entry = Array("scored entry 1\0".utf8)
    /// Before the counted entries of a game, for the digest that a sign-off carries.
    package static let game = Array("scored game digest 1\0".utf8)
}
