/// The progress of a peer in one author's log, by branch index: the entries that it holds, and
/// those sent to it.
///
/// Invariants: `held` and `sent` have one cursor a branch once the log was aligned, and `held[i] <=
/// sent[i]`. `held` only grows; `sent` falls back to `held` when an assumption fails.
package struct Progress: Sendable {
    /// The last sequence that the peer says it holds durably.
    private(set) var held: [UInt64] = []
    /// The last sequence that was sent or need not be sent.
    private(set) var sent: [UInt64] = []
    /// The last sequence of `sent` that rests on a leaf beyond the end of the log, which is assumed
    /// to continue the log held here; 0 if nothing is assumed.
    private var assumed: UInt64 = 0
    /// False once an assumption about this author failed on this link.
    private var mayAssume = true
    /// True once it is decided whether the author's entries are sent to the peer unasked.
    var isOpen = false
    /// True if new entries of this author are sent to the peer: always for own authors, for others
    /// if the peer asked, holds what was announced to it, or lacks little.
    private(set) var isFlowing = false
    /// The last sequence that is sent without delay: what the peer requested, lacked when the link
    /// came up, or had enough time to receive elsewhere.
    private var urgent: UInt64 = 0
    /// The instant at which a device with its own link to the author is sent what it still lacks.
    private(set) var relayAt: Duration?

    /// Adds cursors for new branches; a branch begins where it forks off.
    mutating func align(with log: AuthorLog) {
        while held.count < log.branches.count {
            sent.append(log.branches[held.count].after)
            held.append(0)
        }
    }

    /// The peer holds a branch up to a place, and all entries on the path to it.
    mutating func hold(_ log: AuthorLog, branch: Int, upTo place: UInt64) {
        align(with: log)
        var (index, place) = (branch, place)
        while place > 0, index < held.count {
            held[index] = max(held[index], place)
            sent[index] = max(sent[index], place)
            guard let parent = log.branches[index].parent else { return }
            place = log.branches[index].after
            index = log.owner(of: place, on: parent)
        }
    }

    /// The peer names its leaves. A leaf beyond the end of an unforked log is assumed to continue
    /// it; if it does not, `review` detects that, and the assumption fails.
    mutating func hold(_ found: [FoundLeaf], of log: AuthorLog) {
        align(with: log)
        let last = log.branches[0].last
        let isAhead = !log.isForked && found.contains { $0.leaf.sequence > last }
        for item in found {
            guard let index = item.branch else { continue }
            hold(log, branch: index, upTo: item.leaf.sequence)
        }
        review(log, isAhead: isAhead)
        if isAhead, mayAssume {
            assumed = last
            sent[0] = max(sent[0], last)
        }
    }

    /// Checks an assumption: it is confirmed by the known holdings of the peer, stays while its
    /// leaf may continue the log, or fails: then all entries that the peer is not known to hold are
    /// sent.
    mutating func review(_ log: AuthorLog, isAhead: Bool) {
        guard assumed > 0 else { return }
        if held[0] < assumed {
            if isAhead, !log.isForked { return }
            for index in sent.indices { sent[index] = max(held[index], log.branches[index].after) }
            mayAssume = false
        }
        assumed = 0
    }

    /// New entries are sent from now on; the present ones without delay.
    mutating func flow(upTo ends: [UInt64]) {
        isFlowing = true
        hurry(upTo: ends)
    }

    /// All present entries have waited long enough, even if there is no room for them yet.
    mutating func hurry(upTo ends: [UInt64]) {
        relayAt = nil
        urgent = ends.max() ?? 0
    }

    func isComplete(upTo ends: [UInt64]) -> Bool {
        ends.indices.allSatisfy { sent[$0] >= ends[$0] }
    }

    /// Everything was sent; if the peer holds all of it, it gets new entries too.
    mutating func complete(_ log: AuthorLog, upTo ends: [UInt64]) {
        relayAt = nil
        let holdsAll = ends.indices.allSatisfy {
            held[$0] >= ends[$0] || ends[$0] == log.branches[$0].after
        }
        if assumed > 0 || holdsAll { isFlowing = true }
    }

    /// True if entries may be sent to a peer with its own link to the author: it gets time to
    /// receive them there first.
    mutating func isDue(upTo ends: [UInt64], at now: Duration) -> Bool {
        if ends.indices.contains(where: { sent[$0] < min(ends[$0], urgent) }) { return true }
        guard let relayAt else {
            relayAt = now + Intervals.relay
            return false
        }
        return now >= relayAt
    }

    /// The start of the next run of a branch; nil if nothing is left to send, or the parent was not
    /// yet sent up to the start of the branch.
    func next(on branch: Int, of log: AuthorLog, upTo end: UInt64) -> UInt64? {
        guard sent[branch] < end else { return nil }
        if let parent = log.branches[branch].parent, sent[parent] < log.branches[branch].after {
            return nil
        }
        return sent[branch]
    }

    mutating func send(upTo last: UInt64, on branch: Int) { sent[branch] = last }

    /// The bytes that the peer may lack.
    func backlog(of log: AuthorLog, upTo ends: [UInt64]) -> Int {
        log.branches.indices.reduce(0) { sum, index in
            guard sent[index] < ends[index] else { return sum }
            let start = max(sent[index], log.branches[index].after)
            return sum + log.branches[index].byteCount(after: start, upTo: ends[index])
        }
    }
}

/// The runs that were sent and not acknowledged.
///
/// Invariant: `bytes` is the sum over `runs`.
package struct SendWindow: Sendable {
    private struct Flight: Sendable {
        var author: AuthorID
        var last: UInt64
        var bytes: Int
        var sentAt: Duration
    }

    private var runs: [Flight] = []
    package private(set) var bytes = 0

    var isEmpty: Bool { runs.isEmpty }
    var hasRoom: Bool { bytes < MoveLogLimits.unacknowledgedBytesMax }

    mutating func send(_ run: Run, at now: Duration) {
        runs.append(
            Flight(author: run.author, last: run.last, bytes: run.byteCount, sentAt: now))
        bytes += run.byteCount
    }

    /// The peer holds an author's log up to a sequence.
    mutating func land(_ author: AuthorID, upTo held: UInt64) {
        remove { $0.author == author && $0.last <= held }
    }

    /// Drops runs that are too old to be acknowledged: the peer has no room for them.
    mutating func expire(sentBefore instant: Duration) { remove { $0.sentAt < instant } }

    private mutating func remove(where isOver: (Flight) -> Bool) {
        if runs.isEmpty { return }
        runs.removeAll { run in
            guard isOver(run) else { return false }
            bytes -= run.bytes
            return true
        }
    }
}
