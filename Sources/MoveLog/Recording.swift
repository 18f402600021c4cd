/// Why entries could not be recorded. Nothing was recorded.
package enum RecordError: Error, Equatable, Sendable {
    /// An entry's body is above what an entry may hold.
    case tooLarge(index: Int, bytes: Int)
    /// No entries, or more than one commit may hold.
    case tooMany(count: Int)
    /// The device's own invitation chain is at its limit, so it can invite nobody.
    case chainTooLong
    /// The device is no member of the table, whose log it holds as an archive.
    case notMember
    /// The table has as many authors as it may, and this device is none of them.
    case tableFull
    /// The device to be invited was removed from the table, and a removed key never returns.
    case inviteeRemoved(PublicKey)
    /// A device cannot remove itself: it leaves.
    case removesItself
    /// Nobody removes the founder.
    case removesFounder(PublicKey)
    /// The device to be removed is no member of the table.
    case removesStranger(PublicKey)
    /// The device to be removed was removed before.
    case removedBefore(PublicKey)
    /// This device is neither the founder nor a deputy, or the device to be removed is a deputy.
    case mayNotRemove(PublicKey)
    /// Only the founder names deputies.
    case namesDeputies
    /// The device to be named is the founder or no member of the table.
    case unfitDeputy(PublicKey)
}

extension [Draft] {
    /// The same drafts in the same order, in parts each of which fits one commit.
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
    /// The run that own drafts make behind the end of an own author's log; for an author of which
    /// nothing is held yet, behind its start. Lamports go up from the highest that is followed.
    func ownRun(
        of drafts: [Draft], by author: AuthorID, at wall: WallTime, lamportAbove floor: UInt64 = 0
    ) -> Run {
        let known = authors[author]
        // An own log that was forked goes on, if at all, on its longest branch.
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

    /// How a device came to the table; nil when it is no member.
    package func chain(of key: PublicKey) -> InvitationChain? { members.chain(of: key) }
}
