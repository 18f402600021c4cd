/// Consecutive commits of one author on the disk, to be replayed as one run.
struct ReplayBatch {
    let author: AuthorID
    /// The indices of the commits.
    private(set) var places: [Int] = []
    private let after: UInt64
    private let base: Octets16
    /// The place after all but the last commit, which the batch must pass.
    private(set) var waypoint: TableLog.Waypoint
    private var head: SignedHead?
    private var last: UInt64
    private var pages: [Page] = []
    /// The entries after those in `pages`, and their count.
    private var bytes: [UInt8] = []
    private var bytesCount = 0
    private var byteCount = 0

    init(_ commit: Commit, at place: Int) {
        author = commit.run.author
        after = commit.run.after
        base = commit.run.base
        waypoint = TableLog.Waypoint(commit.run)
        last = after
        append(commit, at: place)
    }

    /// Adds a commit of the same author that follows the last one, as long as the batch is small;
    /// returns false otherwise. The division into batches makes no difference to the log. A batch
    /// keeps only its last head, so it is much shorter than the span between two heads may be.
    mutating func add(_ commit: Commit, at place: Int) -> Bool {
        guard commit.run.after == last, (head == nil) == (commit.run.head == nil),
            Int(commit.run.last - after) <= MoveLogLimits.replayEntriesMax,
            byteCount + commit.run.byteCount <= MoveLogLimits.replayBytesMax
        else { return false }
        append(commit, at: place)
        return true
    }

    private mutating func append(_ commit: Commit, at place: Int) {
        places.append(place)
        waypoint = TableLog.Waypoint(commit.run)
        head = commit.run.head
        last = commit.run.last
        byteCount += commit.run.byteCount
        commit.run.forEachPage { page in
            guard page.isInColumns else {
                bytes += page.bytes
                bytesCount += page.count
                return
            }
            endPage()
            pages.append(page)
        }
    }

    private mutating func endPage() {
        guard bytesCount > 0 else { return }
        pages.append(Page(count: bytesCount, bytes: bytes))
        bytes = []
        bytesCount = 0
    }

    /// The commits as one run. Entries that are not in columns are joined to as few pages as
    /// possible.
    var run: Run {
        var all = self
        all.endPage()
        return Run(author: author, after: after, base: base, pages: all.pages, head: head)
    }
}

extension TableLog {
    /// Replays the commits of the own disk in order. Returns the commits that do not attach yet.
    ///
    /// Consecutive commits of one author are replayed together: most have a single entry, and their
    /// common work is then done once.
    mutating func replay(_ commits: [Commit]) -> [Commit] {
        var aside: [Commit] = []
        var batches: [AuthorID: ReplayBatch] = [:]
        var order: [AuthorID] = []
        // The batch of the author of the previous commit, since mostly the next one follows it.
        var open: ReplayBatch?
        for place in commits.indices {
            let author = commits[place].run.author
            if let other = open, other.author != author {
                batches[other.author] = other
                open = batches.removeValue(forKey: author)
            }
            if open?.add(commits[place], at: place) == true { continue }
            if let full = open { aside += replay(full, of: commits) } else { order.append(author) }
            open = ReplayBatch(commits[place], at: place)
        }
        if let open { batches[open.author] = open }
        for author in order {
            if let batch = batches.removeValue(forKey: author) {
                aside += replay(batch, of: commits)
            }
        }
        attach(&aside)
        return aside
    }

    private mutating func replay(_ batch: ReplayBatch, of commits: [Commit]) -> [Commit] {
        // The branches of a forked log share sequences. The mark at the waypoint shows that the
        // last commit follows the others.
        if batch.places.count > 1,
            case .admitted = insert(batch.run, trust: .ownDisk, passing: batch.waypoint)
        {
            return []
        }
        return batch.places.map { commits[$0] }.filter { !attaches($0) }
    }

    /// True if the run of a commit is held now.
    private mutating func attaches(_ commit: Commit) -> Bool {
        switch insert(commit.run, trust: .ownDisk) {
        case .admitted, .held: true
        // Only admitted runs are written, so all but a gap is damage that a checksum did not
        // detect.
        case .gap, .refused, .malformed, .forged, .beyondCut: false
        }
    }

    /// Attaches the commits that wait after a gap, until no more attach. Returns the authors of
    /// those that did.
    @discardableResult
    mutating func attach(_ aside: inout [Commit]) -> Set<AuthorID> {
        var attached: Set<AuthorID> = []
        var isGrowing = true
        while isGrowing, !aside.isEmpty {
            let waiting = aside
            aside = waiting.filter { commit in
                guard attaches(commit) else { return true }
                attached.insert(commit.run.author)
                return false
            }
            isGrowing = aside.count < waiting.count
        }
        return attached
    }
}
