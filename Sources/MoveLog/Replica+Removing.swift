/// What the peers and the owner were told of who is of the table and of the ends of cut logs.
struct ToldMembership: Sendable {
    /// Whole: of a copied device two removals may stand at one place.
    var removals: [PublicKey: Removal] = [:]
    var leaves: [AuthorID: [Leaf]] = [:]
    /// All that were held then, whether or not anything of them counted.
    var authors: Set<AuthorID> = []
    var members: Set<PublicKey> = []
    var deputies: Set<PublicKey> = []
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
        deputies = log.members.deputies
    }
}

/// Naming deputies, removing devices, and parting from those that were removed.
extension Replica {
    /// Whether this device is of its table no more: it was removed, or whoever let it in had been.
    /// It goes on recording, but nothing of it counts.
    package var isRemoved: Bool { isMember && !log.isMember(seal.publicKey) }

    /// Names a deputy, or dismisses one. What a deputy removed stays removed: with the dismissal the
    /// founder records those removals as its own. Gives the IDs of what was recorded, none where the
    /// device was a deputy or none already; of a request that was recorded before, those of then.
    package mutating func name(
        _ key: PublicKey, asDeputy isDeputy: Bool, request: RequestID? = nil, at moment: Moment
    ) throws(RecordError) -> [EntryID] {
        if let request, let known = entries(of: request) { return known }
        guard isMember else { throw .notMember }
        guard seal.publicKey == log.charter.founderKey else { throw .namesDeputies }
        guard key != seal.publicKey, log.isMember(key) else { throw .unfitDeputy(key) }
        guard log.members.deputies.contains(key) != isDeputy else { return [] }
        var bodies = [(Kind.deputyNamed, DeputyNamed(device: key, isDeputy: isDeputy).body)]
        if !isDeputy {
            let removals = log.removals.values.filter { $0.remover == key }
            bodies += removals.sorted { $0.device < $1.device }.map {
                (.deviceRemoved, DeviceRemoved(device: $0.device, cuts: $0.cuts).body)
            }
        }
        return try record(
            bodies.map { Draft(scope: .table, kind: $0, body: $1) }, request: request, at: moment)
    }

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
        guard log.mayRemove(key, by: seal.publicKey) else { throw .mayNotRemove(key) }
        let removed = DeviceRemoved(device: key, cuts: log.cuts(of: key))
        return try record(
            [Draft(scope: .table, kind: .deviceRemoved, body: removed.body)], request: request,
            at: moment)
    }

    // MARK: Parting

    /// Entries came or were recorded: devices that are of the table no more are parted from, and the
    /// peers hear where cut logs end now.
    mutating func reviewLinks() {
        guard told.version != log.members.version else { return }
        let old = told
        told = ToldMembership(of: log)
        if old.deputies != told.deputies || old.members != told.members { arePeersChanged = true }
        for author in Set(old.leaves.keys).union(told.leaves.keys).sorted()
        where old.leaves[author] != told.leaves[author] {
            offer(author)
            settle(author)
            for link in sessions.keys where sessions[link]?.isListening == true {
                owe(author, bytes: 0, to: link)
            }
            if told.leaves[author]?.isEmpty == true,
                old.removals.isEmpty || old.leaves[author] != nil || old.authors.contains(author)
            {
                withdraw(author, named: old.leaves[author])
            }
        }
        guard old.removals != told.removals || !told.removals.isEmpty && old.members != told.members
        else { return }
        arePeersChanged = true
        summariesChanged()
        for key in told.removals.keys.sorted() where old.removals[key] == nil {
            emit(.publish(.removed(key)))
        }
        let lifted = old.removals.keys.sorted().filter { told.removals[$0] == nil }
        for key in lifted { emit(.publish(.reinstated(key))) }
        for key in holdings.keys where !log.isMember(key) {
            holdings.remove(key)
            knownStates[key] = nil
        }
        for link in sessions.keys {
            guard let session = sessions[link] else { continue }
            if case .awaitingGreeting = session.state { continue }
            if !log.isMember(session.key) {
                sessions[link]?.isDismissed = true
            } else if old.removals != told.removals, !session.refused.isEmpty {
                // What was not taken from this peer may count now, and it sends nothing twice.
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
            let ends = self.log.countedEnds(of: log)
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
    /// The signed ends of all logs of a device, for its removal.
    func cuts(of key: PublicKey) -> [DeviceRemoved.Cut] {
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
