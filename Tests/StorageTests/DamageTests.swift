import MoveLog
import Simulator
import Testing

@testable import Storage

/// What an opening says and does about files that are not as they should be.
struct DamageTests {
    private let second = "00000002.seg"

    @Test func aDamagedRecordIsReportedAndWhatFollowsIsKept() throws {
        var log = SampleLog(seed: 31)
        let (disk, commits) = try log.disk(commits: 6)
        disk.flip(bit: 8 * 70, of: "00000001.seg")
        let recovery = try log.open(disk).recovery
        #expect(recovery.commits == Array(commits.dropFirst()))
        guard case .corrupt(let file, let range)? = recovery.findings.first else {
            Issue.record("found \(recovery.findings)")
            return
        }
        #expect(file == "00000001.seg")
        #expect(range.lowerBound == 60 && range.contains(70))
    }

    @Test func aLostSectorIsCorruptThoughItReadsAsZeros() throws {
        var log = SampleLog(seed: 32)
        let (disk, commits) = try log.disk(commits: 30)
        var bytes = try #require(disk.snapshot["00000001.seg"])
        bytes.replaceSubrange(512..<bytes.count, with: repeatElement(0, count: bytes.count - 512))
        disk.place(bytes, as: "00000001.seg")
        let recovery = try log.open(disk).recovery
        #expect(kinds(recovery.findings) == ["corrupt"])
        #expect(recovery.commits.count < commits.count)
        #expect(recovery.commits.last == commits.last)
    }

    @Test func aShortenedSealedSegmentIsCorrupt() throws {
        var log = SampleLog(seed: 33)
        let (disk, _) = try log.disk(commits: 30)
        let bytes = try #require(disk.snapshot["00000001.seg"])
        disk.place(Array(bytes.dropLast(1)), as: "00000001.seg")
        #expect(kinds(try log.open(disk).recovery.findings) == ["corrupt"])
    }

    @Test func aSealedSegmentThatLostItsLastRecordIsCorrupt() throws {
        var log = SampleLog(seed: 41)
        let (disk, commits) = try log.disk(commits: 30)
        let bytes = try #require(disk.snapshot["00000001.seg"])
        let record = try #require(SegmentScan(file: bytes).records.last)
        disk.place(Array(bytes[..<record.offset]), as: "00000001.seg")
        let recovery = try log.open(disk).recovery
        let range = record.offset..<record.end
        #expect(recovery.findings == [.corrupt(file: "00000001.seg", range: range)])
        #expect(recovery.commits.count == commits.count - 1)
    }

    @Test(arguments: 1...3) func aGroupTornInItsMiddleEndsThere(damaged: Int) throws {
        var log = SampleLog(seed: 42)
        let disk = SimulatedDisk(seed: 42)
        var store = try log.open(disk).store
        var commits = [log.commit()]
        try store.append(commits[0])
        try store.commit()
        for _ in 1...3 {
            commits.append(log.commit())
            try store.append(commits[commits.count - 1])
        }
        try store.commit()
        let bytes = try #require(disk.snapshot["00000001.seg"])
        let records = SegmentScan(file: bytes).records
        let torn = records[damaged].offset..<records[3].end
        disk.flip(bit: 8 * records[damaged].payload.lowerBound, of: "00000001.seg")
        let recovery = try log.open(disk).recovery
        #expect(recovery.commits == Array(commits[..<damaged]))
        #expect(kinds(recovery.findings) == ["torn"])
        #expect(disk.snapshot["00000001.seg"]?.count == torn.lowerBound)
        #expect(try log.open(disk).recovery.commits == recovery.commits)
    }

