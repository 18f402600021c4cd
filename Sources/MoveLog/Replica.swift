/// One device's part in a table: its log, and the sessions that keep the log equal to those of the
/// other devices.
///
/// Bytes and time enter through five methods (`record`, `receive`, `connected`, `disconnected`,
/// `tick`); the resulting orders come from `takeEffects()`, whose batch the owner performs in the
/// order that `Effect` states: append and make durable first, tell afterwards. Nothing here reads a
/// clock, a disk or a socket, so one seed fixes a whole run.
package struct Replica: Sendable {
    /// The table's entries as this device holds them, including those whose `append` is not
    /// performed yet.
    package internal(set) var log: TableLog
    /// The incarnation under which this device records; a device that is not a member never begins
    /// one.
    package private(set) var author: AuthorID
    /// True if the invitations of the charter lead to this device. A device that is not a member
    /// holds the log as an archive: it merges, and never records, signs or invites.
    package let isMember: Bool
    /// Entries found on the own disk after a gap, which do not attach until peers return the
    /// missing ones. None of them counts.
    package private(set) var aside: [Commit] = []
    /// The own entries among them that no copy replaces; nil if there are none.
    var loss: Loss?
    /// The highest lamport of own entries that wait aside: new entries come after them.
    var lamportFloor: UInt64 = 0

    let seal: any Seal
    let ownDevice: DeviceID
    let boot: Octets16
    private var random: any RandomNumberGenerator & Sendable
    var now: Moment
    private(set) var effects: [Effect] = []
    private var requests = RequestMemory()

    package internal(set) var sessions = SessionTable()
    package internal(set) var fetches = Fetches()
    var processes = ProcessHistory()
    /// The last sequence of each author that each device is known to hold durably.
    package internal(set) var holdings = DeviceHoldings()
    /// The members that said that they left for another table and have not greeted since: their
    /// copies do not count for this one.
    package internal(set) var left: Set<PublicKey> = []
    /// The last states of the log, which peers name by digests.
    package internal(set) var history: StateHistory
    /// The newest state that each device is known to have been in.
    var knownStates: [PublicKey: UInt64] = [:]
    /// The instant of the next SUMMARY; nil while nothing changed.
    var summaryAt: Duration?
    var summariesToldAt = Duration.zero - Intervals.summary
    /// The known uptimes of other machines. The owner sets the boot of this machine, takes readings
    /// from here and converts those of other devices.
    package var clocks = BootClocks(own: BootID(rawValue: 0))
    /// The wall clocks of devices that were linked.
    package var wallClocks = WallClocks()
    /// True if `clocks` may have to be sent; the next frame is allowed at `clocksAt`.
    var areClocksNews = false
    /// The link on which the last turn sent as much as a turn may: more may wait for the next one.
    var fullLink: LinkID?
    var clocksAt = Duration.zero
    /// The TCP port at which this device listens, sent in greetings; 0 while it does not.
    package var listenPort: UInt16 = 0
    /// The bytes of other authors' entries that are sent unasked when a link comes up; the peer
    /// requests the rest, from one device at a time.
    package var unaskedBytesMax = MoveLogLimits.unaskedBytesMax
    /// The longest frame that this device takes, for links that begin later: a device with little
    /// memory sets less, at least `MoveLogLimits.frameBytesMin`.
    package var frameBytesMax = MoveLogLimits.frameBytesMax
    var arePeersChanged = false
    var told: ToldMembership

    /// Builds the replica from the commits on the disk.
    ///
    /// - Parameters:
    ///   - charter: the table, and the invitations of this device.
    ///   - commits: the log in the order of the disk.
    ///   - startsNewIncarnation: true if continuing as the last author could fork it: the home was
    ///     copied, moved or restored, or own entries were cut off.
    ///   - random: draws the boot nonce and incarnations; seeded in tests.
    package init(
        charter: Charter, commits: [Commit], startsNewIncarnation: Bool, seal: any Seal,
        random: any RandomNumberGenerator & Sendable, at moment: Moment
    ) {
        self.seal = seal
        ownDevice = seal.deviceID(of: seal.publicKey)
        self.random = random
        now = moment
        log = TableLog(charter: charter, seal: seal)
        isMember = charter.chain.leads(
            to: seal.publicKey, from: charter.founderKey, table: charter.table, seal: seal)
        author = seal.authorID(of: seal.publicKey, nonce: .zero)
        boot = self.random.nonce()
        aside = log.replay(commits)
        requests.remember(newestOf: commits, aside: aside)
        for author in log.authorIDs { log.fillHeads(of: author) }
        told = ToldMembership(of: log)
        holdings.recount(log)
        history = StateHistory(log.digest.octets.high)
        guard isMember else { return }
        // Entries on the disk without a head were recorded here. An author of a copy of this home
        // may have begun later; its entries came with heads, and the copy continues it.
        let recorded = commits.last { $0.run.head == nil }?.run.author
        let own = recorded.flatMap { isOwn($0) ? $0 : nil } ?? log.newestAuthor(of: seal.publicKey)
        if let own { author = own }
        let lost = lostCommits()
        let isCutOff = lost.contains { $0.run.author == author || $0.run.author == recorded }
        findLoss()
        if own == nil || startsNewIncarnation || isCutOff { startIncarnation() }
        if loss != nil, log.isAlone(seal.publicKey) { recordLost() }
    }

    /// Takes all pending orders as a batch. Call it once a turn, after all that was ready has been
    /// handed in; the entries of the turn are then signed once and sent together.
    package mutating func takeEffects() -> [Effect] {
        sync()
        if arePeersChanged {
            arePeersChanged = false
            effects.append(.publish(.peers))
        }
        defer { effects = [] }
        return effects
    }

    /// Why the core has closed a link since the last `takeEffects()`; nil for any other.
    package func closing(_ link: LinkID) -> CloseReason? {
        for case .close(link, let reason) in effects { return reason }
        return nil
    }

    mutating func emit(_ effect: Effect) { effects.append(effect) }

    // MARK: Incarnations

    /// Ends the present incarnation and continues as a new author, whose first entry is recorded at
    /// once. At the limit of incarnations the present one continues: recording is never refused.
    mutating func startIncarnation() {
        guard isMember else { return }
        let count = log.authors.values.count { $0.key == seal.publicKey }
        guard count < MoveLogLimits.incarnationsMax || log.authors[author] == nil else { return }
        let nonce = random.nonce()
        let start = AuthorStarted(key: seal.publicKey, nonce: nonce, chain: log.charter.chain)
        let next = seal.authorID(of: seal.publicKey, nonce: nonce)
        let previous = author
        author = next
        let draft = Draft(scope: .table, kind: .authorStarted, body: start.body)
        guard case .admitted = append([draft], request: nil) else {
            author = previous
            return
        }
        emit(.publish(.newIncarnation(next)))
    }

    /// Forgets the processes of peers: two that still take turns are reported again.
    package mutating func forgetProcesses() { processes.forget() }

    /// True if the log has the author, and it belongs to this device's key.
    func isOwn(_ author: AuthorID) -> Bool { log.key(of: author) == seal.publicKey }

    // MARK: Recording

    /// Records entries as this device's own: all of them or none, in one commit.
    ///
    /// They count at once in `log`, but the caller may be told only after the batch of
    /// `takeEffects()` has been made durable. A request that was recorded before, by this process
    /// or an earlier one, records nothing and returns the IDs of that time.
    package mutating func record(
        _ drafts: [Draft], request: RequestID? = nil, at moment: Moment
    ) throws(RecordError) -> [EntryID] {
        now = moment
        if let request, let known = requests.entries(of: request) { return known }
        guard isMember else { throw .notMember }
        guard log.authors[author] != nil || log.authors.count < MoveLogLimits.authorsMax else {
            throw .tableFull
        }
        guard !drafts.isEmpty, drafts.count <= MoveLogLimits.draftsMax else {
            throw .tooMany(count: drafts.count)
        }
        let bytes = drafts.map { $0.body.count + MoveLogLimits.envelopeBytesMax }
        if let index = bytes.firstIndex(where: { $0 > MoveLogLimits.entryBytesMax }) {
            throw .tooLarge(index: index, bytes: drafts[index].body.count)
        }
        guard bytes.reduce(0, +) <= MoveLogLimits.spanBytesMax else {
            throw .tooMany(count: drafts.count)
        }
        let before = log.lastHeld(of: author)
        guard case .admitted = append(drafts, request: request) else {
            preconditionFailure("own entries do not attach to the own log")
        }
        return (1...UInt64(drafts.count)).map { EntryID(author: author, sequence: before + $0) }
    }

    /// The IDs of the entries of an earlier request, by this process or an earlier one; nil for an
    /// unknown request, or one older than the last `MoveLogLimits.requestsMax`.
    package func entries(of request: RequestID) -> [EntryID]? { requests.entries(of: request) }

    /// Adds a device to the table: records the entry, and returns the chain with which the device
    /// will prove its membership. A device that is a member already gets its chain again, without a
    /// second entry. A name above its limit is left out.
    package mutating func invite(
        _ invitee: PublicKey, name: String = "", at moment: Moment
    ) throws(RecordError) -> InvitationChain {
        guard isMember else { throw .notMember }
        if log.isRemoved(invitee) { throw .inviteeRemoved(invitee) }
        if let known = log.chain(of: invitee),
            known.invitations.count <= MoveLogLimits.chainHopsMax
        {
            return known
        }
        let chain = log.charter.chain
        guard chain.invitations.count < MoveLogLimits.chainHopsMax else { throw .chainTooLong }
        let sequence = log.lastHeld(of: author) + 1
        let message = Invitation.message(
            table: log.charter.table, inviter: seal.publicKey, author: author,
            sequence: sequence, invitee: invitee)
        let signature = seal.sign(message)
        let isNamed = name.utf8.count <= MoveLogLimits.nameBytesMax
        let added = DeviceAdded(
            invitee: invitee, signature: signature, name: isNamed ? name : "")
        _ = try record(
            [Draft(scope: .table, kind: .deviceAdded, body: added.body)], at: moment)
        let step = Invitation(
            author: author, sequence: sequence, invitee: invitee, signature: signature)
        return chain.appending(step)
    }

    /// True if this device no longer belongs to its table: it was removed, or a device on its
    /// invitation chain was. It continues recording, but none of its entries count.
    package var isRemoved: Bool { isMember && !log.isMember(seal.publicKey) }

    /// Names or dismisses a deputy. A dismissal also records the deputy's removals as the founder's
    /// own, so that they stay in force. Returns the IDs of the entries; none if nothing would
    /// change. A repeated request returns the IDs of its first recording.
    package mutating func name(
        _ key: PublicKey, asDeputy isDeputy: Bool, request: RequestID? = nil, at moment: Moment
    ) throws(RecordError) -> [EntryID] {
        if let request, let known = entries(of: request) { return known }
        guard isMember else { throw .notMember }
        let drafts = try log.naming(of: key, asDeputy: isDeputy, by: seal.publicKey)
        return drafts.isEmpty ? [] : try record(drafts, request: request, at: moment)
    }

    /// Removes a device: records the entry, with the ends of all its logs as they are held here.
    /// Entries of the device after these ends count on no device that holds the entry; its key
    /// never returns. Returns the ID of the entry. A repeated request returns the ID of its first
    /// recording.
    package mutating func remove(
        _ key: PublicKey, request: RequestID? = nil, at moment: Moment
    ) throws(RecordError) -> [EntryID] {
        if let request, let known = entries(of: request) { return known }
        guard isMember else { throw .notMember }
        let draft = try log.removal(of: key, by: seal.publicKey)
        return try record([draft], request: request, at: moment)
    }

    mutating func append(_ drafts: [Draft], request: RequestID?) -> TableLog.Outcome {
        let run = log.ownRun(
            of: drafts, by: author, at: now.wall, lamportAbove: lamportFloor)
        let former = log.last(of: author)
        let outcome = log.insert(run, trust: .ownDisk)
        guard case .admitted(let placed, let reorders, _) = outcome else { return outcome }
        let commit = Commit(run: run, request: request)
        requests.remember(commit)
        emit(.append(commit))
        tell(placed, isReordered: reorders)
        offer(author)
        logChanged(by: author, from: former, isPlain: !reorders)
        reviewLinks()
        return outcome
    }

    /// Publishes entries; the places of other entries may have changed with them.
    private mutating func tell(_ placed: Admitted, isReordered: Bool) {
        // Membership may have changed: advertise routes again.
        if placed.maySpeakOfDevices { summariesChanged() }
        if isReordered {
            emit(.publish(.reordered))
        } else if placed.count > 0 {
            emit(.publish(.admitted(placed)))
        }
    }

    /// Merges a run from a link and returns the outcome.
    mutating func merge(_ run: Run) -> TableLog.Outcome {
        let former = log.last(of: run.author)
        let outcome = log.insert(run, trust: .verify)
        guard case .admitted(let placed, let reorders, let fork) = outcome else { return outcome }
        emit(.append(Commit(run: run)))
        log.fillHeads(of: run.author)
        let attached = log.attach(&aside)
        reviewLoss(by: attached.union([run.author]))
        tell(placed, isReordered: reorders || !attached.isEmpty)
        if fork { emit(.publish(.forked(run.author))) }
        offer(run.author)
        for author in attached.sorted() { offer(author) }
        let isPlain = !reorders && !fork && attached.isEmpty
        logChanged(by: run.author, from: former, isPlain: isPlain)
        reviewLinks()
        if run.author == author { startIncarnation() }
        return outcome
    }

    private mutating func logChanged(by author: AuthorID, from former: UInt64, isPlain: Bool) {
        let isPlain = isPlain && log.authors[author]?.isForked != true
        if let grown = log.authors[author], isPlain, !areCountedPartsNew {
            holdings.grew(author, of: grown.key, to: log.last(of: author))
        } else {
            holdings.recount(log)
        }
        stateChanged(by: author, from: isPlain ? former : nil)
    }

    /// True if other entries may count since the peers were last told of the members.
    private var areCountedPartsNew: Bool {
        told.version != log.members.version
            && !(log.members.countedParts.isEmpty && told.leaves.isEmpty)
    }

    // MARK: Losses

    /// Own commits that wait after a gap. Only this device's own entries are on its disk without a
    /// head, so they are known even if the start of their author is lost.
    func lostCommits() -> [Commit] {
        aside.filter { $0.run.head == nil || isOwn($0.run.author) }
    }

    /// Finds the own entries that wait aside and must be recorded again unless a peer returns the
    /// missing ones.
    private mutating func findLoss() {
        let lost = lostCommits()
        let entries = lost.flatMap { (try? $0.run.entries()) ?? [] }.map(\.entry)
        let reachable = log.lamports.highest + MoveLogLimits.lamportStepMax / 2
        lamportFloor = entries.map(\.lamport).filter { $0 <= reachable }.max() ?? 0
        if log.copies(of: lost, by: seal.publicKey).isEmpty { return }
        loss = Loss(of: Set(lost.map(\.run.author)), at: now.uptime)
    }

    /// Entries arrived of authors with waiting entries, or waiting entries could be attached.
    private mutating func reviewLoss(by authors: Set<AuthorID>) {
        if loss == nil { return }
        let waiting = Set(lostCommits().map(\.run.author))
        loss?.returned(authors, waiting: waiting, at: now.uptime)
        if loss?.authors.isEmpty == true { loss = nil }
    }

    /// Records own entries that wait aside again with their origin, once, so that they count even
    /// if no peer returns the missing ones; if one does, the copies stop counting. Returns the
    /// number of recorded copies.
    @discardableResult
    mutating func recordLost() -> Int {
        loss = nil
        let drafts = log.copies(of: lostCommits(), by: seal.publicKey).map(\.draft)
        for batch in drafts.batches { _ = append(batch, request: nil) }
        return drafts.count
    }

    /// Records own entries that wait aside again at the request of a person who does not want to
    /// wait for peers. Returns the number of recorded copies.
    package mutating func recordAgain(at moment: Moment) -> Int {
        now = moment
        return loss == nil ? 0 : recordLost()
    }

    /// The numbers of entries that wait aside and do not count: own ones and others. Cost: a look
    /// at all that wait.
    package var waiting: (own: Int, others: Int) {
        let all = aside.reduce(0) { $0 + $1.run.count }
        let own = lostCommits().reduce(0) { $0 + $1.run.count }
        return (loss == nil ? 0 : own, all - own)
    }

    /// The log as commits, without the entries of the present author after a sequence: the durable
    /// part before a turn that failed. An opening of them continues as the present author.
    package func commits(without later: UInt64) -> [Commit] {
        log.commits(of: seal.publicKey, as: author, without: later)
    }
}

extension RandomNumberGenerator {
    mutating func nonce() -> Octets16 {
        var writer = ByteWriter(capacity: 16)
        writer.fixed64(next())
        writer.fixed64(next())
        guard let nonce = Octets16(writer.bytes) else { preconditionFailure("16 bytes are 16") }
        return nonce
    }
}
