/// Own entries that stand on the disk after a gap. They count nowhere before the gap is filled or they
/// are recorded again: copies of thousands stay in every log for good, so peers come first.
struct Loss: Sendable {
    /// Whose entries wait.
    var authors: Set<AuthorID>
    /// When the log was opened, somebody said that it cannot help, or something came back.
    var since: Duration
    /// The devices that hold nothing of what is missing, as they said.
    var lackedBy: Set<PublicKey> = []
}

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

    /// Own entries that wait aside are to be recorded again, unless somebody returns what is missing.
    /// Where this device is the only one that ever was at the table, nobody can.
    mutating func noteLoss() {
        let lost = lostCommits()
        let entries = lost.flatMap { (try? $0.run.entries()) ?? [] }.map(\.entry)
        let reachable = log.highestLamport + Limits.lamportStepMax / 2
        lamportFloor = entries.map(\.lamport).filter { $0 <= reachable }.max() ?? 0
        if copies(of: lost).isEmpty { return }
        loss = Loss(authors: Set(lost.map(\.run.author)), since: now.uptime)
    }

    /// True if the log knows no other device, removed ones included.
    var isAlone: Bool {
        (log.deviceKeys + log.memberKeys).allSatisfy { $0 == seal.publicKey }
    }

    /// Own entries that wait aside are recorded again with their origin, once, so that they count even
    /// if nobody returns what is missing; if somebody does, the copies stop counting. How many were
    /// recorded.
    @discardableResult
    mutating func recordLost() -> Int {
        loss = nil
        let drafts = copies(of: lostCommits()).map(\.draft)
        for batch in drafts.batches { _ = append(batch, request: nil) }
        return drafts.count
    }

    /// Records own entries that wait aside again, because a person does not want to wait for peers. How
    /// many were recorded.
    package mutating func recordAgain(at moment: Moment) -> Int {
        now = moment
        return loss == nil ? 0 : recordLost()
    }

    /// How many entries that wait aside count nowhere: this device's own, and others'. Cost: all that
    /// wait are looked at.
    package var waiting: (own: Int, others: Int) {
        let all = aside.reduce(0) { $0 + $1.run.count }
        let own = lostCommits().reduce(0) { $0 + $1.run.count }
        return (loss == nil ? 0 : own, all - own)
    }

    /// Entries came of authors whose later ones wait aside, or these could be attached.
    mutating func noteReturn(of authors: Set<AuthorID>) {
        guard loss?.authors.isDisjoint(with: authors) == false else { return }
        loss?.since = now.uptime
        let waiting = Set(lostCommits().map(\.run.author))
        loss?.authors.formIntersection(waiting)
        if loss?.authors.isEmpty == true { loss = nil }
    }

    /// Once a turn: notes which peers lack what is missing. `tick` records the entries again.
    mutating func reviewLoss() {
        guard let authors = loss?.authors else { return }
        for link in sessions.keys {
            guard let key = sessions[link]?.key, key != seal.publicKey, log.isMember(key),
                sessions[link]?.isEstablished == true, sessions[link]?.isDismissed == false
            else { continue }
            if authors.contains(where: { sessions[link]?.claims[$0] != nil }) {
                loss?.lackedBy.remove(key)
            } else if loss?.lackedBy.insert(key).inserted == true {
                loss?.since = now.uptime
            }
        }
    }

    /// When own entries that wait aside are recorded again; nil until a peer has said that it lacks
    /// what is missing.
    var lossDeadline: Duration? {
        guard let loss, !loss.lackedBy.isEmpty else { return nil }
        let isEverybody = log.memberKeys.allSatisfy {
            $0 == seal.publicKey || loss.lackedBy.contains($0)
        }
        return loss.since + (isEverybody ? Intervals.lossOfAll : Intervals.lossOfSome)
    }

    /// Copies of entries that were not copied before.
    private func copies(of commits: [Commit]) -> [CopiedEntry] {
        if commits.isEmpty { return [] }
        let known = ownCopies()
        return commits.flatMap { (try? $0.run.entries()) ?? [] }
            .compactMap { CopiedEntry(of: $0.entry, digest: log.digest(of: $0.entry)) }
            .filter { !known.contains($0) }
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
