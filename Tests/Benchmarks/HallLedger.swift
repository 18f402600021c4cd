import MoveLog

/// Who holds what, and since when: learned from what devices append, which are their disks.
struct HallLedger {
    private let count: Int
    private var authors: [AuthorID: Int] = [:]
    /// By device, then author: up to where the log is held.
    private var held: [[UInt32]]
    /// By author: the milliseconds at which each entry was recorded, and how many devices hold it.
    private var entries: [[(at: Int, holders: Int)]]
    /// How many entries are lacked, summed over the devices.
    private(set) var lacking = 0
    /// Milliseconds until all devices held an entry.
    private(set) var untilAll: [Int] = []
    /// Milliseconds until one more device held an entry.
    private(set) var untilEach: [Int] = []

    /// A table of devices that hold nothing; each goes on as its present author.
    init(_ replicas: [Replica]) {
        count = replicas.count
        held = Array(repeating: Array(repeating: 0, count: count), count: count)
        entries = Array(repeating: [], count: count)
        for (number, replica) in replicas.enumerated() { authors[replica.author] = number }
    }

    var entryCount: Int { entries.reduce(0) { $0 + $1.count } }

    mutating func append(_ commit: Commit, at device: Int, _ now: Int) {
        guard let author = authors[commit.run.author] else {
            preconditionFailure("nobody begins a second incarnation here")
        }
        let last = UInt32(commit.run.last)
        guard last > held[device][author] else { return }
        for sequence in (held[device][author] + 1)...last {
            let index = Int(sequence) - 1
            if index == entries[author].count {
                entries[author].append((now, 1))
                lacking += count - 1
                continue
            }
            entries[author][index].holders += 1
            lacking -= 1
            let time = now - entries[author][index].at
            untilEach.append(time)
            if entries[author][index].holders == count { untilAll.append(time) }
        }
        held[device][author] = last
    }

    mutating func forgetTimes() {
        untilAll = []
        untilEach = []
    }
}

extension [Int] {
    /// The value below which a part of them lies; 0 of none.
    func percentile(_ part: Double) -> Int {
        isEmpty ? 0 : sorted()[Swift.min(count - 1, Int(Double(count) * part))]
    }
}
