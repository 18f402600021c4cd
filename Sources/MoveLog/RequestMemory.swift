/// The entries of the last `Limits.requestsMax` requests.
struct RequestMemory: Sendable {
    private var recorded: [RequestID: (first: EntryID, count: Int)] = [:]
    /// The requests in order of arrival; a ring buffer once it is full.
    private var order: [RequestID] = []
    private var oldest = 0

    func entries(of request: RequestID) -> [EntryID]? {
        recorded[request].map { first, count in
            (0..<UInt64(count)).map {
                EntryID(author: first.author, sequence: first.sequence + $0)
            }
        }
    }

    /// Remembers the request of a commit, if it has one. Beyond the limit the oldest request is
    /// forgotten; a known request maps to the new commit from now on.
    mutating func remember(_ commit: Commit) {
        guard let request = commit.request else { return }
        let first = EntryID(author: commit.run.author, sequence: commit.run.after + 1)
        guard recorded.updateValue((first, commit.run.count), forKey: request) == nil else {
            return
        }
        guard order.count == Limits.requestsMax else { return order.append(request) }
        recorded[order[oldest]] = nil
        order[oldest] = request
        oldest = (oldest + 1) % order.count
    }

    /// Remembers the newest requests on a disk, as many as the memory holds. Commits that wait
    /// aside are not recorded.
    mutating func remember(newestOf commits: [Commit], aside: [Commit]) {
        let waiting = Set(aside.compactMap(\.request))
        var newest: [Int] = []
        for place in commits.indices.reversed() where newest.count < Limits.requestsMax {
            guard let request = commits[place].request, !waiting.contains(request) else { continue }
            newest.append(place)
        }
        for place in newest.reversed() { remember(commits[place]) }
    }
}
