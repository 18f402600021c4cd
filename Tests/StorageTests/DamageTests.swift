import MoveLog
import Seeds
import Simulator
import Testing

@testable import Storage

/// What an opening says and does about files that are not as they should be.
struct DamageTests {
    @Test func aTornTailIsKeptAsACopyAndCutOff() throws {
        var log = SampleLog(seed: 34)
        let (disk, commits) = try log.disk(commits: 2)
        var bytes = try #require(disk.snapshot["00000001.seg"])
        let end = try MoveStore.inspect(disk).bytes
        bytes.replaceSubrange(end..<(end + 5), with: [1, 2, 0, 4, 5])
        disk.place(bytes, as: "00000001.seg")
        let recovery = try log.open(disk).recovery
        #expect(recovery.commits == commits)
        #expect(
            recovery.findings == [
                .torn(file: "00000001.seg", range: end..<(end + 5), copy: "00000001.torn-\(end)-1")
            ])
        #expect(disk.snapshot["00000001.torn-\(end)-1"] == [1, 2, 0, 4, 5])
        #expect(disk.snapshot["00000001.seg"]?.count == end)
        #expect(try log.open(disk).recovery.findings.isEmpty)

        var store = try log.open(disk).store
        try store.append(log.commit())
        try store.commit()
        #expect(disk.snapshot["00000001.seg"]?.count.isMultiple(of: 512) == true)

        // The same tail again finds its copy; another one gets the next name.
        disk.place(bytes, as: "00000001.seg")
        _ = try log.open(disk)
        #expect(disk.snapshot["00000001.torn-\(end)-2"] == nil)
        bytes[end] = 9
        disk.place(bytes, as: "00000001.seg")
        _ = try log.open(disk)
        #expect(disk.snapshot["00000001.torn-\(end)-2"] == [9, 2, 0, 4, 5])
    }

    @Test(arguments: seeds(UInt64(20)))
    func theCopyIsDurableBeforeTheCut(seed: UInt64) throws {
        for boundary in 0..<6 {
            var log = SampleLog(seed: seed)
            let (disk, commits) = try log.disk(commits: 2)
            var bytes = try #require(disk.snapshot["00000001.seg"])
            let end = try MoveStore.inspect(disk).bytes
            let tail: [UInt8] = [1, 2, 3]
            bytes.replaceSubrange(end..<(end + 3), with: tail)
            disk.place(bytes, as: "00000001.seg")
            disk.faults = [disk.changes + boundary: .powerLoss]
            #expect(throws: StoreError.self) { _ = try log.open(disk) }
            disk.restorePower()
            let segment = try #require(disk.snapshot["00000001.seg"])
            #expect(
                segment.dropFirst(end).starts(with: tail)
                    || disk.snapshot["00000001.torn-\(end)-1"] == tail, "call \(boundary)")
            #expect(try log.open(disk).recovery.commits == commits)
        }
    }

    @Test func aSegmentWhoseHeaderIsGoneGivesItsRecords() throws {
        var log = SampleLog(seed: 35)
        let (disk, commits) = try log.disk(commits: 2)
        var bytes = try #require(disk.snapshot["00000001.seg"])
        bytes.replaceSubrange(0..<60, with: repeatElement(0xee, count: 60))
        disk.place(bytes, as: "00000001.seg")
        var (store, recovery) = try log.open(disk)
        #expect(recovery.commits == commits)
        #expect(recovery.findings == [.corrupt(file: "00000001.seg", range: 0..<60)])
        try store.append(log.commit())
        try store.commit()
        #expect(disk.snapshot["00000002.seg"] != nil, "a damaged segment is not written on")
    }

    @Test func aSegmentThatCannotBeReadDoesNotLoseTheOthers() throws {
        var log = SampleLog(seed: 36)
        let (disk, commits) = try log.disk(commits: 40)
        for file in disk.snapshot.keys {
            disk.unreadable = [file]
            let recovery = try MoveStore.inspect(disk)
            #expect(kinds(recovery.findings) == ["unreadable"])
            #expect(recovery.commits.count > 10 && recovery.commits.count < commits.count)
        }
        let last = try #require(disk.snapshot.keys.max())
        disk.unreadable = [last]
        var store = try log.open(disk).store
        let commit = log.commit()
        try store.append(commit)
        try store.commit()
        disk.unreadable = []
        #expect(try log.open(disk).recovery.commits == commits + [commit])
    }
}

/// The words for people, and the facts for the daemon, of findings and errors.
struct WordingTests {
    private let file = "00000002.seg"

    private var error: DiskError {
        DiskError(
            operation: .read, file: file, number: 5, words: "Input/output error", isFull: false)
    }

    private var findings: [Finding] {
        [
            .corrupt(file: file, range: 60..<75),
            .torn(file: file, range: 60..<75, copy: "00000002.torn-60-1"),
            .torn(file: file, range: 60..<75, copy: nil),
            .torn(file: file, range: 0..<0, copy: nil),
            .unreadable(file: file, error: error),
            .missing(numbers: 2...2),
            .malformed(file: file, offset: 60, reason: .truncated),
            .misnamed(file: file, number: 7),
            .foreign(file: file),
        ]
    }

    @Test func everyFindingNamesItsFileAndNoTwoReadAlike() {
        let texts = findings.map(\.description)
        #expect(texts.allSatisfy { $0.contains(file) })
        #expect(Set(texts).count == texts.count)
    }

    /// A trace that every crash may leave needs no person; all else does.
    @Test func onlyAnUnfinishedWriteIsNoReasonToCall() {
        #expect(findings.filter(\.isUnfinishedWrite) == Array(findings[1...3]))
        #expect(findings.filter { !$0.mayLoseEntries } == [findings[8]])
        let first = Finding.torn(file: "00000001.seg", range: 0..<9, copy: nil)
        #expect(!first.mayLoseEntries && first.isUnfinishedWrite)
    }

    @Test func onlyMakingRoomCuresAFullDisk() throws {
        var full = error
        full.isFull = true
        let others: [StoreError] = [
            .disk(error), .poisoned(error), .newerFormat(file: file, version: 9),
            .otherTable(file: file, table: SampleLog.table), .tooLarge(bytes: 9_000_000),
        ]
        #expect(StoreError.full(full).isFull && StoreError.poisoned(full).isFull)
        #expect(others.allSatisfy { !$0.isFull })
        #expect(Set(([.full(full)] + others).map(\.description)).count == 6)
    }

    /// A log that was deleted under the daemon must not be opened again, which would begin an empty one.
    @Test func aDeletedFileIsToldApart() {
        var deleted = error
        deleted.isDeleted = true
        for wrap in [StoreError.disk, StoreError.full, StoreError.poisoned] {
            #expect(wrap(deleted).deletedFile == file)
            #expect(wrap(error).deletedFile == nil)
        }
        #expect(StoreError.newerFormat(file: file, version: 9).deletedFile == nil)
    }
}
