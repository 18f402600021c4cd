/// Who is a device of the table, and how much of each log counts: a function of the entries held, but
/// for the guests (devices that are linked, showed a chain, and of which nothing is held yet).
///
/// The rule: the founder removes; so does a deputy that the founder named; nobody removes the founder,
/// and only the founder removes a deputy. Three steps, each of which uses the results of those before
/// it alone (Protocol/members.md, section 2):
/// 1. The founder's log, which nothing cuts, names the deputies and gives the founder's removals.
/// 2. The deputies' logs, within the founder's cuts, give theirs, from the naming of each on.
/// 3. Members are found from the founder and the deputies along invitations that count.
///
/// Invariants: `removals` never names the founder. `chains` has the founder, every deputy of which
/// anything is held, every other member that is no guest, and of removed devices those to which a path
/// leads. `extents` is empty while nobody was removed, and has no author of a device with a path that
/// was not removed.
struct Membership: Sendable {
    private let table: TableID
    private let founder: PublicKey
    private let seal: any Seal
    private var entries: [AuthorID: [MembershipEntry]] = [:]
    private var authors: [PublicKey: [AuthorID]] = [:]
    private var devices: [DeviceID: PublicKey]
    private var guests: [PublicKey: InvitationChain] = [:]
    private var chains: [PublicKey: InvitationChain]
    /// The steps that stand as entries which count, those of removed devices among them.
    private var steps: Set<Invitation> = []
    private var hasRemovals = false
    /// The cuts of a removal whose signatures fit, by the digest of its entry: checked once.
    private var signedCuts: [Digest: [DeviceRemoved.Cut]] = [:]
    /// The devices that the founder named and did not dismiss since, removed ones among them, each with the
    /// lamport of that naming: removals of before it do not count.
    private(set) var deputies: [PublicKey: UInt64] = [:]
    /// The removals that hold, by removed device.
    private(set) var removals: [PublicKey: Removal] = [:]
    /// The logs of which not everything counts.
    private(set) var extents: [AuthorID: Extent] = [:]
    /// Changes with everything above.
    private(set) var version = 0

    init(table: TableID, founder: PublicKey, seal: any Seal) {
        self.table = table
        self.founder = founder
        self.seal = seal
        chains = [founder: InvitationChain()]
        devices = [seal.deviceID(of: founder): founder]
    }

    /// The keys of all members, sorted.
    var keys: [PublicKey] {
        Set(deputies.keys).union(chains.keys).filter { removals[$0] == nil }
            .union(guests.keys).sorted()
    }

    func isMember(_ key: PublicKey) -> Bool {
        removals[key] == nil
            && (chains[key] != nil || deputies[key] != nil || guests[key] != nil)
    }

    /// How a member came to the table; nil for a device that is none.
    func chain(of key: PublicKey) -> InvitationChain? {
        isMember(key) ? chains[key] ?? guests[key] : nil
    }

    func key(of device: DeviceID) -> PublicKey? {
        devices[device].flatMap { isMember($0) ? $0 : nil }
    }

    /// True if one member may remove another now.
    func mayRemove(_ key: PublicKey, by remover: PublicKey) -> Bool {
        guard key != remover, key != founder, isMember(key), isMember(remover) else { return false }
        return remover == founder || (deputies[remover] != nil && deputies[key] == nil)
    }

    // MARK: Strangers

    /// True if a device may link: a chain leads to it, and no removal cuts it.
    func isAdmissible(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        return removals[key] == nil && leads(chain, to: key) && stands(chain)
    }

    /// True if a device is none of the table's any more: it was removed, or a removal cuts its chain.
    func isCutOff(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        !removals.isEmpty && !isMember(key)
            && (removals[key] != nil || authors[key] != nil || leads(chain, to: key))
    }

    /// True if a chain leads from the founder to a device, whether or not a removal cuts it.
    func leads(_ chain: InvitationChain, to key: PublicKey) -> Bool {
        return chain.leads(to: key, from: founder, table: table, seal: seal)
    }

    /// True if no step of a chain was dated back: those of a removed inviter stand as entries that
    /// count.
    private func stands(_ chain: InvitationChain) -> Bool {
        var inviter = founder
        for step in chain.invitations {
            if removals[inviter] != nil, !steps.contains(step) { return false }
            inviter = step.invitee
        }
        return true
    }

    /// Up to where entries of an author that is not held yet are taken in.
    func reach(of author: AuthorID, by key: PublicKey) -> UInt64 {
        guard let removal = removals[key] else { return .max }
        return removal.cuts.filter { $0.author == author }.map(\.sequence).max() ?? 0
    }

