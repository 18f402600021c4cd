/// How much of a log counts whose device was removed, or has no invitation left that holds.
struct Extent: Equatable, Sendable {
    /// For each branch the last of its own entries that counts; where none does, the place where it
    /// begins.
    private(set) var ends: [UInt64]
    /// The ends of what counts, none of them before another on its way.
    private(set) var leaves: [EndLeaf] = []
    /// Up to where entries are still taken from peers: something that counts may come.
    private(set) var reach: UInt64
    /// The lowest sequence at which two entries count; nil when there is none.
    private(set) var forkedFrom: UInt64?
    /// The signed heads of the cuts that lie on a branch, by branch.
    private(set) var heads: [Int: [SignedHead]] = [:]

    /// An end of what counts.
    struct EndLeaf: Equatable, Sendable {
        var sequence: UInt64
        var digest: Digest
    }

    /// Nothing of a log counts; `reach` says up to where it may yet.
    init(nothingOf log: AuthorLog, reach: UInt64) {
        ends = log.branches.map(\.after)
        self.reach = reach
    }

    /// The entries on the way to the cuts of a log count. While the place of a cut is not held, all
    /// entries up to its sequence do, on every branch: each of them may be on the way.
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
            // A branch may fork off a parent at that one's own start.
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

    /// The first head of a cut that lies on a branch above a sequence.
    func head(above sequence: UInt64, on branch: Int) -> SignedHead? {
        heads[branch]?.filter { $0.sequence > sequence }.min { $0.sequence < $1.sequence }
    }
}

extension AuthorLog {
    /// The branch that holds the entry with this sequence and this digest; nil when none does.
    func branch(at sequence: UInt64, digest: Digest) -> Int? {
        guard let branch = branch(at: sequence, mark: digest.octets.high),
            self.digest(at: sequence, on: branch) == digest
        else { return nil }
        return branch
    }
}
