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
            bytes: try reader.counted("chain", max: MoveLogLimits.chainBytesMax))
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
    /// The name of the keeper in the invitee's JOIN, not cleaned; empty if it gave none.
    package var name: String

    /// `name` has at most `MoveLogLimits.nameBytesMax` bytes.
    package init(invitee: PublicKey, signature: [UInt8], name: String = "") {
        self.invitee = invitee
        self.signature = signature
        self.name = name
    }

    /// Key and signature, 96 bytes, and the name if there is one.
    package var body: [UInt8] {
        var writer = ByteWriter()
        writer.raw(invitee.bytes + signature)
        if !name.isEmpty { writer.text(name) }
        return writer.bytes
    }

    /// Ignores bytes after the name, which later versions may add. A name that cannot be read is
    /// none: it has no part in who is invited.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        invitee = try reader.identifier(PublicKey.self)
        signature = try reader.raw(64)
        name = (try? reader.text("name", max: MoveLogLimits.nameBytesMax)) ?? ""
    }
}

/// The body of an entry by which the founder or a deputy removes a device: its key, and the ends up
/// to which its logs still count.
package struct DeviceRemoved: Hashable, Sendable {
    /// The end of one branch of a removed device as the remover held it, with the signature of the
    /// author, so that a remover cannot invent a cut.
    package struct Cut: Hashable, Comparable, Sendable {
        /// An author of the removed device.
        package var author: AuthorID
        /// The last sequence that counts; at least 1.
        package var sequence: UInt64
        /// D(sequence), whole; identifies the branch of the cut.
        package var digest: Digest
        /// The removed device's signature of `SignedHead.message`, 64 bytes.
        package var signature: [UInt8]

        package init(author: AuthorID, sequence: UInt64, digest: Digest, signature: [UInt8]) {
            self.author = author
            self.sequence = sequence
            self.digest = digest
            self.signature = signature
        }

        package static func < (left: Self, right: Self) -> Bool {
            (left.author, left.sequence, left.digest)
                < (right.author, right.sequence, right.digest)
        }
    }

    package var device: PublicKey
    /// At most `MoveLogLimits.leavesOfDeviceMax`. Nothing counts of an author without a cut.
    package var cuts: [Cut]

    package init(device: PublicKey, cuts: [Cut]) {
        self.device = device
        self.cuts = cuts
    }

    var draft: Draft { Draft(scope: .table, kind: .deviceRemoved, body: body) }

    /// Key, count of cuts, then author, sequence, digest and signature of each.
    package var body: [UInt8] {
        var writer = ByteWriter(capacity: 40 + cuts.count * 122)
        writer.raw(device.bytes)
        writer.count(cuts.count)
        for cut in cuts {
            writer.raw(cut.author.bytes)
            writer.varint(cut.sequence)
            writer.raw(cut.digest.bytes)
            writer.raw(cut.signature)
        }
        return writer.bytes
    }

    /// Ignores bytes after the cuts, which later versions may add.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        device = try reader.identifier(PublicKey.self)
        let count = try reader.count("cuts", max: MoveLogLimits.leavesOfDeviceMax)
        guard count * 113 <= reader.remaining else { throw .truncated }
        cuts = []
        cuts.reserveCapacity(count)
        for _ in 0..<count {
            let author = try reader.identifier(AuthorID.self)
            let sequence = try reader.varint()
            guard sequence > 0, sequence < MoveLogLimits.lamportMax else {
                throw .invalid("sequence")
            }
            let digest = try reader.identifier(Digest.self)
            let signature = try reader.raw(64)
            cuts.append(
                Cut(author: author, sequence: sequence, digest: digest, signature: signature))
        }
    }
}

extension DeviceRemoved.Cut {
    /// True if the removed device signed this end of its log.
    func isSigned(by key: PublicKey, table: TableID, seal: any Seal) -> Bool {
        let message = SignedHead.message(
            table: table, author: author, sequence: sequence, digest: digest)
        return seal.isValid(signature, of: message, by: key)
    }

    var head: SignedHead { SignedHead(sequence: sequence, signature: signature) }
}

/// A removal in force: of several removals of one device the founder's, else the first by author,
/// sequence and digest of the entry.
package struct Removal: Hashable, Sendable {
    package let device: PublicKey
    package let remover: PublicKey
    /// The entry of kind `deviceRemoved`.
    package let entry: EntryID
    /// The cuts with a valid signature, in order.
    let cuts: [DeviceRemoved.Cut]
}
