/// The devices of the table, and the part of each log that counts: a function of the held entries,
/// except for guests (linked devices that showed a chain and have no entries here yet).
///
/// The rule: the founder and the deputies that the founder named may remove devices; the founder
/// cannot be removed, and only the founder removes a deputy. Three steps, each of which uses only
/// the results of the steps before it (Protocol/members.md, section 2):
/// 1. The founder's log, which nothing cuts, names the deputies and gives the founder's removals.
/// 2. The logs of the deputies, within the founder's cuts, give theirs, for each deputy from its
/// naming on.
/// 3. Members are found from the founder and the deputies along invitations that count.
///
/// Invariants: `removals` never has the founder. `chains` has the founder, every deputy with
/// entries here, every other member except guests, and the removed devices to which a path leads.
/// `countedParts` is empty while no device is removed, and has no author of a device that has a
/// path and is not removed.
struct Membership: Sendable {
    private let table: TableID
    private let founder: PublicKey
    private let seal: any Seal
    private var entries: [AuthorID: [MembershipEntry]] = [:]
    private var authors: [PublicKey: [AuthorID]] = [:]
    private var devices: [DeviceID: PublicKey]
    private var guests: [PublicKey: InvitationChain] = [:]
    private var chains: [PublicKey: InvitationChain]
    /// The invitations in entries that count, including those of removed devices.
    private var steps: Set<Invitation> = []
    private var hasRemovals = false
    /// The cuts with a valid signature of a removal, by the digest of its entry: verified once.
    private var signedCuts: [Digest: [DeviceRemoved.Cut]] = [:]
    /// The devices that the founder named and did not dismiss since, including removed ones, each
    /// with the lamport of the naming: earlier removals by the device do not count.
    private(set) var deputies: [PublicKey: UInt64] = [:]
    /// The removals in force, by removed device.
    private(set) var removals: [PublicKey: Removal] = [:]
    /// The logs that do not count completely.
    private(set) var countedParts: [AuthorID: CountedPart] = [:]
    /// All members, sorted by key.
    private(set) var list: [(key: PublicKey, device: DeviceID)]
    /// Changes with every property above.
    private(set) var version = 0

    init(table: TableID, founder: PublicKey, seal: any Seal) {
        self.table = table
        self.founder = founder
        self.seal = seal
        chains = [founder: InvitationChain()]
        devices = [seal.deviceID(of: founder): founder]
        list = devices.map { ($1, $0) }
    }

    /// The keys of all members, sorted.
    var keys: [PublicKey] { list.map(\.key) }

    func isMember(_ key: PublicKey) -> Bool {
        removals[key] == nil
            && (chains[key] != nil || deputies[key] != nil || guests[key] != nil)
    }

    /// The invitations of a member; nil for any other device.
    func chain(of key: PublicKey) -> InvitationChain? {
        isMember(key) ? chains[key] ?? guests[key] : nil
    }

    func key(of device: DeviceID) -> PublicKey? {
        devices[device].flatMap { isMember($0) ? $0 : nil }
    }

    /// True if one member may remove another now.
    ///
    /// `DeviceEndpoints` asks beforehand; `collectRemovals` decides, `TableLog.removal` puts the
    /// cuts into the entry, `review` cuts what counts (`CountedPart`), and `Replica.farewell` tells
    /// the device. That device records for itself, takes its games along with `leave --bring`, and
    /// dials once a minute (`Dialer.isSlow`) to learn that its removal has ended.
    func mayRemove(_ key: PublicKey, by remover: PublicKey) -> Bool {
        guard key != remover, key != founder, isMember(key), isMember(remover) else { return false }
        return remover == founder || (deputies[remover] != nil && deputies[key] == nil)
    }

    // MARK: Strangers

    /// True if a device may link: its chain leads to it, and no removal invalidates the chain.
    func isAdmissible(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        return removals[key] == nil && leads(chain, to: key) && isIntact(chain)
    }

    /// True if a device no longer belongs to the table: it was removed, or a removal invalidates
    /// its chain.
    func isCutOff(_ key: PublicKey, by chain: InvitationChain) -> Bool {
        !removals.isEmpty && !isMember(key)
            && (removals[key] != nil || authors[key] != nil || leads(chain, to: key))
    }

    /// True if a chain leads from the founder to a device, regardless of removals.
    func leads(_ chain: InvitationChain, to key: PublicKey) -> Bool {
        return chain.leads(to: key, from: founder, table: table, seal: seal)
    }

