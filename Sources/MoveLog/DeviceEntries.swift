/// The body of an author's first entry, by which the author certifies itself: whose key signs its
/// heads, and how that device came to the table.
package struct AuthorStarted: Hashable, Sendable {
    /// The device's key.
    package var key: PublicKey
    /// Random; together with the key it gives the author's ID.
    package var nonce: Octets16
    /// How the device came to the table.
    package var chain: InvitationChain

    /// Joins the parts.
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

    /// Reads a body; bytes behind the chain are left for later versions.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        key = try reader.identifier(PublicKey.self)
        nonce = try reader.octets16()
        chain = try InvitationChain(
            bytes: try reader.counted("chain", max: Limits.chainBytesMax))
    }
}

/// The body of the entry by which a member admits a device.
package struct DeviceAdded: Hashable, Sendable {
    /// The invited device's key.
    package var invitee: PublicKey
    /// The inviter's signature of `Invitation.message` for the author and sequence of this entry.
    package var signature: [UInt8]

    /// Joins the parts.
    package init(invitee: PublicKey, signature: [UInt8]) {
        self.invitee = invitee
        self.signature = signature
    }

    /// Key and signature, 96 bytes.
    package var body: [UInt8] { invitee.bytes + signature }

    /// Reads a body; bytes behind the signature are left for later versions.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        invitee = try reader.identifier(PublicKey.self)
        signature = try reader.raw(64)
    }
}
