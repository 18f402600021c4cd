/// Commits on the disk as fewer that say the same.
extension TableLog {
    /// Commits of an author that follow each other as one, its entries in columns, with the last one's head,
    /// which vouches for all of them: what an opening makes of them in any case. The names of their
    /// requests are left out. Commits whose entries this log does not hold in one line stay as they are,
    /// as do those that would gain nothing. The order of each author's is kept, and that in which authors have
    /// their last: a device goes on as the author of the last commit without a signature.
    ///
    /// Cost: their entries are read once, and compared with those that are held.
    package func joined(_ commits: [Commit]) -> [Commit] {
        var open: [AuthorID: CommitGroup] = [:]
        var groups: [CommitGroup] = []
        for (place, commit) in commits.enumerated() {
            let author = commit.run.author
            if open[author]?.add(commit, at: place) == true { continue }
            if let full = open[author] { groups.append(full) }
            open[author] = CommitGroup(commit, at: place)
        }
        groups += open.values
        let parts = groups.flatMap { group in
            run(of: group, among: commits).map { [(place: group.end, commit: Commit(run: $0))] }
                ?? group.places.map { (place: $0, commit: commits[$0]) }
        }
        return parts.sorted { $0.place < $1.place }.map(\.commit)
    }

    /// The group as one run; nil where that is not what this log holds, or not worth it.
    private func run(of group: CommitGroup, among commits: [Commit]) -> Run? {
        guard let log = authors[group.author], group.last <= log.branches[0].last,
            holds(group, of: commits, in: log)
        else { return nil }
        let pages = log.branches[0].pages(after: group.after, upTo: group.last)
        // One alone gains only where it goes into columns.
        let isAlone = group.places.count == 1
        let goesIntoColumns =
            !commits[group.end].run.isPaged && pages.contains(where: \.isInColumns)
        guard !isAlone || goesIntoColumns else { return nil }
        return Run(
            author: group.author, after: group.after, base: group.base, pages: pages.joined,
            head: group.head)
    }

    /// Whether the entries of a group are those that an author's only line has at their places.
    private func holds(_ group: CommitGroup, of commits: [Commit], in log: AuthorLog) -> Bool {
        #if PlantedBugs
            if PlantedBug.isActive(.joinsByNumbers) { return true }
        #endif
        guard !log.isForked, log.digest(at: group.after, on: 0).octets.high == group.base else {
            return false
        }
        let branch = log.branches[0]
        guard
            branch.byteCount(after: group.after, upTo: group.last) <= Limits.spanBytesMax
        else { return false }
        let held = branch.bytes(after: group.after, upTo: group.last)
        var offset = 0
        for place in group.places {
            let bytes = commits[place].run.bytes
            guard !bytes.isEmpty, held[offset...].starts(with: bytes) else { return false }
            offset += bytes.count
        }
        return offset == held.count
    }
}

/// Commits of one author that follow each other by their numbers.
private struct CommitGroup {
    let author: AuthorID
    let after: UInt64
    let base: Octets16
    private(set) var places: [Int]
    /// The place of the last.
    private(set) var end: Int
    private(set) var last: UInt64
    private(set) var head: SignedHead?
    private var byteCount: Int
    /// Up to where the group may go: what damage takes is then no more than a page.
    private let boundary: UInt64

    init(_ commit: Commit, at place: Int) {
        author = commit.run.author
        after = commit.run.after
        base = commit.run.base
        places = [place]
        end = place
        last = commit.run.last
        head = commit.run.head
        byteCount = commit.run.byteCount
        let most = Limits.joinedEntriesMax
        boundary = (after / most + 1) * most
    }

    /// Takes a commit that follows; false for one that does not, is beyond the boundary, or would make more
    /// than fits one commit. Those that were signed, and those that were not, stay apart.
    mutating func add(_ commit: Commit, at place: Int) -> Bool {
        guard commit.run.after == last, commit.run.last <= boundary,
            (head == nil) == (commit.run.head == nil),
            byteCount + commit.run.byteCount <= Limits.spanBytesMax
        else { return false }
        places.append(place)
        end = place
        last = commit.run.last
        head = commit.run.head
        byteCount += commit.run.byteCount
        return true
    }
}
