/// The place of a run in a log, without its bytes, so that a log of any size is listed cheaply and
/// handed out run by run.
package struct RunSpan: Hashable, Sendable {
    package let author: AuthorID
    /// The index of the branch in the author's log; other devices may number them differently.
    let branch: Int
    /// The sequence before the first entry.
    package let after: UInt64
    /// The sequence of the last entry, which has a signed head.
    package let last: UInt64
}

/// The log as runs that a stranger can verify.
extension TableLog {
    /// Signs the ends of this device's own logs, so that every entry is covered by a signed head.
    /// Cost: none if they are signed already.
    package mutating func signEnds() {
        for author in authorIDs {
            guard let own = authors[author], own.key == seal.publicKey else { continue }
            for index in own.branches.indices {
                let heads = own.unsignedHeads(on: index, table: charter.table, seal: seal)
                for head in heads { keep(head, of: author, branch: index) }
            }
        }
    }

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
