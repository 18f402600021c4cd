/// Which lamports of a set are to be believed. Read upwards from 0, a lamport that exceeds its
/// predecessor by more than `Limits.lamportStepMax`, or reaches `Limits.lamportMax`, is absurd, and
/// so is all above it. The answer is a function of the set of lamports alone.
struct LamportBound: Sendable {
    /// The highest lamport that is not absurd: what a new entry follows.
    private(set) var highest: UInt64 = 0
    /// Absurd lamports without repeats, each above its parent at half its index: the lowest is
    /// first, and a flood of them costs little.
    private var absurd: [UInt64] = []
    private var known: Set<UInt64> = []

    func isAbsurd(_ lamport: UInt64) -> Bool { lamport > highest }

    var absurdCount: Int { absurd.count }

    /// Takes a lamport in; true when lamports that were absurd no longer are.
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
        return lamport < Limits.lamportMax
            && (lamport <= highest || lamport - highest <= Limits.lamportStepMax)
    }
}
