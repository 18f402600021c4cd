/// The entries that count: all that are held, unless a removal cuts them off.
extension TableLog {
    /// The removals in force, by removed device.
    package var removals: [PublicKey: Removal] { members.removals }

    /// True if a removal of the device is in force.
    package func isRemoved(_ key: PublicKey) -> Bool { members.removals[key] != nil }

    /// The deputies that are members, sorted. Besides the founder, they may remove devices.
    package var deputies: [PublicKey] { members.deputies.keys.filter(members.isMember).sorted() }

    /// True if one member may remove another: the founder may remove all others, a deputy all but
    /// the founder and the deputies.
    package func mayRemove(_ key: PublicKey, by remover: PublicKey) -> Bool {
        members.mayRemove(key, by: remover)
    }

    /// The members whose invitation chain leads through a device, sorted. A member that another
    /// device invited too may stay when this one is removed.
    package func invitees(of key: PublicKey) -> [PublicKey] {
        members.keys.filter { other in
            guard other != key, let chain = members.chain(of: other) else { return false }
            if key == charter.founderKey { return true }
            return chain.invitations.dropLast().contains { $0.invitee == key }
        }
    }

    /// The number of entries of a device that are held here and do not count.
    package func uncountedCount(of key: PublicKey) -> Int {
        authors.values.filter { $0.key == key }.reduce(0) { sum, log in
            sum + zip(countedEnds(of: log), log.branches).reduce(0) { $0 + Int($1.1.last - $1.0) }
        }
    }

    /// The entries of a device that are held here and do not count, by author and sequence.
    package func uncounted(of key: PublicKey) -> [Entry] {
        let logs = authors.values.filter { $0.key == key && members.extents[$0.author] != nil }
        return logs.sorted { $0.author < $1.author }.flatMap { log in
            let counted = Set(entries(of: log, upTo: countedEnds(of: log)))
            return entries(of: log, upTo: log.branches.map(\.last)).filter {
                !counted.contains($0)
            }
        }
    }

    /// The last held sequence of an author's longest branch, counted or not; 0 if nothing is held.
    package func lastHeld(of author: AuthorID) -> UInt64 {
        authors[author]?.branches.map(\.last).max() ?? 0
    }

    /// True if a device with this chain no longer belongs to the table: it was removed, or a device
    /// that was removed let it in.
    func isCutOff(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        members.isCutOff(key, by: chain)
    }

    // MARK: Logs

    /// For each branch of a log the last of its own entries that counts; the start of the branch if
    /// none does.
    func countedEnds(of log: AuthorLog) -> [UInt64] {
        members.extents[log.author]?.ends ?? log.branches.map(\.last)
    }

    /// The ends of the entries of a log that count.
    func ends(of log: AuthorLog) -> [Extent.EndLeaf] {
        if let extent = members.extents[log.author] { return extent.leaves }
        return log.branches.filter { $0.last > 0 }.map {
            Extent.EndLeaf(sequence: $0.last, digest: $0.end)
        }
    }

    /// The leaves of a log in the frontier.
    func leaves(of log: AuthorLog) -> [Leaf] {
        guard let extent = members.extents[log.author] else { return log.leaves }
        return extent.leaves.map {
            Leaf(author: log.author, sequence: $0.sequence, mark: $0.digest.octets.high)
        }
    }

    /// The lowest sequence at which two entries count; nil if there is none.
    func forkedFrom(of log: AuthorLog) -> UInt64? {
        guard let extent = members.extents[log.author] else { return log.forkedFrom }
        return extent.forkedFrom
    }

    func counts(_ sequence: UInt64, of author: AuthorID, on branch: Int) -> Bool {
        members.extents[author]?.contains(sequence, on: branch) ?? true
    }

    /// The sequence after which no more of a log is accepted from peers.
    func reach(of log: AuthorLog) -> UInt64 {
        guard authors[log.author] != nil else {
            return members.reach(of: log.author, by: log.key)
        }
        return members.extents[log.author]?.reach ?? .max
    }

    /// True if a leaf that a peer named is lacking: it is not held, and an entry on the path to it
    /// counts or may count later.
    func lacks(_ found: FoundLeaf) -> Bool {
        guard !found.isHeld else { return false }
        guard let extent = members.extents[found.leaf.author] else { return true }
        return extent.reach > 0
    }

    // MARK: Review

    /// Recomputes the extents after entries about devices, or entries of a partly counted log.
    /// Returns true if any other entry changed its place, or began or ceased to count.
    mutating func review(
        _ log: AuthorLog, on branch: Int, _ attached: AuthorLog.Attachment, isWhole: Bool
    ) -> Bool {
        let before = members.extents
        let isWhole = isWhole || !members.follow(log)
        if isWhole { members.review(authors) }
        let after = members.extents
        var isChanged = false
        let touched = isWhole ? Set(before.keys).union(after.keys) : [log.author]
        for author in touched {
            guard let held = authors[author] else { continue }
            let now = countedEnds(of: held)
            var old = before[author]?.ends ?? held.branches.map(\.last)
            var new = now
            if author == log.author {
                // The entries just appended are no change, whether they count or not.
                if old.count < new.count { old.append(attached.after) }
                if old.count > branch { old[branch] = min(old[branch], attached.after) }
                if new.count > branch { new[branch] = min(new[branch], attached.after) }
            }
            let forks = (before[author]?.forkedFrom, after[author]?.forkedFrom)
            let isForkMoved = before[author] != nil && after[author] != nil && forks.0 != forks.1
            if old != new || isForkMoved {
                isChanged = true
            }
        }
        guard isChanged else { return false }
        lamports = LamportBound()
        for held in authors.values {
            // The caller adds the new entries after this.
            var ends = countedEnds(of: held)
            if held.author == log.author { ends[branch] = min(ends[branch], attached.after) }
            for entry in entries(of: held, upTo: ends) { _ = lamports.insert(entry.lamport) }
        }
        return true
    }
}