    /// The record that proves that damage is no torn tail may stand in a tail that is torn itself.
    @Test func whatWasDurableStaysSoWhenItsProofIsCutOff() throws {
        var log = SampleLog(seed: 43)
        let disk = SimulatedDisk(seed: 43)
        var store = try log.open(disk).store
        var commits: [Commit] = []
        for group in [1, 1, 2] {
            for _ in 0..<group {
                commits.append(log.commit())
                try store.append(commits[commits.count - 1])
            }
            try store.commit()
        }
        let bytes = try #require(disk.snapshot["00000001.seg"])
        let records = SegmentScan(file: bytes).records
        for damaged in [0, 2] {
            disk.flip(bit: 8 * records[damaged].payload.lowerBound, of: "00000001.seg")
        }
        let recovery = try log.open(disk).recovery
        #expect(recovery.commits == [commits[1]])
        #expect(kinds(recovery.findings) == ["corrupt", "torn"])
        for _ in 0..<2 {
            let again = try log.open(disk).recovery
            #expect(again.commits == [commits[1]])
            #expect(kinds(again.findings) == ["corrupt"])
        }
    }

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

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
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

    @Test func aRecordInAnotherPlaceIsNoRecord() throws {
        var log = SampleLog(seed: 40)
        let (disk, commits) = try log.disk(commits: 2)
        var bytes = try #require(disk.snapshot["00000001.seg"])
        let end = try MoveStore.inspect(disk).bytes
        let records = Array(bytes[60..<end])
        bytes.replaceSubrange(end..<(end + records.count), with: records)
        disk.place(bytes, as: "00000001.seg")
        let recovery = try log.open(disk).recovery
        #expect(recovery.commits == commits)
        #expect(kinds(recovery.findings) == ["torn"])
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

    @Test func missingMisnamedAndForeignFilesAreNamed() throws {
        var log = SampleLog(seed: 37)
        let (disk, commits) = try log.disk(commits: 40)
        let bytes = try #require(disk.snapshot[second])
        disk.remove(second)
        disk.place([1], as: "notes.txt")
        disk.place([1], as: "00000001.torn-60-1")
        let lacking = try log.open(disk).recovery
        #expect(lacking.findings == [.foreign(file: "notes.txt"), .missing(numbers: 2...2)])
        disk.place(bytes, as: "00000099.seg")
        let recovery = try MoveStore.inspect(disk)
        #expect(recovery.findings.contains(.misnamed(file: "00000099.seg", number: 2)))
        #expect(Set(recovery.commits) == Set(commits))
    }

    @Test func anotherTableAndANewerFormatAreRefusedUntouched() throws {
        var log = SampleLog(seed: 38)
        let (disk, _) = try log.disk(commits: 2)
        let before = disk.changes
        #expect(throws: StoreError.otherTable(file: "00000001.seg", table: SampleLog.table)) {
            _ = try MoveStore.open(disk, table: sampleTable(8), random: { 1 })
        }
        var bytes = try #require(disk.snapshot["00000001.seg"])
        bytes[11] = 3
        var checksum = CRC32C()
        checksum.add(bytes, in: 0..<56)
        var field = ByteWriter()
        field.fixed32(checksum.value)
        bytes.replaceSubrange(56..<60, with: field.bytes)
        disk.place(bytes, as: "00000001.seg")
        #expect(throws: StoreError.newerFormat(file: "00000001.seg", version: 3)) {
            _ = try log.open(disk)
        }
        #expect(disk.changes == before)
    }

    @Test func aReadOnlyOpeningChangesNothing() throws {
        var log = SampleLog(seed: 39)
        let (disk, _) = try log.disk(commits: 30)
        disk.flip(bit: 8 * 100, of: "00000001.seg")
        let last = try #require(disk.snapshot.keys.max())
        disk.place(try #require(disk.snapshot[last]).dropLast(1) + [7], as: last)
        let (before, changes) = (disk.snapshot, disk.changes)
        let recovery = try MoveStore.inspect(disk)
        #expect(recovery.table == SampleLog.table)
        #expect(kinds(recovery.findings) == ["corrupt", "torn"])
        #expect(disk.changes == changes)
        #expect(disk.snapshot == before)
        #expect(try log.open(disk).recovery.commits == recovery.commits)
    }
}
