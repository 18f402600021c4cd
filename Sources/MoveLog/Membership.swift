/// The devices of a table: how each came to it, and which were removed. A function of the entries
/// held, but for the guests: devices that greeted with an invitation and of which nothing is held.
struct Membership: Sendable {
    private let table: TableID
    private let founder: PublicKey
    private let seal: any Seal
    private var acts = Acts()
    private var seniorities: [PublicKey: Seniority]
    private var devices: [DeviceID: PublicKey]
    private var guests: [PublicKey: InvitationChain] = [:]
    /// The removals that hold, by removed device.
    private(set) var removals: [PublicKey: Removal] = [:]
    /// The devices with more leaves than `Limits.leavesOfDeviceMax`.
    private var swollen: Set<PublicKey> = []
    /// Those of them that nobody removed: nothing of their logs counts.
    private(set) var exhausted: Set<PublicKey> = []
    /// Whether a device has too many leaves of which `review` does not know yet.
    private(set) var isReviewDue = false
    /// The logs of which not everything counts; empty as long as nobody removed anybody and no
    /// device is exhausted.
    private(set) var extents: [AuthorID: Extent] = [:]
    /// Changes whenever it may be other devices that are of the table, or other places, removals or
    /// extents that they have.
    private(set) var version = 0

    init(table: TableID, founder: PublicKey, seal: any Seal) {
        self.table = table
        self.founder = founder
        self.seal = seal
        seniorities = [founder: Seniority(key: founder, chain: InvitationChain())]
        devices = [seal.deviceID(of: founder): founder]
    }

    var keys: [PublicKey] {
        Set(seniorities.keys.filter { removals[$0] == nil }).union(guests.keys).sorted()
    }

    func isMember(_ key: PublicKey) -> Bool {
        guests[key] != nil || (removals[key] == nil && seniorities[key] != nil)
    }

    /// How a member came to the table by what is held; nil for a removed device.
    func chain(of key: PublicKey) -> InvitationChain? {
        guard isMember(key) else { return nil }
        return removals[key] == nil ? seniorities[key]?.chain ?? guests[key] : guests[key]
    }

    func key(of device: DeviceID) -> PublicKey? {
        devices[device].flatMap { isMember($0) ? $0 : nil }
    }

    /// The place of a device by the invitations held that hold, a removed one's too.
    func seniority(of key: PublicKey) -> Seniority? { seniorities[key] }

    // MARK: Strangers

    /// Whether a chain leads from the founder to the device, and no removal cuts it.
    func isAdmissible(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        #if PlantedBugs
            if PlantedBug.isActive(.admitsStrangers) { return true }
        #endif
        guard removals[key] == nil || outranks(key, by: chain) else { return false }
        return chain.leads(to: key, from: founder, table: table, seal: seal) && isUncut(chain)
    }

    /// Whether a device is none of the table's any more: it was removed, or its invitations lead
    /// through a device that was removed before.
    func isCutOff(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        guard !isMember(key) else { return false }
        return removals[key] != nil || acts.authors[key] != nil || acts.invitees.contains(key)
            || chain.leads(to: key, from: founder, table: table, seal: seal)
    }

    /// Whether an author whose first entry shows this chain may be held, counting or not.
    func isAcquainted(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        #if PlantedBugs
            if PlantedBug.isActive(.admitsStrangers) { return true }
        #endif
        return acts.authors[key] != nil || acts.invitees.contains(key)
            || chain.leads(to: key, from: founder, table: table, seal: seal)
    }

    /// Where it is said how a device came to the table whose author's first entry on a branch shows no
    /// chain that leads to it: in an invitation or another first entry. nil for one that shows it.
    func introductions(of log: AuthorLog, on branch: Int) -> [Introducer: UInt64]? {
        acts.isSilent(log, on: branch) ? acts.introductions[log.key] ?? [:] : nil
    }

    /// Up to where entries of an author that is not held yet are taken in.
    func reach(of author: AuthorID, by key: PublicKey) -> UInt64 {
        guard let removal = removals[key] else { return .max }
        return removal.cuts.filter { $0.author == author }.map(\.sequence).max() ?? 0
    }

    /// Whether a chain would make a removed device senior to its remover, who then removes nothing.
    /// What shows it must not be kept out because of that very removal.
    func outranks(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        guard let removal = removals[key], let remover = seniorities[removal.remover] else {
            return false
        }
        return Seniority(key: key, chain: chain) < remover
            && chain.leads(to: key, from: founder, table: table, seal: seal)
    }

