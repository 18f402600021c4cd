import MoveLog
import Storage

/// What a log was when it was opened, and what was promised of it.
struct CrashSituation: Hashable {
    var image: DiskImage
    /// Commits that were handed to the store, in order.
    var commits: [UInt32] = []
    /// How many of them were acknowledged: these must be found, the others may be.
    var acknowledged = 0
    /// Nothing was under way when it ended: nothing may be found that is not as it should be.
    var isClean = false
    /// Only the opening and one group more are tried, not the crashes in them.
    var isLeaf = false
}

/// A place between two calls of a life, or in the second of them.
struct CrashBoundary {
    /// What was there before the call.
    var situation: CrashSituation
    /// The call; nil at the end of the life.
    var call: DiskCall?
}

/// One process with the log: it opens, finds, and records on.
final class CrashLife {
    private(set) var boundaries: [CrashBoundary] = []
    private let workload: CrashWorkload
    private let number: Int
    private let lie: DiskLie?
    private var now: CrashSituation
    private var hasOpened = false
    private var marks: UInt64
    private let source: [UInt32: Commit]

    /// The life of this number, from 0, with a log that was left so. `source` has the commits.
    init(
        _ situation: CrashSituation, of workload: CrashWorkload, number: Int, lie: DiskLie?,
        source: [UInt32: Commit]
    ) {
        self.workload = workload
        self.number = number
        self.lie = lie
        self.source = source
        now = situation
        marks = UInt64(number + 1) &* 0x0123_4567_89ab_cdef
    }

    /// Opens the log, checks it, and writes so many groups; what is wrong, if anything is.
    func live(groups: Int) -> String? {
        let disk = ObservedDisk(now.image, lie: lie) { [unowned self] image, call in
            note(image, call)
        }
        do throws(StoreError) {
            var (store, recovery) = try MoveStore.open(
                disk, table: CrashWorkload.table, random: { [unowned self] in draw() },
                sizes: workload.sizes)
            if let complaint = complaint(of: recovery, on: disk) { return complaint }
            now.commits = Array(now.commits.prefix(recovery.commits.count))
            now.acknowledged = now.commits.count
            hasOpened = true
            for group in 0..<groups { try write(group, to: &store) }
        } catch {
            return "the store failed though the disk did not: \(error)"
        }
        note(disk.image, nil)
        return nil
    }

    private func write(_ group: Int, to store: inout MoveStore) throws(StoreError) {
        for _ in 0..<workload.commitCount(life: number, group: group) {
            let id = UInt32(number * 1000 + now.commits.count)
            now.commits.append(id)
            try store.append(commit(id))
        }
        try store.commit()
        now.acknowledged = now.commits.count
    }

    private func note(_ image: DiskImage, _ call: DiskCall?) {
        var situation = now
        situation.image = image
        situation.isClean =
            hasOpened && image.isSettled && now.acknowledged == now.commits.count
        boundaries.append(CrashBoundary(situation: situation, call: call))
    }

    private func draw() -> UInt64 {
        marks &+= 0x9e37_79b9_7f4a_7c15
        return marks >> 16
    }

    private func commit(_ id: UInt32) -> Commit { source[id] ?? workload.commit(id) }

    private func complaint(of recovery: Recovery, on disk: ObservedDisk) -> String? {
        let found = recovery.commits
        guard found.count >= now.acknowledged else {
            return "\(now.acknowledged) commits were acknowledged, \(found.count) came back"
        }
        guard found.count <= now.commits.count else {
            return "\(now.commits.count) commits were handed in, \(found.count) came back"
        }
        for (index, commit) in found.enumerated()
        where commit != self.commit(now.commits[index]) {
            return "commit \(index) came back as another one"
        }
        for finding in recovery.findings {
            // What was cut to nothing is told until something is written in it.
            if case .torn(_, let range, _) = finding, range.upperBound == 0 { continue }
            guard case .torn(let file, let range, let copy) = finding else {
                return "a crash was taken for damage: \(finding)"
            }
            if now.isClean { return "nothing was under way, and yet: \(finding)" }
            let tail = now.image.files[file].map { Array($0.view[range]) } ?? []
            guard tail == copy.map({ disk.image.files[$0]?.durable ?? [] }) ?? [] else {
                return "the torn tail was not kept: \(finding)"
            }
        }
        return nil
    }
}
