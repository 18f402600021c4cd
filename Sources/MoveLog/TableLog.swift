/// The entries of a whole table. Merging is commutative, associative and idempotent: two devices
/// that merged the same runs, in any order and any number of times, hold equal frontiers, equal
/// digests and equal placed entries.
package struct TableLog: Sendable {
    /// The table, and the invitations of this device.
    package let charter: Charter
    package private(set) var authors: [AuthorID: AuthorLog] = [:]
    private(set) var lamports = LamportBound()
    var members: Membership
    /// The number of ends of all logs of each device.
    private var leafCounts: [PublicKey: Int] = [:]
    let seal: any Seal

    /// Begins with the founding entry alone.
    package init(charter: Charter, seal: any Seal) {
        self.charter = charter
        self.seal = seal
        members = Membership(table: charter.table, founder: charter.founderKey, seal: seal)
        let log = AuthorLog(
            author: charter.founder, key: charter.founderKey, table: charter.table, seal: seal)
        let run = Run(
            author: charter.founder, after: 0, base: log.digest(at: 0, on: 0).octets.high,
            count: 1, bytes: charter.founding, head: nil)
        // The table ID certifies the founding entry, so it needs no head.
        _ = insert(run, trust: .ownDisk)
    }

    /// The checks that a run needs.
    package enum Trust: Sendable {
        /// From the own disk, which holds only checked runs.
        case ownDisk
        /// From outside: a valid head is required, and at least one new entry must count.
        case verify
        /// From a disk, to be checked again: a valid head is required; entries that do not count
        /// are kept.
        case audit
    }

    package enum Outcome: Sendable {
        /// New entries, with the places of those that count. `reorders`: other entries changed
        /// their places, or began or ceased to count; `fork`: the author's log has one more branch.
        case admitted(Admitted, reorders: Bool, fork: Bool)
        /// All entries were already held.
        case held
        /// The base is not held; the run waits for the entries before it.
        case gap
        /// All entries are after the cut of a removed device. Nothing is kept.
        case beyondCut
        /// A limit is reached: authors of a table, or leaves of a device or a table. Nothing is
        /// kept.
        case refused
        /// The bytes are not entries.
        case malformed
        /// The signature or an invitation is invalid, or the author does not certify itself.
        case forged
    }

    // MARK: Merging

    /// Merges a run: all of it or nothing. From the own disk, also entries that do not count.
    ///
    /// Decides if a peer's run is admitted, held, a gap, forged, malformed, refused, or beyond a
    /// cut; `AuthorLog.attachment` says where it attaches, and so whether it forks. `Replica` acts
    /// on the outcome (`Replica+Sync`).
    package mutating func insert(_ run: Run, trust: Trust) -> Outcome {
        insert(run, trust: trust, passing: nil)
    }

    /// A place that a run must pass, with the mark of its digest.
    struct Waypoint {
        let sequence: UInt64
        let mark: Octets16

        /// The place where a run attaches.
        init(_ run: Run) {
            sequence = run.after
            mark = run.base
        }
    }

    /// Merges a run; with a waypoint only if none of its entries is held and its log passes the
    /// waypoint, and returns `gap` otherwise.
    mutating func insert(_ run: Run, trust: Trust, passing waypoint: Waypoint?) -> Outcome {
        let isNew = authors[run.author] == nil
        // Cheaper than decoding the entries.
        guard let base = base(of: run) else {
            return .gap
        }
        guard let content = try? run.content() else { return .malformed }
        var log: AuthorLog
        do throws(Stop) {
            log = try open(run.author, with: content, trust: trust)
        } catch {
            return error.outcome
        }
        let place = log.attachment(on: base, content)
        guard place.held < content.count else { return .held }
        // `open` has checked this for a new author.
        if trust == .verify, !isNew, place.after >= reach(of: log) { return .beyondCut }
        if place.forks, place.after == 0 {
            guard certified(run.author, by: content, trust: trust) != nil else { return .forged }
        }
        if isNew || place.forks {
            guard hasRoom(forLeafOf: log.key, trust: trust) else { return .refused }
        }

        let digests = log.extend(
            branch: place.branch, after: place.after, content, from: place.held,
            passing: waypoint?.sequence)
        if let waypoint, place.held > 0 || digests.passed?.octets.high != waypoint.mark {
            return .gap
        }
        if trust != .ownDisk {
            guard isVouched(run, of: log, end: digests.end) else { return .forged }
        }

        // Release the dictionary's copy first, so that appending copies nothing.
        authors[run.author] = nil
        let branch = log.append(at: place, content, pages: run.pages, digests: digests)
        if let head = run.head { log.keep(head, on: branch) }
        authors[run.author] = log
        if isNew { members.open(run.author, of: log.key) }
        if isNew || place.forks { leafCounts[log.key, default: 0] += 1 }
        return admitted(content, run.pages, of: log, on: branch, place)
    }

    /// The branch that holds the base of a run; nil if it is not held.
    private func base(of run: Run) -> Int? {
        if let log = authors[run.author] { return log.branch(at: run.after, mark: run.base) }
        let start = AuthorLog.start(of: run.author, table: charter.table, seal: seal)
        return run.after == 0 && start.octets.high == run.base ? 0 : nil
    }

    private func isVouched(_ run: Run, of log: AuthorLog, end: Digest) -> Bool {
        guard let head = run.head, head.sequence == run.last else { return false }
        let message = SignedHead.message(
            table: charter.table, author: run.author, sequence: head.sequence, digest: end)
        return seal.isValid(head.signature, of: message, by: log.key)
    }

    private mutating func admitted(
        _ content: RunContent, _ pages: [Page], of log: AuthorLog, on branch: Int,
        _ attached: AuthorLog.Attachment
    ) -> Outcome {
        var isWhole = false
        for index in content.membershipEntries where index >= attached.held {
            let entry = content.entry(index)
            let digest = digest(of: entry)
            if members.insert(entry, digest, of: log, on: branch) { isWhole = true }
        }
        var reorders = attached.forks
        if isWhole || members.countedParts[log.author] != nil {
            reorders = review(log, on: branch, attached, isWhole: isWhole) || reorders
        }
        if let part = members.countedParts[log.author] {
            return admitted(content, of: log, on: branch, attached, reorders, in: part)
        }
        for lamport in content.lamports[attached.held...] where lamports.insert(lamport) {
            reorders = true
        }
        let isInLine =
            log.forkedFrom == nil
            && !content.lamports[attached.held...].contains(where: lamports.isAbsurd)
        let admitted =
            isInLine
            ? Admitted(content, from: attached.held, pages: pages)
            : Admitted(
                (attached.held..<content.count).map { placed(content.entry($0), in: log) })
        return .admitted(admitted, reorders: reorders, fork: attached.forks)
    }

    /// For a log that does not count completely.
    private mutating func admitted(
        _ content: RunContent, of log: AuthorLog, on branch: Int,
        _ attached: AuthorLog.Attachment, _ reordersAlready: Bool, in part: CountedPart
    ) -> Outcome {
        var reorders = reordersAlready
        let entries = (attached.held..<content.count).map { content.entry($0) }
        let counted = entries.filter { part.contains($0.id.sequence, on: branch) }
        for entry in counted where lamports.insert(entry.lamport) { reorders = true }
        let admitted = Admitted(counted.map { placed($0, in: log) })
        return .admitted(
            admitted, reorders: reorders, fork: attached.forks && !counted.isEmpty)
    }

    private struct Stop: Error { var outcome: Outcome }

    /// The log of a run: a held one, or a new one that its first entry certifies: ID from key and
    /// nonce, key from the founder by invitations.
    private func open(
        _ author: AuthorID, with content: RunContent, trust: Trust
    ) throws(Stop) -> AuthorLog {
        if let known = authors[author] { return known }
        guard let start = certified(author, by: content, trust: trust) else {
            throw Stop(outcome: .forged)
        }
        if trust == .verify, members.reach(of: author, by: start.key) == 0 {
            throw Stop(outcome: .beyondCut)
        }
        guard authors.count < MoveLogLimits.authorsMax else { throw Stop(outcome: .refused) }
        return AuthorLog(author: author, key: start.key, table: charter.table, seal: seal)
    }

    /// The first entry of a log, if it certifies the author: the ID follows from key and nonce, and
    /// the chain leads to the key. The own disk holds only certified ones.
    private func certified(
        _ author: AuthorID, by content: RunContent, trust: Trust
    ) -> AuthorStarted? {
        guard content.count > 0, content.after == 0, content.entry(0).kind == .authorStarted,
            let start = try? AuthorStarted(body: content.entry(0).body),
            seal.authorID(of: start.key, nonce: start.nonce) == author,
            trust == .ownDisk || members.leads(start.chain, to: start.key)
        else { return nil }
        return start
    }

    /// A device that was not removed may have fewer leaves than a removed one: the entries on the
    /// paths to the cuts need room besides the earlier ones. Entries from a disk were accepted
    /// before.
    private func hasRoom(forLeafOf key: PublicKey, trust: Trust) -> Bool {
        guard leafCounts.values.reduce(0, +) < MoveLogLimits.leavesMax else { return false }
        guard trust == .verify else { return true }
        let isCut = members.removals[key] != nil
        return leafCounts[key] ?? 0
            < (isCut ? MoveLogLimits.leavesOfRemovedMax : MoveLogLimits.leavesOfDeviceMax)
    }

    /// The devices, sorted, whose logs have the maximum number of leaves of a device that is not
    /// removed: further forks are refused, so devices may hold different leaves of them.
    package var devicesAtLeafLimit: [PublicKey] {
        leafCounts.filter {
            $0.value >= MoveLogLimits.leavesOfDeviceMax && members.removals[$0.key] == nil
        }
        .keys.sorted()
    }

    // MARK: Signing

    /// Signs the ends of this device's own logs, so that every entry is covered by a signed head.
    /// Cost: none if they are signed already.
    package mutating func signEnds() {
        for author in authorIDs { signEnds(of: author) }
    }

    /// Signs the ends of an own log.
    mutating func signEnds(of author: AuthorID) {
        guard let own = authors[author], own.key == seal.publicKey else { return }
        for index in own.branches.indices {
            for head in own.unsignedHeads(on: index, table: charter.table) {
                authors[author]?.keep(head, on: index)
            }
        }
    }

    /// Adds heads to an own log where a peer's head covers more than a run can carry.
    mutating func fillHeads(of author: AuthorID) {
        guard let own = authors[author], own.key == seal.publicKey else { return }
        for index in own.branches.indices {
            let missing = own.missingHeads(on: index, table: charter.table)
            if !missing.isEmpty { authors[author]?.fill(missing, on: index) }
        }
    }
}

