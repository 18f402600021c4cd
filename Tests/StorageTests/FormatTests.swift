import MoveLog
import Simulator
import Testing

@testable import Storage

/// The bytes of the example in `Protocol/disk.md`, and how files are named.
struct FormatTests {
    @Test func theExampleOfThePage() throws {
        let disk = SimulatedDisk(seed: 1)
        let sizes = SegmentSizes(segmentBytes: 1000, stepBytes: 256)
        var store = try MoveStore.open(
            disk, table: SampleLog.table, random: { 0xa1b2_c3d4 }, sizes: sizes
        ).store
        let author = AuthorID(octets: octets16(1))
        for sequence in 0..<2 as Range<UInt64> {
            let request = sequence == 0 ? RequestID(octets: octets16(9)) : nil
            try store.append(
                Commit(
                    run: Run(
                        author: author, after: sequence, base: octets16(2), count: 1,
                        bytes: [1, 2, 0, 3], head: nil),
                    request: request))
        }
        try store.commit()
        let file = try #require(disk.snapshot["00000001.seg"])
        #expect(file.count == 256)
        #expect(file.starts(with: try #require(bytes(hexadecimal: example))))
        #expect(file.dropFirst(example.utf8.count / 2).allSatisfy { $0 == 0 })
        #expect(try MoveStore.inspect(disk).commits.count == 2)
    }

    @Test func namesOfFiles() {
        #expect(SegmentName("00000001.seg") == .segment(1))
        #expect(SegmentName("99999999.seg") == .segment(99_999_999))
        #expect(SegmentName("00000012.torn-0-3") == .torn(12, offset: 0))
        #expect(SegmentName("00000012.torn-77-999") == .torn(12, offset: 77))
        let foreign = [
            "", "1.seg", "00000000.seg", "000000001.seg", "0000000a.seg", "00000001.seg2",
            "00000001.torn-", "00000001.torn-9", "00000001.torn-9-0", "00000001.torn-9-1000",
            "00000001.torn-9-x", "00000001.torn--1", "00000001.torn-9-1-1",
            "00000001seg", "00000001.SEG", "+0000001.seg",
        ]
        for file in foreign { #expect(SegmentName(file) == .foreign, "\(file)") }
        for number in [1, 42, 99_999_999] as [UInt32] {
            #expect(SegmentName(segmentName(number)) == .segment(number))
            #expect(SegmentName(tornName(number, offset: 8, copy: 7)) == .torn(number, offset: 8))
        }
    }
}

/// Header, first record, second record.
private let example =
    "53434f5245445347" + "00000001" + String(repeating: "07", count: 32) + "00000001" + "00000000"
    + "a1b2c3d4" + "aa681340"
    + "a1b2c3d4" + "206702bb" + "3a" + "00" + "01"
    + "73636f72656421210000000000000001" + "00" + "73636f72656421210000000000000002" + "01"
    + "0401020003" + "00" + "1073636f72656421210000000000000009"
    + "a1b2c3d4" + "0c60a567" + "2a" + "44" + "01"
    + "73636f72656421210000000000000001" + "01" + "73636f72656421210000000000000002" + "01"
    + "0401020003" + "00" + "00"
