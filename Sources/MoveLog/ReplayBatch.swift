/// Commits of one author that follow each other on the disk, to be taken in as one run.
struct ReplayBatch {
    let author: AuthorID
    /// Which of all commits these are.
    private(set) var places: [Int]
    private let after: UInt64
    private let base: Octets16
    /// The place that is passed after all but the last commit.
    private(set) var waypoint: TableLog.Waypoint
    private var head: SignedHead?
    private var last: UInt64
    private var pages: [Page] = []
    /// The entries behind those that are on pages, and how many these are.
    private var bytes: [UInt8] = []
    private var bytesCount = 0
    private var byteCount: Int

    init(_ commit: Commit, at place: Int) {
        author = commit.run.author
        places = [place]
        after = commit.run.after
        base = commit.run.base
        waypoint = TableLog.Waypoint(commit.run)
        head = commit.run.head
        last = commit.run.last
        byteCount = commit.run.byteCount
        append(commit.run)
    }

    /// Takes a commit of the same author that follows the last, as long as the batch is small; false
    /// otherwise. Where a batch ends makes no difference to what is held; it keeps its last head alone,
    /// so it is much shorter than the span between two heads may be.
    mutating func add(_ commit: Commit, at place: Int) -> Bool {
        guard commit.run.after == last, (head == nil) == (commit.run.head == nil),
            Int(commit.run.last - after) <= Limits.replayEntriesMax,
            byteCount + commit.run.byteCount <= Limits.replayBytesMax
        else { return false }
        places.append(place)
        waypoint = TableLog.Waypoint(commit.run)
        head = commit.run.head
        last = commit.run.last
        byteCount += commit.run.byteCount
        append(commit.run)
        return true
    }

    private mutating func append(_ run: Run) {
        run.forEachPage { page in
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

    /// All of them as one run. What is not in columns stands on as few pages as can be.
    var run: Run {
        var all = self
        all.endPage()
        return Run(author: author, after: after, base: base, pages: all.pages, head: head)
    }
}

extension TableLog {
    /// Takes in what the own disk holds, in its order. Returns the commits that attach nowhere yet.
    ///
    /// Commits of one author that follow each other are taken in together: most are of a single entry,
    /// and what they share is then worked out once.
    mutating func replay(_ commits: [Commit]) -> [Commit] {
        var aside: [Commit] = []
        var batches: [AuthorID: ReplayBatch] = [:]
        var order: [AuthorID] = []
        // Of the author of the commit before, since mostly the next one follows it.
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
        // Of a forked log the branches have the same numbers: that commits follow each other the mark
        // says that the last one attaches to.
        if batch.places.count > 1,
            case .admitted = insert(batch.run, passing: batch.waypoint)
        {
            return []
        }
        return batch.places.map { commits[$0] }.filter { commit in
            switch insert(commit.run, trust: .ownDisk) {
            case .admitted, .held: return false
            case .gap: return true
            case .refused, .malformed, .forged, .beyondCut:
                // Only admitted runs are written, so this is damage that a checksum did not see.
                return true
            }
        }
    }

    /// Tries again to attach what waits behind a gap, until nothing more attaches. Returns the authors of
    /// which something did.
    @discardableResult
    mutating func attach(_ aside: inout [Commit]) -> Set<AuthorID> {
        var attached: Set<AuthorID> = []
        var isGrowing = true
        while isGrowing, !aside.isEmpty {
            let waiting = aside
            aside = waiting.filter { commit in
                switch insert(commit.run, trust: .ownDisk) {
                case .admitted, .held:
                    attached.insert(commit.run.author)
                    return false
                case .gap, .refused, .malformed, .forged, .beyondCut: return true
                }
            }
            isGrowing = aside.count < waiting.count
        }
        return attached
    }
}
