/// Devices that fork their logs without end: telling those who have not seen enough of it.
extension Replica {
    /// A peer names entries of a device, sends them or asks for them. If the device is exhausted the
    /// peer has not seen that yet, since it would keep silent about it: it is sent what it lacks of
    /// all that is held of the device's logs, once a link. That is more than anybody counts.
    mutating func prove(_ key: PublicKey, to link: LinkID) {
        guard log.isExhausted(key), sessions[link]?.proven.insert(key).inserted == true else {
            return
        }
        for log in log.authors.values where log.key == key {
            sessions[link]?.align(with: log)
            // What was taken for the peer's progress may have been another branch.
            sessions[link]?.review(log, isAhead: false)
            let last = log.branches.map(\.last).max() ?? 0
            sessions[link]?.progress[log.author]?.isFlowing = true
            sessions[link]?.progress[log.author]?.urgent = last
            sessions[link]?.pending.insert(log.author)
        }
    }

    /// A device turned out to be exhausted: who was seen to hold something of it is told.
    mutating func proveToHolders(of key: PublicKey) {
        let authors = log.authors.values.filter { $0.key == key }.map(\.author)
        for link in sessions.keys {
            guard let session = sessions[link], session.isEstablished, session.isListening else {
                continue
            }
            let isHolder = authors.contains { author in
                let known = session.progress[author]
                return session.claims[author] != nil
                    || max(known?.held.max() ?? 0, known?.sent.max() ?? 0) > 0
            }
            if isHolder { prove(key, to: link) }
        }
    }

    private func isProof(_ log: AuthorLog, on link: LinkID) -> Bool {
        self.log.isExhausted(log.key) && sessions[link]?.proven.contains(log.key) == true
    }

    /// Up to where each branch of a log goes to a peer: what counts of it, or, as a proof, all.
    func sentEnds(of log: AuthorLog, on link: LinkID) -> [UInt64] {
        isProof(log, on: link) ? log.branches.map(\.last) : self.log.countedEnds(of: log)
    }

    /// How much may be under way to a peer when more of a log goes out. Whoever has seen enough of a
    /// proof acknowledges no more of it, which must not hold back what others recorded.
    func flightMax(of log: AuthorLog, on link: LinkID) -> Int {
        let all = Limits.unacknowledgedBytesMax
        return isProof(log, on: link) ? all / 2 : all
    }

    /// The next run behind a sequence for a peer.
    func nextRun(of log: AuthorLog, after sequence: UInt64, on index: Int, to link: LinkID) -> Run?
    {
        guard isProof(log, on: link) else {
            return self.log.run(of: log, after: sequence, on: index)
        }
        return log.run(after: sequence, on: index)
    }
}
