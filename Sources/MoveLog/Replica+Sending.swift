/// What the peers get: who lacks which entries, and when they go out.
extension Replica {
    /// Entries of an author were admitted: every peer that may lack them is looked at again.
    mutating func offer(_ author: AuthorID) {
        for link in sessions.keys where sessions[link]?.isEstablished == true {
            sessions[link]?.pending.insert(author)
        }
    }

    /// What a link needs at the end of a turn, in one go.
    mutating func sync() {
        reviewLoss()
        let turn = linksOfTurn()
        let links = turn.established
        tellSummaries(links)
        tellClocks(links)
        signHeads(for: turn.waiting)
        for link in turn.dismissed { farewell(link) }
        for link in turn.busy {
            acknowledge(link)
            sessions[link]?.forgetFlight(sentBefore: now.uptime - Intervals.suspect * 2)
            for author in (sessions[link]?.pending ?? []).sorted() { feed(author, to: link) }
        }
        askForLacking(turn.lacking)
    }

    /// Established links, by what may be to do for them in this turn.
    private struct LinksOfTurn {
        /// To members.
        var established: [LinkID] = []
        /// Those of them on which something is owed, waits or is under way.
        var busy: [LinkID] = []
        /// To devices that are of the table no more.
        var dismissed: [LinkID] = []
        /// To whom something may have to be sent, members or not.
        var waiting: [LinkID] = []
        /// Whose peers hold what is not held here.
        var lacking: [LinkID] = []
    }

    /// Looks at each session once.
    private func linksOfTurn() -> LinksOfTurn {
        var turn = LinksOfTurn()
        for index in sessions.indices where sessions[at: index]?.isEstablished == true {
            let link = sessions.link(at: index)
            if sessions[at: index]?.pending.isEmpty == false { turn.waiting.append(link) }
            guard sessions[at: index]?.isDismissed == false else {
                turn.dismissed.append(link)
                continue
            }
            turn.established.append(link)
            if sessions[at: index]?.lacking.isEmpty == false { turn.lacking.append(link) }
            if sessions[at: index]?.isBusy == true { turn.busy.append(link) }
        }
        return turn
    }

    // MARK: Flow of one author to one peer

    /// Decides whether an author's entries go to a peer unasked: own ones always, others' while they
    /// fit the allowance.
    mutating func open(_ author: AuthorID, on link: LinkID) {
        guard let allowance = sessions[link]?.unaskedBytes, let log = log.authors[author] else {
            return
        }
        sessions[link]?.align(with: log)
        let ends = self.log.countedEnds(of: log)
        let cursors = sessions[link]?.progress[author]?.sent ?? []
        var backlog = 0
        for (index, branch) in log.branches.enumerated() where cursors[index] < ends[index] {
            backlog += branch.byteCount(
                after: max(cursors[index], branch.after), upTo: ends[index])
        }
        let isOwn = log.key == seal.publicKey
        if isOwn || backlog <= allowance {
            if !isOwn { sessions[link]?.unaskedBytes = allowance - backlog }
            sessions[link]?.progress[author]?.isFlowing = true
            sessions[link]?.progress[author]?.urgent = ends.max() ?? 0
        }
        sessions[link]?.pending.insert(author)
    }

    mutating func wanted(_ authors: [AuthorID], by link: LinkID) {
        for author in authors {
            guard let log = log.authors[author] else { continue }
            sessions[link]?.align(with: log)
            // Whoever asks is not ahead of all that is held here.
            sessions[link]?.review(log, isAhead: false)
            let last = self.log.countedEnds(of: log).max() ?? 0
            sessions[link]?.progress[author]?.isFlowing = true
            sessions[link]?.progress[author]?.urgent = last
            sessions[link]?.pending.insert(author)
        }
    }

    private mutating func feed(_ author: AuthorID, to link: LinkID) {
        guard let log = log.authors[author] else { return }
        if sessions[link]?.progress[author] == nil { open(author, on: link) }
        sessions[link]?.align(with: log)
        sessions[link]?.review(log, isAhead: true)
        guard let progress = sessions[link]?.progress[author] else { return }
        let ends = self.log.countedEnds(of: log)
        let isComplete = ends.indices.allSatisfy { progress.sent[$0] >= ends[$0] }
        if isComplete {
            sessions[link]?.pending.remove(author)
            sessions[link]?.progress[author]?.relayAt = nil
            let isAhead = progress.assumed > 0
            if isAhead || ends.indices.allSatisfy({ progress.held[$0] >= ends[$0] }) {
                sessions[link]?.progress[author]?.isFlowing = true
            }
            return
        }
        guard progress.isFlowing else {
            sessions[link]?.pending.remove(author)
            return
        }
        guard isDue(log, upTo: ends, on: link, progress) else { return }
        // What there is now has waited enough, also when there is no room for it yet.
        sessions[link]?.progress[author]?.relayAt = nil
        sessions[link]?.progress[author]?.urgent = ends.max() ?? 0
        for index in log.branches.indices {
            stream(log, branch: index, upTo: ends[index], to: link)
        }
    }

