import Foundation
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

/// `Protocol/vectors/segments.txt`, which was made by a second implementation of `disk.md`.
struct VectorTests {
    @Test(arguments: try SegmentVector.all())
    func anOpeningYieldsWhatTheVectorSays(vector: SegmentVector) throws {
        let disk = SimulatedDisk(seed: 1)
        for (name, bytes) in vector.files { disk.place(bytes, as: name) }
        let before = disk.snapshot
        if let refused = vector.refused {
            let error = #expect(throws: StoreError.self) { try open(disk) }
            switch error {
            case .newerFormat?: #expect(refused == "newer")
            case .otherTable?: #expect(refused == "table")
            default: Issue.record("\(String(describing: error))")
            }
            #expect(disk.snapshot == before)
            return
        }
        let inspected = try MoveStore.inspect(disk, table: SampleLog.table)
        #expect(disk.snapshot == before)
        let recovery = try open(disk)
        #expect(recovery.commits.map { hexadecimal($0.payload) } == vector.commits)
        #expect(recovery.findings.map(words) == vector.findings)
        #expect(inspected.findings.map(words) == vector.findings)
        #expect(inspected.commits == recovery.commits)
        for (name, bytes) in vector.after { #expect(disk.snapshot[name] == bytes, "\(name)") }
        #expect(try open(disk).commits == recovery.commits)
    }

    @Test func thereAreVectors() throws {
        #expect(try SegmentVector.all().count >= 31)
    }

    private func open(_ disk: SimulatedDisk) throws(StoreError) -> Recovery {
        try MoveStore.open(disk, table: SampleLog.table, random: { 1 }).recovery
    }

    private func words(_ finding: Finding) -> String {
        switch finding {
        case .corrupt(let file, let range):
            "corrupt \(file) \(range.lowerBound) \(range.upperBound)"
        case .torn(let file, let range, _): "torn \(file) \(range.lowerBound) \(range.upperBound)"
        case .missing(let numbers): "missing \(numbers.lowerBound) \(numbers.upperBound)"
        case .foreign(let file): "foreign \(file)"
        case .malformed(let file, let offset, _): "malformed \(file) \(offset)"
        case .misnamed(let file, let number): "misnamed \(file) \(number)"
        case .unreadable(let file, _): "unreadable \(file)"
        }
    }
}

/// One block of the file.
struct SegmentVector: Sendable, CustomTestStringConvertible {
    let name: String
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var commits: [String] = []
    private(set) var findings: [String] = []
    private(set) var after: [String: [UInt8]] = [:]
    private(set) var refused: String?

    var testDescription: String { name }

    /// All blocks; a line that is none of the format's is an error.
    static func all() throws -> [SegmentVector] {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Protocol/vectors/segments.txt")
        var vectors: [SegmentVector] = []
        for line in try String(contentsOf: path, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: " ").map(String.init)
            if line.hasPrefix("#") { continue }
            if parts[0] == "vector" {
                vectors.append(SegmentVector(name: try #require(parts.last)))
            } else {
                let last = try #require(vectors.indices.last)
                try vectors[last].take(parts)
            }
        }
        return vectors
    }

    private mutating func take(_ parts: [String]) throws {
        switch (parts[0], parts.count) {
        case ("file", 3): files[parts[1]] = try content(parts[2])
        case ("after", 3): after[parts[1]] = try content(parts[2])
        case ("commit", 2): commits.append(parts[1])
        case ("finding", 3...): findings.append(parts.dropFirst().joined(separator: " "))
        case ("refused", 2): refused = parts[1]
        default: throw Malformed.invalid(parts.joined(separator: " "))
        }
    }

    private func content(_ text: String) throws -> [UInt8] {
        text == "-" ? [] : try #require(bytes(hexadecimal: text))
    }
}
