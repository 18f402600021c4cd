/// Entries that joined the log, with their places. They are read when somebody asks for them: of
/// entries that come by the thousand it is enough to know which pages they stand on.
package struct Admitted: Sendable {
    /// How many entries count of those that came.
    package let count: Int
    /// True if one of them may say something about devices.
    let maySpeakOfDevices: Bool
    private let form: Form

    private enum Form: Sendable {
        case placed([Placed])
        /// From an entry on, of a log that is not forked, with no lamport that is absurd.
        case content(RunContent, from: Int)
        case stretch(Stretch)
    }

    /// Entries that were read.
    package init(_ placed: [Placed]) {
        count = placed.count
        maySpeakOfDevices = placed.contains { MembershipEntry.limit(of: $0.entry.kind) != nil }
        form = .placed(placed)
    }

    /// Entries of a log that is not forked, from one on; none of their lamports is absurd.
    init(_ content: RunContent, from first: Int, pages: [Page]) {
        count = content.count - first
        maySpeakOfDevices = !content.membershipEntries.isEmpty
        if first == 0, pages.contains(where: \.isInColumns) {
            form = .stretch(Stretch(author: content.author, after: content.after, pages: pages))
        } else {
            form = .content(content, from: first)
        }
    }

    /// Entries on pages of a log that is not forked, none of whose lamports is absurd.
    init(_ stretch: Stretch) {
        count = stretch.pages.reduce(0) { $0 + $1.count }
        maySpeakOfDevices = true
        form = .stretch(stretch)
    }

    /// The entries with their places. Cost: all of them are read, each time.
    package var placed: [Placed] {
        switch form {
        case .placed(let placed): return placed
        case .content(let content, let first):
            return (first..<content.count).map { Placed(inLine: content.entry($0)) }
        case .stretch(let stretch): return stretch.placedPages.flatMap { $0.placed() }
        }
    }

    /// At most that many of the last. Cost: the pages on which they stand are read; all entries where
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

    /// The pages on which they stand; nil for entries that were read, or are a part of a run.
    package var stretch: Stretch? {
        if case .stretch(let stretch) = form { stretch } else { nil }
    }
}

/// A page with its place in a log that is not forked; shared by all who keep it.
package final class PlacedPage: Sendable {
    /// Whose entries these are.
    package let author: AuthorID
    /// The sequence before the first.
    package let after: UInt64
    /// The entries.
    package let page: Page

    /// Joins the three; the page must have been read once.
    package init(author: AuthorID, after: UInt64, page: Page) {
        self.author = author
        self.after = after
        self.page = page
    }

    /// The entries with their places; only those of one scope, if one is named. Cost: all are read.
    package func placed(of scope: Scope? = nil) -> [Placed] {
        if let columns = columns(of: scope) { return columns.indices.map { columns.placed($0) } }
        let content = readAgain(author) { () throws(Malformed) in
            try RunContent([page], author: author, after: after)
        }
        return (0..<content.count).map { content.entry($0) }
            .filter { scope == nil || $0.scope == scope }.map { Placed(inLine: $0) }
    }

    /// The entries of one scope, or all, as columns hold them; nil for a page that is not in columns.
    package func columns(of scope: Scope? = nil) -> PageColumns? {
        guard page.isInColumns else { return nil }
        let content = readAgain(author) { () throws(Malformed) in
            try EntryColumns.content(of: page.bytes, author: author.octets, count: page.count)
        }
        let rows = content.rows { scope == nil || Scope($0) == scope }
        return PageColumns(author: author, after: after, content: content, rows: rows)
    }

    /// A summary of the page without its entries: the games with how many entries each has, all
    /// kinds, and whether entries of the table are there. Nil for a page that is not in columns. Cost:
    /// at most two columns are read.
    package var summary: PageSummary? {
        guard page.isInColumns else { return nil }
        let summary = readAgain(author) { () throws(Malformed) in
            try EntryColumns.summary(of: page.bytes, author: author.octets, count: page.count)
        }
        return PageSummary(
            games: summary.games.map { game in
                PageSummary.Game(
                    id: EntryID(
                        author: AuthorID(octets: game.name.author), sequence: game.name.sequence),
                    count: game.count)
            }, kinds: summary.kinds.map { Kind(rawValue: $0) }, hasTable: summary.hasTable)
    }
}

/// Entries of a page in columns, counted from 0.
package struct PageColumns {
    fileprivate let author: AuthorID
    fileprivate let after: UInt64
    fileprivate let content: ColumnContent
    fileprivate let rows: [ColumnContent.Row]

    /// The numbers of the entries.
    package var indices: Range<Int> { rows.indices }

    /// The place in its author's log.
    package func sequence(_ index: Int) -> UInt64 { after + UInt64(rows[index].index) + 1 }

    /// The logical clock that orders; not absurd.
    package func lamport(_ index: Int) -> UInt64 { rows[index].lamport }

    /// The author's wall clock.
    package func wall(_ index: Int) -> WallTime { WallTime(milliseconds: rows[index].wall) }

    /// The meaning.
    package func kind(_ index: Int) -> Kind { Kind(rawValue: content.kind(of: rows[index])) }

    /// The numbers of all bodies.
    package var numbers: [UInt64] { content.numbers }

    /// Where the numbers stand whose varints a body is: the first of them, how far it is from one to the
    /// next, and how many they are; 0 for any other body.
    package func places(_ index: Int) -> (first: Int, step: Int, count: Int) {
        content.places(of: rows[index])
    }

    /// The entry with its place.
    package func placed(_ index: Int) -> Placed {
        let row = rows[index]
        return Placed(
            inLine: Entry(
                id: EntryID(author: author, sequence: sequence(index)), lamport: row.lamport,
                wall: wall(index), scope: Scope(row.game), kind: kind(index),
                body: content.body(of: row)))
    }
}

/// Which games a page in columns has entries of, and what else.
package struct PageSummary: Equatable, Sendable {
    /// How many entries of which games.
    package var games: [Game]
    /// The kinds of its entries, each once.
    package var kinds: [Kind]
    /// True if entries of the table stand on it.
    package var hasTable: Bool

    /// A game of a page.
    package struct Game: Equatable, Sendable {
        /// The entry that created it.
        package var id: EntryID
        /// How many entries of it stand on the page.
        package var count: Int
    }
}

/// Consecutive entries of a log that is not forked, on pages.
package struct Stretch: Sendable {
    /// Whose they are.
    package let author: AuthorID
    /// The sequence before the first.
    package let after: UInt64
    /// Where they stand.
    package let pages: [Page]

    /// The same, each with its place.
    package var placedPages: [PlacedPage] {
        var place = after
        return pages.map { page in
            defer { place += UInt64(page.count) }
            return PlacedPage(author: author, after: place, page: page)
        }
    }
}

extension Placed {
    /// An entry of a log that is not forked, whose lamport is not absurd.
    fileprivate init(inLine entry: Entry) {
        self.init(entry: entry, place: Place(lamport: entry.lamport, id: entry.id))
    }
}
