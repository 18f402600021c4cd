import MoveLog

/// One author's own log while it is written: what `Replica` does for a device that heard of every
/// move of the others before its next, without merging each of them into each log. Entries go to the
/// disk in commits of so many, as commands of one move or an import of many make them.
struct Pen {
    let author: AuthorID
    /// The commits on the author's disk.
    private(set) var commits: [Commit]
    private(set) var last: UInt64

    private let batch: Int
    private var log: TableLog
    private var bytes: [UInt8] = []
    private var count = 0

    /// Goes on behind what a replica holds of its own author and has committed.
    init(_ member: Member, batch: Int = 1) {
        author = member.replica.author
        log = member.replica.log
        commits = member.commits
        last = log.last(of: author)
        self.batch = batch
    }

    /// Records one entry with a lamport and a wall time; its commit gets the request if it ends with it.
    mutating func record(
        _ draft: Draft, lamport: UInt64, wall: WallTime, request: RequestID? = nil
    ) {
        last += 1
        let entry = Entry(
            id: EntryID(author: author, sequence: last), lamport: lamport, wall: wall,
            scope: draft.scope, kind: draft.kind, body: draft.body)
        bytes += entry.canonicalBytes
        count += 1
        if count == batch { flush(request) }
    }

    mutating func flush(_ request: RequestID? = nil) {
        guard count > 0 else { return }
        guard let end = log.frontier.leaves.first(where: { $0.author == author }) else {
            preconditionFailure("an author that records has a log")
        }
        let run = Run(
            author: author, after: end.sequence, base: end.mark, count: count, bytes: bytes,
            head: nil)
        guard case .admitted = log.insert(run, trust: .ownDisk) else {
            preconditionFailure("own entries attach to the own log")
        }
        commits.append(Commit(run: run, request: request))
        bytes = []
        count = 0
    }
}
