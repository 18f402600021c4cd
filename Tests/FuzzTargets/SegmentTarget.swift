import MoveLog
import Simulator
import Storage

/// A script that makes the files of a log's directory, from whole segments to rubbish; then the log is
/// opened, opened again, and written on.
enum SegmentTarget {
    static func run(_ bytes: [UInt8]) throws {
        var files = DirectoryScript()
        var script = ByteScript(bytes)
        while !script.isAtEnd, files.steps < 64 { files.step(&script) }
        let disk = SimulatedDisk(seed: 1)
        for (name, content) in files.files { disk.place(content, as: name) }
        try open(disk, files: files.files)
    }

    private static let sizes = SegmentSizes(segmentBytes: 4096, stepBytes: 512)

    private static func open(_ disk: SimulatedDisk, files: [String: [UInt8]]) throws {
        let before = disk.snapshot
        guard let seen = try? MoveStore.inspect(disk) else {
            try demand(disk.snapshot == before, "a look changed the files")
            return
        }
        try demand(disk.snapshot == before, "a look changed the files")
        for commit in seen.commits {
            let payload = commit.payload
            try demand(
                files.values.contains { $0.firstRange(of: payload) != nil },
                "a commit that no file holds")
        }
        let table = seen.table ?? DirectoryScript.table
        var store: MoveStore
        do throws(StoreError) {
            let opened = try MoveStore.open(
                disk, table: table, random: { 0xa1b2_c3d4 }, sizes: sizes)
            try demandEqual(opened.recovery, seen)
            store = opened.store
        } catch {
            // Refused: no number is left for a segment or for the copy of a torn tail.
            return
        }
        let repaired = disk.snapshot
        let again = try MoveStore.open(disk, table: table, random: { 0xa1b2_c3d4 }, sizes: sizes)
        try demand(again.recovery.commits == seen.commits, "a repair changed the log")
        try demand(disk.snapshot == repaired, "a repaired log was repaired again")
        for finding in again.recovery.findings {
            guard case .torn(_, let range, _) = finding else { continue }
            try demand(range.isEmpty, "torn after the repair")
        }
        guard let commit = DirectoryScript.commit(sequence: 0) else { return }
        do throws(StoreError) {
            try store.append(commit)
            try store.commit()
        } catch { return }
        let after = try MoveStore.inspect(disk, table: table)
        try demand(after.commits == seen.commits + [commit], "what was written on is not there")
    }

    private static func demandEqual(
        _ opened: Recovery, _ seen: Recovery
    ) throws(StoreError) {
        precondition(opened.commits == seen.commits, "a look and an opening differ")
        precondition(opened.findings.count == seen.findings.count, "their findings differ")
    }
}

/// The files that a script makes.
struct DirectoryScript {
    static let table = TableID(octets: octets(7))
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var steps = 0
    private var name = "00000001.seg"
    private var mark: UInt32 = 0xa1b2_c3d4
    /// The offset below which the next crafted record says that all was durable.
    private var durable = 60

    mutating func step(_ script: inout ByteScript) {
        steps += 1
        switch script.byte() % 8 {
        case 0: name = "0000000\(script.byte() % 10).seg"
        case 1: files[name, default: []] += script.chunk()
        case 2: header(&script)
        case 3: record(script.chunk())
        case 4:
            if let commit = Self.commit(sequence: script.byte()) { record(commit.payload) }
        case 5: files[name, default: []] += [UInt8](repeating: 0, count: script.word() % 600)
        case 6:
            let cut = script.word()
            files[name] = files[name].map { Array($0.dropLast(cut % (1 + $0.count))) }
        default:
            let count = files[name]?.count ?? 0
            if script.byte() % 2 == 0 { durable = count } else { flip(script.word(), of: count) }
            if script.byte() == 77 { name = script.text() }
        }
    }

    private mutating func flip(_ place: Int, of count: Int) {
        if count > 0 { files[name]?[place % count] ^= 1 << UInt8(place >> 8 & 7) }
    }

    private mutating func header(_ script: inout ByteScript) {
        var writer = ByteWriter()
        writer.raw(Array("SCOREDSG".utf8))
        writer.fixed32(1)
        writer.raw(Self.table.bytes)
        writer.fixed32(UInt32(script.byte()))
        writer.fixed32(UInt32(script.word()))
        mark = 0xa1b2_c300 | UInt32(script.byte())
        writer.fixed32(mark)
        var sum = CRC32C()
        sum.add(writer.bytes)
        writer.fixed32(sum.value)
        files[name] = writer.bytes
        durable = writer.bytes.count
    }

    /// A record with the checksum of its place, as `Protocol/disk.md` says.
    private mutating func record(_ payload: [UInt8]) {
        let offset = files[name]?.count ?? 0
        var body = ByteWriter()
        body.count(payload.count + 1)
        body.count(max(0, offset - durable))
        body.byte(1)
        body.raw(payload)
        var place = ByteWriter()
        place.fixed32(mark)
        place.fixed32(UInt32(offset))
        var sum = CRC32C()
        sum.add(place.bytes)
        sum.add(body.bytes)
        var frame = ByteWriter()
        frame.fixed32(mark)
        frame.fixed32(sum.value)
        frame.raw(body.bytes)
        files[name, default: []] += frame.bytes
    }

    /// A commit of one small entry.
    static func commit(sequence: UInt8) -> Commit? {
        let author = AuthorID(octets: octets(9).high)
        let entry = Entry(
            id: EntryID(author: author, sequence: UInt64(sequence) + 1), lamport: 5,
            wall: WallTime(milliseconds: 6), scope: .table, kind: Kind(rawValue: 99),
            body: [1, 2, 3])
        return Commit(
            run: Run(
                author: author, after: UInt64(sequence), base: octets(8).high, count: 1,
                bytes: entry.canonicalBytes, head: nil))
    }

    private static func octets(_ byte: UInt8) -> Octets32 {
        guard let octets = Octets32([UInt8](repeating: byte, count: 32)) else {
            preconditionFailure("32 bytes are 32")
        }
        return octets
    }
}