/// The entries that count: all that are held, unless a removal cuts them off.
extension TableLog {
    /// The removals in force, by removed device.
    package var removals: [PublicKey: Removal] { members.removals }

    /// True if a removal of the device is in force.
    package func isRemoved(_ key: PublicKey) -> Bool { members.removals[key] != nil }

    /// The deputies that are members, sorted. Besides the founder, they may remove devices.
    package var deputies: [PublicKey] { members.deputies.keys.filter(members.isMember).sorted() }

    /// True if one member may remove another: the founder may remove all others, a deputy all but
    /// the founder and the deputies.
    package func mayRemove(_ key: PublicKey, by remover: PublicKey) -> Bool {
        members.mayRemove(key, by: remover)
    }

    /// The members whose invitation chain leads through a device, sorted. A member that another
    /// device invited too may stay when this one is removed.
    package func invitees(of key: PublicKey) -> [PublicKey] {
        members.keys.filter { other in
            guard other != key, let chain = members.chain(of: other) else { return false }
            if key == charter.founderKey { return true }
            return chain.invitations.dropLast().contains { $0.invitee == key }
        }
    }

    /// The number of entries of a device that are held here and do not count.
    package func uncountedCount(of key: PublicKey) -> Int {
        authors.values.filter { $0.key == key }.reduce(0) { sum, log in
            sum + zip(countedEnds(of: log), log.branches).reduce(0) { $0 + Int($1.1.last - $1.0) }
        }
    }

