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

    /// All entries that lie before a signed head, as runs, in an order in which each attaches to
    /// those before it: a device behind whoever invited it, a branch behind its parent.
    package var spans: [RunSpan] {
        let ordered = authors.values.sorted {
            (hops(of: $0), $0.author) < (hops(of: $1), $1.author)
        }
        return ordered.flatMap { log in
            log.branches.indices.flatMap { spans(of: log, branch: $0) }
        }
    }

    /// How many entries no signed head covers, the founding entry of an otherwise unknown founder
    /// aside, which the table's name vouches for. None, after `signEnds`.
    package func uncoveredCount(by spans: [RunSpan]) -> Int {
        let isFoundingAlone = !spans.contains { $0.author == charter.founder && $0.after == 0 }
        let covered = spans.reduce(0) { $0 + Int($1.last - $1.after) }
        return entryCount - covered - (isFoundingAlone ? 1 : 0)
    }

    /// The run of a span of this log, with its signed head.
    package func run(_ span: RunSpan) -> Run? {
        guard let log = authors[span.author], log.branches.indices.contains(span.branch) else {
            return nil
        }
        return log.run(after: span.after, on: span.branch)
    }

    private func hops(of log: AuthorLog) -> Int { chain(of: log.key)?.invitations.count ?? .max }

    private func spans(of log: AuthorLog, branch index: Int) -> [RunSpan] {
        var spans: [RunSpan] = []
        var place = log.branches[index].after
        while let head = log.branches[index].head(above: place) {
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
