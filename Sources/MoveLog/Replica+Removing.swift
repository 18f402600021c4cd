/// Which removals and which ends of cut logs the peers and the owner were told of.
struct StandingMemory: Sendable {
    /// Whole: of a copied device two removals may stand at one place.
    var removals: [PublicKey: Removal] = [:]
    var leaves: [AuthorID: [Leaf]] = [:]
    /// All that were held then, whether or not anything of them counted.
    var authors: Set<AuthorID> = []
    var members: Set<PublicKey> = []
    var exhausted: Set<PublicKey> = []
    /// `Membership.version` then. A new author always changes it once anybody was removed.
    var version = 0

    init() {}

    init(of log: TableLog) {
        version = log.members.version
        removals = log.removals
        for author in log.members.extents.keys {
            leaves[author] = log.authors[author].map(log.leaves) ?? []
        }
        authors = Set(log.authors.keys)
        members = Set(log.memberKeys)
        exhausted = log.members.exhausted
    }

    /// Whether all that is held counts.
    var isPlain: Bool { removals.isEmpty && exhausted.isEmpty }
}

/// Removing devices, and parting from those that were.
extension Replica {
    /// Whether this device is of its table no more: it was removed, or whoever let it in had been.
    /// It goes on recording, but nothing of it counts.
    package var isRemoved: Bool { isMember && !log.isMember(seal.publicKey) }

    /// Removes a device: the entry that says so, with the ends of all its logs as they are held
    /// here. What it recorded beyond them counts on no device that holds the entry; its key never
    /// returns. Gives the entry's ID; of a request that was recorded before, that of then.
    package mutating func remove(
        _ key: PublicKey, request: RequestID? = nil, at moment: Moment
    ) throws(RecordError) -> [EntryID] {
        if let request, let known = entries(of: request) { return known }
        guard isMember else { throw .notMember }
        guard key != seal.publicKey else { throw .removesItself }
        guard key != log.charter.founderKey else { throw .removesFounder(key) }
        guard !log.isRemoved(key) else { throw .removedBefore(key) }
        guard log.isMember(key) else { throw .removesStranger(key) }
        guard log.mayRemove(key, by: seal.publicKey) else { throw .removesSenior(key) }
        let removed = DeviceRemoved(device: key, cuts: log.cuts(of: key))
        return try record(
            [Draft(scope: .table, kind: .deviceRemoved, body: removed.body)], request: request,
            at: moment)
    }

    // MARK: Parting

    /// Entries came or were recorded: whoever is of the table no more is parted from, and the peers
    /// hear where logs end now.
    mutating func reviewLinks() {
        guard !standing.isPlain || !log.removals.isEmpty || !log.exhausted.isEmpty,
            standing.version != log.members.version
        else { return }
        let old = standing
        standing = StandingMemory(of: log)
        for author in Set(old.leaves.keys).union(standing.leaves.keys).sorted()
        where old.leaves[author] != standing.leaves[author] {
            offer(author)
            settle(author)
            for link in sessions.keys where sessions[link]?.isListening == true {
                owe(author, bytes: 0, to: link)
            }
            // Of an exhausted device whoever asks is sent what proves it.
            if standing.leaves[author]?.isEmpty == true, !log.isExhausted(authorOf: author) {
                let isNew =
                    !old.isPlain && old.leaves[author] == nil && !old.authors.contains(author)
                if !isNew { withdraw(author, named: old.leaves[author]) }
            }
        }
        for key in old.exhausted.subtracting(standing.exhausted) { endProof(of: key) }
        guard
            old.removals != standing.removals || old.members != standing.members
                || old.exhausted != standing.exhausted
        else { return }
        arePeersChanged = true
        areLinksChanged = true
        for key in standing.exhausted.subtracting(old.exhausted).sorted() {
            proveToHolders(of: key)
        }
        for key in standing.removals.keys.sorted() where old.removals[key] == nil {
            emit(.publish(.removed(key)))
        }
        let lifted = old.removals.keys.sorted().filter { standing.removals[$0] == nil }
        for key in lifted { emit(.publish(.reinstated(key))) }
        for key in holdings.keys where !log.isMember(key) {
            holdings.remove(key)
        }
        let isMoved =
            old.removals.contains { standing.removals[$0.key] != $0.value }
            || !old.exhausted.isSubset(of: standing.exhausted)
        for link in sessions.keys {
            guard let session = sessions[link] else { continue }
            if case .awaitingGreeting = session.state { continue }
            if !log.isMember(session.key) {
                sessions[link]?.isDismissed = true
            } else if isMoved, !session.refused.isEmpty {
                // What was not taken from this peer counts now, and it sends nothing twice.
                close(link, .goodbye)
            }
        }
    }

