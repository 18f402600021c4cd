/// Which lamports of a set are to be believed. Read upwards from 0, a lamport that exceeds its
/// predecessor by more than `Limits.lamportStepMax`, or reaches `Limits.lamportMax`, is absurd, and
/// so is all above it. The answer is a function of the set of lamports alone.
struct LamportBound: Sendable {
    /// The highest lamport that is not absurd: what a new entry follows.
    private(set) var highest: UInt64 = 0
    /// Absurd lamports, ascending, without repeats.
    private var absurd: [UInt64] = []

    func isAbsurd(_ lamport: UInt64) -> Bool { lamport > highest }

    var absurdCount: Int { absurd.count }

    /// Takes a lamport in; true when lamports that were absurd no longer are.
    mutating func insert(_ lamport: UInt64) -> Bool {
        guard lamport > highest else { return false }
        guard isReachable(lamport) else {
            let index = absurd.firstIndex { $0 >= lamport } ?? absurd.count
            if index == absurd.count || absurd[index] != lamport {
                absurd.insert(lamport, at: index)
            }
            return false
        }
        highest = lamport
        var released = 0
        while released < absurd.count, isReachable(absurd[released]) {
            highest = max(highest, absurd[released])
            released += 1
        }
        absurd.removeFirst(released)
        return released > 0
    }

    private func isReachable(_ lamport: UInt64) -> Bool {
        lamport < Limits.lamportMax
            && (lamport <= highest || lamport - highest <= Limits.lamportStepMax)
    }
}
