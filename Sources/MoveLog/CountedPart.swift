/// The part of a log that counts after its device was removed or lost its invitation.
struct CountedPart: Equatable, Sendable {
    /// For each branch the last of its own entries that counts; the start of the branch if none
    /// does.
    private(set) var ends: [UInt64]
    /// The ends of the entries that count; none is an ancestor of another.
    private(set) var leaves: [EndLeaf] = []
    /// The last sequence up to which entries are still accepted from peers: an entry that counts
    /// may follow.
    private(set) var reach: UInt64
    /// The lowest sequence at which two entries count; nil if there is none.
    private(set) var forkedFrom: UInt64?
    /// The signed heads of the cuts on each branch.
    private(set) var heads: [Int: [SignedHead]] = [:]

    /// An end of the entries that count.
    struct EndLeaf: Equatable, Sendable {
        var sequence: UInt64
        var digest: Digest
    }

    /// Nothing of the log counts; up to `reach` entries that count may still come.
    init(nothingOf log: AuthorLog, reach: UInt64) {
        ends = log.branches.map(\.after)
        self.reach = reach
    }

    /// The entries on the path to each cut count. While the place of a cut is not held, all entries
    /// up to its sequence count on every branch: each of them may be on the path.
    init(of log: AuthorLog, upTo cuts: [DeviceRemoved.Cut]) {
        self.init(nothingOf: log, reach: 0)
        for cut in cuts where cut.author == log.author {
            if let branch = log.branch(at: cut.sequence, digest: cut.digest) {
                heads[branch, default: []].append(cut.head)
                raise(branch, to: cut.sequence, in: log)
            } else {
                reach = max(reach, cut.sequence)
            }
        }
        for index in log.branches.indices where log.branches[index].after < reach {
            ends[index] = max(ends[index], min(reach, log.branches[index].last))
        }
        findLeaves(of: log)
    }

    private mutating func raise(_ branch: Int, to sequence: UInt64, in log: AuthorLog) {
        var index = branch
        var sequence = sequence
        while true {
            ends[index] = max(ends[index], sequence)
            guard let parent = log.branches[index].parent else { return }
            sequence = log.branches[index].after
            // A branch may fork off a parent at the start of that parent.
            index = sequence == 0 ? parent : log.owner(of: sequence, on: parent)
        }
    }

    private mutating func findLeaves(of log: AuthorLog) {
        var begins: [Int: [UInt64]] = [:]
        for index in log.branches.indices where counts(index, in: log) {
            guard let parent = log.branches[index].parent else { continue }
            let after = log.branches[index].after
            let owner = after == 0 ? parent : log.owner(of: after, on: parent)
            begins[owner, default: []].append(after)
        }
        for (owner, places) in begins {
            for place in places {
                let ways = places.count { $0 == place } + (ends[owner] > place ? 1 : 0)
                if ways > 1 { forkedFrom = min(forkedFrom ?? .max, place + 1) }
            }
        }
        for index in log.branches.indices where counts(index, in: log) {
            let end = ends[index]
            guard begins[index]?.contains(end) != true else { continue }
            leaves.append(
                EndLeaf(sequence: end, digest: log.digest(at: end, on: index)))
        }
    }

    private func counts(_ index: Int, in log: AuthorLog) -> Bool {
        ends[index] > log.branches[index].after
    }

    /// True if an entry of a branch counts.
    func contains(_ sequence: UInt64, on branch: Int) -> Bool {
        branch < ends.count && sequence <= ends[branch]
    }

    /// The first head of a cut on a branch above a sequence.
    func head(above sequence: UInt64, on branch: Int) -> SignedHead? {
        heads[branch]?.filter { $0.sequence > sequence }.min { $0.sequence < $1.sequence }
    }
}
