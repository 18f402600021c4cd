/// The body of an entry that replaces another entry: one of another table's log, or of a lost
/// part of an own log. It counts only if the log does not hold its origin, and only the first copy
/// in order counts.
package struct CopiedEntry: Hashable, Sendable {
    /// The ID of the original entry.
    package var origin: EntryID
    /// The digest of the original entry alone (`TableLog.digest(of:)`), which tells two entries
    /// with one ID apart.
    package var digest: Digest
    package var scope: Scope
    package var originKind: Kind
    /// The body of the original entry.
    package var content: [UInt8]

    /// `origin` is never itself a copy: a copy of a copy names the first origin.
    package init(
        origin: EntryID, digest: Digest, scope: Scope, originKind: Kind,
        content: [UInt8]
    ) {
        self.origin = origin
        self.digest = digest
        self.scope = scope
        self.originKind = originKind
        self.content = content
    }

    /// Copies an entry with the given digest; a copy is returned as it is. Nil for the kinds about
    /// authors and devices, which belong to one table, and for a body that is too large to be
    /// wrapped.
    package init?(of entry: Entry, digest: Digest) {
        if entry.kind == .copied {
            guard let again = try? CopiedEntry(body: entry.body) else { return nil }
            self = again
            return
        }
        guard entry.kind.rawValue >= Kind.firstOfGame,
            entry.body.count + 2 * MoveLogLimits.envelopeBytesMax <= MoveLogLimits.entryBytesMax
        else { return nil }
        self.init(
            origin: entry.id, digest: digest, scope: entry.scope, originKind: entry.kind,
            content: entry.body)
    }

    /// The draft of the copy, in the scope of the origin, so that the copy belongs to the same
    /// game.
    package var draft: Draft { Draft(scope: scope, kind: .copied, body: body) }

    /// Author, sequence and digest of the origin, scope, kind, counted body.
    package var body: [UInt8] {
        var writer = ByteWriter(capacity: content.count + 100)
        writer.raw(origin.author.bytes)
        writer.varint(origin.sequence)
        writer.raw(digest.bytes)
        scope.write(to: &writer)
        writer.varint(UInt64(originKind.rawValue))
        writer.counted(content)
        return writer.bytes
    }

    /// Rejects trailing bytes.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        let author = try reader.identifier(AuthorID.self)
        let sequence = try reader.varint()
        guard sequence > 0 else { throw .invalid("origin") }
        origin = EntryID(author: author, sequence: sequence)
        digest = try reader.identifier(Digest.self)
        scope = try Scope(from: &reader)
        let number = try reader.varint()
        guard number >= UInt64(Kind.firstOfGame), number <= UInt64(UInt32.max) else {
            throw .invalid("kind")
        }
        originKind = Kind(rawValue: UInt32(number))
        content = try reader.counted("content", max: MoveLogLimits.entryBytesMax)
        try reader.finish()
    }
}

/// Own entries that were found on the disk after a gap. They count only once the gap is filled or
/// they are recorded again. Copies of thousands of entries stay in every log for good, so the peers
/// get time to fill the gap first.
struct Loss: Sendable {
    /// The authors with waiting entries.
    private(set) var authors: Set<AuthorID>
    /// The opening of the log, or the last instant at which a device said that it cannot help or
    /// entries came back.
    private var since: Duration
    /// The devices that said that they hold none of the missing entries.
    private var lackedBy: Set<PublicKey> = []

    init(of authors: Set<AuthorID>, at now: Duration) {
        self.authors = authors
        since = now
    }

    /// Entries of these authors came back; `waiting` are the authors with entries still waiting.
    mutating func returned(_ returned: Set<AuthorID>, waiting: Set<AuthorID>, at now: Duration) {
        if authors.isDisjoint(with: returned) { return }
        since = now
        authors.formIntersection(waiting)
    }

    /// A linked member claims missing entries, or claims none and so cannot help.
    mutating func heard(from key: PublicKey, claims: (AuthorID) -> Bool, at now: Duration) {
        if authors.contains(where: claims) {
            lackedBy.remove(key)
        } else if lackedBy.insert(key).inserted {
            since = now
        }
    }

    /// The instant at which the entries are recorded again; nil until a peer has said that it lacks
    /// the missing ones.
    func deadline(others: some Sequence<PublicKey>) -> Duration? {
        if lackedBy.isEmpty { return nil }
        let isEverybody = others.allSatisfy(lackedBy.contains)
        return since + (isEverybody ? Intervals.lossOfAll : Intervals.lossOfSome)
    }
}

extension TableLog {
    /// True if the log knows no other device, not even a removed one.
    func isAlone(_ own: PublicKey) -> Bool { (deviceKeys + memberKeys).allSatisfy { $0 == own } }

    /// The last incarnation that a device began; nil if there is none.
    func newestAuthor(of own: PublicKey) -> AuthorID? {
        let starts = authors.values.filter { $0.key == own }.compactMap { try? $0.entry(1, on: 0) }
        return starts.max { ($0.lamport, $0.id) < ($1.lamport, $1.id) }?.id.author
    }

    /// Copies of the entries of own commits, without those copied before.
    func copies(of commits: [Commit], by own: PublicKey) -> [CopiedEntry] {
        if commits.isEmpty { return [] }
        let known = copies(by: own)
        return commits.flatMap { (try? $0.run.entries()) ?? [] }
            .compactMap { CopiedEntry(of: $0.entry, digest: digest(of: $0.entry)) }
            .filter { !known.contains($0) }
    }

    private func copies(by own: PublicKey) -> Set<CopiedEntry> {
        var copies: Set<CopiedEntry> = []
        for log in authors.values where log.key == own {
            for entry in entries(of: log, upTo: log.branches.map(\.last))
            where entry.kind == .copied {
                if let copy = try? CopiedEntry(body: entry.body) { copies.insert(copy) }
            }
        }
        return copies
    }

    /// The log as commits, without the entries of `author` after the sequence `later`: the durable
    /// part before a turn that failed. Includes earlier incarnations, also their entries without a
    /// head because they were never sent. The commits of `author` come last, so that an opening
    /// continues as that author.
    func commits(of own: PublicKey, as author: AuthorID, without later: UInt64) -> [Commit] {
        var runs = spansHeld.filter { $0.author != author }.compactMap { run($0) }
        for log in authors.values where log.key == own && log.author != author {
            for (index, branch) in log.branches.enumerated() {
                let signed = branch.heads.last?.sequence ?? branch.after
                runs += log.unsigned(after: signed, upTo: branch.last, on: index)
            }
        }
        if let log = authors[author] {
            for (index, branch) in log.branches.enumerated() {
                runs += log.unsigned(after: branch.after, upTo: min(branch.last, later), on: index)
            }
        }
        return runs.map { Commit(run: $0) }
    }
}

extension AuthorLog {
    /// Entries of one branch as runs without a head, as on the own disk.
    fileprivate func unsigned(
        after start: UInt64, upTo last: UInt64, on branch: Int
    ) -> [Run] {
        var runs: [Run] = []
        var place = start
        while place < last {
            let end = min(branches[branch].spanEnd(after: place), last)
            runs.append(
                Run(
                    author: author, after: place, base: digest(at: place, on: branch).octets.high,
                    count: Int(end - place),
                    bytes: branches[branch].bytes(after: place, upTo: end),
                    head: nil))
            place = end
        }
        return runs
    }
}
