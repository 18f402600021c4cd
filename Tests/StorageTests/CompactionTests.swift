import MoveLog
import Simulator
import Testing

@testable import Storage

/// Segments that are written again with other commits.
struct CompactionTests {
    private let sizes = SegmentSizes(segmentBytes: 1500, stepBytes: 512, requestsBehindMin: 4)

    /// A log of several segments, each of whose sealed ones is compacted: their commits without the names of
    /// the requests.
    private func compacted(
        seed: UInt64, commits: Int = 60
    ) throws -> (disk: SimulatedDisk, store: MoveStore, commits: [Commit]) {
        var log = SampleLog(seed: seed)
        let disk = SimulatedDisk(seed: seed)
        var store = try log.open(disk, sizes: sizes).store
        var all: [Commit] = []
        for _ in 0..<commits {
            all.append(log.commit())
            try store.append(all[all.count - 1])
            try store.commit()
        }
        var count = 0
        while let number = store.compactable {
            let done = store.compact(number) { $0.map { Commit(run: $0.run) } }
            guard case .written(let bytes, let former) = done else {
                Issue.record("\(done)")
                break
            }
            #expect(bytes < former && disk.snapshot[segmentName(number)]?.count == bytes)
            count += 1
        }
        #expect(count > 1)
        return (disk, store, all)
    }

    private func open(_ disk: SimulatedDisk) throws(StoreError) -> Recovery {
        try MoveStore.open(disk, table: SampleLog.table, random: { 77 }, sizes: sizes).recovery
    }

    private func runs(_ commits: [Commit]) -> [Run] { commits.map(\.run) }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theLogReadsAsBeforeAndGoesOn(seed: UInt64) throws {
        var (disk, store, commits) = try compacted(seed: seed)
        let seen = try MoveStore.inspect(disk)
        #expect(seen.findings.isEmpty && runs(seen.commits) == runs(commits))
        // The newest requests are known on.
        let requests = commits.compactMap(\.request).suffix(sizes.requestsBehindMin)
        #expect(seen.commits.compactMap(\.request).suffix(requests.count) == requests)
        var log = SampleLog(seed: seed + 100)
        for _ in 0..<30 {
            commits.append(log.commit())
            try store.append(commits[commits.count - 1])
            try store.commit()
        }
        disk.losePower()
        disk.restorePower()
        let later = try open(disk)
        #expect(later.findings.isEmpty && runs(later.commits) == runs(commits))
    }

    @Test func whatIsAppendedToOrWasDamagedIsLeftAlone() throws {
        var log = SampleLog(seed: 3)
        let (disk, _) = try log.disk(commits: 40)
        let names = disk.snapshot.keys.sorted()
        disk.flip(bit: 8 * 100, of: names[0])
        var store = try MoveStore.open(
            disk, table: SampleLog.table, random: { 5 },
            sizes: SegmentSizes(segmentBytes: 1500, stepBytes: 512, requestsBehindMin: 0)
        ).store
        var seen: [UInt32] = []
        while let number = store.compactable {
            seen.append(number)
            _ = store.compact(number) { $0 }
        }
        #expect(seen == (2..<UInt32(names.count)).map(\.self))
        #expect(store.compact(UInt32(names.count)) { $0 } == .left)
        #expect(store.compact(1) { $0 } == .left)
    }

    /// Of a segment the requests may still be asked for while not enough stand behind it.
    @Test func requestsAreKeptAsLongAsTheyAreAskedFor() throws {
        var log = SampleLog(seed: 4)
        let disk = SimulatedDisk(seed: 4)
        var store = try log.open(disk, sizes: sizes).store
        var behind = 0
        var isSealed = false
        for _ in 0..<200 where store.compactable == nil {
            var commit = log.commit()
            commit.request = RequestID(octets: octets16(9))
            try store.append(commit)
            try store.commit()
            isSealed = store.openNumber == 2
            behind += isSealed ? 1 : 0
        }
        #expect(isSealed && store.compactable == 1 && behind == sizes.requestsBehindMin)
    }