    /// Whether entries may go now: a peer with its own link to the author gets a chance to receive
    /// them there first.
    private mutating func isDue(
        _ log: AuthorLog, upTo ends: [UInt64], on link: LinkID, _ progress: Session.Progress
    ) -> Bool {
        let isUrgent = ends.indices.contains { progress.sent[$0] < min(ends[$0], progress.urgent) }
        guard log.key != seal.publicKey, !isUrgent,
            let device = sessions[link]?.device, device != log.device,
            sessions[link]?.summaries.neighbours.contains(log.device) == true
        else { return true }
        guard let relayAt = progress.relayAt else {
            sessions[link]?.progress[log.author]?.relayAt = now.uptime + Intervals.relay
            return false
        }
        return now.uptime >= relayAt
    }

    /// Sends a branch up to a place, as much as may be under way.
    mutating func stream(_ log: AuthorLog, branch index: Int, upTo end: UInt64, to link: LinkID) {
        let branch = log.branches[index]
        while sessions[link]?.flightBytes ?? .max < Limits.unacknowledgedBytesMax,
            let sent = sessions[link]?.progress[log.author]?.sent[index], sent < end
        {
            if let parent = branch.parent,
                let come = sessions[link]?.progress[log.author]?.sent[parent], come < branch.after
            {
                return
            }
            guard let run = self.log.run(of: log, after: sent, on: index) else { return }
            send(.run(run), on: link)
            sessions[link]?.progress[log.author]?.sent[index] = run.last
            sessions[link]?.flightBytes += run.byteCount
            sessions[link]?.flight.append(
                Session.Flight(
                    author: log.author, last: run.last, bytes: run.byteCount,
                    sentAt: now.uptime))
        }
    }

    // MARK: Heads and acknowledgements

    /// Signs the ends of own logs that somebody is about to get: once a turn.
    private mutating func signHeads(for links: [LinkID]) {
        var authors: Set<AuthorID> = []
        for link in links {
            for author in sessions[link]?.pending ?? [] where isOwn(author) {
                authors.insert(author)
            }
        }
        for author in authors.sorted() {
            guard let own = log.authors[author] else { continue }
            for index in own.branches.indices {
                for head in own.unsignedHeads(on: index, table: log.charter.table, seal: seal) {
                    keep(head, of: author, branch: index)
                }
            }
        }
    }

    private mutating func acknowledge(_ link: LinkID) {
        guard let due = sessions[link]?.acknowledgeAt, now.uptime >= due else { return }
        let leaves = (sessions[link]?.unacknowledged ?? []).sorted().flatMap { author in
            log.authors[author].map(log.leaves) ?? []
        }
        sessions[link]?.unacknowledged = []
        sessions[link]?.unacknowledgedBytes = 0
        sessions[link]?.acknowledgeAt = nil
        if !leaves.isEmpty { send(.acknowledge(Frontier(leaves: leaves)), on: link) }
    }
}

extension AuthorLog {
    /// The next run behind a sequence that a kept head vouches for.
    func run(after sequence: UInt64, on index: Int) -> Run? {
        branches[index].head(above: sequence).map { run(after: sequence, upTo: $0, on: index) }
    }

    /// The entries behind a sequence up to a head of the branch.
    func run(after sequence: UInt64, upTo head: SignedHead, on index: Int) -> Run {
        Run(
            author: author, after: sequence,
            base: digest(at: sequence, on: index).octets.high,
            pages: branches[index].pages(after: sequence, upTo: head.sequence).joined, head: head)
    }

    /// Heads that an own log lacks up to its end, one at the end of each span.
    func unsignedHeads(on index: Int, table: TableID, seal: any Seal) -> [SignedHead] {
        let branch = branches[index]
        var place = branch.heads.last?.sequence ?? branch.after
        var heads: [SignedHead] = []
        while place < branch.last {
            place = branch.spanEnd(after: place)
            heads.append(signedHead(at: place, on: index, table: table, seal: seal))
        }
        return heads
    }

    /// Heads that an own log lacks below the last one that is kept. A peer's may vouch for far more than a
    /// span where the end of the log came back from it: what this device recorded before that is on its
    /// disk without a head.
    func missingHeads(on index: Int, table: TableID, seal: any Seal) -> [SignedHead] {
        let branch = branches[index]
        var place = branch.after
        var heads: [SignedHead] = []
        while let kept = branch.head(above: place) {
            let end = branch.spanEnd(after: place)
            if kept.sequence > end {
                heads.append(signedHead(at: end, on: index, table: table, seal: seal))
            }
            place = min(kept.sequence, end)
        }
        return heads
    }

    private func signedHead(
        at place: UInt64, on index: Int, table: TableID, seal: any Seal
    ) -> SignedHead {
        let message = SignedHead.message(
            table: table, author: author, sequence: place, digest: digest(at: place, on: index))
        return SignedHead(sequence: place, signature: seal.sign(message))
    }
}
