/// Entries that joined the log, with their places in the order. They are decoded on request: for a
/// bulk insertion it is enough to know the pages.
package struct Admitted: Sendable {
    /// The number of the entries that count.
    package let count: Int
    /// True if one of the entries may be about devices.
    let maySpeakOfDevices: Bool
    private let form: Form

    private enum Form: Sendable {
        case placed([Placed])
        /// The entries from an index on; the log is not forked, and no lamport is absurd.
        case content(RunContent, from: Int)
        case stretch(Stretch)
    }

    package init(_ placed: [Placed]) {
        count = placed.count
        maySpeakOfDevices = placed.contains { MembershipEntry.limit(of: $0.entry.kind) != nil }
        form = .placed(placed)
    }

    /// Entries of an unforked log, from an index on; none of the lamports is absurd.
    init(_ content: RunContent, from first: Int, pages: [Page]) {
        count = content.count - first
        maySpeakOfDevices = !content.membershipEntries.isEmpty
        if first == 0, pages.contains(where: \.isInColumns) {
            form = .stretch(Stretch(author: content.author, after: content.after, pages: pages))
        } else {
            form = .content(content, from: first)
        }
    }

    /// Pages of an unforked log; none of the lamports is absurd.
    init(_ stretch: Stretch) {
        count = stretch.pages.reduce(0) { $0 + $1.count }
        maySpeakOfDevices = true
        form = .stretch(stretch)
    }

    /// The entries with their places. Cost: decodes all of them at each call.
    package var placed: [Placed] {
        switch form {
        case .placed(let placed): return placed
        case .content(let content, let first):
            return (first..<content.count).map { Placed(inLine: content.entry($0)) }
        case .stretch(let stretch): return stretch.placedPages.flatMap { $0.placed() }
        }
    }

    /// The last entries, at most `most`. Cost: decodes the pages that hold them; all entries if
    /// they did not come as pages.
    package func suffix(_ most: Int) -> [Placed] {
        guard case .stretch(let stretch) = form else { return placed.suffix(most) }
        var last: [Placed] = []
        var after = stretch.after + UInt64(count)
        for page in stretch.pages.reversed() where last.count < most {
            after -= UInt64(page.count)
            let placed = PlacedPage(author: stretch.author, after: after, page: page)
            last = placed.placed() + last
        }
        return last.suffix(most)
    }

    /// The pages of the entries; nil for decoded entries and for a part of a run.
    package var stretch: Stretch? {
        if case .stretch(let stretch) = form { stretch } else { nil }
    }
}

/// A page with its place in an unforked log; a class, so that all holders share one copy.
package final class PlacedPage: Sendable {
    package let author: AuthorID
    /// The sequence before the first entry.
    package let after: UInt64
    package let page: Page

    /// The page must have been decoded once before.
    package init(author: AuthorID, after: UInt64, page: Page) {
        self.author = author
        self.after = after
        self.page = page
    }

    /// The entries with their places; only those of `scope` unless it is nil. Cost: decodes the
    /// page.
    package func placed(of scope: Scope? = nil) -> [Placed] {
        if let columns = columns(of: scope) { return columns.indices.map { columns.placed($0) } }
        let content = readAgain(author) { () throws(Malformed) in
            try RunContent([page], author: author, after: after)
        }
        return (0..<content.count).map { content.entry($0) }
            .filter { scope == nil || $0.scope == scope }.map { Placed(inLine: $0) }
    }

    /// The entries in columns, only those of `scope` unless it is nil; nil if the page is not in
    /// columns.
    package func columns(of scope: Scope? = nil) -> PageColumns? {
        guard page.isInColumns else { return nil }
        let content = readAgain(author) { () throws(Malformed) in
            try EntryColumns.content(of: page.bytes, author: author.octets, count: page.count)
        }
        let rows = content.rows { scope == nil || Scope($0) == scope }
        return PageColumns(author: author, after: after, content: content, rows: rows)
    }

    /// The games with their entry counts, all kinds, and whether the page has entries about the
    /// table; nil if the page is not in columns. Cost: reads at most two columns.
    package var summary: ColumnSummary? { page.isInColumns ? page.summary(of: author) : nil }
}

/// The entries of a page in columns, by index from 0.
package struct PageColumns {
    fileprivate let author: AuthorID
    fileprivate let after: UInt64
    fileprivate let content: ColumnContent
    fileprivate let rows: [ColumnContent.Row]

    package var indices: Range<Int> { rows.indices }

    package func sequence(_ index: Int) -> UInt64 { after + UInt64(rows[index].index) + 1 }

    /// The lamport, which is not absurd.
    package func lamport(_ index: Int) -> UInt64 { rows[index].lamport }

    package func wall(_ index: Int) -> WallTime { WallTime(milliseconds: rows[index].wall) }

    package func kind(_ index: Int) -> Kind { Kind(rawValue: content.kind(of: rows[index])) }

    /// The numbers of all bodies, column after column.
    package var numbers: [UInt64] { content.numbers }

    /// The places in `numbers` of the varints of a body: the first place, the distance from one to
    /// the next, and the count. The count is 0 for a body that is no row of varints.
    package func places(_ index: Int) -> (first: Int, step: Int, count: Int) {
        content.places(of: rows[index])
    }

    package func placed(_ index: Int) -> Placed {
        let row = rows[index]
        return Placed(
            inLine: Entry(
                id: EntryID(author: author, sequence: sequence(index)), lamport: row.lamport,
                wall: wall(index), scope: Scope(row.game), kind: kind(index),
                body: content.body(of: row)))
    }
}

/// Pages of consecutive entries of an unforked log.
package struct Stretch: Sendable {
    package let author: AuthorID
    /// The sequence before the first entry.
    package let after: UInt64
    package let pages: [Page]

    package var placedPages: [PlacedPage] {
        var place = after
        return pages.map { page in
            defer { place += UInt64(page.count) }
            return PlacedPage(author: author, after: place, page: page)
        }
    }
}

extension Placed {
    /// An entry of an unforked log; its lamport is not absurd.
    fileprivate init(inLine entry: Entry) {
        self.init(entry: entry, place: Place(lamport: entry.lamport, id: entry.id))
    }
}
