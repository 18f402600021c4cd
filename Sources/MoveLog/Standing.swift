/// Who is of the table and how much of each log counts: a function of the entries held, computed
/// from the founder down.
///
/// The device with the smallest seniority that is left is settled next. Whoever may remove it is
/// settled by then, so it is known how much of its logs counts; what it says there of other devices
/// is taken as its word. Of several removals the most senior remover's holds, and no other: cuts on
/// different branches of a fork could not be followed together, because a device that holds none of
/// them cannot tell which entries lie on the way to both.
struct Standing: Sendable {
    /// The devices that an invitation leads to which holds, removed ones among them.
    private(set) var settled: [PublicKey: Seniority] = [:]
    /// The removals that hold, by removed device.
    private(set) var removals: [PublicKey: Removal] = [:]
    /// The devices of whose logs nothing counts, because they have more leaves than anybody keeps.
    private(set) var exhausted: Set<PublicKey> = []
    /// The logs of which not everything counts.
    private(set) var extents: [AuthorID: Extent] = [:]

    private let table: TableID
    private let founder: PublicKey
    private let seal: any Seal
    private let acts: Acts
    private let logs: [AuthorID: AuthorLog]
    private let swollen: Set<PublicKey>
    private var waiting: [Int: [Candidate]] = [:]
    private var steps: Set<Invitation> = []
    private var chosen: [PublicKey: Act] = [:]

    /// A way by which a device may be of the table.
    private struct Candidate {
        var seniority: Seniority
        /// The author whose first entry shows the chain; nil for an invitation that counts.
        var shown: AuthorID?
    }

    /// Cost: the acts, sorted, and the signatures of the cuts of each device that is removed.
    init(
        acts: Acts, logs: [AuthorID: AuthorLog], swollen: Set<PublicKey>, table: TableID,
        founder: PublicKey, seal: any Seal
    ) {
        self.table = table
        self.founder = founder
        self.seal = seal
        self.acts = acts
        self.logs = logs
        self.swollen = swollen
        waiting[0] = [
            Candidate(seniority: Seniority(key: founder, chain: InvitationChain()), shown: nil)
        ]
        for key in acts.authors.keys where key != founder { findShown(of: key) }
        var level = 0
        while let deepest = waiting.keys.max(), level <= deepest {
            let candidates = waiting.removeValue(forKey: level) ?? []
            for candidate in candidates.sorted(by: { $0.seniority < $1.seniority }) {
                settle(candidate)
            }
            level += 1
        }
        for (key, authors) in acts.authors where settled[key] == nil {
            let cut = cutLogs(of: key)
            for author in authors {
                guard let log = logs[author] else { continue }
                // One that was removed is not taken in any further; one whose inviter's entries are
                // still to come is, since nobody would send it again.
                extents[author] = Extent(nothingOf: log, reach: cut[author]?.reach ?? .max)
            }
        }
    }

    private mutating func findShown(of key: PublicKey) {
        for author in acts.authors[key] ?? [] {
            for act in acts.byAuthor[author] ?? [] {
                guard case .started(let chain?) = act.deed else { continue }
                waiting[chain.invitations.count, default: []].append(
                    Candidate(seniority: Seniority(key: key, chain: chain), shown: author))
            }
        }
    }

    private mutating func settle(_ candidate: Candidate) {
        let key = candidate.seniority.key
        guard settled[key] == nil else { return }
        let extents = cutLogs(of: key)
        if let author = candidate.shown {
            guard isShown(candidate.seniority, by: author, extents), holds(candidate.seniority)
            else { return }
        }
        settled[key] = candidate.seniority
        self.extents.merge(extents) { _, new in new }
        for author in acts.authors[key] ?? [] {
            for act in acts.byAuthor[author] ?? [] {
                guard extents[author]?.contains(act.id.sequence, on: act.branch) ?? true else {
                    continue
                }
                take(act, by: candidate.seniority)
            }
        }
    }

