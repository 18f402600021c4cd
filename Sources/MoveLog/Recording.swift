/// The reason why entries could not be recorded. None of them was recorded.
package enum RecordError: Error, Equatable, Sendable {
    /// The body of the draft at `index` is too large for an entry.
    case tooLarge(index: Int, bytes: Int)
    /// No entries, or more than one commit may hold.
    case tooMany(count: Int)
    /// The invitation chain of this device is at its limit, so it cannot invite.
    case chainTooLong
    /// This device is not a member of the table, and holds its log as an archive.
    case notMember
    /// The table has the maximum number of authors, and this device is not one of them.
    case tableFull
    /// The device to be invited was removed from the table; a removed key never returns.
    case inviteeRemoved(PublicKey)
    /// A device cannot remove itself; it leaves.
    case removesItself
    /// The founder cannot be removed.
    case removesFounder(PublicKey)
    /// The device to be removed is not a member of the table.
    case removesStranger(PublicKey)
    /// The device to be removed is already removed.
    case removedBefore(PublicKey)
    /// This device is neither the founder nor a deputy, or the device to be removed is a deputy.
    case mayNotRemove(PublicKey)
    /// Only the founder names deputies.
    case namesDeputies
    /// The device to be named is the founder or not a member of the table.
    case unfitDeputy(PublicKey)
}

extension [Draft] {
    /// The drafts in the same order, in parts that each fit one commit.
    package var batches: [[Draft]] {
        var batches: [[Draft]] = []
        var bytes = 0
        for draft in self {
            bytes += draft.body.count
            if batches.isEmpty || bytes > Limits.batchBytesMax
                || batches[batches.count - 1].count >= Limits.batchDraftsMax
            {
                batches.append([])
                bytes = draft.body.count
            }
            batches[batches.count - 1].append(draft)
        }
        return batches
    }
}

extension TableLog {
    /// The run of own drafts after the end of an own author's log, or at its start if nothing is
    /// held of the author. Lamports continue from the highest one that is not absurd.
    func ownRun(
        of drafts: [Draft], by author: AuthorID, at wall: WallTime, lamportAbove floor: UInt64 = 0
    ) -> Run {
        let known = authors[author]
        // A forked own log continues, if at all, on its longest branch.
        let branch = known?.branches.max { $0.last < $1.last }
        let after = branch?.last ?? 0
        let base =
            branch?.end ?? AuthorLog.start(of: author, table: charter.table, seal: seal)
        let highest = max(highestLamport, floor)
        var bytes: [UInt8] = []
        for (index, draft) in drafts.enumerated() {
            let entry = Entry(
                id: EntryID(author: author, sequence: after + UInt64(index) + 1),
                lamport: highest + UInt64(index) + 1, wall: wall, scope: draft.scope,
                kind: draft.kind, body: draft.body)
            bytes += entry.canonicalBytes
        }
        return Run(
            author: author, after: after, base: base.octets.high, count: drafts.count,
            bytes: bytes, head: nil)
    }

    /// The highest lamport that is not absurd.
    var highestLamport: UInt64 { lamports.highest }

    /// The invitations of a member; nil for any other device.
    package func chain(of key: PublicKey) -> InvitationChain? { members.chain(of: key) }
}
