/// Consecutive entries of one author with the head that covers them: the unit in transit and in
/// segments. It attaches where the author's log has the digest `base`.
package struct Run: Hashable, Sendable {
    package var author: AuthorID
    /// The sequence before the first entry; 0 at the start of the log.
    package var after: UInt64
    /// The first half of D(after): identifies the branch of a forked log to which the run belongs.
    package var base: Octets16
    /// The first page and the others: most runs on a disk have a single page and need no array.
    private var firstPage: Page
    private var furtherPages: [Page]
    /// The author's signature over the last entry of the run; nil only for own entries on the own
    /// disk that were not sent yet.
    package var head: SignedHead?

    /// `bytes` must hold the canonical bytes of exactly `count` entries.
    package init(
        author: AuthorID, after: UInt64, base: Octets16, count: Int, bytes: [UInt8],
        head: SignedHead?
    ) {
        self.author = author
        self.after = after
        self.base = base
        firstPage = Page(count: count, bytes: bytes)
        furtherPages = []
        self.head = head
    }

    /// At least one page.
    init(author: AuthorID, after: UInt64, base: Octets16, pages: [Page], head: SignedHead?) {
        self.author = author
        self.after = after
        self.base = base
        firstPage = pages[0]
        furtherPages = pages.count > 1 ? Array(pages.dropFirst()) : []
        self.head = head
    }

    /// One page of canonical bytes, or several pages.
    package var pages: [Page] {
        get { furtherPages.isEmpty ? [firstPage] : [firstPage] + furtherPages }
        set {
            firstPage = newValue[0]
            furtherPages = Array(newValue.dropFirst())
        }
    }

    /// Calls `body` for each page, without making an array.
    func forEachPage(_ body: (Page) -> Void) {
        body(firstPage)
        for page in furtherPages { body(page) }
    }

    /// The number of entries; at least 1.
    package var count: Int { furtherPages.reduce(firstPage.count) { $0 + $1.count } }

    /// The canonical bytes of the entries, one after the other; empty if they are malformed. Pages
    /// in columns are decoded at each access.
    package var bytes: [UInt8] {
        get {
            if !isPaged { return firstPage.bytes }
            return (try? content())?.bytes ?? []
        }
        set { pages = [Page(count: count, bytes: newValue)] }
    }

    /// True if the run is written page by page, not as canonical bytes alone.
    package var isPaged: Bool { !furtherPages.isEmpty || firstPage.isInColumns }

    /// The bytes of the entries as written.
    package var byteCount: Int {
        furtherPages.reduce(firstPage.bytes.count) { $0 + $1.bytes.count }
    }

    /// The sequence of the last entry.
    package var last: UInt64 { after + UInt64(count) }

    /// The decoded entries, for merging.
    func content() throws(Malformed) -> RunContent {
        try RunContent(pages, author: author, after: after)
    }

    /// The entries with their end offsets in `bytes`; malformed unless there are exactly `count` of
    /// them.
    package func entries() throws(Malformed) -> [(entry: Entry, end: Int)] {
        let content = try content()
        return content.ends.indices.map { (content.entry($0), content.ends[$0]) }
    }
}

extension Run {
    /// Appends author, after and base; if `isPaged` count of the pages and pages, else count, length
    /// of the entries, entries; then signature length (0 or 64), signature.
    package func write(to writer: inout ByteWriter, isPaged: Bool) {
        writer.raw(author.bytes)
        writer.varint(after)
        writer.raw(base.bytes)
        if isPaged {
            writer.count(pages.count)
            for page in pages { page.write(to: &writer) }
        } else {
            writer.count(count)
            writer.counted(bytes)
        }
        writer.counted(head?.signature ?? [])
    }