    /// The entries of a device that are held here and do not count, by author and sequence.
    package func uncounted(of key: PublicKey) -> [Entry] {
        let logs = authors.values.filter { $0.key == key && members.countedParts[$0.author] != nil }
        return logs.sorted { $0.author < $1.author }.flatMap { log in
            let counted = Set(entries(of: log, upTo: countedEnds(of: log)))
            return entries(of: log, upTo: log.branches.map(\.last)).filter {
                !counted.contains($0)
            }
        }
    }

    /// The last held sequence of an author's longest branch, counted or not; 0 if nothing is held.
    package func lastHeld(of author: AuthorID) -> UInt64 {
        authors[author]?.branches.map(\.last).max() ?? 0
    }

    // MARK: Logs

    /// For each branch of a log the last of its own entries that counts; the start of the branch if
    /// none does.
    func countedEnds(of log: AuthorLog) -> [UInt64] {
        members.countedParts[log.author]?.ends ?? log.branches.map(\.last)
    }

    /// The ends of the entries of a log that count.
    func ends(of log: AuthorLog) -> [CountedPart.EndLeaf] {
        if let part = members.countedParts[log.author] { return part.leaves }
        return log.branches.filter { $0.last > 0 }.map {
            CountedPart.EndLeaf(sequence: $0.last, digest: $0.end)
        }
    }

