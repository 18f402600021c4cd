extension TableLog {
    /// True if the entries of a run are held although one place of the run is damaged: the byte
    /// count is equal, and at least two of author, base and bytes are equal, since damage in one
    /// place changes one of them. Cost: reads the entries of every author at these places.
    package func holdsEntries(ofDamaged run: Run) -> Bool {
        let bytes = run.bytes
        return authors.values.contains { log in
            guard !log.isForked, log.branches[0].last >= run.last else { return false }
            let held = log.branches[0].bytes(after: run.after, upTo: run.last)
            let base = log.digest(at: run.after, on: 0).octets.high
            let matches = [log.author == run.author, base == run.base, held == bytes]
            return held.count == bytes.count && matches.count { $0 } >= 2
        }
    }

    /// The ends of the entries that count, of all logs, sorted. Cost: one entry a branch.
    package var frontier: Frontier { Frontier(leaves: authors.values.flatMap(leaves)) }

    /// The digest of all entries that count: SHA-256 over domain, table and, for every leaf in the
    /// order of the frontier, author, sequence as eight bytes and the whole of D(sequence).
    package var digest: Digest {
        var leaves: [(author: AuthorID, sequence: UInt64, digest: Digest)] = []
        for log in authors.values {
            leaves += ends(of: log).map { (log.author, $0.sequence, $0.digest) }
        }
        leaves.sort { ($0.author, $0.sequence, $0.digest) < ($1.author, $1.sequence, $1.digest) }
        var writer = ByteWriter(capacity: 64 + leaves.count * 56)
        writer.raw(Domain.leaves)
        writer.raw(charter.table.bytes)
        for leaf in leaves {
            writer.raw(leaf.author.bytes)
            writer.fixed64(leaf.sequence)
            writer.raw(leaf.digest.bytes)
        }
        return seal.digest(writer.bytes)
    }

    /// The number of entries that count, of all branches.
    package var entryCount: Int {
        authors.values.reduce(0) { sum, log in
            sum + zip(countedEnds(of: log), log.branches).reduce(0) { $0 + Int($1.0 - $1.1.after) }
        }
    }

    /// The canonical bytes of all entries: the approximate size in memory and on disk.
    package var byteCount: Int {
        authors.values.reduce(0) { sum, log in
            sum + log.branches.reduce(0) { $0 + $1.byteCount }
        }
    }

    /// The number of absurd lamports, each counted once.
    package var absurdLamportCount: Int { lamports.absurdCount }

    /// Sorted.
    package var authorIDs: [AuthorID] { authors.keys.sorted() }

    /// The authors whose logs are forked where they count, sorted.
    package var forkedAuthors: [AuthorID] {
        authors.values.filter { forkedFrom(of: $0) != nil }.map(\.author).sorted()
    }

    /// The number of branches of an author's log, counted or not; more than one if it is forked.
    package func branchCount(of author: AuthorID) -> Int { authors[author]?.branches.count ?? 0 }

    /// The key that signs an author's log; nil for an unknown author.
    package func key(of author: AuthorID) -> PublicKey? { authors[author]?.key }

    /// The last sequence of an author's longest branch that counts; 0 if none does.
    package func last(of author: AuthorID) -> UInt64 {
        authors[author].map { ends(of: $0).map(\.sequence).max() ?? 0 } ?? 0
    }

    /// Looks up the places of leaves. Cost: digests at most one stride for each that is no end, so
    /// look leaves up once and keep the result.
    func find(_ leaves: [Leaf]) -> [FoundLeaf] {
        leaves.map { leaf in
            let branch = authors[leaf.author]?.branch(at: leaf.sequence, mark: leaf.mark)
            return FoundLeaf(leaf: leaf, branch: branch)
        }
    }

    /// Looks up the leaves of a claim again. Computes no digest of a place where a leaf was not
    /// found before: a claim stays while any of its leaves is lacking, and is looked up with every
    /// run of the author.
    func find(again claim: Claim, of author: AuthorID) -> Claim {
        let found = claim.found.map { item in
            guard !item.isHeld else { return item }
            let branch = authors[author]?.branch(
                at: item.leaf.sequence, mark: item.leaf.mark,
                besidesFirst: item.leaf.sequence <= claim.searched)
            return FoundLeaf(leaf: item.leaf, branch: branch)
        }
        return Claim(found: found, searched: searched(author))
    }

    /// The last sequence of an author's first branch that can be found now.
    func searched(_ author: AuthorID) -> UInt64 { authors[author]?.branches[0].last ?? 0 }

    /// True if a device may take part: the founder, every device that a member added, and every
    /// device whose first entry or greeting proved its invitation; except removed devices and those
    /// that only a removed one let in after its cut.
    package func isMember(_ key: PublicKey) -> Bool { members.isMember(key) }

    /// The keys of all devices with entries here, removed ones included, sorted.
    package var deviceKeys: [PublicKey] { Set(authors.values.map(\.key)).sorted() }

    /// Sorted.
    package var memberKeys: [PublicKey] { members.keys }

    /// The key of a member; nil for any other device.
    package func key(of device: DeviceID) -> PublicKey? { members.key(of: device) }

    /// The entries with an ID that count; several if the author's log is forked.
    package func entries(_ id: EntryID) -> [Placed] {
        guard let log = authors[id.author], id.sequence > 0 else { return [] }
        let ends = countedEnds(of: log)
        return log.branches.indices.compactMap { index in
            guard id.sequence > log.branches[index].after, id.sequence <= ends[index] else {
                return nil
            }
            guard let entry = try? log.entry(id.sequence, on: index) else { return nil }
            return Placed(entry: entry, place: place(of: entry, in: log))
        }
    }

    /// Every entry that counts with its place, author by author. Cost: decodes all entries.
    package func allPlaced() -> [Placed] {
        var all: [Placed] = []
        all.reserveCapacity(entryCount)
        for author in authorIDs {
            if let log = authors[author] { all += placed(of: log) }
        }
        return all
    }

    /// Every entry that counts, author by author. Does not decode the whole pages of unforked logs.
    package func allAdmitted() -> [Admitted] {
        authorIDs.compactMap { author in
            guard let log = authors[author] else { return nil }
            guard log.forkedFrom == nil, lamports.absurdCount == 0 else {
                return Admitted(placed(of: log))
            }
            let end = countedEnds(of: log)[0]
            guard end > 0 else { return nil }
            let pages = log.branches[0].pages(after: 0, upTo: end)
            return Admitted(Stretch(author: author, after: 0, pages: pages))
        }
    }

    func placed(of log: AuthorLog) -> [Placed] {
        entries(of: log, upTo: countedEnds(of: log)).map { placed($0, in: log) }
    }

    func placed(_ entry: Entry, in log: AuthorLog) -> Placed {
        Placed(entry: entry, place: place(of: entry, in: log))
    }

    /// The own entries of each branch up to its end in `ends`.
    func entries(of log: AuthorLog, upTo ends: [UInt64]) -> [Entry] {
        log.branches.indices.flatMap { index in
            entries(of: log, on: index, after: log.branches[index].after, upTo: ends[index])
        }
    }

    /// The own entries of a branch after a sequence up to another.
    func entries(
        of log: AuthorLog, on branch: Int, after lower: UInt64, upTo upper: UInt64
    ) -> [Entry] {
        var all: [Entry] = []
        var id = EntryID(author: log.author, sequence: lower)
        for part in log.branches[branch].parts(after: lower, upTo: upper) {
            var reader = ByteReader(part.bytes, in: part.range)
            while reader.remaining > 0 {
                id.sequence += 1
                guard let entry = try? Entry(id: id, canonical: &reader) else {
                    preconditionFailure("an entry that was admitted cannot be read: \(id)")
                }
                all.append(entry)
            }
        }
        return all
    }

    /// The digest of one entry alone: domain, author, sequence as eight bytes, canonical bytes. It
    /// orders the branches of a fork and identifies the origin of a copy.
    package func digest(of entry: Entry) -> Digest {
        var writer = ByteWriter(capacity: entry.body.count + 96)
        writer.raw(Domain.entry)
        writer.raw(entry.id.author.bytes)
        writer.fixed64(entry.id.sequence)
        writer.raw(entry.canonicalBytes)
        return seal.digest(writer.bytes)
    }

    func place(of entry: Entry, in log: AuthorLog) -> Place {
        let lamport = lamports.isAbsurd(entry.lamport) ? 0 : entry.lamport
        guard let forked = forkedFrom(of: log), entry.id.sequence >= forked else {
            return Place(lamport: lamport, id: entry.id)
        }
        return Place(lamport: lamport, id: entry.id, digest: digest(of: entry))
    }
}