    private mutating func take(_ act: Act, by senior: Seniority) {
        switch act.deed {
        case .started, .added(nil), .removed(nil):
            break
        case .added(let step?):
            steps.insert(step)
            let junior = senior.inviting(step)
            guard settled[junior.key] == nil else { return }
            waiting[junior.chain.invitations.count, default: []].append(
                Candidate(seniority: junior, shown: nil))
        case .removed(let removed?):
            remove(removed, by: senior.key, act)
        }
    }

    /// Who is settled is a senior of the remover, or the remover itself.
    private mutating func remove(_ removed: DeviceRemoved, by remover: PublicKey, _ act: Act) {
        #if PlantedBugs
            if PlantedBug.isActive(.juniorRemovesSenior), settled[removed.device] != nil {
                removals[removed.device] = Removal(
                    device: removed.device, remover: remover, entry: act.id, cuts: removed.cuts)
            }
        #endif
        guard settled[removed.device] == nil else { return }
        if let known = removals[removed.device] {
            // A more senior remover was settled before.
            guard known.remover == remover, let first = chosen[removed.device],
                (act.id, act.digest) < (first.id, first.digest)
            else { return }
        }
        chosen[removed.device] = act
        removals[removed.device] = Removal(
            device: removed.device, remover: remover, entry: act.id,
            cuts: removed.cuts)
    }

    /// What counts of a device's logs; empty where all of it does. The cuts of a removal are checked
    /// now. A removed device is never exhausted: its cuts are few, and each says what is on its way.
    private mutating func cutLogs(of key: PublicKey) -> [AuthorID: Extent] {
        #if PlantedBugs
            if PlantedBug.isActive(.ignoresCuts) { return [:] }
        #endif
        guard let removal = removals[key] else { return exhaust(key) }
        // It may have been, as long as only a way was known on which it stood before its remover.
        exhausted.remove(key)
        let fitting = removal.cuts.filter { $0.isSigned(by: key, table: table, seal: seal) }
        removals[key] = Removal(
            device: key, remover: removal.remover, entry: removal.entry, cuts: fitting)
        var extents: [AuthorID: Extent] = [:]
        for author in acts.authors[key] ?? [] {
            if let log = logs[author] { extents[author] = Extent(of: log, upTo: fitting) }
        }
        return extents
    }

    /// Nothing counts of a device with too many leaves: those who hold different ones of them agree
    /// so, and upon the standing of all others.
    private mutating func exhaust(_ key: PublicKey) -> [AuthorID: Extent] {
        guard swollen.contains(key) else { return [:] }
        exhausted.insert(key)
        var extents: [AuthorID: Extent] = [:]
        for author in acts.authors[key] ?? [] {
            if let log = logs[author] { extents[author] = Extent(nothingOf: log, reach: 0) }
        }
        return extents
    }

    /// Whether the entry that shows a chain counts.
    private func isShown(
        _ seniority: Seniority, by author: AuthorID, _ extents: [AuthorID: Extent]
    ) -> Bool {
        guard let extent = extents[author] else { return true }
        return (acts.byAuthor[author] ?? []).contains { act in
            guard case .started(let chain?) = act.deed, chain == seniority.chain else {
                return false
            }
            return extent.contains(act.id.sequence, on: act.branch)
        }
    }

    /// Whether every step of a chain that a device shows holds: one by a removed device only if its
    /// entry is held and counts, so that none is dated back.
    private func holds(_ seniority: Seniority) -> Bool {
        var inviter = Seniority(key: founder, chain: InvitationChain())
        for step in seniority.chain.invitations {
            if isRemoved(inviter), !steps.contains(step) { return false }
            inviter = inviter.inviting(step)
        }
        return true
    }

    /// Whether a removal of a device holds, of which perhaps nothing is known but the place at which
    /// a chain names it.
    private func isRemoved(_ inviter: Seniority) -> Bool {
        guard let removal = removals[inviter.key] else { return false }
        guard settled[inviter.key] == nil, let remover = settled[removal.remover] else {
            return true
        }
        return remover < inviter
    }
}
