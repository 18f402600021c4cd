import Foundation
import MoveLog
import Simulator
import Storage
import Testing

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
