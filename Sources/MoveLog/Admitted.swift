/// Entries that joined the log, with their places. They are read when somebody asks for them: of
/// entries that come by the thousand it is enough to know which pages they stand on.
package struct Admitted: Sendable {
    /// How many entries count of those that came.
    package let count: Int
    /// Whether one of them may say something about devices.
    let mayHoldActs: Bool
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
        mayHoldActs = placed.contains { Acts.limit(of: $0.entry.kind) != nil }
        form = .placed(placed)
    }

    /// Entries of a log that is not forked, from one on; none of their lamports is absurd.
    init(_ content: RunContent, from first: Int, pages: [Page]) {
        count = content.count - first
        mayHoldActs = content.hasActs
        if first == 0, pages.contains(where: \.isInColumns) {
            form = .stretch(Stretch(author: content.author, after: content.after, pages: pages))
        } else {
            form = .content(content, from: first)
        }
    }

    /// Entries on pages of a log that is not forked, none of whose lamports is absurd.
    init(_ stretch: Stretch) {
        count = stretch.pages.reduce(0) { $0 + $1.count }
        mayHoldActs = true
        form = .stretch(stretch)
    }

    /// The entries with their places. Cost: all of them are read, each time.
    package var placed: [Placed] {
        switch form {
        case .placed(let placed): return placed
        case .content(let content, let first):
            return (first..<content.count).map { Placed(inLine: content.entry($0)) }
        case .stretch(let stretch): return stretch.placed
        }
    }

    /// At most that many of the last. Cost: a page more than they stand on is read.
    package func suffix(_ most: Int) -> [Placed] {
        guard case .stretch(let stretch) = form else { return placed.suffix(most) }
        var last: [Placed] = []
        var after = stretch.after + UInt64(count)
        for page in stretch.pages.reversed() where last.count < most {
            after -= UInt64(page.count)
            last = page.placed(author: stretch.author, after: after) + last
        }
        return last.suffix(most)
    }

    /// The pages on which they stand, where there are several entries on some of them.
    package var stretch: Stretch? {
        if case .stretch(let stretch) = form { stretch } else { nil }
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

    /// The entries with their places. Cost: all of them are read.
    package var placed: [Placed] {
        var place = after
        return pages.flatMap { page in
            defer { place += UInt64(page.count) }
            return page.placed(author: author, after: place)
        }
    }
}

extension Page {
    /// The entries of a page that was read before, with their places in a log that is not forked.
    /// Only those of one scope, if one is named.
    package func placed(
        author: AuthorID, after: UInt64, of scope: Scope? = nil
    ) -> [Placed] {
        guard let content = try? RunContent([self], author: author, after: after) else {
            preconditionFailure("a page that was read once cannot be read again: \(author)")
        }
        var placed: [Placed] = []
        for index in 0..<content.count {
            let entry = content.entry(index)
            if let scope, entry.scope != scope { continue }
            placed.append(Placed(inLine: entry))
        }
        return placed
    }

    /// The games of whose entries some stand on a page in columns, with how many, and whether there
    /// are others: of the table, or copies. Nil for a page that is not in columns.
    package func games(author: AuthorID) -> (counts: [(game: EntryID, count: Int)], isPure: Bool)? {
        guard isInColumns else { return nil }
        guard let names = try? EntryColumns.scopes(of: bytes, author: author, count: count) else {
            preconditionFailure("a page that was read once cannot be read again: \(author)")
        }
        return names
    }

    /// The lamports of the entries.
    package func lamports(author: AuthorID) -> [UInt64] {
        (try? RunContent([self], author: author, after: 0).lamports) ?? []
    }
}

extension Placed {
    /// An entry of a log that is not forked, whose lamport is not absurd.
    fileprivate init(inLine entry: Entry) {
        self.init(entry: entry, place: Place(lamport: entry.lamport, id: entry.id))
    }
}
