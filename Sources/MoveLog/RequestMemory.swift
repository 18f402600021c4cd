/// Which requests were recorded as which entries: the newest ones, `Limits.requestsMax` of them.
///
/// A ring of slots of 32 bytes, found by chains: a dictionary that holds each name twice, once to
/// find it and once to forget it, took three times as much, for as long as the daemon runs. Cost: a
/// look at the few slots of a chain; what is remembered is moved once each time its number doubles.
struct RequestMemory: Sendable {
    private struct Slot: Sendable {
        var request: RequestID
        /// Of the first entry.
        var sequence: UInt64
        /// How many entries.
        var count: UInt32
        /// Which of `authors`, which are at most `Limits.incarnationsMax`.
        var author: UInt16
        /// The next slot of the same chain, or `end`, for which `Limits.requestsMax` stays below it.
        var next: UInt16
    }

    private static let end = UInt16.max

    /// In the order in which they came, from `oldest` on, once they are as many as may be.
    private var slots: [Slot] = []
    private var oldest = 0
    /// The first slot of each chain, or `end`; as many as a power of two.
    private var chains: [UInt16] = []
    /// The incarnations under which this device recorded, which are few.
    private var authors: [AuthorID] = []

    func entries(of request: RequestID) -> [EntryID]? {
        guard let index = index(of: request) else { return nil }
        let slot = slots[index]
        return (0..<UInt64(slot.count)).map {
            EntryID(author: authors[Int(slot.author)], sequence: slot.sequence + $0)
        }
    }

    /// Remembers a request, in the place of the oldest one where there are too many; what one meant
    /// that is known already changes.
    mutating func remember(_ request: RequestID, first: EntryID, count: Int) {
        let author = authors.firstIndex(of: first.author) ?? authors.count
        if author == authors.count { authors.append(first.author) }
        var slot = Slot(
            request: request, sequence: first.sequence, count: UInt32(count),
            author: UInt16(author), next: Self.end)
        if let index = index(of: request) {
            slot.next = slots[index].next
            slots[index] = slot
        } else if slots.count < Limits.requestsMax {
            slots.append(slot)
            if slots.count > chains.count { chainAll() } else { chain(slots.count - 1) }
        } else {
            unchain(oldest)
            slots[oldest] = slot
            chain(oldest)
            oldest = (oldest + 1) % slots.count
        }
    }

    mutating func remember(_ commit: Commit) {
        guard let request = commit.request else { return }
        remember(
            request, first: EntryID(author: commit.run.author, sequence: commit.run.after + 1),
            count: commit.run.count)
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

    // MARK: Chains

    private func index(of request: RequestID) -> Int? {
        guard !chains.isEmpty else { return nil }
        var next = chains[place(of: request)]
        while next != Self.end {
            if slots[Int(next)].request == request { return Int(next) }
            next = slots[Int(next)].next
        }
        return nil
    }

    /// By the process's own seed, so that nobody can choose names that fall into one chain.
    private func place(of request: RequestID) -> Int { request.hashValue & (chains.count - 1) }

    private mutating func chain(_ index: Int) {
        let place = place(of: slots[index].request)
        slots[index].next = chains[place]
        chains[place] = UInt16(index)
    }

    private mutating func unchain(_ index: Int) {
        let place = place(of: slots[index].request)
        let next = slots[index].next
        var before = Int(chains[place])
        guard before != index else {
            chains[place] = next
            return
        }
        while Int(slots[before].next) != index { before = Int(slots[before].next) }
        slots[before].next = next
    }

    private mutating func chainAll() {
        chains = Array(repeating: Self.end, count: max(16, chains.count * 2))
        for index in slots.indices { chain(index) }
    }
}
