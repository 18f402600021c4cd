/// Which requests were recorded as which entries: the newest ones, `Limits.requestsMax` of them.
struct RequestMemory: Sendable {
    private var recorded: [RequestID: (first: EntryID, count: Int)] = [:]
    /// The requests in the order in which they came: a ring, once they are as many as may be.
    private var order: [RequestID] = []
    private var oldest = 0

    func entries(of request: RequestID) -> [EntryID]? {
        recorded[request].map { first, count in
            (0..<UInt64(count)).map {
                EntryID(author: first.author, sequence: first.sequence + $0)
            }
        }
    }

    /// Remembers the request of a commit, if it has one. The oldest request is forgotten where there are
    /// too many; a known one means the new commit from now on.
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

    /// Remembers the newest requests of a disk, as many as are remembered at all. What waits aside is not
    /// recorded.
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