    @Test(arguments: [SimulatedDisk.Fault.inputOutput, .full, .powerLoss])
    func aDiskThatFailsLosesNothing(fault: SimulatedDisk.Fault) throws {
        for seed in 1...8 as ClosedRange<UInt64> {
            var log = SampleLog(seed: seed)
            let (disk, commits) = try log.disk(commits: 40)
            var (store, _) = try MoveStore.open(
                disk, table: SampleLog.table, random: { 5 },
                sizes: SegmentSizes(segmentBytes: 1500, stepBytes: 512, requestsBehindMin: 0))
            let number = try #require(store.compactable)
            disk.standingFaults[.replace] = fault
            let done = store.compact(number) { $0.map { Commit(run: $0.run) } }
            guard case .failed = done else {
                Issue.record("\(done)")
                return
            }
            disk.heal()
            #expect(store.poison == nil && store.compactable == number)
            if disk.isPowered {
                try store.append(log.commit())
                try store.commit()
                // It is tried again, or was written all the same.
                switch store.compact(number, joining: { $0.map { Commit(run: $0.run) } }) {
                case .written, .left: break
                case .damaged, .failed: Issue.record("seed \(seed)")
                }
                #expect(store.compactable != number)
            }
            disk.restorePower()
            let later = try open(disk)
            #expect(later.findings.isEmpty)
            #expect(runs(Array(later.commits.prefix(commits.count))) == runs(commits))
        }
    }

    /// What is damaged later is told, wherever it is, and nothing else is lost.
    @Test func everyDamagedByteIsFound() throws {
        let (disk, _, commits) = try compacted(seed: 9, commits: 40)
        let file = try #require(disk.snapshot["00000001.seg"])
        let first = try MoveStore.inspect(disk)
        for place in file.indices {
            let copy = SimulatedDisk(seed: 1)
            for (name, bytes) in disk.snapshot { copy.place(bytes, as: name) }
            copy.flip(bit: place * 8 + place % 8, of: "00000001.seg")
            let seen: Recovery
            do throws(StoreError) {
                seen = try MoveStore.inspect(copy)
            } catch {
                Issue.record("byte \(place): \(error)")
                continue
            }
            #expect(seen.mayLackEntries, "byte \(place)")
            #expect(first.commits.count - seen.commits.count <= 1, "byte \(place)")
            #expect(Set(seen.commits).isSubset(of: first.commits), "byte \(place)")
        }
        #expect(first.commits.count == commits.count)
    }

    @Test func whatIsCutOffIsMissed() throws {
        let (disk, _, _) = try compacted(seed: 10, commits: 40)
        let file = try #require(disk.snapshot["00000001.seg"])
        for count in 60..<file.count {
            disk.place(Array(file.prefix(count)), as: "00000001.seg")
            #expect(try MoveStore.inspect(disk).mayLackEntries, "\(count) bytes")
        }
        // Nothing is missed of the whole of it, but where the next segment knows of more: one of other times.
        disk.place(file, as: "00000001.seg")
        #expect(try !MoveStore.inspect(disk).mayLackEntries)
        let next = try #require(disk.snapshot["00000002.seg"])
        var header = try #require(SegmentHeader(file: next))
        header.previousEnd += 30
        disk.place(header.bytes + next.dropFirst(header.bytes.count), as: "00000002.seg")
        #expect(try MoveStore.inspect(disk).mayLackEntries)
    }

    /// Where the segments behind it are gone, a compacted one is the last, and nothing is written in it.
    @Test func aCompactedSegmentThatIsTheLastStaysAsItIs() throws {
        let (disk, _, commits) = try compacted(seed: 11, commits: 40)
        for name in disk.snapshot.keys where name != "00000001.seg" { disk.remove(name) }
        let file = try #require(disk.snapshot["00000001.seg"])
        var (store, recovery) = try MoveStore.open(
            disk, table: SampleLog.table, random: { 5 }, sizes: sizes)
        #expect(recovery.findings.isEmpty)
        #expect(runs(recovery.commits) == runs(Array(commits.prefix(recovery.commits.count))))
        try store.append(commits[39])
        try store.commit()
        #expect(disk.snapshot["00000001.seg"] == file)
        let later = try open(disk)
        #expect(later.findings.isEmpty && later.commits.last == commits[39])
    }
}