    /// The leaves of a log in the frontier.
    func leaves(of log: AuthorLog) -> [Leaf] {
        guard let part = members.countedParts[log.author] else { return log.leaves }
        return part.leaves.map {
            Leaf(author: log.author, sequence: $0.sequence, mark: $0.digest.octets.high)
        }
    }

    /// The lowest sequence at which two entries count; nil if there is none.
    func forkedFrom(of log: AuthorLog) -> UInt64? {
        guard let part = members.countedParts[log.author] else { return log.forkedFrom }
        return part.forkedFrom
    }

    /// The sequence after which no more of a log is accepted from peers.
    func reach(of log: AuthorLog) -> UInt64 {
        guard authors[log.author] != nil else {
            return members.reach(of: log.author, by: log.key)
        }
        return members.countedParts[log.author]?.reach ?? .max
    }

    /// True if a leaf that a peer named is lacking: it is not held, and an entry on the path to it
    /// counts or may count later.
    func lacks(_ found: FoundLeaf) -> Bool {
        guard !found.isHeld else { return false }
        guard let part = members.countedParts[found.leaf.author] else { return true }
        return part.reach > 0
    }

    // MARK: Review

    /// Recomputes the counted parts after entries about devices, or entries of a partly counted
    /// log. Returns true if any other entry changed its place, or began or ceased to count.
    mutating func review(
        _ log: AuthorLog, on branch: Int, _ attached: AuthorLog.Attachment, isWhole: Bool
    ) -> Bool {
        let before = members.countedParts
        let isWhole = isWhole || !members.follow(log)
        if isWhole { members.review(authors) }
        let after = members.countedParts
        var isChanged = false
        let touched = isWhole ? Set(before.keys).union(after.keys) : [log.author]
        for author in touched {
            guard let held = authors[author] else { continue }
            let now = countedEnds(of: held)
            var old = before[author]?.ends ?? held.branches.map(\.last)
            var new = now
            if author == log.author {
                // The entries just appended are no change, whether they count or not.
                if old.count < new.count { old.append(attached.after) }
                if old.count > branch { old[branch] = min(old[branch], attached.after) }
                if new.count > branch { new[branch] = min(new[branch], attached.after) }
            }
            let forks = (before[author]?.forkedFrom, after[author]?.forkedFrom)
            let isForkMoved = before[author] != nil && after[author] != nil && forks.0 != forks.1
            if old != new || isForkMoved {
                isChanged = true
            }
        }
        guard isChanged else { return false }
        lamports = LamportBound()
        for held in authors.values {
            // The caller adds the new entries after this.
            var ends = countedEnds(of: held)
            if held.author == log.author { ends[branch] = min(ends[branch], attached.after) }
            for (branch, end) in zip(held.branches, ends) {
                branch.forEachLamport(upTo: end) { _ = lamports.insert($0) }
            }
        }
        return true
    }
}
