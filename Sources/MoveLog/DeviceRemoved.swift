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
    /// At most `Limits.leavesOfDeviceMax`. Nothing counts of an author without a cut.
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
        let count = try reader.count("cuts", max: Limits.leavesOfDeviceMax)
        guard count * 113 <= reader.remaining else { throw .truncated }
        cuts = []
        cuts.reserveCapacity(count)
        for _ in 0..<count {
            let author = try reader.identifier(AuthorID.self)
            let sequence = try reader.varint()
            guard sequence > 0, sequence < Limits.lamportMax else { throw .invalid("sequence") }
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
    /// The key of the removed device.
    package let device: PublicKey
    /// The key of the device that removed it.
    package let remover: PublicKey
    /// The entry of kind `deviceRemoved`.
    package let entry: EntryID
    /// The cuts with a valid signature, in order.
    let cuts: [DeviceRemoved.Cut]
}

extension TableLog {
    /// Drafts the removal of a member by another member, with the ends of its logs as they are held
    /// here.
    func removal(of key: PublicKey, by remover: PublicKey) throws(RecordError) -> Draft {
        guard key != remover else { throw .removesItself }
        guard key != charter.founderKey else { throw .removesFounder(key) }
        guard !isRemoved(key) else { throw .removedBefore(key) }
        guard isMember(key) else { throw .removesStranger(key) }
        guard mayRemove(key, by: remover) else { throw .mayNotRemove(key) }
        return DeviceRemoved(device: key, cuts: cuts(of: key)).draft
    }

    /// Drafts the entries by which the founder names a deputy, or dismisses one and repeats the
    /// deputy's removals as its own; none if nothing would change.
    func naming(
        of key: PublicKey, asDeputy isDeputy: Bool, by own: PublicKey
    ) throws(RecordError) -> [Draft] {
        guard own == charter.founderKey else { throw .namesDeputies }
        guard key != own, isMember(key) else { throw .unfitDeputy(key) }
        guard (members.deputies[key] != nil) != isDeputy else { return [] }
        let named = DeputyNamed(device: key, isDeputy: isDeputy)
        let draft = Draft(scope: .table, kind: .deputyNamed, body: named.body)
        let kept = removals.values.filter { !isDeputy && $0.remover == key }
        return [draft]
            + kept.sorted { $0.device < $1.device }.map {
                DeviceRemoved(device: $0.device, cuts: $0.cuts).draft
            }
    }

    /// The signed ends of all logs of a device.
    private func cuts(of key: PublicKey) -> [DeviceRemoved.Cut] {
        var cuts: [DeviceRemoved.Cut] = []
        for log in authors.values where log.key == key {
            for index in log.branches.indices {
                guard let head = log.branches[index].heads.last else { continue }
                cuts.append(
                    DeviceRemoved.Cut(
                        author: log.author, sequence: head.sequence,
                        digest: log.digest(at: head.sequence, on: index),
                        signature: head.signature))
            }
        }
        return Array(cuts.sorted().prefix(Limits.leavesOfDeviceMax))
    }
}