    private func isUncut(_ chain: InvitationChain) -> Bool {
        var inviter = founder
        for step in chain.invitations {
            if removals[inviter] != nil, seniorities[step.invitee] == nil { return false }
            inviter = step.invitee
        }
        return true
    }

    /// Whether one more device may be let in of which nothing is held: a member can invite keys that
    /// it makes up.
    var hasRoomForGuest: Bool {
        guests.count < Limits.guestsMax
            || guests.keys.count(where: isGuestAlone) < Limits.guestsMax
    }

    /// Whether only a greeting speaks for a device.
    private func isGuestAlone(_ key: PublicKey) -> Bool {
        seniorities[key] == nil || removals[key] != nil
    }

    /// Counts a device as a member that greeted with a chain which leads to it.
    mutating func admit(_ key: PublicKey, chain: InvitationChain) {
        if guests.count >= Limits.guestsMax { guests = guests.filter { isGuestAlone($0.key) } }
        guests[key] = chain
        devices[seal.deviceID(of: key)] = key
        version += 1
    }

    // MARK: Entries

    /// A log of a device is held from now on.
    mutating func open(_ author: AuthorID, of key: PublicKey) { acts.open(author, of: key) }

    /// Takes in an entry about devices. True when it may change who counts; `review` then says how.
    mutating func note(
        _ entry: Entry, _ digest: Digest, of log: AuthorLog, on branch: Int
    ) -> Bool {
        let act = acts.note(
            entry, digest, of: log, on: branch, table: table, founder: founder, seal: seal)
        guard let act else { return false }
        if isReviewed { return true }
        switch act.deed {
        case .started(let chain?): relax([Seniority(key: log.key, chain: chain)])
        case .added(let step?):
            if let senior = seniorities[log.key] { relax([senior.inviting(step)]) }
        case .started, .added, .removed: break
        }
        return false
    }

    /// One leaf more of a device is held than it may have.
    mutating func noteSwollen(_ key: PublicKey) {
        swollen.insert(key)
        isReviewDue = true
    }

    /// Whether anything bears on who counts.
    private var isReviewed: Bool { acts.hasRemovals || !swollen.isEmpty }

    /// While nobody removed anybody, a way to a device only ever shortens.
    private mutating func relax(_ ways: [Seniority]) {
        var ways = ways
        while let way = ways.popLast() {
            if let known = seniorities[way.key], !(way < known) { continue }
            version += 1
            seniorities[way.key] = way
            devices[seal.deviceID(of: way.key)] = way.key
            for author in acts.authors[way.key] ?? [] {
                for act in acts.byAuthor[author] ?? [] {
                    if case .added(let step?) = act.deed { ways.append(way.inviting(step)) }
                }
            }
        }
    }

    /// A log of which not everything counts grew by entries that say nothing of devices: how much of it
    /// counts now. False where other of its acts count than before, so that a review is due. Costs a
    /// digest a cut and a look at each branch; where the ends of what counts moved, a copy of the
    /// extents and a look at each act of the log.
    mutating func follow(_ log: AuthorLog) -> Bool {
        guard let old = extents[log.author] else { return true }
        let new = extent(of: log)
        guard new != old else { return true }
        if !new.ends.starts(with: old.ends) {
            for act in acts.byAuthor[log.author] ?? [] {
                let (sequence, branch) = (act.id.sequence, act.branch)
                guard old.contains(sequence, on: branch) == new.contains(sequence, on: branch)
                else { return false }
            }
        }
        extents[log.author] = new
        version += 1
        return true
    }

    /// As `Standing` has it for a log of a device that was removed, exhausted or never let in.
    private func extent(of log: AuthorLog) -> Extent {
        guard let removal = removals[log.key] else {
            return Extent(nothingOf: log, reach: exhausted.contains(log.key) ? 0 : .max)
        }
        let cut = Extent(of: log, upTo: removal.cuts)
        return seniorities[log.key] == nil ? Extent(nothingOf: log, reach: cut.reach) : cut
    }

    /// Computes anew who counts and how much of each log.
    mutating func review(_ logs: [AuthorID: AuthorLog]) {
        guard isReviewed else { return }
        isReviewDue = false
        version += 1
        let standing = Standing(
            acts: acts, logs: logs, swollen: swollen, table: table, founder: founder, seal: seal)
        seniorities = standing.settled
        removals = standing.removals
        extents = standing.extents
        exhausted = standing.exhausted
        for key in seniorities.keys { devices[seal.deviceID(of: key)] = key }
        guests = guests.filter { key, chain in
            (removals[key] == nil || outranks(key, by: chain)) && isUncut(chain)
        }
    }
}
