/// Commits of one author that follow each other on the disk, to be taken in as one run.
struct ReplayBatch {
    private(set) var commits: [Commit]
    private var pages: [Page]
    private var count: Int
    private var byteCount: Int

    init(_ commit: Commit) {
        commits = [commit]
        pages = commit.run.pages
        count = commit.run.count
        byteCount = commit.run.byteCount
    }

    /// Takes a commit that follows the last, as long as the batch is small; false otherwise. Where a
    /// batch ends makes no difference to what is held; it keeps its last head alone, so it is much
    /// shorter than the span between two heads may be.
    mutating func add(_ commit: Commit) -> Bool {
        guard let last = commits.last, commit.run.after == last.run.last,
            (last.run.head == nil) == (commit.run.head == nil),
            count + commit.run.count <= Limits.replayEntriesMax,
            byteCount + commit.run.byteCount <= Limits.replayBytesMax
        else { return false }
        commits.append(commit)
        pages += commit.run.pages
        count += commit.run.count
        byteCount += commit.run.byteCount
        return true
    }

    /// All of them as one run.
    var run: Run { run(of: pages, head: commits[commits.count - 1].run.head) }

    /// All but the last one as one run; nil where there is but one.
    var front: Run? {
        guard commits.count > 1 else { return nil }
        return run(of: pages.dropLast(commits[commits.count - 1].run.pages.count), head: nil)
    }

    /// The mark of the digest that the last one follows. Where all before it lead to that, they follow
    /// each other not by their numbers alone: of a forked log the branches have the same.
    var base: Octets16 { commits[commits.count - 1].run.base }

    private func run(of pages: some Collection<Page>, head: SignedHead?) -> Run {
        let first = commits[0].run
        return Run(
            author: first.author, after: first.after, base: first.base,
            pages: Array(pages).joined, head: head)
    }
}
