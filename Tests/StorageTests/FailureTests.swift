import MoveLog
import Seeds
import Simulator
import Storage
import Testing

/// What a store does when the disk fails under it.
struct FailureTests {
    @Test(arguments: [.write, .makeDurable, .resize] as [DiskError.Operation])
    func aFailedCallIsNeverTriedAgain(operation: DiskError.Operation) throws {
        var log = SampleLog(seed: 3)
        let (disk, commits) = try log.disk(commits: 5)
        var store = try log.open(disk).store
        let lost = log.commit()
        try store.append(lost)
        for _ in 0..<20 { try store.append(log.commit()) }
        disk.standingFaults[operation] = .inputOutput
        let first = #expect(throws: StoreError.self) { try store.commit() }
        let error = try #require(store.poison)
        #expect(error.operation == operation && !error.isFull)
        #expect(first == .disk(error))
        let calls = disk.changes
        #expect(throws: StoreError.poisoned(error)) { try store.append(lost) }
        #expect(throws: StoreError.poisoned(error)) { try store.commit() }
        #expect(disk.changes == calls)
        disk.standingFaults = [:]
        #expect(try log.open(disk).recovery.commits.starts(with: commits))
    }

    /// Commits that become durable until the store fails, each by itself.
    private func fill(
        _ store: inout MoveStore, from log: inout SampleLog
    ) -> (durable: [Commit], failure: StoreError) {
        var durable: [Commit] = []
        while true {
            let commit = log.commit(entryBytesMax: 200)
            do throws(StoreError) {
                try store.append(commit)
                try store.commit()
                durable.append(commit)
            } catch {
                return (durable, error)
            }
        }
    }

    /// A step of reserved room is for speed: where the disk has none, its last bytes are used all the same.
    @Test func aDiskWithoutRoomForAStepIsUsedToItsEnd() throws {
        var log = SampleLog(seed: 5)
        let disk = SimulatedDisk(seed: 5)
        disk.capacity = 40_000
        var store = try log.open(disk, sizes: .standard).store
        let (durable, failure) = fill(&store, from: &log)
        #expect(failure.isFull && durable.count > 20)
        disk.capacity = .max
        #expect(try log.open(disk, sizes: .standard).recovery.commits.starts(with: durable))
    }

    @Test(arguments: seeds(UInt64(20)))
    func aFullDiskIsToldAndResumesWhenThereIsRoom(seed: UInt64) throws {
        var log = SampleLog(seed: seed)
        let (disk, commits) = try log.disk(commits: 4)
        disk.capacity = disk.usedBytes + Int(seed) * 40
        var store = try log.open(disk).store
        let (more, failure) = fill(&store, from: &log)
        let durable = commits + more
        guard case .full = failure else {
            Issue.record("got \(failure)")
            return
        }
        let poisoned = #expect(throws: StoreError.self) { try store.append(log.commit()) }
        #expect(poisoned?.isFull == true)
        #expect(try MoveStore.inspect(disk).commits.starts(with: durable))

        disk.capacity = .max
        var (reopened, recovery) = try log.open(disk)
        #expect(recovery.commits.starts(with: durable))
        let next = log.commit()
        try reopened.append(next)
        try reopened.commit()
        disk.losePower()
        disk.restorePower()
        #expect(try log.open(disk).recovery.commits == recovery.commits + [next])
    }

    @Test func aCommitAboveTheLimitIsRefusedAlone() throws {
        var log = SampleLog(seed: 5)
        let disk = SimulatedDisk(seed: 5)
        var store = try log.open(disk).store
        var large = log.commit()
        large.run.bytes = [UInt8](repeating: 1, count: MoveLogLimits.spanBytesMax + 1)
        let error = #expect(throws: StoreError.self) { try store.append(large) }
        guard case .tooLarge? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(disk.changes == 0)
        large.run.bytes.removeLast()
        let small = log.commit()
        try store.append(large)
        try store.append(small)
        try store.commit()
        #expect(try log.open(disk).recovery.commits == [large, small])
    }

    @Test func aDirectoryThatCannotBeListedIsNoEmptyLog() throws {
        var log = SampleLog(seed: 7)
        let (disk, _) = try log.disk(commits: 2)
        disk.standingFaults = [.list: .inputOutput]
        let error = #expect(throws: StoreError.self) { _ = try log.open(disk) }
        guard case .disk(let cause)? = error, cause.operation == .list else {
            Issue.record("got \(String(describing: error))")
            return
        }
    }

    @Test func theHighestNumberIsTheEndAndNoTrap() throws {
        var log = SampleLog(seed: 8)
        let disk = SimulatedDisk(seed: 8)
        disk.place([UInt8](repeating: 0xee, count: 80), as: "99999999.seg")
        var store = try log.open(disk).store
        try store.append(log.commit())
        let error = #expect(throws: StoreError.self) { try store.commit() }
        #expect(error?.description.contains("99999999.seg") == true)
        #expect(disk.changes == 0)
    }

    @Test func aTailIsNotCutWhenNoNameIsLeftForItsCopy() throws {
        var log = SampleLog(seed: 9)
        let (disk, _) = try log.disk(commits: 2)
        let end = try MoveStore.inspect(disk).bytes
        let bytes = try #require(disk.snapshot["00000001.seg"]) + [1, 2]
        disk.place(bytes, as: "00000001.seg")
        for copy in 1...SegmentLimits.tornCopiesMax {
            disk.place([0], as: "00000001.torn-\(end)-\(copy)")
        }
        let error = #expect(throws: StoreError.self) { _ = try log.open(disk) }
        #expect(error?.description.contains("move the oldest copies away") == true)
        #expect(disk.snapshot["00000001.seg"] == bytes)
    }

    @Test func nothingWaitingTouchesNothing() throws {
        var log = SampleLog(seed: 6)
        let disk = SimulatedDisk(seed: 6)
        var store = try log.open(disk).store
        try store.commit()
        #expect(!store.hasWaiting)
        #expect(disk.changes == 0 && disk.snapshot.isEmpty)
        try store.append(log.commit())
        #expect(store.hasWaiting)
        try store.commit()
        let calls = disk.changes
        try store.append(log.commit())
        try store.append(log.commit())
        try store.commit()
        #expect(disk.changes == calls + 2, "a group is one write and one sync")
    }
}
