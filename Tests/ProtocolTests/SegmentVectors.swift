import MoveLog
import Simulator
import Storage
import Testing

/// Segments: what a reader must find, and what a writer writes.
enum SegmentVectors {
    static func compare(_ file: Vector) throws {
        let table = try file.table()
        let payloads = try file.byteLists("payloads")
        let commits = try payloads.map { try Commit(payload: $0) }
        #expect(commits.map(\.payload) == payloads)
        let directories = try file.list("directories")
        for item in directories { try compare(item, commits, table: table) }
        for item in try file.list("refused") {
            let disk = disk(holding: [try item.bytes("file")])
            #expect(throws: StoreError.self, "\(item.name)") {
                try MoveStore.inspect(disk, table: table)
            }
            #expect(throws: StoreError.self, "\(item.name)") {
                try MoveStore.open(disk, table: table, random: { 1 })
            }
        }
        for item in try file.list("checksums") {
            var checksum = CRC32C()
            checksum.add(try item.bytes("bytes"))
            var writer = ByteWriter()
            writer.fixed32(checksum.value)
            #expect(writer.bytes == (try item.bytes("crc32c")))
        }
        try expectRefused(file.list("invalidCommits"), as: "commit") { bytes throws(Malformed) in
            _ = try Commit(payload: bytes)
        }
        let mark = try file.bytes("mark").reduce(0) { $0 << 8 | UInt64($1) }
        let first = try #require(directories.first?.byteLists("files").first)
        try compareWriting(Array(commits.prefix(3)), mark: mark, table: table, as: first)
    }

    private static func compare(_ item: Vector, _ commits: [Commit], table: TableID) throws {
        let expected = try item.integers("commits").map { commits[$0] }
        let findings = try item.list("findings").map(words)
        let disk = disk(holding: try item.byteLists("files"))
        for copy in try item.list("copies") {
            let number = try copy.integer("segment")
            disk.place([9], as: "0000000\(number).torn-\(try copy.integer("offset"))-1")
        }
        let seen = try MoveStore.inspect(disk, table: table)
        #expect(seen.commits == expected, "\(item.name)")
        #expect(seen.findings.compactMap(\.words) == findings, "\(item.name)")
        let opened = try MoveStore.open(disk, table: table, random: { 0x5566_7788 })
        #expect(opened.recovery.commits == expected, "\(item.name)")
        // After a repair nothing torn is left but an empty last segment, and the same commits are found.
        let again = try MoveStore.inspect(disk, table: table)
        #expect(again.commits == expected, "\(item.name), once more")
        for case .torn(let file, let range, _) in again.findings {
            #expect(range.isEmpty, "\(item.name): \(file) is torn after the repair")
        }
    }

    /// Commits that become durable one after the other give the file of a directory.
    static func compareWriting(
        _ commits: [Commit], mark: UInt64, table: TableID, as expected: [UInt8]
    ) throws {
        let disk = SimulatedDisk(seed: 1)
        var store = try MoveStore.open(disk, table: table, random: { mark }).store
        for commit in commits {
            try store.append(commit)
            try store.commit()
        }
        let written = try #require(disk.snapshot["00000001.seg"])
        #expect(written.starts(with: expected))
        #expect(written.dropFirst(expected.count).allSatisfy { $0 == 0 })
    }

    private static func disk(holding files: [[UInt8]]) -> SimulatedDisk {
        let disk = SimulatedDisk(seed: 7)
        for (index, bytes) in files.enumerated() {
            disk.place(bytes, as: "0000000\(index + 1).seg")
        }
        return disk
    }

    private static func words(_ finding: Vector) throws -> String {
        let kind = try finding.text("kind")
        let number = try finding.integer("segment")
        let start = try finding.integer("start")
        return "\(kind) 0000000\(number).seg \(start)..<\(try finding.integer("end"))"
    }
}

extension Finding {
    /// What the vector files say of damage; nil for what is none.
    fileprivate var words: String? {
        switch self {
        case .corrupt(let file, let range): "corrupt \(file) \(range)"
        case .torn(let file, let range, _): "torn \(file) \(range)"
        case .unreadable(let file, _): "unreadable \(file)"
        case .missing(let numbers): "missing \(numbers)"
        case .malformed, .misnamed, .foreign: nil
        }
    }
}
