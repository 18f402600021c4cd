/// The place of an entry in the total order of a table's entries: by lamport, author, sequence,
/// then the digest of the entry. The order is causal and independent of wall clocks.
package struct Place: Hashable, Comparable, Sendable {
    /// 0 if the lamport is absurd, which puts the entry before all others.
    package var lamport: UInt64
    package var id: EntryID
    /// The digest of the entry if its author's log is forked at or before it, to order two entries
    /// with one ID; nil in every other case.
    package var digest: Digest?

    package init(lamport: UInt64, id: EntryID, digest: Digest? = nil) {
        self.lamport = lamport
        self.id = id
        self.digest = digest
    }

    /// The order of entries: lamport, author, sequence, and the digest where a log is forked. Wall
    /// time has no part in it.
    package static func < (left: Self, right: Self) -> Bool {
        if left.lamport != right.lamport { return left.lamport < right.lamport }
        if left.id != right.id { return left.id < right.id }
        switch (left.digest, right.digest) {
        case (nil, nil), (_?, nil): return false
        case (nil, _?): return true
        case (let left?, let right?): return left < right
        }
    }
}

/// An entry with its place in the order: the input of the fold.
package struct Placed: Hashable, Sendable {
    /// The entry as its author wrote it.
    package var entry: Entry
    package var place: Place

    package init(entry: Entry, place: Place) {
        self.entry = entry
        self.place = place
    }
}

/// Separates the absurd lamports of a set from the others. In ascending order from 0, a lamport
/// that exceeds its predecessor by more than `MoveLogLimits.lamportStepMax`, or reaches
/// `MoveLogLimits.lamportMax`, is absurd, and so are all above it. Depends only on the set.
struct LamportBound: Sendable {
    /// The highest lamport that is not absurd; a new entry follows it.
    private(set) var highest: UInt64 = 0
    /// The absurd lamports without repeats, as a binary min-heap, so that a flood of them is cheap.
    private var absurd: [UInt64] = []
    private var known: Set<UInt64> = []

    func isAbsurd(_ lamport: UInt64) -> Bool { lamport > highest }

    var absurdCount: Int { absurd.count }

    /// Adds a lamport; returns true if lamports that were absurd no longer are.
    mutating func insert(_ lamport: UInt64) -> Bool {
        guard lamport > highest else { return false }
        guard isReachable(lamport) else {
            if known.insert(lamport).inserted { push(lamport) }
            return false
        }
        highest = lamport
        var isReleasing = false
        while let lowest = absurd.first, isReachable(lowest) {
            highest = max(highest, lowest)
            popLowest()
            isReleasing = true
        }
        return isReleasing
    }

    private mutating func push(_ lamport: UInt64) {
        absurd.append(lamport)
        var index = absurd.count - 1
        while index > 0, absurd[(index - 1) / 2] > absurd[index] {
            absurd.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func popLowest() {
        absurd.swapAt(0, absurd.count - 1)
        known.remove(absurd.removeLast())
        var index = 0
        while true {
            let children = [2 * index + 1, 2 * index + 2].filter { $0 < absurd.count }
            guard let least = children.min(by: { absurd[$0] < absurd[$1] }),
                absurd[least] < absurd[index]
            else { return }
            absurd.swapAt(index, least)
            index = least
        }
    }

    private func isReachable(_ lamport: UInt64) -> Bool {
        return lamport < MoveLogLimits.lamportMax
            && (lamport <= highest || lamport - highest <= MoveLogLimits.lamportStepMax)
    }
}
