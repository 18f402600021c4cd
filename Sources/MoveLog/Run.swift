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
        let page = Page(count: count, bytes: bytes)
        self.init(author: author, after: after, base: base, page: page)
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

    private init(author: AuthorID, after: UInt64, base: Octets16, page: Page) {
        self.author = author
        self.after = after
        self.base = base
        firstPage = page
        furtherPages = []
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
    /// Appends author, after, base, count, length of the entries, entries, signature length (0 or
    /// 64), signature.
    package func write(to writer: inout ByteWriter) {
        writer.raw(author.bytes)
        writer.varint(after)
        writer.raw(base.bytes)
        writer.count(count)
        writer.counted(bytes)
        writer.counted(head?.signature ?? [])
    }

    /// The entries themselves are decoded by `entries`.
    package init(from reader: inout ByteReader) throws(Malformed) {
        let place = try RunPlace(from: &reader)
        let count = try reader.count("count", max: Int(Limits.spanEntriesMax))
        guard count > 0 else { throw .invalid("count") }
        let bytes = try reader.counted("entries", max: Limits.spanBytesMax)
        self.init(
            author: place.author, after: place.after, base: place.base,
            page: Page(count: count, bytes: bytes))
        try readHead(from: &reader)
    }

    /// Appends author, after, base, count of the pages, pages, signature length, signature.
    package func writePages(to writer: inout ByteWriter) {
        writer.raw(author.bytes)
        writer.varint(after)
        writer.raw(base.bytes)
        writer.count(pages.count)
        for page in pages { page.write(to: &writer) }
        writer.counted(head?.signature ?? [])
    }

    package init(pagesFrom reader: inout ByteReader) throws(Malformed) {
        let place = try RunPlace(from: &reader)
        let pageCount = try reader.count("pages", max: Limits.runPagesMax)
        guard pageCount > 0 else { throw .invalid("pages") }
        var pages: [Page] = []
        var (count, bytes) = (0, 0)
        for _ in 0..<pageCount {
            let page = try Page(from: &reader)
            count += page.count
            bytes += page.bytes.count
            guard count <= Limits.spanEntriesMax else { throw .tooLarge("count") }
            guard bytes <= Limits.spanBytesMax else { throw .tooLarge("entries") }
            pages.append(page)
        }
        self.init(
            author: place.author, after: place.after, base: place.base, pages: pages, head: nil)
        try readHead(from: &reader)
    }

    private mutating func readHead(from reader: inout ByteReader) throws(Malformed) {
        let signature = try reader.counted("signature", max: 64)
        guard signature.isEmpty || signature.count == 64 else { throw .invalid("signature") }
        if !signature.isEmpty { head = SignedHead(sequence: last, signature: signature) }
    }
}

/// The place where a run attaches.
private struct RunPlace {
    let author: AuthorID
    let after: UInt64
    let base: Octets16

    init(from reader: inout ByteReader) throws(Malformed) {
        author = try reader.identifier(AuthorID.self)
        after = try reader.varint()
        guard after < Limits.lamportMax else { throw .tooLarge("after") }
        base = try reader.octets16()
    }
}
