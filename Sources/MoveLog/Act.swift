/// An entry about the table's devices, as it was found when it was merged. Signatures of invitations
/// are checked then, once; those of cuts when a removal comes to matter.
struct Act: Sendable {
    enum Deed: Sendable {
        /// The first entry of an author, with the chain that it shows; nil when that leads nowhere.
        case started(InvitationChain?)
        /// A device was invited; nil when the signature does not fit.
        case added(Invitation?)
        /// A device was removed; nil when the body is malformed.
        case removed(DeviceRemoved?)
    }

    let id: EntryID
    /// The branch of the author's log on which the entry stands.
    let branch: Int
    let deed: Deed
    /// The entry's digest: orders the acts of a forked log that share an ID.
    let digest: Digest

    /// Whether this act and one of the other kind count against the same limit.
    func isAlike(_ kind: Kind) -> Bool {
        switch deed {
        case .started: kind == .authorStarted
        case .added: kind == .deviceAdded
        case .removed: kind == .deviceRemoved
        }
    }
}

/// A branch of a log with an entry that says how a device came to the table.
struct Introducer: Hashable, Sendable {
    let author: AuthorID
    let branch: Int
}

/// All acts of a table's logs.
struct Acts: Sendable {
    private(set) var byAuthor: [AuthorID: [Act]] = [:]
    /// The authors of each device of which anything is held, in the order in which they came.
    private(set) var authors: [PublicKey: [AuthorID]] = [:]
    /// Whom any held entry invites with a signature that fits, whether or not it counts.
    private(set) var invitees: Set<PublicKey> = []
    /// Where it is said how each device came to the table, whether or not it counts: on each branch
    /// the first place, since who holds a later one holds that, too.
    private(set) var introductions: [PublicKey: [Introducer: UInt64]] = [:]
    /// Whether anybody removes anybody, rightly or not.
    private(set) var hasRemovals = false

    /// A log of a device is held.
    mutating func open(_ author: AuthorID, of key: PublicKey) {
        authors[key, default: []].append(author)
    }

    /// Takes an entry in if it is an act; nil when it is none, or beyond what an author's log may
    /// say of devices.
    mutating func note(
        _ entry: Entry, _ digest: Digest, of log: AuthorLog, on branch: Int, table: TableID,
        founder: PublicKey, seal: any Seal
    ) -> Act? {
        guard let max = Self.limit(of: entry.kind) else { return nil }
        // Of a kind out of place only the place of the others would be disturbed.
        if entry.kind == .authorStarted, entry.id.sequence != 1 { return nil }
        let earlier = (byAuthor[entry.id.author] ?? []).count { act in
            act.isAlike(entry.kind) && act.id.sequence < entry.id.sequence
                && log.owner(of: act.id.sequence, on: branch) == act.branch
        }
        guard earlier < max else { return nil }
        let act = Act(
            id: entry.id, branch: branch,
            deed: deed(of: entry, by: log.key, table: table, founder: founder, seal: seal),
            digest: digest)
        switch act.deed {
        case .started(.some): introduce(log.key, by: act)
        case .added(let step?):
            invitees.insert(step.invitee)
            introduce(step.invitee, by: act)
        case .removed(.some): hasRemovals = true
        case .started, .added, .removed: break
        }
        byAuthor[entry.id.author, default: []].append(act)
        return act
    }

    private mutating func introduce(_ key: PublicKey, by act: Act) {
        let introducer = Introducer(author: act.id.author, branch: act.branch)
        let known = introductions[key]?[introducer] ?? .max
        introductions[key, default: [:]][introducer] = min(known, act.id.sequence)
    }

    /// Whether the first entry of a branch shows no chain that leads to its device.
    func isSilent(_ log: AuthorLog, on branch: Int) -> Bool {
        let root = log.owner(of: 1, on: branch)
        let start = byAuthor[log.author]?.first { $0.id.sequence == 1 && $0.branch == root }
        guard case .started(nil)? = start?.deed else { return false }
        return true
    }

    /// How many entries of a kind are read in one author's log; nil for a kind that is no act.
    static func limit(of kind: Kind) -> Int? {
        switch kind {
        case .authorStarted: 1
        case .deviceAdded: Limits.invitationsMax
        case .deviceRemoved: Limits.removalsMax
        default: nil
        }
    }

    private func deed(
        of entry: Entry, by key: PublicKey, table: TableID, founder: PublicKey, seal: any Seal
    ) -> Act.Deed {
        switch entry.kind {
        case .authorStarted:
            guard let start = try? AuthorStarted(body: entry.body),
                start.chain.leads(to: key, from: founder, table: table, seal: seal)
            else { return .started(nil) }
            return .started(start.chain)
        case .deviceAdded:
            guard let added = try? DeviceAdded(body: entry.body) else { return .added(nil) }
            let message = Invitation.message(
                table: table, inviter: key, author: entry.id.author,
                sequence: entry.id.sequence, invitee: added.invitee)
            guard seal.isValid(added.signature, of: message, by: key) else { return .added(nil) }
            return .added(
                Invitation(
                    author: entry.id.author, sequence: entry.id.sequence,
                    invitee: added.invitee, signature: added.signature))
        default:
            return .removed(try? DeviceRemoved(body: entry.body))
        }
    }
}
