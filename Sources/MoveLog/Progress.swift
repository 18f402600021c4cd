/// How far a peer has come with one author's log, by index of the branch: what it holds, and what was
/// sent to it.
///
/// Invariants: `held` and `sent` have one cursor a branch once the log was aligned, and `held[i] <= sent[i]`.
/// `held` only grows; `sent` falls back to `held` when an assumption falls.
struct Progress: Sendable {
    /// The entries that the peer said it holds durably.
    private(set) var held: [UInt64] = []
    /// Up to where entries were sent, or need not be.
    private(set) var sent: [UInt64] = []
    /// Up to where `sent` rests on a leaf beyond the end of the log: it was taken for a
    /// continuation of what is held here. 0 when nothing is assumed.
    private var assumed: UInt64 = 0
    /// False once an assumption about this author fell on this link: no other is made.
    private var mayAssume = true
    /// True once it is decided if the author's entries go to the peer unasked.
    private(set) var isOpen = false
    /// True if new entries of this author go to the peer: own authors always, others when the
    /// peer asked, or holds what was announced to it, or lacks little.
    private(set) var isFlowing = false
    /// Up to where entries go out without delay: what the peer asked for, lacked when the link came
    /// up, or was given long enough to receive elsewhere.
    private var urgent: UInt64 = 0
    /// When a device that has its own link to the author gets what it still lacks.
    private(set) var relayAt: Duration?

    /// Gives every branch its cursors; a new branch begins where it forks off.
    mutating func align(with log: AuthorLog) {
        while held.count < log.branches.count {
            sent.append(log.branches[held.count].after)
            held.append(0)
        }
    }

    /// The peer holds a branch up to a place, and all that lies on the way to it.
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

    /// The peer names what it holds. A leaf beyond the end of a log that is not forked is taken for a
    /// continuation of it: if it is none, that shows, and the assumption falls.
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

    /// An assumption is confirmed by what the peer is known to hold, stays while its leaf may be a
    /// continuation, or falls: then all that the peer is not known to hold goes out.
    mutating func review(_ log: AuthorLog, isAhead: Bool) {
        guard assumed > 0 else { return }
        if held[0] < assumed {
            if isAhead, !log.isForked { return }
            for index in sent.indices { sent[index] = max(held[index], log.branches[index].after) }
            mayAssume = false
        }
        assumed = 0
    }

    /// It is decided whether new entries flow without being asked for.
    mutating func open() { isOpen = true }

    /// New entries flow from now on; what there is goes out without delay.
    mutating func flow(upTo ends: [UInt64]) {
        isFlowing = true
        hurry(upTo: ends)
    }

    /// All entries so far have waited enough, also when there is no room for them yet.
    mutating func hurry(upTo ends: [UInt64]) {
        relayAt = nil
        urgent = ends.max() ?? 0
    }

    /// Nothing is left to send.
    func isComplete(upTo ends: [UInt64]) -> Bool {
        ends.indices.allSatisfy { sent[$0] >= ends[$0] }
    }

    /// Nothing is left to send; a peer that holds all of it gets what comes later.
    mutating func complete(_ log: AuthorLog, upTo ends: [UInt64]) {
        relayAt = nil
        let holdsAll = ends.indices.allSatisfy {
            held[$0] >= ends[$0] || ends[$0] == log.branches[$0].after
        }
        if assumed > 0 || holdsAll { isFlowing = true }
    }

    /// True if entries may go to a peer that has its own link to the author: it gets a chance to receive them
    /// there first.
    mutating func isDue(upTo ends: [UInt64], at now: Duration) -> Bool {
        if ends.indices.contains(where: { sent[$0] < min(ends[$0], urgent) }) { return true }
        guard let relayAt else {
            relayAt = now + Intervals.relay
            return false
        }
        return now >= relayAt
    }

    /// Where the next run of a branch begins; nil while there is nothing to send of it, or its parent has not
    /// gone out as far as the branch needs.
    func next(on branch: Int, of log: AuthorLog, upTo end: UInt64) -> UInt64? {
        guard sent[branch] < end else { return nil }
        if let parent = log.branches[branch].parent, sent[parent] < log.branches[branch].after {
            return nil
        }
        return sent[branch]
    }

    /// A run went out.
    mutating func send(upTo last: UInt64, on branch: Int) { sent[branch] = last }

    /// Bytes that the peer may lack.
    func backlog(of log: AuthorLog, upTo ends: [UInt64]) -> Int {
        log.branches.indices.reduce(0) { sum, index in
            guard sent[index] < ends[index] else { return sum }
            let start = max(sent[index], log.branches[index].after)
            return sum + log.branches[index].byteCount(after: start, upTo: ends[index])
        }
    }
}

/// Runs that were sent and not acknowledged.
///
/// Invariant: `bytes` is the sum over `runs`.
struct SendWindow: Sendable {
    private struct Flight: Sendable {
        var author: AuthorID
        var last: UInt64
        var bytes: Int
        var sentAt: Duration
    }

    private var runs: [Flight] = []
    private(set) var bytes = 0

    var isEmpty: Bool { runs.isEmpty }
    var hasRoom: Bool { bytes < Limits.unacknowledgedBytesMax }

    mutating func send(_ run: Run, at now: Duration) {
        runs.append(
            Flight(author: run.author, last: run.last, bytes: run.byteCount, sentAt: now))
        bytes += run.byteCount
    }

    /// The peer holds an author's log up to a place.
    mutating func land(_ author: AuthorID, upTo held: UInt64) {
        remove { $0.author == author && $0.last <= held }
    }

    /// A run that has been under way so long that no acknowledgement will come counts no more: the peer has no
    /// room for it.
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
