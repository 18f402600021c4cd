/// The entries of a whole table: what merging is about. Two devices that took in the same runs, in
/// whatever order and however often, hold equal frontiers, equal digests and equal placed entries.
package struct TableLog: Sendable {
    /// Whose table this is.
    package let charter: Charter
    var authors: [AuthorID: AuthorLog] = [:]
    var lamports = LamportBound()
    var members: Membership
    /// The ends of all logs, and of those of each device.
    private var leafCounts: [PublicKey: Int] = [:]
    private var leafCount = 0
    let seal: any Seal

    /// Holds the founding entry and nothing else.
    package init(charter: Charter, seal: any Seal) {
        self.charter = charter
        self.seal = seal
        members = Membership(table: charter.table, founder: charter.founderKey, seal: seal)
        found()
    }

    /// The founding entry is certified by the table's name, so it needs no head.
    private mutating func found() {
        let log = AuthorLog(
            author: charter.founder, key: charter.founderKey, table: charter.table, seal: seal)
        let run = Run(
            author: charter.founder, after: 0, base: log.digest(at: 0, on: 0).octets.high,
            count: 1, bytes: charter.founding, head: nil)
        _ = insert(run, trust: .ownDisk)
    }

    /// How far a run is trusted.
    package enum Trust: Sendable {
        /// From the own disk, where only checked runs are written.
        case ownDisk
        /// From outside: the head must be there and must fit, and something of it must count.
        case verify
        /// From a disk, to be checked again: the head must fit, and what does not count is kept.
        case audit
    }

    /// The outcome of merging a run.
    package enum Outcome: Sendable {
        /// Something new, with the places of what counts of it. `reorders` says that places of
        /// others changed too, or whether they count; `fork` that the author's log now has one branch
        /// more.
        case admitted(Admitted, reorders: Bool, fork: Bool)
        /// All of it was held already.
        case held
        /// Its base is not held, so it waits until what is before it comes.
        case gap
        /// All of it lies beyond the cut of a removed device: nothing of it is kept.
        case beyondCut
        /// Against a limit: one author more than a table may have, or one leaf more than a device or the
        /// table may have. Nothing of it is kept.
        case refused
        /// Bytes that no entry has.
        case malformed
        /// The signature or an invitation does not fit, or the author does not certify itself.
        case forged
    }

    // MARK: Merging

    /// Takes a run in: all of it or nothing. From the own disk also what does not count.
    package mutating func insert(_ run: Run, trust: Trust) -> Outcome {
        insert(run, trust: trust, passing: nil)
    }

    /// A place on the way of a run, and what the digest there starts with.
    struct Waypoint {
        let sequence: UInt64
        let mark: Octets16

        /// Where a run attaches.
        init(_ run: Run) {
            sequence = run.after
            mark = run.base
        }
    }

    /// Takes a run from the own disk in, as long as nothing of it is held and its log passes a place on
    /// its way; a gap otherwise.
    mutating func insert(_ run: Run, passing waypoint: Waypoint) -> Outcome {
        insert(run, trust: .ownDisk, passing: waypoint)
    }

    private mutating func insert(
        _ run: Run, trust: Trust, passing waypoint: Waypoint?
    ) -> Outcome {
        let isNew = authors[run.author] == nil
        // Reading the entries costs more than this.
        guard let base = base(of: run) else {
            return .gap
        }
        guard let content = try? run.content() else { return .malformed }
        let opened: AuthorLog
        switch open(run.author, with: content, trust: trust) {
        case .success(let log): opened = log
        case .failure(let stop): return stop.outcome
        }
        var log = consume opened
        let place = log.attachment(on: base, content)
        guard place.held < content.count else { return .held }
        // Of a new author it was judged by now whether it may be held.
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

        // The dictionary lets go of its copy first, as `opened` did, so that appending copies nothing.
        authors[run.author] = nil
        let branch = log.append(at: place, content, pages: run.pages, digests: digests)
        if let head = run.head { log.keep(head, on: branch) }
        authors[run.author] = log
        if isNew { members.open(run.author, of: log.key) }
        if isNew || place.forks { countLeaf(of: log.key) }
        return admitted(content, run.pages, of: log, on: branch, place)
    }

    /// The branch on which a run begins; nil where its base is not held.
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
        if isWhole || members.extents[log.author] != nil {
            reorders = review(log, on: branch, attached, isWhole: isWhole) || reorders
        }
        guard members.extents[log.author] == nil else {
            return admittedInPart(content, of: log, on: branch, attached, reorders)
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

    /// Of a log of which not everything counts.
    private mutating func admittedInPart(
        _ content: RunContent, of log: AuthorLog, on branch: Int,
        _ attached: AuthorLog.Attachment, _ reordersAlready: Bool
    ) -> Outcome {
        var reorders = reordersAlready
        let entries = (attached.held..<content.count).map { content.entry($0) }
        let counted = entries.filter { counts($0.id.sequence, of: log.author, on: branch) }
        for entry in counted where lamports.insert(entry.lamport) { reorders = true }
        let admitted = Admitted(counted.map { placed($0, in: log) })
        return .admitted(
            admitted, reorders: reorders, fork: attached.forks && !counted.isEmpty)
    }

    /// Why a run is not taken in.
    private struct Stop: Error { var outcome: Outcome }

    /// The log that a run belongs to: one that is held, or a new one that its own first entry
    /// certifies: ID from key and nonce, key from the founder by invitations.
    private func open(
        _ author: AuthorID, with content: RunContent, trust: Trust
    ) -> Result<AuthorLog, Stop> {
        if let known = authors[author] { return .success(known) }
        guard let start = certified(author, by: content, trust: trust) else {
            return .failure(Stop(outcome: .forged))
        }
        if trust == .verify, members.reach(of: author, by: start.key) == 0 {
            return .failure(Stop(outcome: .beyondCut))
        }
        guard authors.count < Limits.authorsMax else {
            return .failure(Stop(outcome: .refused))
        }
        return .success(
            AuthorLog(author: author, key: start.key, table: charter.table, seal: seal))
    }

    /// The first entry of a log, if it certifies the author: the ID follows from key and nonce, and the
    /// chain leads to the key. The own disk has only what was checked once.
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

    /// A device that was not removed may have fewer leaves than one that was: what lies on the way to
    /// the cuts must find room beside what came before. What is on a disk was taken in once.
    private func hasRoom(forLeafOf key: PublicKey, trust: Trust) -> Bool {
        guard leafCount < Limits.leavesMax else { return false }
        guard trust == .verify else { return true }
        let isCut = members.removals[key] != nil
        return leafCounts[key] ?? 0
            < (isCut ? Limits.leavesOfRemovedMax : Limits.leavesOfDeviceMax)
    }

    private mutating func countLeaf(of key: PublicKey) {
        leafCount += 1
        leafCounts[key, default: 0] += 1
    }

    /// The devices, sorted, whose logs have as many leaves as are taken in of one that was not removed:
    /// whatever they fork off beyond is refused, and devices may hold different leaves of them.
    package var devicesAtLeafLimit: [PublicKey] {
        leafCounts.filter {
            $0.value >= Limits.leavesOfDeviceMax && members.removals[$0.key] == nil
        }
        .keys.sorted()
    }

    /// Keeps a head that this device just signed over its own log.
    mutating func keep(_ head: SignedHead, of author: AuthorID, branch: Int) {
        authors[author]?.keep(head, on: branch)
    }

    /// Keeps heads that this device just signed below the last one of its own log.
    mutating func fill(_ heads: [SignedHead], of author: AuthorID, branch: Int) {
        authors[author]?.fill(heads, on: branch)
    }

    /// Counts a linked device as a member: it greeted with a chain that leads to it.
    mutating func admit(_ key: PublicKey, chain: InvitationChain) {
        members.admit(key, chain: chain)
    }

    /// The last link to a device is gone.
    mutating func dismissGuest(_ key: PublicKey) { members.dismissGuest(key) }
}
