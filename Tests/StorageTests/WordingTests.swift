import MoveLog
import Simulator
import Storage
import Testing

/// What people and the daemon are told of findings and errors.
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

    /// What every crash may leave calls for nobody; everything else does.
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
