import MoveLog

/// One author's own log while it is written: what `Replica` does for a device that heard of every
/// move of the others before its next, without merging each of them into each log.
struct Pen {
    /// Whose log it is.
    let author: AuthorID
    /// The commits, each of one entry, in order.
    private(set) var commits: [Commit]
    private var log: TableLog
    private var leaf: Leaf

    /// Goes on behind what a replica holds of its own author and has committed.
    init(_ replica: Replica, commits: [Commit]) {
        author = replica.author
        log = replica.log
        self.commits = commits
        leaf = Self.leaf(of: author, in: log)
    }

    /// The number of the last entry.
    var last: UInt64 { leaf.sequence }

    /// Records one entry with a lamport and a wall time.
    mutating func record(_ draft: Draft, lamport: UInt64, wall: WallTime, request: RequestID) {
        let id = EntryID(author: author, sequence: leaf.sequence + 1)
        let entry = Entry(
            id: id, lamport: lamport, wall: wall, scope: draft.scope, kind: draft.kind,
            body: draft.body)
        let run = Run(
            author: author, after: leaf.sequence, base: leaf.mark, count: 1,
            bytes: entry.canonicalBytes, head: nil)
        guard case .admitted = log.insert(run, trust: .ownDisk) else {
            preconditionFailure("an own entry attaches to the own log")
        }
        leaf = Self.leaf(of: author, in: log)
        commits.append(Commit(run: run, request: request))
    }

    private static func leaf(of author: AuthorID, in log: TableLog) -> Leaf {
        guard let leaf = log.frontier.leaves.first(where: { $0.author == author }) else {
            preconditionFailure("an author that records has a log")
        }
        return leaf
    }
}