    /// True if no step of a chain was backdated: each step of a removed inviter must be in an entry
    /// that counts.
    private func isIntact(_ chain: InvitationChain) -> Bool {
        var inviter = founder
        for step in chain.invitations {
            if removals[inviter] != nil, !steps.contains(step) { return false }
            inviter = step.invitee
        }
        return true
    }

    /// The sequence up to which entries of an author without entries here are accepted.
    func reach(of author: AuthorID, by key: PublicKey) -> UInt64 {
        guard let removal = removals[key] else { return .max }
        return removal.cuts.filter { $0.author == author }.map(\.sequence).max() ?? 0
    }

    /// Counts a linked device as a member. The caller has checked that the chain leads to it.
    mutating func admit(_ key: PublicKey, chain: InvitationChain) {
        guests[key] = chain
        enlist(key)
    }

    /// To be called when the last link to a device is gone: from then on only entries make it a
    /// member.
    mutating func dismissGuest(_ key: PublicKey) {
        guard guests.removeValue(forKey: key) != nil else { return }
        if chains[key] == nil, deputies[key] == nil { devices[seal.deviceID(of: key)] = nil }
        if !isMember(key) { list.removeAll { $0.key == key } }
        version += 1
    }

    // MARK: Entries

    /// To be called when the first entries of a log are held.
    mutating func open(_ author: AuthorID, of key: PublicKey) {
        authors[key, default: []].append(author)
    }

    /// Reads an entry about devices, unless the log has too many of its kind. Returns true if
    /// `review` must recompute everything, false if the entry at most added members.
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

    /// Updates the counted part of a log that grew by entries not about devices. Returns false if
    /// other entries about devices count than before, so that `review` must follow. Cost: a digest
    /// a cut and a look at each branch; if the part changed, a copy of `countedParts` and a look at
    /// each entry about devices.
    mutating func follow(_ log: AuthorLog) -> Bool {
        guard let old = countedParts[log.author] else { return true }
        guard let new = countedPart(of: log), new != old else { return true }
        if !new.ends.starts(with: old.ends) {
            for entry in entries[log.author] ?? [] {
                let (sequence, branch) = (entry.id.sequence, entry.branch)
                guard old.contains(sequence, on: branch) == new.contains(sequence, on: branch)
                else { return false }
            }
        }
        countedParts[log.author] = new
        version += 1
        return true
    }

    // MARK: The three steps

    /// Recomputes everything. Cost: all entries about devices, and once for each removal in force
    /// the signatures of its cuts.
    mutating func review(_ logs: [AuthorID: AuthorLog]) {
        version += 1
        deputies = namedDeputies()
        removals = [:]
        countedParts = [:]
        collectRemovals(by: [founder: 0], sparing: [founder])
        for key in removals.keys { cutLogs(of: key, logs) }
        collectRemovals(by: deputies, sparing: Set(deputies.keys).union([founder]))
        for key in removals.keys { cutLogs(of: key, logs) }
        findMembers()
        for (key, authors) in authors where chains[key] == nil {
            for log in authors.compactMap({ logs[$0] }) {
                countedParts[log.author] = countedPart(of: log)
            }
        }
        for key in Set(deputies.keys).union(chains.keys) { devices[seal.deviceID(of: key)] = key }
        guests = guests.filter { removals[$0.key] == nil && isIntact($0.value) }
        list = devices.compactMap { isMember($1) ? ($1, $0) : nil }.sorted { $0.key < $1.key }
    }

    /// Step 1. The namings in the founder's order: by lamport, author, sequence, digest.
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