    /// Counts a linked device as a member that showed a chain which leads to it.
    mutating func admit(_ key: PublicKey, chain: InvitationChain) {
        guests[key] = chain
        devices[seal.deviceID(of: key)] = key
        version += 1
    }

    /// The last link to a device is gone: from now on entries alone speak for it.
    mutating func dismissGuest(_ key: PublicKey) {
        guard guests.removeValue(forKey: key) != nil else { return }
        if chains[key] == nil, deputies[key] == nil { devices[seal.deviceID(of: key)] = nil }
        version += 1
    }

    // MARK: Entries

    /// A log of a device is held from now on.
    mutating func open(_ author: AuthorID, of key: PublicKey) {
        authors[key, default: []].append(author)
    }

    /// Reads an entry about devices; of a kind past its limit in the log nothing. True when `review`
    /// must compute everything again; false when the entry at most added members.
    mutating func insert(
        _ entry: Entry, _ digest: Digest, of log: AuthorLog, on branch: Int
    ) -> Bool {
        guard let max = MembershipEntry.limit(of: entry.kind),
            entry.kind != .authorStarted || entry.id.sequence == 1
        else { return false }
        let earlier = (entries[log.author] ?? []).count { other in
            other.kind == entry.kind && other.id.sequence < entry.id.sequence
                && log.owner(of: other.id.sequence, on: branch) == other.branch
        }
        guard earlier < max else { return false }
        let read = MembershipEntry(
            entry, digest: digest, on: branch, by: log.key, table: table, seal: seal)
        entries[log.author, default: []].append(read)
        switch read.content {
        case nil: return false
        case .deputyNamed: return log.key == founder
        case .removed:
            hasRemovals = true
            return true
        case .started(let chain):
            if !hasRemovals { findPaths(from: addPath(chain, to: log.key)) }
        case .added(let step):
            if !hasRemovals, let way = chains[log.key] {
                findPaths(from: addPath(way.appending(step), to: step.invitee))
            }
        }
        return hasRemovals
    }

    /// A log of which not everything counts grew by entries that say nothing of devices: how much of it
    /// counts now. False where other of its entries about devices count than before, so that a review
    /// is due. Cost: a digest a cut and a look at each branch; where the ends of what counts moved, a
    /// copy of the extents and a look at each entry about devices.
    mutating func follow(_ log: AuthorLog) -> Bool {
        guard let old = extents[log.author] else { return true }
        guard let new = extent(of: log), new != old else { return true }
        if !new.ends.starts(with: old.ends) {
            for entry in entries[log.author] ?? [] {
                let (sequence, branch) = (entry.id.sequence, entry.branch)
                guard old.contains(sequence, on: branch) == new.contains(sequence, on: branch)
                else { return false }
            }
        }
        extents[log.author] = new
        version += 1
        return true
    }

    // MARK: The three steps

    /// Computes everything again. Cost: all entries about devices, and once the signatures of the cuts of
    /// each removal that holds.
    mutating func review(_ logs: [AuthorID: AuthorLog]) {
        version += 1
        deputies = namedDeputies()
        removals = [:]
        extents = [:]
        collectRemovals(by: [founder: 0], sparing: [founder])
        for key in removals.keys { cutLogs(of: key, logs) }
        collectRemovals(by: deputies, sparing: Set(deputies.keys).union([founder]))
        for key in removals.keys { cutLogs(of: key, logs) }
        findMembers()
        for (key, authors) in authors where chains[key] == nil {
            for log in authors.compactMap({ logs[$0] }) { extents[log.author] = extent(of: log) }
        }
        for key in Set(deputies.keys).union(chains.keys) { devices[seal.deviceID(of: key)] = key }
        guests = guests.filter { removals[$0.key] == nil && stands($0.value) }
    }

    /// Step 1. The namings of a device in the founder's order: by lamport, author, sequence, digest.
    private func namedDeputies() -> [PublicKey: UInt64] {
        let namings = entries(of: founder).sorted {
            ($0.lamport, $0.id, $0.digest) < ($1.lamport, $1.id, $1.digest)
        }
        var deputies: [PublicKey: UInt64] = [:]
        for entry in namings {
            guard case .deputyNamed(let named)? = entry.content, named.device != founder else {
                continue
            }
            let since = deputies[named.device] ?? entry.lamport
            deputies[named.device] = named.isDeputy ? since : nil
        }
        return deputies
    }

