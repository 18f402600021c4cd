/// The body of the first entry of an author, by which the author certifies itself: the key that
/// signs its heads, and the invitations of the device.
package struct AuthorStarted: Hashable, Sendable {
    package var key: PublicKey
    /// Random; author ID = hash of key and nonce (`Seal.authorID`).
    package var nonce: Octets16
    /// The invitations that lead from the founder to the device.
    package var chain: InvitationChain

    package init(key: PublicKey, nonce: Octets16, chain: InvitationChain) {
        self.key = key
        self.nonce = nonce
        self.chain = chain
    }

    /// Key, nonce, counted chain.
    package var body: [UInt8] {
        var writer = ByteWriter()
        writer.raw(key.bytes)
        writer.raw(nonce.bytes)
        writer.counted(chain.bytes)
        return writer.bytes
    }

    /// Ignores bytes after the chain, which later versions may add.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        key = try reader.identifier(PublicKey.self)
        nonce = try reader.octets16()
        chain = try InvitationChain(
            bytes: try reader.counted("chain", max: Limits.chainBytesMax))
    }
}

/// The body of an entry by which the founder names or dismisses a deputy.
package struct DeputyNamed: Hashable, Sendable {
    package var device: PublicKey
    /// False to dismiss the device.
    package var isDeputy: Bool

    package init(device: PublicKey, isDeputy: Bool) {
        self.device = device
        self.isDeputy = isDeputy
    }

    /// Key, then one byte: 1 for a deputy, 0 for none.
    package var body: [UInt8] { device.bytes + [isDeputy ? 1 : 0] }

    /// Ignores bytes after the flag, which later versions may add.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        device = try reader.identifier(PublicKey.self)
        let flag = try reader.byte()
        guard flag <= 1 else { throw .invalid("deputy") }
        isDeputy = flag == 1
    }
}

/// The body of an entry by which a member admits a device.
package struct DeviceAdded: Hashable, Sendable {
    package var invitee: PublicKey
    /// The inviter's signature of `Invitation.message` for the author and sequence of this entry.
    package var signature: [UInt8]

    package init(invitee: PublicKey, signature: [UInt8]) {
        self.invitee = invitee
        self.signature = signature
    }

    /// Key and signature, 96 bytes.
    package var body: [UInt8] { invitee.bytes + signature }

    /// Ignores bytes after the signature, which later versions may add.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        invitee = try reader.identifier(PublicKey.self)
        signature = try reader.raw(64)
    }
}
