import MoveLog

/// What a turn shows of the homes of devices, this one's and others'.
extension Ledger {
    /// Where this device's own log ends, as far as it is durable. To be asked after a turn.
    var end: LogEnd {
        LogEnd(
            table: log.charter.table, author: replica.author,
            sequence: log.lastHeld(of: replica.author), holdsEntries: holdsEntries)
    }

    /// What happened to a home, if that is what a change says. The log opened itself under a new name,
    /// or a peer proved something: what it sent is in the same batch.
    func incident(of change: Change, among effects: [Effect]) -> HomeIncident? {
        switch change {
        case .newIncarnation(let author):
            guard !isOpening else { return openingIncident(goingOnAs: author) }
            return incident(own(effects, besides: author), author: author)
        case .forked(let author):
            // This device's own fork is told with the incarnation that it ends.
            guard let key = log.key(of: author), key != seal.publicKey else { return nil }
            return incident(.forked, author: author, device: key)
        case .cloned(let key):
            return incident(.peerClone, device: key)
        case .admitted, .reordered, .peers, .clocks, .sighted, .removed, .reinstated:
            return nil
        }
    }

    /// That another copy of this home records: its author began after this device's present one did.
    /// Earlier ones are this device's own past, which comes back to it.
    func otherCopies(among effects: [Effect]) -> [HomeIncident] {
        effects.compactMap { effect in
            guard case .append(let commit) = effect, commit.run.head != nil, commit.run.after == 0,
                commit.run.author != replica.author,
                log.key(of: commit.run.author) == seal.publicKey,
                let theirs = start(of: commit.run.author), let own = start(of: replica.author),
                theirs > own
            else { return nil }
            return incident(.otherCopy, author: commit.run.author)
        }
    }

    private func start(of author: AuthorID) -> WallTime? {
        log.entries(EntryID(author: author, sequence: 1)).first?.entry.wall
    }

    private func openingIncident(goingOnAs author: AuthorID) -> HomeIncident? {
        opening.map { incident($0, author: author) }
    }

    private func incident(
        _ kind: HomeIncident.Kind, author: AuthorID? = nil, device: PublicKey? = nil
    ) -> HomeIncident {
        HomeIncident(
            kind, at: clock.now.wall, table: log.charter.table, author: author, device: device)
    }

    /// Why the incarnation ended while the daemon ran.
    private func own(_ effects: [Effect], besides author: AuthorID) -> HomeIncident.Kind {
        var kind = HomeIncident.Kind.clone
        for effect in effects {
            switch effect {
            case .publish(.forked(let forked)) where log.key(of: forked) == seal.publicKey:
                return .forked
            case .append(let commit)
            where commit.run.head != nil && log.key(of: commit.run.author) == seal.publicKey:
                // Only what came from a peer bears a head.
                kind = .behind
            case .append, .send, .close, .publish: continue
            }
        }
        return kind
    }
}
