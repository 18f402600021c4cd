/// The entries that count of those held: all of them, until a removal says otherwise.
extension TableLog {
    /// The removals that hold, by removed device: the remover, and the entry that says so.
    package var removals: [PublicKey: Removal] { members.removals }

    /// True if a removal of a device holds.
    package func isRemoved(_ key: PublicKey) -> Bool { members.removals[key] != nil }

    /// The deputies that are members, sorted: beside the founder they may remove devices.
    package var deputies: [PublicKey] { members.deputies.keys.filter(members.isMember).sorted() }

    /// True if one member may remove another: the founder may remove all others, a deputy all but the
    /// founder and the deputies.
    package func mayRemove(_ key: PublicKey, by remover: PublicKey) -> Bool {
        members.mayRemove(key, by: remover)
    }

    /// The members that a device invited or that came by those it invited, sorted: whose path leads
    /// through it. A device that somebody else invited too may stay without it.
    package func invitees(of key: PublicKey) -> [PublicKey] {
        members.keys.filter { other in
            guard other != key, let chain = members.chain(of: other) else { return false }
            if key == charter.founderKey { return true }
            return chain.invitations.dropLast().contains { $0.invitee == key }
        }
    }

    /// How many entries of a device are held here that do not count.
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

    /// The last sequence held of an author's longest branch, counting or not; 0 when nothing is.
    package func lastHeld(of author: AuthorID) -> UInt64 {
        authors[author]?.branches.map(\.last).max() ?? 0
    }

    /// True if a device that shows this chain is of the table no more: removed, or let in only by
    /// one that was.
    func isCutOff(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        members.isCutOff(key, by: chain)
    }

    // MARK: Logs

    /// For each branch of a log the last of its own entries that counts; where none does, the place
    /// where it begins.
    func countedEnds(of log: AuthorLog) -> [UInt64] {
        members.extents[log.author]?.ends ?? log.branches.map(\.last)
    }

    /// The ends of what counts of a log.
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

    /// The lowest sequence at which two entries count; nil when there is none.
    func forkedFrom(of log: AuthorLog) -> UInt64? {
        guard let extent = members.extents[log.author] else { return log.forkedFrom }
        return extent.forkedFrom
    }

    func counts(_ sequence: UInt64, of author: AuthorID, on branch: Int) -> Bool {
        members.extents[author]?.contains(sequence, on: branch) ?? true
    }

    /// The sequence after which nothing more of a log is taken from peers.
    func reach(of log: AuthorLog) -> UInt64 {
        guard authors[log.author] != nil else {
            return members.reach(of: log.author, by: log.key)
        }
        return members.extents[log.author]?.reach ?? .max
    }

    /// True if a leaf that a peer names is lacked: not held, and something on the way to it counts
    /// or may yet.
    func lacks(_ found: FoundLeaf) -> Bool {
        guard !found.isHeld else { return false }
        guard let extent = members.extents[found.leaf.author] else { return true }
        return extent.reach > 0
    }

    // MARK: Review

    /// Entries came that bear on who counts, or a log grew of which not everything does. Computes it
    /// again, as far as it may have changed, and says whether any entry besides these changed its place
    /// or whether it counts.
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
                // What was just appended is no change, whether it counts or not.
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
            // The new entries follow behind this.
            var ends = countedEnds(of: held)
            if held.author == log.author { ends[branch] = min(ends[branch], attached.after) }
            for entry in entries(of: held, upTo: ends) { _ = lamports.insert(entry.lamport) }
        }
        return true
    }
}
