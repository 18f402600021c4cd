import MoveLog
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
