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
            if batches.isEmpty || bytes > MoveLogLimits.batchBytesMax
                || batches[batches.count - 1].count >= MoveLogLimits.batchDraftsMax
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
        let highest = max(lamports.highest, floor)
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

    /// The invitations of a member; nil for any other device.
    package func chain(of key: PublicKey) -> InvitationChain? { members.chain(of: key) }
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
        return Array(cuts.sorted().prefix(MoveLogLimits.leavesOfDeviceMax))
    }
}
