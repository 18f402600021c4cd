/// The requests for entries. Each author is requested from one peer at a time, so that peers do not
/// send the same entries, and from another peer if the first sends nothing for too long.
struct Fetches: Sendable {
    private struct Fetch: Sendable {
        var link: LinkID
        var deadline: Duration
    }

    private var fetches: [AuthorID: Fetch] = [:]
    /// The next instant at which a request may be due; nil if there is none.
    private(set) var lookAt: Duration?

    var count: Int { fetches.count }

    /// Checks in this turn whether a request is due.
    mutating func review() { lookAt = .zero }

    /// Extends the deadline of a request. To be called for new entries only, so that a peer that
    /// repeats old ones does not block the others.
    mutating func received(_ author: AuthorID, from link: LinkID, at now: Duration) {
        if fetches[author]?.link == link { fetches[author]?.deadline = now + Intervals.want }
    }

    mutating func end(_ link: LinkID) {
        for (author, fetch) in fetches where fetch.link == link { fetches[author] = nil }
        review()
    }

    /// Ends a request if the peer has delivered all entries that it claimed, so that another peer
    /// may be asked.
    mutating func end(_ author: AuthorID, ifGiven sessions: SessionTable) {
        guard let fetch = fetches[author], sessions[fetch.link]?.lacking[author] == nil
        else { return }
        fetches[author] = nil
        review()
    }

    /// The authors to request from each peer now. `links` are the links with authors in `lacking`.
    /// Cost: none before a request may be due, because claims are free to make.
    mutating func asks(
        of links: [LinkID], in sessions: SessionTable, at now: Duration
    ) -> [(link: LinkID, authors: [AuthorID])] {
        guard let lookAt, now >= lookAt else { return [] }
        self.lookAt = nil
        var asks: [(link: LinkID, authors: [AuthorID])] = []
        for link in links {
            var due: [AuthorID] = []
            for (author, askAt) in sessions[link]?.lacking ?? [:] {
                let instant = max(askAt, askedUntil(author))
                if now >= instant { due.append(author) } else { look(at: instant) }
            }
            var authors: [AuthorID] = []
            for author in due.sorted() where now >= askedUntil(author) {
                if isLeft(author, by: link, sessions, at: now) { continue }
                guard authors.count < Limits.authorsMax else {
                    look(at: now)
                    break
                }
                fetches[author] = Fetch(link: link, deadline: now + Intervals.want)
                look(at: now + Intervals.want)
                authors.append(author)
            }
            if !authors.isEmpty { asks.append((link, authors)) }
        }
        return asks
    }

    private mutating func look(at instant: Duration) { lookAt = min(lookAt ?? instant, instant) }

    /// The instant until which no other peer is asked for an author.
    private func askedUntil(_ author: AuthorID) -> Duration { fetches[author]?.deadline ?? .zero }

    /// True if an author is left to other peers: this peer was asked and sent nothing for too long,
    /// and another peer, which will be asked in turn, claims the author too.
    private func isLeft(
        _ author: AuthorID, by link: LinkID, _ sessions: SessionTable, at now: Duration
    ) -> Bool {
        guard let fetch = fetches[author], fetch.link == link, now >= fetch.deadline else {
            return false
        }
        return sessions.values.contains {
            $0.link != link && $0.isEstablished && !$0.isDismissed && $0.lacking[author] != nil
        }
    }
}