    /// The removals by some devices that count, of devices that nobody before them removed: of each remover
    /// those with its lamport or a higher one, of several of one device the first by author, sequence and digest.
    private mutating func collectRemovals(
        by removers: [PublicKey: UInt64], sparing spared: Set<PublicKey>
    ) {
        typealias Found = (
            entry: MembershipEntry, remover: PublicKey, cuts: [DeviceRemoved.Cut]
        )
        var first: [PublicKey: Found] = [:]
        for (remover, lamport) in removers {
            for entry in entries(of: remover) where entry.lamport >= lamport && counts(entry) {
                guard case .removed(let removed)? = entry.content,
                    !spared.contains(removed.device), removals[removed.device] == nil
                else { continue }
                if let known = first[removed.device]?.entry,
                    (known.id, known.digest) < (entry.id, entry.digest)
                {
                    continue
                }
                first[removed.device] = (entry, remover, removed.cuts)
            }
        }
        for (key, removal) in first {
            removals[key] = Removal(
                device: key, remover: removal.remover, entry: removal.entry.id,
                cuts: signed(removal.cuts, by: key, of: removal.entry.digest))
        }
    }

    private mutating func signed(
        _ cuts: [DeviceRemoved.Cut], by key: PublicKey, of entry: Digest
    ) -> [DeviceRemoved.Cut] {
        if let known = signedCuts[entry] { return known }
        let fitting = cuts.filter { $0.isSigned(by: key, table: table, seal: seal) }
        signedCuts[entry] = fitting
        return fitting
    }

    private mutating func cutLogs(of key: PublicKey, _ logs: [AuthorID: AuthorLog]) {
        for author in authors[key] ?? [] {
            if let log = logs[author] { extents[author] = cut(log) }
        }
    }

    /// How much of a log counts whose device was removed.
    private func cut(_ log: AuthorLog) -> Extent? {
        return removals[log.key].map { Extent(of: log, upTo: $0.cuts) }
    }

    /// The same of a log whose device may have no path, too.
    private func extent(of log: AuthorLog) -> Extent? {
        let cut = cut(log)
        guard chains[log.key] == nil else { return cut }
        // What proves an invitation may be on its way; of a removed device only up to its cuts.
        return Extent(nothingOf: log, reach: cut?.reach ?? .max)
    }

    /// Step 3. The deputies are members by their naming, so that no removal by one of them depends on
    /// the path of another.
    private mutating func findMembers() {
        chains = [:]
        steps = []
        findPaths(from: addPath(InvitationChain(), to: founder))
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for key in authors.keys.sorted() {
                for chain in shownChains(of: key) where stands(chain) {
                    let found = addPath(chain, to: key)
                    if !found.isEmpty { isGrowing = true }
                    findPaths(from: found)
                }
            }
            if isGrowing { continue }
            for key in deputies.keys.sorted() where chains[key] == nil {
                for chain in shownChains(of: key) { findPaths(from: addPath(chain, to: key)) }
                if chains[key] != nil { isGrowing = true }
            }
        }
    }

    /// A path leads to a device: the device, if no path of fewer or as many steps did before.
    private mutating func addPath(_ chain: InvitationChain, to key: PublicKey) -> [PublicKey] {
        if let known = chains[key], known.invitations.count <= chain.invitations.count { return [] }
        chains[key] = chain
        devices[seal.deviceID(of: key)] = key
        version += 1
        return [key]
    }

    /// Goes on from devices to which paths lead, along what they invited.
    private mutating func findPaths(from keys: [PublicKey]) {
        var keys = keys
        while let key = keys.popLast() {
            guard let way = chains[key] else { continue }
            for entry in entries(of: key) where counts(entry) {
                guard case .added(let step)? = entry.content else { continue }
                steps.insert(step)
                keys += addPath(way.appending(step), to: step.invitee)
            }
        }
    }

    /// The chains that first entries of a device show, as far as these count.
    private func shownChains(of key: PublicKey) -> [InvitationChain] {
        entries(of: key).compactMap { entry in
            guard case .started(let chain)? = entry.content, counts(entry) else { return nil }
            return chain
        }
    }

    private func entries(of key: PublicKey) -> [MembershipEntry] {
        (authors[key] ?? []).flatMap { entries[$0] ?? [] }
    }

    /// Within the cuts of a removal of its author's device, if there is one.
    private func counts(_ entry: MembershipEntry) -> Bool {
        extents[entry.id.author]?.contains(entry.id.sequence, on: entry.branch) ?? true
    }
}

/// The members and the ends of cut logs, as the peers and the owner were told.
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
        deputies = Set(log.members.deputies.keys)
    }
}
