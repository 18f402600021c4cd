/// The credentials of a device at a table: the first entry of the founder, whose digest is the
/// table ID, and the invitations that lead from the founder to the device.
package struct Charter: Hashable, Sendable {
    /// The canonical bytes of the first entry of the founder.
    package let founding: [UInt8]
    /// The invitations that lead to the holder of the charter.
    package let chain: InvitationChain
    package let table: TableID
    package let founder: AuthorID
    package let founderKey: PublicKey

    /// Checks that the founding entry is a first entry that certifies its author. The chain is not
    /// checked here but at its use.
    package init(founding: [UInt8], chain: InvitationChain, seal: any Seal) throws(Malformed) {
        var reader = ByteReader(founding)
        // The author is computed from the body; until then any ID will do.
        let entry = try Entry(
            id: EntryID(author: AuthorID(octets: .zero), sequence: 1), canonical: &reader)
        try reader.finish()
        guard entry.kind == .authorStarted else { throw .invalid("kind") }
        let start = try AuthorStarted(body: entry.body)
        guard start.chain.invitations.isEmpty else { throw .invalid("chain") }
        self.founding = founding
        self.chain = chain
        table = seal.tableID(ofFounding: founding)
        founderKey = start.key
        founder = seal.authorID(of: start.key, nonce: start.nonce)
    }

    /// Creates the charter of a new table; this device is the founder.
    package init(founding nonce: Octets16, at wall: WallTime, seal: any Seal) throws(Malformed) {
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: InvitationChain())
        let author = seal.authorID(of: seal.publicKey, nonce: nonce)
        let entry = Entry(
            id: EntryID(author: author, sequence: 1), lamport: 1, wall: wall, scope: .table,
            kind: .authorStarted, body: start.body)
        try self.init(founding: entry.canonicalBytes, chain: InvitationChain(), seal: seal)
    }

    /// Counted founding entry, counted chain: the form in the home of a device and in WELCOME.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.counted(founding)
        writer.counted(chain.bytes)
        return writer.bytes
    }

    /// Reads a charter; rejects trailing bytes.
    package init(bytes: [UInt8], seal: any Seal) throws(Malformed) {
        var reader = ByteReader(bytes)
        let founding = try reader.counted("founding", max: MoveLogLimits.entryBytesMax)
        let chain = try InvitationChain(
            bytes: try reader.counted("chain", max: MoveLogLimits.chainBytesMax))
        try reader.finish()
        try self.init(founding: founding, chain: chain, seal: seal)
    }
}

/// One step of trust: a signed invitation of a device by a member.
package struct Invitation: Hashable, Sendable {
    /// The author, of the inviter, whose log holds the `deviceAdded` entry.
    package var author: AuthorID
    /// The sequence of that entry.
    package var sequence: UInt64
    /// The key of the invited device.
    package var invitee: PublicKey
    /// The inviter's signature of `message`, 64 bytes.
    package var signature: [UInt8]

    package init(author: AuthorID, sequence: UInt64, invitee: PublicKey, signature: [UInt8]) {
        self.author = author
        self.sequence = sequence
        self.invitee = invitee
        self.signature = signature
    }

    /// The bytes that the inviter signs: domain, table, inviter's key, author, sequence as eight
    /// bytes, invitee's key.
    package static func message(
        table: TableID, inviter: PublicKey, author: AuthorID, sequence: UInt64, invitee: PublicKey
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 160)
        writer.raw(Domain.invitation)
        writer.raw(table.bytes)
        writer.raw(inviter.bytes)
        writer.raw(author.bytes)
        writer.fixed64(sequence)
        writer.raw(invitee.bytes)
        return writer.bytes
    }

    /// Cost: one signature verification.
    func isSigned(by inviter: PublicKey, table: TableID, seal: any Seal) -> Bool {
        let message = Self.message(
            table: table, inviter: inviter, author: author, sequence: sequence, invitee: invitee)
        return seal.isValid(signature, of: message, by: inviter)
    }
}

/// The invitations that lead from the founder of a table to a device; empty for the founder. A
/// device proves its membership with it, even to devices that never met its inviter.
package struct InvitationChain: Hashable, Sendable {
    /// The steps, the founder's first.
    package var invitations: [Invitation]

    /// The default, no steps, is the chain of the founder.
    package init(invitations: [Invitation] = []) { self.invitations = invitations }

    /// Count, then author, sequence, invitee and signature of each step.
    package var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 8 + invitations.count * 120)
        writer.count(invitations.count)
        for invitation in invitations {
            writer.raw(invitation.author.bytes)
            writer.varint(invitation.sequence)
            writer.raw(invitation.invitee.bytes)
            writer.raw(invitation.signature)
        }
        return writer.bytes
    }

    func appending(_ step: Invitation) -> InvitationChain {
        InvitationChain(invitations: invitations + [step])
    }

    /// Reads a chain; rejects trailing bytes.
    package init(bytes: [UInt8]) throws(Malformed) {
        guard bytes.count <= MoveLogLimits.chainBytesMax else { throw .tooLarge("chain") }
        var reader = ByteReader(bytes)
        let count = try reader.count("chain", max: MoveLogLimits.chainHopsMax)
        var invitations: [Invitation] = []
        for _ in 0..<count {
            let author = try reader.identifier(AuthorID.self)
            let sequence = try reader.varint()
            let invitee = try reader.identifier(PublicKey.self)
            let signature = try reader.raw(64)
            invitations.append(
                Invitation(
                    author: author, sequence: sequence, invitee: invitee, signature: signature))
        }
        try reader.finish()
        self.invitations = invitations
    }

    /// True if each step is signed by the key that the step before it invited, the first by the
    /// founder, and the last invites `device`. An empty chain leads only to the founder. Cost: one
    /// signature verification a step.
    package func leads(
        to device: PublicKey, from founder: PublicKey, table: TableID, seal: any Seal
    ) -> Bool {
        var inviter = founder
        for step in invitations {
            guard step.isSigned(by: inviter, table: table, seal: seal) else { return false }
            inviter = step.invitee
        }
        return inviter == device
    }
}
