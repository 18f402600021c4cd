/// An entry about the devices of the table, decoded when it was merged: kinds 1, 2, 3 and 5.
struct MembershipEntry: Sendable {
    enum Content: Sendable {
        /// The first entry of an author. That the chain leads to the device was checked before the
        /// log was opened or forked there.
        case started(InvitationChain)
        /// An invitation with a valid signature.
        case added(Invitation)
        case removed(DeviceRemoved)
        case deputyNamed(DeputyNamed)
    }

    let id: EntryID
    /// The branch that holds the entry.
    let branch: Int
    let lamport: UInt64
    /// Orders the entries of a forked log that share an ID.
    let digest: Digest
    /// Nil if the body is malformed or a signature is invalid: such an entry has no effect.
    let content: Content?
    let kind: Kind

    /// Cost: one signature verification for an invitation.
    init(
        _ entry: Entry, digest: Digest, on branch: Int, by key: PublicKey, table: TableID,
        seal: any Seal
    ) {
        id = entry.id
        kind = entry.kind
        lamport = entry.lamport
        self.branch = branch
        self.digest = digest
        switch entry.kind {
        case .authorStarted:
            content = (try? AuthorStarted(body: entry.body)).map { .started($0.chain) }
        case .deviceAdded:
            let added = try? DeviceAdded(body: entry.body)
            content = added.flatMap { added in
                let step = Invitation(
                    author: entry.id.author, sequence: entry.id.sequence, invitee: added.invitee,
                    signature: added.signature)
                return step.isSigned(by: key, table: table, seal: seal) ? .added(step) : nil
            }
        case .deviceRemoved:
            content = (try? DeviceRemoved(body: entry.body)).map { .removed($0) }
        default:
            content = (try? DeputyNamed(body: entry.body)).map { .deputyNamed($0) }
        }
    }

    /// The number of entries of a kind that are read in one author's log; nil for a kind that is
    /// not about devices.
    static func limit(of kind: Kind) -> Int? {
        switch kind {
        case .authorStarted: 1
        case .deviceAdded: Limits.invitationsMax
        case .deviceRemoved: Limits.removalsMax
        case .deputyNamed: Limits.namingsMax
        default: nil
        }
    }
}