    /// The entries themselves are decoded by `entries`.
    package init(from reader: inout ByteReader, isPaged: Bool) throws(Malformed) {
        author = try reader.identifier(AuthorID.self)
        after = try reader.varint()
        guard after < MoveLogLimits.lamportMax else { throw .tooLarge("after") }
        base = try reader.octets16()
        furtherPages = []
        if isPaged {
            let pages = try Self.pages(from: &reader)
            firstPage = pages[0]
            furtherPages = pages.count > 1 ? Array(pages.dropFirst()) : []
        } else {
            let count = try reader.count("count", max: Int(MoveLogLimits.spanEntriesMax))
            guard count > 0 else { throw .invalid("count") }
            let bytes = try reader.counted("entries", max: MoveLogLimits.spanBytesMax)
            firstPage = Page(count: count, bytes: bytes)
        }
        let signature = try reader.counted("signature", max: 64)
        guard signature.isEmpty || signature.count == 64 else { throw .invalid("signature") }
        if !signature.isEmpty { head = SignedHead(sequence: last, signature: signature) }
    }

    /// At least one page.
    private static func pages(from reader: inout ByteReader) throws(Malformed) -> [Page] {
        let pageCount = try reader.count("pages", max: MoveLogLimits.runPagesMax)
        guard pageCount > 0 else { throw .invalid("pages") }
        var pages: [Page] = []
        var (count, bytes) = (0, 0)
        for _ in 0..<pageCount {
            let page = try Page(from: &reader)
            count += page.count
            bytes += page.bytes.count
            guard count <= MoveLogLimits.spanEntriesMax else { throw .tooLarge("count") }
            guard bytes <= MoveLogLimits.spanBytesMax else { throw .tooLarge("entries") }
            pages.append(page)
        }
        return pages
    }
}

/// An author's signature over its log up to a sequence: with it, a run can be accepted from any
/// device.
package struct SignedHead: Hashable, Sendable {
    /// The last sequence that the signature covers.
    package var sequence: UInt64
    /// 64 bytes, over `message`.
    package var signature: [UInt8]

    package init(sequence: UInt64, signature: [UInt8]) {
        self.sequence = sequence
        self.signature = signature
    }

    /// The signed bytes: domain, table, author, sequence as eight bytes, D(sequence).
    package static func message(
        table: TableID, author: AuthorID, sequence: UInt64, digest: Digest
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: 120)
        writer.raw(Domain.head)
        writer.raw(table.bytes)
        writer.raw(author.bytes)
        writer.fixed64(sequence)
        writer.raw(digest.bytes)
        return writer.bytes
    }
}

/// Consecutive entries of one author in transit or at rest: their canonical bytes, or columns
/// (`EntryColumns`) if those are shorter. A page in columns has at most `MoveLogLimits.chainStride`
/// entries, so that finding one of them is cheap.
package struct Page: Hashable, Sendable {
    /// At least 1.
    package var count: Int { Int(entries) }
    /// 32 bits, because a season has thousands of pages.
    private let entries: UInt32
    package let isInColumns: Bool
    /// The canonical bytes of the entries, one after the other, or columns.
    let bytes: [UInt8]

    init(count: Int, isInColumns: Bool = false, bytes: [UInt8]) {
        entries = UInt32(count)
        self.isInColumns = isInColumns
        self.bytes = bytes
    }

    /// Packs canonical bytes into columns if they are well-formed, have enough entries, and become
    /// shorter.
    package init(packing bytes: [UInt8], count: Int, author: AuthorID) {
        guard count >= MoveLogLimits.columnsCountMin, count <= Int(MoveLogLimits.chainStride),
            let columns = try? EntryColumns.bytes(
                packing: bytes, count: count, author: author.octets),
            columns.count < bytes.count
        else {
            self.init(count: count, bytes: bytes)
            return
        }
        self.init(count: count, isInColumns: true, bytes: columns)
    }

    /// The games and kinds of a page in columns that was decoded before.
    func summary(of author: AuthorID) -> ColumnSummary {
        readAgain(author) { () throws(Malformed) in
            try EntryColumns.summary(of: bytes, author: author.octets, count: count)
        }
    }

    /// Count, then twice the length of the bytes, plus one for columns, and the bytes.
    func write(to writer: inout ByteWriter) {
        writer.count(count)
        writer.count(bytes.count * 2 + (isInColumns ? 1 : 0))
        writer.raw(bytes)
    }

    /// Checks the counts only; `RunContent` decodes the entries.
    init(from reader: inout ByteReader) throws(Malformed) {
        let count = try reader.count("count", max: Int(MoveLogLimits.spanEntriesMax))
        entries = UInt32(count)
        guard count > 0 else { throw .invalid("count") }
        let length = try reader.count("entries", max: MoveLogLimits.spanBytesMax * 2 + 1)
        isInColumns = length % 2 == 1
        guard !isInColumns || count <= Int(MoveLogLimits.chainStride) else {
            throw .tooLarge("count")
        }
        bytes = try reader.raw(length / 2)
    }
}