    /// Nothing of an author counts here any more. No frame takes back that these leaves were named, or
    /// all ends of its log, and whoever lacks one of them would wait for it in vain: those are greeted
    /// anew.
    private mutating func withdraw(_ author: AuthorID, named: [Leaf]?) {
        guard let log = log.authors[author] else { return }
        let named = named ?? log.leaves
        for link in sessions.keys {
            guard let session = sessions[link], session.isListening else { continue }
            // Who has not said yet what it holds was told all the same.
            let lacksSome =
                session.progress[author].map { progress in
                    named.contains { leaf in
                        guard let index = log.branch(at: leaf.sequence, mark: leaf.mark) else {
                            return true
                        }
                        return index >= progress.held.count || progress.held[index] < leaf.sequence
                    }
                } ?? !session.isEstablished
            if lacksSome { close(link, .goodbye) }
        }
    }

    /// A device is not exhausted any more: should it be again, the proof begins anew; and what was named
    /// before counts no more where its removal leaves nothing.
    private mutating func endProof(of key: PublicKey) {
        for link in sessions.keys { sessions[link]?.proven.remove(key) }
        for log in log.authors.values where log.key == key && self.log.leaves(of: log).isEmpty {
            withdraw(log.author, named: nil)
        }
    }

    /// What a removed device is shown: how far the table holds its logs and those of the removers.
    func farewellFrontier(on link: LinkID) -> Frontier {
        let key = sessions[link]?.key
        let logs = log.authors.values.filter { $0.key == key } + removingLogs
        return Frontier(leaves: Array(Set(logs.flatMap(log.leaves))))
    }

    /// What a removed device holds of the removers' logs, so that it is sent the rest.
    mutating func noteCursors(_ frontier: Frontier, of link: LinkID) {
        let claims = Dictionary(grouping: frontier.leaves, by: \.author)
        for log in removingLogs {
            sessions[link]?.note(self.log.find(claims[log.author] ?? []), of: log)
            // Own entries that nobody has got yet are signed for it.
            sessions[link]?.pending.insert(log.author)
        }
    }

    /// Sends a removed device the entries that say so, as many as may be under way, and ends the
    /// link.
    mutating func farewell(_ link: LinkID) {
        for log in removingLogs {
            sessions[link]?.align(with: log)
            let ends = sentEnds(of: log, on: link)
            for index in log.branches.indices {
                stream(log, branch: index, upTo: ends[index], to: link)
            }
        }
        close(link, .removed)
    }

    /// The logs that hold a removal.
    private var removingLogs: [AuthorLog] {
        Set(log.removals.values.map(\.entry.author)).sorted().compactMap { log.authors[$0] }
    }
}

extension TableLog {
    /// The signed ends of all logs of a device, as far as they count, for its removal; none for one
    /// that is exhausted.
    func cuts(of key: PublicKey) -> [DeviceRemoved.Cut] {
        guard !isExhausted(key) else { return [] }
        var cuts: [DeviceRemoved.Cut] = []
        for log in authors.values where log.key == key {
            for index in log.branches.indices {
                guard let head = log.branches[index].heads.last else { continue }
                cuts.append(
                    DeviceRemoved.Cut(
                        author: log.author, sequence: head.sequence,
                        digest: log.digest(at: head.sequence, on: index),
                        signature: head.signature))
            }
        }
        return Array(cuts.sorted().prefix(Limits.leavesOfDeviceMax))
    }
}
