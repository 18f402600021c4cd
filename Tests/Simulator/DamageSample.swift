import MoveLog
import Storage

/// A healthy log of exactly so many bytes, in cold segments and a last one with reserved space, and
/// what may be said of it after it was damaged.
package struct DamageSample: Sendable {
    /// The files by name.
    package let files: [(name: String, bytes: [UInt8])]
    /// What was written, in order.
    private let commits: [Commit]
    /// Where the records of the last segment end.
    let lastEnd: Int
    private let workload: CrashWorkload

    /// A log of four segments of a quarter each, the last of them partly reserved space.
    package init(bytes: Int) {
        precondition(bytes >= 4096 && bytes.isMultiple(of: 4))
        let quarter = bytes / 4
        let sizes = SegmentSizes(segmentBytes: quarter, stepBytes: quarter)
        workload = CrashWorkload(
            name: "damage", groups: 1, commitsMax: 1, entryBytesMax: quarter / 60, sizes: sizes,
            crashes: 1)
        var commits: [Commit] = []
        let disk = ObservedDisk(DiskImage()) { _, _ in }
        do throws(StoreError) {
            var store = try Self.open(disk, marks: 0xdead_0001, sizes).store
            // Groups of one to three until the last quarter is two thirds full.
            var end = 0
            while disk.image.files.count < 4 || end < quarter * 2 / 3 {
                for _ in 0...(commits.count % 3) {
                    commits.append(workload.commit(UInt32(commits.count)))
                    try store.append(commits[commits.count - 1])
                }
                try store.commit()
                let last = disk.image.contents["00000004.seg"] ?? []
                end = (last.lastIndex { $0 != 0 } ?? -1) + 1
            }
            lastEnd = end
        } catch {
            preconditionFailure("\(error)")
        }
        self.commits = commits
        // Sealed segments end with their last record: the rest of the bytes is reserved in the last.
        var contents = disk.image.contents
        let rest = bytes - contents.values.reduce(0) { $0 + $1.count }
        contents["00000004.seg"]? += [UInt8](repeating: 0, count: max(0, rest))
        files = contents.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// What is no mistake after some damage.
    package enum Tolerance: Sendable {
        case none
        /// Commits are missing at the end without a word: what no disk can tell from a log that never
        /// was longer. The peers know.
        case hiddenEnd
        /// Whole files stand in others' places, and their commits come back in that order.
        case anyOrder
    }

    package var byteCount: Int { files.reduce(0) { $0 + $1.bytes.count } }

    package var contents: [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) })
    }

    /// What is wrong with an opening of the damaged files, if anything is: every commit that comes
    /// back must be one that was written, in its order and once; what is missing must be told; and the
    /// log must go on, keep what it gave, and have the next commit. Without `goesOn` that is left out.
    package func complaint(
        of damaged: [String: [UInt8]], lostMax: Int = .max, goesOn: Bool = true,
        tolerance: Tolerance = .none
    ) -> String? {
        let disk = ObservedDisk(DiskImage(durable: damaged)) { _, _ in }
        do throws(StoreError) {
            // Only what goes on is repaired; what is found is the same.
            var store: MoveStore?
            let first: Recovery
            if goesOn {
                (store, first) = try Self.open(disk, marks: 0xbead_0001, workload.sizes)
            } else {
                first = try MoveStore.inspect(disk, table: CrashWorkload.table)
            }
            let lost: Int
            switch missing(in: first.commits, tolerance) {
            case .success(let count): lost = count
            case .failure(let error): return error.words
            }
            if lost > lostMax { return "\(lost) commits are missing" }
            let isHidden = tolerance == .hiddenEnd && commits.starts(with: first.commits)
            if lost > 0, !isHidden, !first.mayLackEntries || first.lossIndex == nil {
                return "\(lost) commits are missing and nothing says so: \(first.findings)"
            }
            guard store != nil else { return nil }
            let next = workload.commit(900_000)
            try store?.append(next)
            try store?.commit()
            let after = ObservedDisk(disk.image.wholeSurvivor) { _, _ in }
            let second = try Self.open(after, marks: 0xfeed_0001, workload.sizes).recovery
            guard second.commits == first.commits + [next] else {
                return "the next opening gave \(second.commits.count) commits, not "
                    + "\(first.commits.count + 1)"
            }
            return nil
        } catch {
            return isRefusal(error) ? nil : "\(error)"
        }
    }

    private static func open(
        _ disk: ObservedDisk, marks: UInt64, _ sizes: SegmentSizes
    ) throws(StoreError) -> (store: MoveStore, recovery: Recovery) {
        var marks = marks
        return try MoveStore.open(
            disk, table: CrashWorkload.table,
            random: {
                marks &+= 0x0101_0101
                return marks
            }, sizes: sizes)
    }

    /// Refusing a directory is telling.
    private func isRefusal(_ error: StoreError) -> Bool {
        switch error {
        case .newerFormat, .otherTable: true
        case .full, .disk, .poisoned, .tooLarge: false
        }
    }

    private struct Wrong: Error { let words: String }

    /// How many of the commits are missing among what came back.
    private func missing(in found: [Commit], _ tolerance: Tolerance) -> Result<Int, Wrong> {
        if found == commits { return .success(0) }
        if tolerance == .anyOrder {
            let (all, some) = (Set(commits), Set(found))
            guard some.isSubset(of: all) else {
                return .failure(Wrong(words: "what came back was never written"))
            }
            return .success(all.subtracting(some).count)
        }
        var index = 0
        for commit in found {
            while index < commits.count, commits[index] != commit { index += 1 }
            guard index < commits.count else {
                return .failure(Wrong(words: "what came back was not written so"))
            }
            index += 1
        }
        return .success(commits.count - found.count)
    }
}
