import MoveLog

// MARK: Incidents of homes

extension Ledger {
    /// The incidents that another copy of this home records: its author began after this device's
    /// present one. Earlier authors are this device's own past.
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

    func incident(
        _ kind: HomeIncident.Kind, author: AuthorID? = nil, device: PublicKey? = nil
    ) -> HomeIncident {
        HomeIncident(
            kind, at: clock.now.wall, table: log.charter.table, author: author, device: device)
    }

    /// Why the incarnation ended while the daemon ran.
    func causeOfEnd(in effects: [Effect]) -> HomeIncident.Kind {
        var kind = HomeIncident.Kind.clone
        for effect in effects {
            switch effect {
            case .publish(.forked(let forked)) where log.key(of: forked) == seal.publicKey:
                return .forked
            case .append(let commit)
            where commit.run.head != nil && log.key(of: commit.run.author) == seal.publicKey:
                // Only runs from a peer have a signed head.
                kind = .behind
            case .append, .send, .close, .publish: continue
            }
        }
        return kind
    }
}
