/// What this device recorded and its disk no longer holds in one piece.
extension Replica {
    /// The incarnation that this device began last, if it has one.
    func newestOwnAuthor() -> AuthorID? {
        let own = log.authors.values.filter { $0.key == seal.publicKey }
        let starts = own.compactMap { try? $0.entry(1, on: 0) }
        return starts.max { ($0.lamport, $0.id) < ($1.lamport, $1.id) }?.id.author
    }

    /// Whether the log has an author, and it is of this device's key.
    func isOwn(_ author: AuthorID) -> Bool { log.key(of: author) == seal.publicKey }

    /// Own commits that wait behind a gap. Only what this device recorded stands on its disk without
    /// a head, so they are known even where the start of their author is lost.
    func lostCommits() -> [Commit] {
        aside.filter { $0.run.head == nil || log.key(of: $0.run.author) == seal.publicKey }
    }

    /// Own entries behind a gap are recorded again with their origin, once, so that they count even
    /// if nobody returns what is missing; if somebody does, the copies stop counting.
    mutating func recordAgain(_ lost: [Commit]) {
        if lost.isEmpty { return }
        let known = ownCopies()
        for commit in lost {
            guard let entries = try? commit.run.entries() else { continue }
            let copies = entries.compactMap {
                CopiedEntry(of: $0.entry, digest: log.digest(of: $0.entry))
            }
            let drafts = copies.filter { !known.contains($0) }.map(\.draft)
            for batch in drafts.batches { _ = append(batch, request: nil) }
        }
    }

    /// The log as commits, without what the present author recorded behind a sequence: what was
    /// durable before a turn that failed. Entries of earlier incarnations are among them, those too
    /// for which nobody signed because they were never sent. The present author's come last, so that
    /// an opening goes on as that one.
    package func commits(without later: UInt64) -> [Commit] {
        var runs = log.spansHeld.filter { $0.author != author }.compactMap { log.run($0) }
        for own in log.authors.values where own.key == seal.publicKey && own.author != author {
            for (index, branch) in own.branches.enumerated() {
                let signed = branch.heads.last?.sequence ?? branch.after
                runs += own.unsigned(after: signed, upTo: branch.last, on: index)
            }
        }
        if let own = log.authors[author] {
            for (index, branch) in own.branches.enumerated() {
                let last = min(branch.last, later)
                runs += own.unsigned(after: branch.after, upTo: last, on: index)
            }
        }
        return runs.map { Commit(run: $0) }
    }

    private func ownCopies() -> Set<CopiedEntry> {
        var copies: Set<CopiedEntry> = []
        for own in log.authors.values where own.key == seal.publicKey {
            let entries = log.entries(of: own, upTo: own.branches.map(\.last))
            for entry in entries where entry.kind == .copied {
                if let copy = try? CopiedEntry(body: entry.body) { copies.insert(copy) }
            }
        }
        return copies
    }
}

extension AuthorLog {
    /// Entries of one branch as runs without a head, as the own disk holds them.
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
