/// A request for an author's entries that is under way.
struct Fetch: Sendable {
    var link: LinkID
    var deadline: Duration
}

/// What peers are known to hold, and asking for what they hold and this device lacks.
extension Replica {
    /// A peer said what it holds of an author.
    mutating func noteClaim(
        _ leaves: [Leaf], of author: AuthorID, by link: LinkID, askAt: Duration
    ) {
        // No copy of the session is held while it is written to: a frame may claim thousands of
        // authors, and each would copy what was claimed before.
        guard let key = sessions[link]?.key else { return }
        let isRefused = sessions[link]?.refused.contains(author) ?? false
        // No author's log has more ends, and each that is claimed costs a digest.
        let leaves = Array(leaves.prefix(Limits.leavesOfDeviceMax))
        let claim = Claim(found: log.find(leaves), searched: log.searched(author))
        let found = claim.found
        // Also beyond what is held here: it may come from elsewhere, and is not said twice. Of an author
        // of whom the peer holds what does not count, only up to what does.
        let most = isRefused ? log.last(of: author) : .max
        noteHolding(min(credible(found, of: author), most), of: author, by: key)
        if let known = log.authors[author] {
            sessions[link]?.note(found, of: known)
            sessions[link]?.pending.insert(author)
        }
        if found.allSatisfy(\.isHeld) {
            setAsking(author, of: link, at: nil)
            sessions[link]?.claims[author] = nil
        } else if log.authors[author] != nil || mayKeepClaim(on: link) {
            let known = sessions[link]?.lacking[author]
            sessions[link]?.claims[author] = claim
            let isLacked = !isRefused && found.contains(where: log.lacks)
            setAsking(author, of: link, at: isLacked ? known ?? askAt : nil)
        }
    }

    /// Notes when a peer may be asked for an author's entries; nil when it need not be.
    private mutating func setAsking(_ author: AuthorID, of link: LinkID, at instant: Duration?) {
        guard sessions[link]?.lacking[author] != instant else { return }
        sessions[link]?.lacking[author] = instant
        reviewAsking()
    }

    /// Something changed by which somebody may have to be asked in this turn.
    mutating func reviewAsking() { askingAt = .zero }

    /// Whether a peer may claim one more author of whom nothing is held.
    private func mayKeepClaim(on link: LinkID) -> Bool {
        return (sessions[link]?.claims.count ?? 0) < Limits.authorsMax
    }

    /// A run came that lies beyond a cut: its sender need not be asked for more of that author.
    mutating func noteRefused(_ author: AuthorID, by link: LinkID) {
        // A removed device can make up as many authors as it likes.
        if (sessions[link]?.refused.count ?? 0) < Limits.authorsMax {
            sessions[link]?.refused.insert(author)
        }
        setAsking(author, of: link, at: nil)
        if log.authors[author] == nil {
            // Nobody can say any more whose it is, and it is not ahead of anything that counts.
            holdings.remove(author)
        }
        settleFetch(of: author)
    }

    private mutating func settleFetch(of author: AuthorID) {
        guard fetches[author] != nil else { return }
        let isLacked = sessions.keys.contains { sessions[$0]?.lacking[author] != nil }
        if !isLacked { fetches[author] = nil }
    }

    /// Up to where a peer may be believed to hold an author's log: not on another line than is held
    /// here, and of own entries nothing that this device does not know.
    private func credible(_ found: [FoundLeaf], of author: AuthorID) -> UInt64 {
        let last = log.lastHeld(of: author)
        let isOwn = log.key(of: author) == seal.publicKey
        return found.filter { $0.leaf.sequence > last ? !isOwn : $0.isHeld }
            .map(\.leaf.sequence).max() ?? 0
    }

    /// A peer sent a run, so it holds it.
    mutating func noteSent(_ run: Run, by link: LinkID) {
        guard let key = sessions[link]?.key, let known = log.authors[run.author] else { return }
        sessions[link]?.align(with: known)
        if let branch = known.branch(holding: run) {
            sessions[link]?.advance(known, branch: branch, held: run.last)
        }
        sessions[link]?.land(run.author)
        noteHolding(run.last, of: run.author, by: key)
        sessions[link]?.pending.insert(run.author)
    }