/// The log as runs that a stranger can verify.
extension TableLog {
    /// All entries that count and are covered by a signed head, as runs, in an order in which each
    /// attaches to those before it: the founder's first author, then the others; a branch after its
    /// parent. If a cut has no signed head here, the last run extends beyond it.
    package var spans: [RunSpan] {
        ordered.flatMap { log in
            log.branches.indices.flatMap { spans(of: log, branch: $0, isCut: true) }
        }
    }

    /// All entries that are covered by a signed head, counted or not, in the order of `spans`.
    var spansHeld: [RunSpan] {
        ordered.flatMap { log in
            log.branches.indices.flatMap { spans(of: log, branch: $0, isCut: false) }
        }
    }

    private var ordered: [AuthorLog] {
        authors.values.sorted { one, other in
            // The founding entry comes before all others.
            if other.author == charter.founder { return false }
            return one.author == charter.founder || one.author < other.author
        }
    }

    /// The number of entries that no signed head covers; 0 after `signEnds`.
    func uncoveredCount(by spans: [RunSpan]) -> Int {
        let covered = spans.reduce(0) { sum, span in
            let end = authors[span.author].map { countedEnds(of: $0)[span.branch] } ?? 0
            return sum + Int(min(span.last, max(end, span.after)) - span.after)
        }
        return entryCount - covered
    }

