/// Where a run of a log begins and ends, without its bytes: a log of any size is listed cheaply and
/// handed out run by run.
package struct RunSpan: Hashable, Sendable {
    /// Whose entries these are.
    package let author: AuthorID
    /// The number of the branch in the author's log; other devices may count otherwise.
    let branch: Int
    /// The sequence before the first entry.
    package let after: UInt64
    /// The sequence of the last entry, at which a signed head stands.
    package let last: UInt64
}

/// A log as runs that a stranger can check.
extension TableLog {
    /// Signs the ends of this device's own logs, so that every entry lies before a signed head.
    /// Costs nothing where they are signed already.
    package mutating func signEnds() {
        for author in authorIDs {
            guard let own = authors[author], own.key == seal.publicKey else { continue }
            for index in own.branches.indices {
                let heads = own.unsignedHeads(on: index, table: charter.table, seal: seal)
                for head in heads { keep(head, of: author, branch: index) }
            }
        }
    }

    /// All entries that count and lie before a signed head, as runs, in an order in which each
    /// attaches to those before it: the founder's first author, then the others, a branch behind its parent.
    /// Where a cut lies on no signed head that is held, the last run goes beyond it.
    package var spans: [RunSpan] {
        ordered.flatMap { log in
            log.branches.indices.flatMap { spans(of: log, branch: $0, isCut: true) }
        }
    }

    /// All entries that lie before a signed head, as `spans`, counting or not.
    var spansHeld: [RunSpan] {
        ordered.flatMap { log in
            log.branches.indices.flatMap { spans(of: log, branch: $0, isCut: false) }
        }
    }

    private var ordered: [AuthorLog] {
        authors.values.sorted { one, other in
            // The founding entry stands before all others.
            if other.author == charter.founder { return false }
            return one.author == charter.founder || one.author < other.author
        }
    }

    /// How many entries no signed head covers. None, after `signEnds`.
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

    /// The next run of a log behind a sequence that a signed head vouches for, as far as it counts;
    /// nil where nothing more does.
    func run(of log: AuthorLog, after sequence: UInt64, on index: Int) -> Run? {
        let end = countedEnds(of: log)[index]
        return head(of: log, above: sequence, on: index, end: end).map {
            log.run(after: sequence, upTo: $0, on: index)
        }
    }

    /// The first head that is kept, or that the cut brought along. Where neither ends at the cut a
    /// run has to go beyond it.
    private func head(
        of log: AuthorLog, above sequence: UInt64, on index: Int, end: UInt64
    ) -> SignedHead? {
        guard sequence < end else { return nil }
        let kept = log.branches[index].head(above: sequence)
        if let kept, kept.sequence <= end { return kept }
        return members.extents[log.author]?.head(above: sequence, on: index) ?? kept
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

extension Replica {
    /// Signs the ends of this device's own logs, as before a sending.
    package mutating func signEnds() { log.signEnds() }
}
