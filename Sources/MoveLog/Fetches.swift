/// Which peer is asked for which author's entries: each author of one peer at a time, so that many peers do
/// not send the same; of another when the first sends nothing for too long.
struct Fetches: Sendable {
    private struct Fetch: Sendable {
        var link: LinkID
        var deadline: Duration
    }

    private var fetches: [AuthorID: Fetch] = [:]
    /// When to look for a peer to ask again; nil while there is none.
    private(set) var lookAt: Duration?

    var count: Int { fetches.count }

    /// Something changed by which a peer may have to be asked in this turn.
    mutating func review() { lookAt = .zero }

    /// New entries came. Only they count: a peer that sends the same again and again keeps no other from being
    /// asked.
    mutating func received(_ author: AuthorID, from link: LinkID, at now: Duration) {
        if fetches[author]?.link == link { fetches[author]?.deadline = now + Intervals.want }
    }

    /// A link is gone.
    mutating func end(_ link: LinkID) {
        for (author, fetch) in fetches where fetch.link == link { fetches[author] = nil }
        review()
    }

    /// The peer that is asked for an author may have given all that it named: another may be asked then.
    mutating func end(_ author: AuthorID, ifGiven sessions: SessionTable) {
        guard let fetch = fetches[author], sessions[fetch.link]?.lacking[author] == nil
        else { return }
        fetches[author] = nil
        review()
    }

    /// The authors to ask each peer for now. `links` are all on which something is lacking. Costs nothing
    /// before a peer may be asked: a claim costs nothing to make.
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

    /// Until when no other peer is asked for an author's entries.
    private func askedUntil(_ author: AuthorID) -> Duration { fetches[author]?.deadline ?? .zero }

    /// True if an author is left to others: this peer was asked and sent nothing for too long, and another
    /// holds it too, which is asked when it is time.
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
