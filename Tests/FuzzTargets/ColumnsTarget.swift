import MoveLog

/// The first byte chooses what the rest is read as: the columns of one page, of as many entries as the
/// next byte says and one more; a run page by page; a commit of such a run; or entries, to be put in
/// columns.
enum ColumnsTarget {
    static func run(_ bytes: [UInt8]) throws {
        var script = ByteScript(bytes)
        switch script.byte() % 4 {
        case 0:
            let count = Int(script.byte()) + 1
            try page(script.rest(), count: count)
        case 1: try run(of: script.rest())
        case 2: try commit(script.rest())
        default: try entries(script.rest())
        }
    }

    private static func page(_ columns: [UInt8], count: Int) throws {
        var writer = ByteWriter()
        writer.raw([UInt8](repeating: 1, count: 16))
        writer.varint(0)
        writer.raw([UInt8](repeating: 2, count: 16))
        writer.count(1)
        writer.count(count)
        writer.count(columns.count * 2 + 1)
        writer.raw(columns)
        writer.count(0)
        try run(of: writer.bytes)
    }

    private static func run(of bytes: [UInt8]) throws {
        var reader = ByteReader(bytes)
        guard let run = try? Run(from: &reader, isPaged: true) else { return }
        var writer = ByteWriter()
        run.write(to: &writer, isPaged: true)
        try demand(writer.bytes == Array(bytes.prefix(reader.offset)), "a run has two encodings")
        try content(of: run)
    }

    private static func commit(_ bytes: [UInt8]) throws {
        guard let commit = try? Commit(payload: bytes, isPaged: true) else { return }
        if commit.run.isPaged {
            try demand(commit.payload == bytes, "a commit has two encodings")
        } else {
            // A single page as it is goes in a record of the other type.
            try demand(try Commit(payload: commit.payload) == commit, "a commit changes")
        }
    }

    private static func entries(_ bytes: [UInt8]) throws {
        let author = AuthorID(repeating: 1)
        var reader = ByteReader(bytes)
        var ends: [Int] = []
        let id = EntryID(author: author, sequence: 1)
        while ends.count < MoveLogLimits.chainStride, reader.remaining > 0 {
            guard (try? Entry(id: id, canonical: &reader)) != nil else { break }
            ends.append(reader.offset)
        }
        guard let end = ends.last else { return }
        let canonical = Array(bytes.prefix(end))
        let run = Run(
            author: author, after: 0, base: author.octets, count: ends.count, bytes: canonical,
            head: nil)
        try demand(try run.entries().map(\.end) == ends, "entries are not those that were written")
        // The same again and again, so that there is something to put in columns.
        let times = Int(MoveLogLimits.chainStride) / ends.count
        let many = [[UInt8]](repeating: canonical, count: times).flatMap(\.self)
        guard many.count <= MoveLogLimits.spanBytesMax else { return }
        try content(
            of: Run(
                author: author, after: 0, base: author.octets, count: ends.count * times,
                bytes: many, head: nil))
    }

    /// What is read is canonical: read as it is, and put in columns and read, it is the same once more.
    private static func content(of run: Run) throws {
        guard let read = try? run.entries() else { return }
        let canonical = run.bytes
        try demand(read.count == run.count, "a run has not as many entries as it says")
        try demand(read.last?.end == canonical.count, "bytes stand behind the last entry")
        try demand(canonical.count <= MoveLogLimits.spanBytesMax, "more bytes than a run has")
        let written = read.flatMap(\.entry.canonicalBytes)
        try demand(written == canonical, "a run's entries are not its bytes")
        var plain = run
        plain.bytes = canonical
        try demandEqual(plain, read, "as it is")
        try demand(lamports(of: run) == read.map(\.entry.lamport), "other lamports")
        try demand(lamports(of: plain) == lamports(of: run), "other lamports of the same entries")
        try summaries(of: run)
        guard read.count <= MoveLogLimits.chainStride else { return }
        var packed = run
        packed.pages = [Page(packing: canonical, count: run.count, author: run.author)]
        try demand(packed.byteCount <= canonical.count, "columns that are longer")
        try demandEqual(packed, read, "in columns")
        try demand(packed.bytes == canonical, "columns of other bytes")
        try summaries(of: packed)
    }

    private static func demandEqual(
        _ run: Run, _ read: [(entry: Entry, end: Int)], _ how: String
    ) throws {
        let again = try run.entries()
        try demand(again.map(\.end) == read.map(\.end), "other ends, written \(how)")
        try demand(again.map(\.entry) == read.map(\.entry), "other entries, written \(how)")
    }

    private static func placed(_ run: Run) -> [PlacedPage] {
        var after = run.after
        return run.pages.map { page in
            defer { after += UInt64(page.count) }
            return PlacedPage(author: run.author, after: after, page: page)
        }
    }

    private static func lamports(of run: Run) -> [UInt64] {
        placed(run).flatMap { $0.placed().map(\.entry.lamport) }
    }

    private static func summaries(of run: Run) throws {
        for page in placed(run) {
            guard let summary = page.summary else { continue }
            let entries = page.placed().map(\.entry)
            for game in summary.games {
                let count = entries.count { $0.scope == .game(EntryID(game.name)) }
                try demand(game.count == count, "a page counts other entries of a game")
            }
            let counted = summary.games.reduce(0) { $0 + $1.count }
            let ofTable = entries.count { $0.scope == .table }
            try demand(counted + ofTable == entries.count, "a page leaves out a game")
            try demand(summary.hasTable == (ofTable > 0), "a page is wrong about the table")
            let kinds = Set(entries.map(\.kind.rawValue))
            try demand(Set(summary.kinds) == kinds, "a page is wrong about kinds")
        }
    }
}
