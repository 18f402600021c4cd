import Seeds
import Simulator
import Testing

@testable import MoveLog

/// Pages whose columns take more bytes than their entries: what is held of them is handed on within the
/// limits of runs and frames.
@Suite(.timeLimit(.minutes(2))) struct WidePageTests {
    /// A log of short entries of many fields, which are ten times as long in wide columns.
    private func line(_ member: HostileMember, entries: Int) -> Line {
        let body = [UInt8](repeating: 1, count: 40)
        return Line(member, nonce: 1, (0..<entries).map { _ in (kind: 99, body: body) })
    }

    /// They lie as entries that were added one by one.
    @Test(arguments: seeds(UInt64(20))) func theyAreNotKeptAsTheyCame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let author = AuthorID(octets: .zero)
        var pages = EntryPages(author: author, after: 0)
        for _ in 0..<4 {
            let fields = Int.random(in: 0...48, using: &random)
            let entries = (0..<256).map { _ in
                let numbers = (0..<fields).flatMap { _ in
                    var writer = ByteWriter()
                    writer.varint(random.next() >> UInt64.random(in: 0...63, using: &random))
                    return writer.bytes
                }
                return Entry(
                    id: EntryID(author: author, sequence: 1), lamport: random.next() >> 20,
                    wall: WallTime(milliseconds: 0), scope: .table, kind: Kind(rawValue: 99),
                    body: numbers
                ).canonicalBytes
            }
            let bytes = entries.flatMap(\.self)
            let wide = Page(
                count: 256, isInColumns: true,
                bytes: try WideColumns.bytes(bytes, count: 256))
            let content = try RunContent([wide], author: author, after: 0)
            #expect(content.bytes == bytes)
            let before = pages.count
            let isKept = pages.append(wide, byteCount: bytes.count)
            #expect(isKept == (wide.bytes.count <= bytes.count))
            if !isKept { pages.append(content.bytes[...], ends: content.ends) }
            #expect(pages.bytes(before..<(before + 256)) == bytes)
            for page in pages.pages(before..<(before + 256)) {
                let canonical = try RunContent([page], author: author, after: 0).bytes
                #expect(page.bytes.count <= canonical.count)
            }
        }
    }

    /// Of a log that came in wide columns the whole goes on to another device.
    @Test func whoHoldsThemHandsThemOn() throws {
        var mesh = try Mesh(devices: 1)
        var liar = try mesh.liar(7)
        let line = line(liar, entries: 16_000)
        mesh.replicas[0].receive(
            Frame.run(line.run(upTo: 256)).bytes, from: liar.link, at: mesh.now)
        for after in stride(from: UInt64(256), to: line.last, by: 1024) {
            let run = try line.wideRun(after: after, upTo: min(after + 1024, line.last))
            #expect(run.byteCount > 4 * run.bytes.count)
            mesh.hear(.run(run), from: &liar)
        }
        #expect(liar.closed == nil)
        #expect(mesh.replicas[0].log.lastHeld(of: line.author) == line.last)
        var peer = try mesh.liar(8)
        mesh.hear(.want([line.author]), from: &peer)
        let runs = peer.runs(of: line.author)
        #expect(peer.closed == nil)
        for run in runs {
            #expect(Frame.run(run).bytes.count <= MoveLogLimits.spanBytesMax + 1024)
            #expect(run.byteCount <= run.bytes.count)
        }
        let isAll = runs.flatMap(\.bytes) == line.entries.flatMap(\.self)
        #expect(isAll)
    }
}

extension Line {
    /// A run on pages of so many entries, whose columns are as long as their entries allow.
    fileprivate func wideRun(after: UInt64, upTo: UInt64, by stride: Int = 256) throws -> Run {
        var run = run(after: after, upTo: upTo)
        var pages: [Page] = []
        for start in Swift.stride(from: Int(after), to: Int(upTo), by: stride) {
            let part = entries[start..<min(start + stride, Int(upTo))]
            let columns = try WideColumns.bytes(part.flatMap(\.self), count: part.count)
            pages.append(Page(count: part.count, isInColumns: true, bytes: columns))
        }
        run.pages = pages
        return run
    }
}

/// Columns that take more bytes than the entries that they stand for, which a member may send.
private enum WideColumns {
    /// The columns of entries of the table with these canonical bytes, all of one kind, whose bodies are
    /// rows of one and the same number of varints: eight bytes a number.
    static func bytes(_ canonical: [UInt8], count: Int) throws -> [UInt8] {
        var reader = ByteReader(canonical)
        var (kind, rows): (UInt64, [[UInt64]]) = (0, [])
        for _ in 0..<count {
            let (lamport, wall) = (try reader.varint(), try reader.signed())
            _ = try reader.byte()
            kind = try reader.varint()
            var body = ByteReader(try reader.counted("body", max: MoveLogLimits.entryBytesMax))
            rows.append([lamport, UInt64(bitPattern: wall)])
            while body.remaining > 0 { rows[rows.count - 1].append(try body.varint()) }
        }
        let fields = rows[0].count - 2
        var writer = ByteWriter()
        writer.raw([0, 0, 1])
        writer.varint(kind)
        writer.count(fields + 1)
        writer.raw([UInt8](repeating: 0, count: (fields + 7) / 8))
        for column in 0..<(fields + 2) {
            writer.raw([64, 0, 0])
            for row in rows {
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    writer.byte(UInt8(truncatingIfNeeded: row[column] >> shift))
                }
            }
        }
        return writer.bytes
    }
}
