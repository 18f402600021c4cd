import Simulator
import Storage
import TLS
import Testing

@testable import Columns
@testable import MoveLog

/// Columns, runs page by page, and the records that hold them. What is written in columns need not have
/// the vector's bytes: it must be read as the same entries.
enum ColumnVectors {
    static func compare(_ file: Vector) throws {
        for item in try file.list("numbers") { try compareNumbers(item) }
        for item in try file.list("invalidNumbers") {
            let count = try item.integer("count")
            try expectRefused([item], as: "column") { bytes throws(Malformed) in
                _ = try numbers(bytes, count)
            }
        }
        for item in try file.list("pages") { try comparePage(item) }
        for item in try file.list("invalidPages") {
            let (author, count) = (try item.author(), try item.integer("count"))
            try expectRefused([item], as: "page") { bytes throws(Malformed) in
                let page = Page(count: count, isInColumns: true, bytes: bytes)
                _ = try RunContent([page], author: author, after: 0)
            }
        }
        for item in try file.list("runs") { try compareRun(item) }
        try expectRefused(file.list("invalidRuns"), as: "run") { bytes throws(Malformed) in
            _ = try run(bytes).content()
        }
        for item in try file.list("frames") {
            let bytes = try item.bytes("bytes")
            let frame = Frame.run(try run(item.bytes("run")))
            #expect(frame.bytes == bytes)
            #expect(try Frame(typeAndPayload: Array(bytes.dropFirst(4))) == frame)
        }
        try expectRefused(file.list("invalidFrames"), as: "frame") { bytes throws(Malformed) in
            _ = try Frame(typeAndPayload: Array(bytes.dropFirst(4)))
        }
        try compareTable(file.object("table"))
        try compareSegment(file.object("segment"))
        try expectRefused(file.list("invalidCommits"), as: "commit") { bytes throws(Malformed) in
            _ = try Commit(payload: bytes, isPaged: true)
        }
    }

    // MARK: Columns

    private static func compareNumbers(_ item: Vector) throws {
        let expected = try item.texts("numbers").map { try #require(UInt64($0)) }
        #expect(try numbers(item.bytes("bytes"), expected.count) == expected, "\(item.name)")
        var writer = ByteWriter()
        NumberPacker.write(expected, to: &writer)
        #expect(try numbers(writer.bytes, expected.count) == expected, "\(item.name), written")
    }

    private static func numbers(_ bytes: [UInt8], _ count: Int) throws(Malformed) -> [UInt64] {
        try whole(bytes) { reader throws(Malformed) in try NumberColumn.read(count, from: &reader) }
    }

    private static func comparePage(_ item: Vector) throws {
        let author = try item.author()
        let bytes = try item.bytes("bytes")
        let entries = try item.byteLists("entries")
        let content = try read(bytes, count: entries.count, author: author)
        #expect(content.bytes == Array(entries.joined()), "\(item.name)")
        #expect(content.ends.indices.map { Array(content.bytes(of: $0)) } == entries)
        let again = entries.indices.map { content.entry($0) }
        #expect(again.map(\.canonicalBytes) == entries, "\(item.name)")
        #expect(again.map(\.lamport) == content.lamports, "\(item.name)")
        let written = try EntryColumns.bytes(
            packing: content.bytes, count: entries.count, author: author.octets)
        let rewritten = try read(written, count: entries.count, author: author)
        #expect(rewritten.bytes == content.bytes, "\(item.name), written")
        let page = Page(packing: content.bytes, count: entries.count, author: author)
        let packed = try RunContent([page], author: author, after: 0)
        #expect(packed.bytes == content.bytes, "\(item.name), packed")
    }

    private static func read(
        _ columns: [UInt8], count: Int, author: AuthorID
    ) throws(Malformed) -> RunContent {
        let page = Page(count: count, isInColumns: true, bytes: columns)
        return try RunContent([page], author: author, after: 0)
    }

    // MARK: Runs

    private static func compareRun(_ item: Vector) throws {
        let bytes = try item.bytes("bytes")
        let after = try item.unsigned("after")
        let entries = try item.byteLists("entries")
        let signature = try item.bytes("signature")
        let head = SignedHead(sequence: after + UInt64(entries.count), signature: signature)
        let expected = Run(
            author: try item.author(), after: after, base: try item.octets16("base"),
            pages: try item.list("pages").map {
                Page(
                    count: try $0.integer("count"), isInColumns: try $0.truth("isInColumns"),
                    bytes: try $0.bytes("bytes"))
            },
            head: signature.isEmpty ? nil : head)
        let read = try run(bytes)
        #expect(read == expected, "\(item.name)")
        #expect(try read.entries().map(\.entry.canonicalBytes) == entries, "\(item.name)")
        #expect(read.bytes == Array(entries.joined()), "\(item.name)")
        var writer = ByteWriter()
        expected.write(to: &writer, isPaged: true)
        #expect(writer.bytes == bytes, "\(item.name)")
    }

    private static func run(_ bytes: [UInt8]) throws(Malformed) -> Run {
        try whole(bytes) { reader throws(Malformed) in try Run(from: &reader, isPaged: true) }
    }

    /// The signatures were made without pages.
    private static func compareTable(_ item: Vector) throws {
        let seal = try Identity.generate()
        let charter = try Charter(
            founding: item.bytes("founding"), chain: InvitationChain(), seal: seal)
        var log = TableLog(charter: charter, seal: seal)
        for step in try item.list("steps") {
            let what = try step.text("what")
            let outcome = log.insert(try run(step.bytes("run")), trust: .verify)
            #expect(outcome.word == (try step.text("outcome")), "\(what)")
        }
        var writer = ByteWriter()
        log.frontier.write(to: &writer)
        #expect(writer.bytes == (try item.bytes("frontier")))
        #expect(log.digest.octets == (try item.octets32("digest")))
    }

    // MARK: Records

    /// A file with commits of both types is read, and written again as it was.
    private static func compareSegment(_ item: Vector) throws {
        let table = try item.table()
        let bytes = try item.bytes("file")
        let commits = try item.list("commits").map { commit in
            let payload = try commit.bytes("payload")
            let read = try Commit(payload: payload, isPaged: try commit.integer("type") == 2)
            #expect(read.payload == payload)
            return read
        }
        let disk = SimulatedDisk(seed: 7)
        disk.place(bytes, as: "00000001.seg")
        let seen = try MoveStore.inspect(disk, table: table)
        #expect(seen.commits == commits)
        #expect(seen.findings.isEmpty)
        let mark = try item.bytes("mark").reduce(0) { $0 << 8 | UInt64($1) }
        try SegmentVectors.compareWriting(commits, mark: mark, table: table, as: bytes)
    }
}