extension [Page] {
    /// The same pages, or a single page of canonical bytes if none is in columns.
    var joined: [Page] {
        guard count > 1, !contains(where: \.isInColumns) else { return self }
        return [Page(count: reduce(0) { $0 + $1.count }, bytes: flatMap(\.bytes))]
    }
}

/// The entries of pages as canonical bytes, with the fields that merging needs.
struct RunContent {
    /// The canonical bytes, one entry after the other.
    private(set) var bytes: [UInt8] = []
    /// The end offset of each entry in `bytes`.
    private(set) var ends: [Int] = []
    private(set) var lamports: [UInt64] = []
    /// The indices of the entries that may be about devices, ascending.
    private(set) var membershipEntries: [Int] = []
    let author: AuthorID
    /// The sequence before the first entry.
    let after: UInt64

    var count: Int { ends.count }

    /// Decodes pages; malformed as soon as the bytes would exceed those of a run.
    init(
        _ pages: [Page], author: AuthorID, after: UInt64
    ) throws(Malformed) {
        self.author = author
        self.after = after
        if pages.count == 1, !pages[0].isInColumns {
            bytes = pages[0].bytes
            try skim(from: 0, count: pages[0].count)
            return
        }
        let count = pages.reduce(0) { $0 + $1.count }
        bytes.reserveCapacity(count * 40)
        ends.reserveCapacity(count)
        lamports.reserveCapacity(count)
        for page in pages {
            let start = bytes.count
            guard page.isInColumns else {
                guard start + page.bytes.count <= MoveLogLimits.spanBytesMax else {
                    throw .tooLarge("entries")
                }
                bytes += page.bytes
                try skim(from: start, count: page.count)
                continue
            }
            let content = try EntryColumns.content(
                of: page.bytes, author: author.octets, count: page.count)
            let first = ends.count
            try content.appendCanonical(
                to: &bytes, ends: &ends, most: MoveLogLimits.spanBytesMax - start)
            lamports += content.lamports
            membershipEntries += content.places { kind in
                MembershipEntry.limit(of: Kind(rawValue: kind)) != nil
            }.map { first + $0 }
        }
    }

    /// Reads the envelopes of canonical bytes and skips the bodies.
    private mutating func skim(from start: Int, count: Int) throws(Malformed) {
        guard count <= bytes.count - start else { throw .truncated }
        var reader = ByteReader(bytes, in: start..<bytes.count)
        for _ in 0..<count {
            let envelope = try Envelope(from: &reader)
            lamports.append(envelope.lamport)
            if MembershipEntry.limit(of: Kind(rawValue: envelope.kind)) != nil {
                membershipEntries.append(ends.count)
            }
            ends.append(reader.offset)
        }
        try reader.finish()
    }

    func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    func entry(_ index: Int) -> Entry {
        var reader = ByteReader(bytes, in: start(of: index)..<ends[index])
        let id = EntryID(author: author, sequence: after + UInt64(index) + 1)
        return readAgain(author) { () throws(Malformed) in try Entry(id: id, canonical: &reader) }
    }

    /// The canonical bytes of at least one entry.
    func bytes(of entries: Range<Int>) -> ArraySlice<UInt8> {
        bytes[start(of: entries.lowerBound)..<ends[entries.upperBound - 1]]
    }

    /// The number of canonical bytes of at least one entry.
    func byteCount(_ entries: Range<Int>) -> Int {
        ends[entries.upperBound - 1] - start(of: entries.lowerBound)
    }

    func bytes(of index: Int) -> ArraySlice<UInt8> {
        bytes(of: index..<(index + 1))
    }
}

/// Decodes entries that were decoded before they were admitted: a failure is a bug, not bad input.
func readAgain<Value>(_ author: AuthorID, _ read: () throws(Malformed) -> Value) -> Value {
    do throws(Malformed) {
        return try read()
    } catch {
        preconditionFailure("what was read once cannot be read again: \(author): \(error)")
    }
}
