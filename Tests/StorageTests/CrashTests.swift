import MoveLog
import Simulator
import Storage
import Testing

/// A power failure at every call of the disk: nothing acknowledged is lost, nothing is invented,
/// nothing that was cut off comes back, and no crash is taken for damage.
@Suite(.timeLimit(.minutes(1)))
struct CrashTests {
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func crashAtEveryCall(seed: UInt64) throws {
        let entryBytesMax = seed.isMultiple(of: 2) ? 700 : 40
        var boundary = 0
        while true {
            var run = CrashRun(seed: seed, entryBytesMax: entryBytesMax)
            guard try run.work(crashAt: boundary) else { break }
            try run.recover(crashing: boundary % 3)
            try run.goOn()
            boundary += 1
        }
        #expect(boundary > 25)
    }

    @Test(arguments: 100...130 as ClosedRange<UInt64>)
    func crashAgainAndAgain(seed: UInt64) throws {
        var run = CrashRun(seed: seed, entryBytesMax: 900)
        for round in 0..<12 {
            _ = try run.work(crashAt: run.log.chance.below(30))
            try run.recover(crashing: round % 4)
        }
        try run.goOn()
    }
}

/// One log that is written, crashed and recovered, with the checks on what must hold.
private struct CrashRun {
    var log: SampleLog
    private let disk: SimulatedDisk
    private let entryBytesMax: Int
    private let sizes: SegmentSizes
    private let seed: UInt64
    /// What every recovery must give first, in this order.
    private var acknowledged: [Commit] = []
    /// What was handed to the store since: any first part of it may be found behind.
    private var attempted: [Commit] = []

    init(seed: UInt64, entryBytesMax: Int) {
        self.seed = seed
        self.entryBytesMax = entryBytesMax
        log = SampleLog(seed: seed)
        // Long segments tear in their middle, short ones while the next is begun.
        sizes =
            !seed.isMultiple(of: 2)
            ? SampleLog.small : SegmentSizes(segmentBytes: 9000, stepBytes: 2048)
        disk = SimulatedDisk(seed: seed)
    }

    /// Writes twelve groups; returns whether the crash came before they were done.
    mutating func work(crashAt boundary: Int) throws -> Bool {
        disk.faults = [disk.changes + boundary: .powerLoss]
        do {
            var store = try log.open(disk, sizes: sizes).store
            for _ in 0..<12 { try writeGroup(to: &store) }
        } catch let error as StoreError {
            guard case .disk = error else { throw error }
            return true
        }
        disk.losePower()
        return false
    }

    private mutating func writeGroup(to store: inout MoveStore) throws {
        for _ in 0...log.chance.below(8) {
            let commit = log.commit(entryBytesMax: entryBytesMax)
            try store.append(commit)
            attempted.append(commit)
        }
        try store.commit()
        acknowledged += attempted
        attempted = []
    }

    /// Opens until it succeeds, losing power this many times on the way, and checks what is there.
    mutating func recover(crashing times: Int) throws {
        disk.restorePower()
        for _ in 0..<times {
            disk.faults = [disk.changes + log.chance.below(4): .powerLoss]
            do {
                _ = try log.open(disk, sizes: sizes)
            } catch {
                guard case .disk = error else { throw error }
            }
            disk.restorePower()
        }
        disk.faults = [:]
        let first = try log.open(disk, sizes: sizes).recovery
        #expect(kinds(first.findings).allSatisfy { $0 == "torn" }, "seed \(seed)")
        let found = first.commits
        #expect(found.starts(with: acknowledged), "seed \(seed): an acknowledged commit is missing")
        #expect(
            (acknowledged + attempted).starts(with: found), "seed \(seed): a commit was invented")

        // What was found counts from now on: it must survive the next power failure.
        disk.losePower()
        disk.restorePower()
        let second = try log.open(disk, sizes: sizes).recovery
        #expect(second.commits == found, "seed \(seed): the second opening differs")
        // A segment that was cut to nothing is told until something is written in it.
        let isTold = second.findings.contains { !$0.isOfNothing }
        #expect(!isTold, "seed \(seed)")
        acknowledged = found
        attempted = []
    }

    /// Writes on behind the recovered log and reads it again.
    mutating func goOn() throws {
        var store = try log.open(disk, sizes: sizes).store
        for _ in 0..<3 { try writeGroup(to: &store) }
        disk.losePower()
        disk.restorePower()
        let recovery = try log.open(disk, sizes: sizes).recovery
        #expect(recovery.commits == acknowledged, "seed \(seed): cut bytes came back")
        #expect(recovery.findings.isEmpty, "seed \(seed)")
    }
}

extension Finding {
    /// Whether it is a last segment without any bytes.
    fileprivate var isOfNothing: Bool {
        if case .torn(_, let range, _) = self { range.upperBound == 0 } else { false }
    }
}
