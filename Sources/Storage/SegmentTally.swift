import MoveLog

/// What a segment holds, by which it is chosen to be compacted.
struct SegmentTally {
    let number: UInt32
    private(set) var commits = 0
    private(set) var entries = 0
    /// Commits that name a request.
    private(set) var requests = 0
    /// Nothing in it is or was damaged, misnamed or cut.
    var isSound = true
    /// It is compacted, or would gain nothing: this store leaves it alone.
    var isSettled = false

    init(number: UInt32) { self.number = number }

    mutating func add(_ commit: Commit) {
        add(entries: commit.run.count, isRequested: commit.request != nil)
    }

    mutating func add(entries count: Int, isRequested: Bool) {
        commits += 1
        entries += count
        requests += isRequested ? 1 : 0
    }

    /// Whether its commits are so small that they take much less when they are joined.
    var isWorthCompacting: Bool {
        isSound && !isSettled && commits > 1
            && entries < commits * SegmentLimits.entriesPerCommitMax
    }
}