    /// A device holds an author's log up to a sequence, as it said, or as others say of it. Of this
    /// device's own log nobody holds what is not recorded: a claim beyond its end would make moves
    /// of later look safe that live here alone.
    mutating func noteHolding(
        _ claimed: UInt64, of author: AuthorID, by key: PublicKey
    ) {
        let isOwn = log.key(of: author) == seal.publicKey
        // A device of the table no more keeps nothing safe for it, whatever others still say.
        guard log.isMember(key), !left.contains(key) else { return }
        let sequence = isOwn ? min(claimed, log.lastHeld(of: author)) : claimed
        guard sequence > holdings.sequence(of: author, at: key) else { return }
        // Of authors that are not known here anybody could make up as many as they like.
        let isKnown = log.authors[author] != nil
        guard isKnown || (holdings[key]?.count ?? 0) < Limits.authorsMax else { return }
        holdings.hold(sequence, of: author, at: key)
    }

    /// Entries of an author came: what peers claimed may be held now.
    mutating func settle(_ author: AuthorID) {
        for link in sessions.keys {
            guard let known = sessions[link]?.claims[author] else { continue }
            let claim = log.find(again: known, of: author)
            let found = claim.found
            sessions[link]?.claims[author] = claim
            if let known = log.authors[author] { sessions[link]?.note(found, of: known) }
            if !found.contains(where: log.lacks) { setAsking(author, of: link, at: nil) }
            guard found.allSatisfy(\.isHeld), let key = sessions[link]?.key else { continue }
            noteHolding(found.map(\.leaf.sequence).max() ?? 0, of: author, by: key)
            sessions[link]?.claims[author] = nil
            setAsking(author, of: link, at: nil)
        }
        settleFetch(of: author)
    }

    /// Asks for what peers hold and this device lacks: each author of one peer at a time, so that
    /// many peers do not send the same; of another one when the first sends nothing for too long.
    /// `links` are all on which something is lacked. Costs nothing before somebody may be asked: a
    /// claim costs nothing to make.
    mutating func askForLacking(_ links: [LinkID]) {
        guard let askingAt, now.uptime >= askingAt else { return }
        self.askingAt = nil
        var asks: [LinkID: [AuthorID]] = [:]
        for link in links {
            var due: [AuthorID] = []
            for (author, askAt) in sessions[link]?.lacking ?? [:] {
                let instant = max(askAt, askedUntil(author))
                if now.uptime >= instant { due.append(author) } else { askAgain(at: instant) }
            }
            for author in due.sorted() where now.uptime >= askedUntil(author) {
                if isLeft(author, by: link) { continue }
                guard asks[link]?.count ?? 0 < Limits.authorsMax else {
                    askAgain(at: now.uptime)
                    break
                }
                let deadline = now.uptime + Intervals.want
                fetches[author] = Fetch(link: link, deadline: deadline)
                askAgain(at: deadline)
                asks[link, default: []].append(author)
            }
        }
        for (link, authors) in asks.sorted(by: { $0.key < $1.key }) {
            send(.want(authors), on: link)
        }
    }

    private mutating func askAgain(at instant: Duration) {
        askingAt = min(askingAt ?? instant, instant)
    }

    /// Until when nobody is asked for an author's entries, because somebody was.
    private func askedUntil(_ author: AuthorID) -> Duration {
        guard let fetch = fetches[author] else { return .zero }
        return fetch.deadline
    }

    /// Whether an author is left to others: this peer was asked and sent nothing for too long, and
    /// somebody else holds it too, who is asked when it is time.
    private func isLeft(_ author: AuthorID, by link: LinkID) -> Bool {
        guard let fetch = fetches[author], fetch.link == link, now.uptime >= fetch.deadline else {
            return false
        }
        return sessions.keys.contains {
            $0 != link && sessions[$0]?.isEstablished == true && sessions[$0]?.isDismissed == false
                && sessions[$0]?.lacking[author] != nil
        }
    }
}