    /// The run of a span of this log, with its signed head.
    package func run(_ span: RunSpan) -> Run? {
        guard let log = authors[span.author], log.branches.indices.contains(span.branch) else {
            return nil
        }
        let end = countedEnds(of: log)[span.branch]
        guard let head = head(of: log, above: span.after, on: span.branch, end: end),
            head.sequence == span.last
        else { return log.run(after: span.after, on: span.branch) }
        return log.run(after: span.after, upTo: head, on: span.branch)
    }

    /// The next run after a sequence that a signed head covers, as far as the log counts; nil if no
    /// more entries count.
    func run(of log: AuthorLog, after sequence: UInt64, on index: Int) -> Run? {
        let end = countedEnds(of: log)[index]
        return head(of: log, above: sequence, on: index, end: end).map {
            log.run(after: sequence, upTo: $0, on: index)
        }
    }

    /// The first head that is kept here, or that came with the cut. If neither ends at the cut, the
    /// run extends beyond it.
    private func head(
        of log: AuthorLog, above sequence: UInt64, on index: Int, end: UInt64
    ) -> SignedHead? {
        guard sequence < end else { return nil }
        let kept = log.branches[index].head(above: sequence)
        if let kept, kept.sequence <= end { return kept }
        return members.countedParts[log.author]?.head(above: sequence, on: index) ?? kept
    }

    private func spans(of log: AuthorLog, branch index: Int, isCut: Bool) -> [RunSpan] {
        var spans: [RunSpan] = []
        var place = log.branches[index].after
        let end = isCut ? countedEnds(of: log)[index] : log.branches[index].last
        while let head = isCut
            ? head(of: log, above: place, on: index, end: end)
            : log.branches[index].head(above: place)
        {
            spans.append(
                RunSpan(author: log.author, branch: index, after: place, last: head.sequence))
            place = head.sequence
        }
        return spans
    }
}
