import MoveLog

/// How often something took how long since the daemon began. A value is in the first bucket whose
/// bound it does not exceed.
package struct TimeHistogram: Equatable, Sendable {
    /// The upper bounds of all buckets but the last, from a fast disk to a turn that people notice.
    package static let bounds: [Duration] = [
        .microseconds(100), .microseconds(250), .microseconds(500), .milliseconds(1),
        .microseconds(2500), .milliseconds(5), .milliseconds(10), .milliseconds(25),
        .milliseconds(50), .milliseconds(100), .milliseconds(250), .seconds(1), .seconds(5),
    ]

    /// By bucket; the last one has what is beyond every bound.
    package private(set) var counts = [Int](repeating: 0, count: Self.bounds.count + 1)
    package private(set) var sum = Duration.zero

    package mutating func add(_ time: Duration) {
        counts[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count] += 1
        sum += max(.zero, time)
    }
}

/// Counts of the ledger's work since the daemon began; they only grow.
package struct LedgerMeter: Equatable, Sendable {
    /// Entries that this device recorded, durable.
    package private(set) var recorded = 0
    /// Entries that came from peers and files, durable.
    package private(set) var received = 0
    /// Commits to the disk, those that failed among them.
    package var commits = TimeHistogram()
    package var failedCommits = 0

    /// Counts the entries of a turn that became durable.
    mutating func count(_ effects: [Effect]) {
        for case .append(let commit) in effects {
            // Only runs from elsewhere have a signed head.
            if commit.run.head == nil {
                recorded += commit.run.count
            } else {
                received += commit.run.count
            }
        }
    }
}

/// The figures of the loop and of the local API at a moment.
package struct LoopReadings: Equatable, Sendable {
    package let turns: TimeHistogram
    /// Of the local API, streams among them.
    package let connections: Int
    /// Open event streams of the local API.
    package let streams: Int
}
