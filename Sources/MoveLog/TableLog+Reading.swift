/// What can be asked of a table's log.
extension TableLog {
    /// The ends of all logs, sorted. Cost: one entry a branch.
    package var frontier: Frontier { Frontier(leaves: authors.values.flatMap(\.leaves)) }

    /// The digest of all that is held: SHA-256 over domain, table and, for every leaf in the order
    /// of the frontier, author, sequence as eight bytes and the whole of D(sequence).
    package var digest: Digest {
        var leaves: [(author: AuthorID, sequence: UInt64, digest: Digest)] = []
        for log in authors.values {
            for branch in log.branches where branch.last > 0 {
                leaves.append((log.author, branch.last, branch.end))
            }
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

    /// How many entries are held, those of all branches.
    package var entryCount: Int {
        authors.values.reduce(0) { sum, log in
            sum + log.branches.reduce(0) { $0 + Int($1.last - $1.after) }
        }
    }

    /// The canonical bytes of all entries: what the log takes in memory and, nearly, on the disk.
    package var byteCount: Int {
        authors.values.reduce(0) { sum, log in
            sum + log.branches.reduce(0) { $0 + $1.bytes.count }
        }
    }

    /// How many lamports are absurd, each counted once.
    package var absurdLamportCount: Int { lamports.absurdCount }

    /// All authors, sorted.
    package var authorIDs: [AuthorID] { authors.keys.sorted() }

    /// Authors whose log is forked, sorted.
    package var forkedAuthors: [AuthorID] {
        authors.values.filter(\.isForked).map(\.author).sorted()
    }

    /// The key that signs an author's log; nil for an author of whom nothing is held.
    package func key(of author: AuthorID) -> PublicKey? { authors[author]?.key }

    /// The last sequence of an author's longest branch; 0 when nothing is held.
    package func last(of author: AuthorID) -> UInt64 {
        authors[author]?.branches.map(\.last).max() ?? 0
    }

    /// Whether a leaf, or a place before one, is held. Cost: a digest over one stride at most.
    package func holds(_ leaf: Leaf) -> Bool {
        authors[leaf.author]?.branch(at: leaf.sequence, mark: leaf.mark) != nil
    }

    /// Whether a device may take part: the founder, whoever a member added, and whoever an author's
    /// first entry or a greeting proved to be invited.
    package func isMember(_ key: PublicKey) -> Bool { members.isMember(key) }

    /// The keys of all members, sorted.
    package var memberKeys: [PublicKey] { members.keys }

    /// The key of a member; nil for a device that is none.
    package func key(of device: DeviceID) -> PublicKey? { members.key(of: device) }

    /// Whether a chain proves that a device belongs to this table.
    package func isAdmissible(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        members.isAdmissible(key, by: chain)
    }

    /// The entries with an ID: one, or several where the author's log is forked.
    package func entries(_ id: EntryID) -> [Placed] {
        guard let log = authors[id.author], id.sequence > 0 else { return [] }
        return log.branches.indices.compactMap { index in
            let branch = log.branches[index]
            guard id.sequence > branch.after, id.sequence <= branch.last else { return nil }
            guard let entry = try? log.entry(id.sequence, on: index) else { return nil }
            return Placed(entry: entry, place: place(of: entry, in: log))
        }
    }

    /// Every entry with its place, author by author. Cost: all entries are decoded.
    package func allPlaced() -> [Placed] {
        var all: [Placed] = []
        all.reserveCapacity(entryCount)
        for author in authorIDs {
            if let log = authors[author] { all += placed(of: log) }
        }
        return all
    }

    func placed(of log: AuthorLog) -> [Placed] {
        var all: [Placed] = []
        for branch in log.branches {
            var reader = ByteReader(branch.bytes)
            for sequence in (branch.after + 1)..<(branch.last + 1) {
                let id = EntryID(author: log.author, sequence: sequence)
                guard let entry = try? Entry(id: id, canonical: &reader) else {
                    preconditionFailure("an entry that was admitted cannot be read: \(id)")
                }
                all.append(Placed(entry: entry, place: place(of: entry, in: log)))
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
        guard let forked = log.forkedFrom, entry.id.sequence >= forked else {
            return Place(lamport: lamport, id: entry.id)
        }
        return Place(lamport: lamport, id: entry.id, digest: digest(of: entry))
    }
}