    /// Collects the removals by `removers` that count, of devices not removed by an earlier step:
    /// for each remover those with its lamport or a higher one; of several removals of one device
    /// the first by author, sequence and digest.
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
            if let log = logs[author] { countedParts[author] = cut(log) }
        }
    }

    /// The counted part of a log after the removal of its device.
    private func cut(_ log: AuthorLog) -> CountedPart? {
        return removals[log.key].map { CountedPart(of: log, upTo: $0.cuts) }
    }

    /// The counted part of a log, also if no path leads to its device.
    private func countedPart(of log: AuthorLog) -> CountedPart? {
        let cut = cut(log)
        guard chains[log.key] == nil else { return cut }
        // An entry that proves an invitation may still arrive; for a removed device only up to its
        // cuts.
        return CountedPart(nothingOf: log, reach: cut?.reach ?? .max)
    }

    /// Step 3. Deputies are members by their naming, so that no removal by a deputy depends on a
    /// path to another.
    private mutating func findMembers() {
        chains = [:]
        steps = []
        findPaths(from: addPath(InvitationChain(), to: founder))
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for key in authors.keys.sorted() {
                for chain in shownChains(of: key) where isIntact(chain) {
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

    /// Records a path to a device; returns the device unless a path with at most as many steps is
    /// known.
    private mutating func addPath(_ chain: InvitationChain, to key: PublicKey) -> [PublicKey] {
        if let known = chains[key], known.invitations.count <= chain.invitations.count { return [] }
        chains[key] = chain
        enlist(key)
        return [key]
    }

    /// A path to a device was found, or a chain was shown.
    private mutating func enlist(_ key: PublicKey) {
        version += 1
        let device = seal.deviceID(of: key)
        devices[device] = key
        guard isMember(key) else { return }
        let place = list.indices.partitioningIndex { list[$0].key >= key }
        guard place == list.count || list[place].key != key else { return }
        list.insert((key, device), at: place)
    }

    /// Follows the invitations of devices that have just got a path.
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

    /// The chains in the first entries of a device that count.
    private func shownChains(of key: PublicKey) -> [InvitationChain] {
        entries(of: key).compactMap { entry in
            guard case .started(let chain)? = entry.content, counts(entry) else { return nil }
            return chain
        }
    }

    private func entries(of key: PublicKey) -> [MembershipEntry] {
        (authors[key] ?? []).flatMap { entries[$0] ?? [] }
    }

    /// True if the entry is within the cuts of a removal of its device, or there is none.
    private func counts(_ entry: MembershipEntry) -> Bool {
        countedParts[entry.id.author]?.contains(entry.id.sequence, on: entry.branch) ?? true
    }
}

/// The members and the ends of partly counted logs, as last told to the peers and the owner.
struct ToldMembership: Sendable {
    /// Whole removals: a copied device may have two at one place.
    let removals: [PublicKey: Removal]
    private(set) var leaves: [AuthorID: [Leaf]] = [:]
    /// All authors with entries then, counted or not.
    let authors: Set<AuthorID>
    let members: Set<PublicKey>
    let deputies: Set<PublicKey>
    /// `Membership.version` then. A new author always changes it once a device was removed.
    let version: Int

    init(of log: TableLog) {
        version = log.members.version
        removals = log.removals
        for author in log.members.countedParts.keys {
            leaves[author] = log.authors[author].map(log.leaves) ?? []
        }
        authors = Set(log.authors.keys)
        members = Set(log.memberKeys)
        deputies = Set(log.members.deputies.keys)
    }
}

/// An entry about the devices of the table, decoded when it was merged: kinds 1, 2, 3 and 5.
struct MembershipEntry: Sendable {
    enum Content: Sendable {
        /// The first entry of an author. That the chain leads to the device was checked before the
        /// log was opened or forked there.
        case started(InvitationChain)
        /// An invitation with a valid signature.
        case added(Invitation)
        case removed(DeviceRemoved)
        case deputyNamed(DeputyNamed)
    }

    let id: EntryID
    /// The branch that holds the entry.
    let branch: Int
    let lamport: UInt64
    /// Orders the entries of a forked log that share an ID.
    let digest: Digest
    /// Nil if the body is malformed or a signature is invalid: such an entry has no effect.
    let content: Content?
    let kind: Kind

    /// Cost: one signature verification for an invitation.
    init(
        _ entry: Entry, digest: Digest, on branch: Int, by key: PublicKey, table: TableID,
        seal: any Seal
    ) {
        id = entry.id
        kind = entry.kind
        lamport = entry.lamport
        self.branch = branch
        self.digest = digest
        switch entry.kind {
        case .authorStarted:
            content = (try? AuthorStarted(body: entry.body)).map { .started($0.chain) }
        case .deviceAdded:
            let added = try? DeviceAdded(body: entry.body)
            content = added.flatMap { added in
                let step = Invitation(
                    author: entry.id.author, sequence: entry.id.sequence, invitee: added.invitee,
                    signature: added.signature)
                return step.isSigned(by: key, table: table, seal: seal) ? .added(step) : nil
            }
        case .deviceRemoved:
            content = (try? DeviceRemoved(body: entry.body)).map { .removed($0) }
        default:
            content = (try? DeputyNamed(body: entry.body)).map { .deputyNamed($0) }
        }
    }

    /// The number of entries of a kind that are read in one author's log; nil for a kind that is
    /// not about devices.
    static func limit(of kind: Kind) -> Int? {
        switch kind {
        case .authorStarted: 1
        case .deviceAdded: MoveLogLimits.invitationsMax
        case .deviceRemoved: MoveLogLimits.removalsMax
        case .deputyNamed: MoveLogLimits.namingsMax
        default: nil
        }
    }
}
