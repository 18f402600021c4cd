/// Commits of one author that follow each other on the disk, to be taken in as one run.
struct ReplayBatch {
    let author: AuthorID
    /// Which of all commits these are.
    private(set) var places: [Int]
    private let after: UInt64
    private let base: Octets16
    /// What is to be passed behind all but the last commit, and its head.
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
        take(commit.run)
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
        take(commit.run)
        return true
    }

    private mutating func take(_ run: Run) {
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
