/// Questions to a table's log.
extension TableLog {
    /// True if the entries of a run are held although one place of the run is damaged: as many bytes, and at
    /// least two of author, base and bytes are equal, since damage in one place changes one of them.
    /// Cost: the entries of every author at these places are read.
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

    /// The ends of what counts of all logs, sorted. Cost: one entry a branch.
    package var frontier: Frontier { Frontier(leaves: authors.values.flatMap(leaves)) }

    /// The digest of all that counts: SHA-256 over domain, table and, for every leaf in the order
    /// of the frontier, author, sequence as eight bytes and the whole of D(sequence).
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

    /// How many entries count, those of all branches.
    package var entryCount: Int {
        authors.values.reduce(0) { sum, log in
            sum + zip(countedEnds(of: log), log.branches).reduce(0) { $0 + Int($1.0 - $1.1.after) }
        }
    }

    /// The canonical bytes of all entries: what the log takes in memory and, nearly, on the disk.
    package var byteCount: Int {
        authors.values.reduce(0) { sum, log in
            sum + log.branches.reduce(0) { $0 + $1.byteCount }
        }
    }

    /// How many lamports are absurd, each counted once.
    package var absurdLamportCount: Int { lamports.absurdCount }

    /// All authors, sorted.
    package var authorIDs: [AuthorID] { authors.keys.sorted() }

    /// Authors whose log is forked where it counts, sorted.
    package var forkedAuthors: [AuthorID] {
        authors.values.filter { forkedFrom(of: $0) != nil }.map(\.author).sorted()
    }

    /// How many branches an author's log has, counting or not: more than one where it is forked.
    package func branchCount(of author: AuthorID) -> Int { authors[author]?.branches.count ?? 0 }

    /// The key that signs an author's log; nil for an author of which nothing is held.
    package func key(of author: AuthorID) -> PublicKey? { authors[author]?.key }

    /// The last sequence that counts of an author's longest branch; 0 when nothing does.
    package func last(of author: AuthorID) -> UInt64 {
        authors[author].map { ends(of: $0).map(\.sequence).max() ?? 0 } ?? 0
    }

    /// True if a leaf, or a place before one, is held, counting or not. Cost: a digest over one
    /// stride at most.
    package func holds(_ leaf: Leaf) -> Bool {
        authors[leaf.author]?.branch(at: leaf.sequence, mark: leaf.mark) != nil
    }

    /// Where leaves stand, or places before one. Cost: a digest over one stride at most for each that is
    /// no end, so a caller that asks several things of them looks them up once.
    func find(_ leaves: [Leaf]) -> [FoundLeaf] {
        leaves.map { leaf in
            let branch = authors[leaf.author]?.branch(at: leaf.sequence, mark: leaf.mark)
            return FoundLeaf(leaf: leaf, branch: branch)
        }
    }

    /// Where the leaves of a claim stand by now. Costs no digest of a place where it was not found before:
    /// a claim stays as long as something of it is lacked, and is looked at with every run of the author.
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

    /// Up to where places of an author's first branch can be found now.
    func searched(_ author: AuthorID) -> UInt64 { authors[author]?.branches[0].last ?? 0 }

    /// True if a device may take part: the founder, each that a member added, and each that an author's
    /// first entry or a greeting proved to be invited; less the removed ones and those that only a
    /// removed one let in beyond its cut.
    package func isMember(_ key: PublicKey) -> Bool { members.isMember(key) }

    /// The keys of all devices of which entries are held, removed ones included, sorted.
    package var deviceKeys: [PublicKey] { Set(authors.values.map(\.key)).sorted() }

    /// The keys of all members, sorted.
    package var memberKeys: [PublicKey] { members.keys }

    /// The key of a member; nil for a device that is none.
    package func key(of device: DeviceID) -> PublicKey? { members.key(of: device) }

    /// True if a chain proves that a device belongs to this table, and no removal cuts it.
    func isAdmissible(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        members.isAdmissible(key, by: chain)
    }

    /// The entries with an ID that count: one, or several where the author's log is forked.
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

    /// Every entry that counts with its place, author by author. Cost: all entries are decoded.
    package func allPlaced() -> [Placed] {
        var all: [Placed] = []
        all.reserveCapacity(entryCount)
        for author in authorIDs {
            if let log = authors[author] { all += placed(of: log) }
        }
        return all
    }

    /// Every entry that counts, author by author, without reading what stands on whole pages of logs
    /// that are not forked.
    package func allAdmitted() -> [Admitted] {
        authorIDs.compactMap { author in
            guard let log = authors[author] else { return nil }
            guard members.extents[author] == nil, log.forkedFrom == nil, lamports.absurdCount == 0
            else { return Admitted(placed(of: log)) }
            let pages = log.branches[0].pages(after: 0, upTo: log.branches[0].last)
            return Admitted(Stretch(author: author, after: 0, pages: pages))
        }
    }

    func placed(of log: AuthorLog) -> [Placed] {
        entries(of: log, upTo: countedEnds(of: log)).map { placed($0, in: log) }
    }

    func placed(_ entry: Entry, in log: AuthorLog) -> Placed {
        Placed(entry: entry, place: place(of: entry, in: log))
    }

    /// The own entries of each branch up to a sequence.
    func entries(of log: AuthorLog, upTo ends: [UInt64]) -> [Entry] {
        var all: [Entry] = []
        for (branch, end) in zip(log.branches, ends) {
            var id = EntryID(author: log.author, sequence: branch.after)
            for part in branch.parts(after: branch.after, upTo: end) {
                var reader = ByteReader(part.bytes, in: part.range)
                while reader.remaining > 0 {
                    id.sequence += 1
                    guard let entry = try? Entry(id: id, canonical: &reader) else {
                        preconditionFailure("an entry that was admitted cannot be read: \(id)")
                    }
                    all.append(entry)
                }
            }
        }
        return all
    }

    /// The digest of one entry alone: domain, author, sequence as eight bytes, canonical bytes. It
    /// orders the branches of a fork and names the origin of a copy.
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
