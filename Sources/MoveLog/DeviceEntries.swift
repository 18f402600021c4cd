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

/// The body of the entry by which the founder names a deputy or dismisses one.
package struct DeputyNamed: Hashable, Sendable {
    /// The device's key.
    package var device: PublicKey
    /// False dismisses the device.
    package var isDeputy: Bool

    /// Joins the parts.
    package init(device: PublicKey, isDeputy: Bool) {
        self.device = device
        self.isDeputy = isDeputy
    }

    /// Key and one byte, 1 for a deputy and 0 for none.
    package var body: [UInt8] { device.bytes + [isDeputy ? 1 : 0] }

    /// Reads a body; bytes behind the flag are left for later versions.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        device = try reader.identifier(PublicKey.self)
        let flag = try reader.byte()
        guard flag <= 1 else { throw .invalid("deputy") }
        isDeputy = flag == 1
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
