import MoveLog
import Seeds
import Simulator
import Storage
import Testing

/// Whether a device may go on as an author after what an opening found.
struct LossTests {
    private let old = AuthorID(octets: octets16(1))
    private let new = AuthorID(octets: octets16(2))

    @Test func aCutEndsAnAuthorUntilAnotherHasBegunBehindIt() throws {
        var (log, disk) = try disk(of: old)
        let healthy = try log.open(disk).recovery
        #expect(!healthy.mayLackEntries(of: old))
        #expect(!healthy.mayLackEntries(of: new), "an empty author of a sound log may begin")

        let bytes = try #require(disk.snapshot["00000001.seg"])
        disk.place(Array(bytes[..<healthy.bytes]) + [1, 2, 3], as: "00000001.seg")
        #expect(try log.open(disk).recovery.mayLackEntries(of: old))
        // The crash comes before anything of a new author is durable.
        var (store, second) = try log.open(disk)
        #expect(second.findings.isEmpty)
        #expect(second.mayLackEntries(of: old))
        try store.append(commit(of: new, after: 0))
        try store.commit()
        let third = try log.open(disk).recovery
        #expect(!third.mayLackEntries(of: new))
        #expect(third.mayLackEntries(of: old))
    }

    @Test func damageEndsOnlyAuthorsThatBeganBeforeIt() throws {
        var (log, disk) = try disk(of: old)
        var store = try log.open(disk).store
        for sequence in 0..<3 as Range<UInt64> {
            try store.append(commit(of: new, after: sequence))
            try store.commit()
        }
        // The second record of the old author.
        disk.flip(bit: 8 * 130, of: "00000001.seg")
        let recovery = try log.open(disk).recovery
        #expect(kinds(recovery.findings) == ["corrupt"])
        #expect(recovery.mayLackEntries(of: old))
        #expect(!recovery.mayLackEntries(of: new))
    }

    @Test func anAuthorWhoseStartIsLostHasEnded() throws {
        var (log, disk) = try disk(of: old)
        disk.flip(bit: 8 * 70, of: "00000001.seg")
        let recovery = try log.open(disk).recovery
        #expect(recovery.commits.count == 2)
        #expect(recovery.mayLackEntries(of: old))
    }

    @Test func aFirstSegmentThatWasOnlyBeingMadeEndsNobody() throws {
        var log = SampleLog(seed: 52)
        let disk = SimulatedDisk(seed: 52)
        disk.place([1, 2, 3], as: "00000001.seg")
        for _ in 0..<2 {
            let recovery = try log.open(disk).recovery
            #expect(!recovery.mayLackEntries)
            #expect(!recovery.mayLackEntries(of: old))
        }
        #expect(disk.snapshot["00000001.torn-0-1"] == [1, 2, 3])
    }

    /// Whether a later segment was being made or was emptied looks the same, so the author ends.
    @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 0, count: 60)])
    func aLastSegmentWithNothingInItIsToldAndEndsItsAuthor(content: [UInt8]) throws {
        var (log, disk) = try disk(of: old)
        disk.place(content, as: "00000002.seg")
        #expect(!(try log.open(disk).recovery.findings.isEmpty))
        // The crash comes before anything of a new author is durable.
        var (store, second) = try log.open(disk)
        #expect(second.findings == [.torn(file: "00000002.seg", range: 0..<0, copy: nil)])
        #expect(second.mayLackEntries && second.mayLackEntries(of: old))
        try store.append(commit(of: new, after: 0))
        try store.commit()
        let third = try log.open(disk).recovery
        #expect(third.findings.isEmpty)
        #expect(!third.mayLackEntries(of: new))
    }

    private func disk(of author: AuthorID) throws -> (SampleLog, SimulatedDisk) {
        var log = SampleLog(seed: 51)
        let disk = SimulatedDisk(seed: 51)
        var store = try log.open(disk).store
        for sequence in 0..<3 as Range<UInt64> {
            try store.append(commit(of: author, after: sequence))
            try store.commit()
        }
        return (log, disk)
    }

    private func commit(of author: AuthorID, after: UInt64) -> Commit {
        Commit(
            run: Run(
                author: author, after: after, base: octets16(0), count: 1,
                bytes: [1, 2, 3, 4, 5, 6], head: nil))
    }
}

/// A store whose disk fails.
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
