/// The entries of a whole table: what merging is about. Two devices that took in the same runs, in
/// whatever order and however often, hold equal frontiers, equal digests and equal placed entries.
package struct TableLog: Sendable {
    /// Whose table this is.
    package let charter: Charter
    var authors: [AuthorID: AuthorLog] = [:]
    private(set) var lamports = LamportBound()
    private(set) var members: Membership
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

    /// Whether a run's head was checked already.
    package enum Trust: Sendable {
        /// From the own disk, where only checked runs are written.
        case ownDisk
        /// From outside: the head must be there and must fit.
        case verify
    }

    /// What became of a run.
    package enum Outcome: Sendable {
        /// Something new, with its places. `reorders` says that places of others changed too;
        /// `fork` that the author's log now has one branch more.
        case admitted([Placed], reorders: Bool, fork: Bool)
        /// All of it was held already.
        case held
        /// Its base is not held, so it waits until what is before it comes.
        case gap
        /// Against a limit: one more author, incarnation or branch than can be held.
        case refused
        /// Bytes that no entry has.
        case malformed
        /// The signature or an invitation does not fit, or the author does not certify itself.
        case forged
    }

    // MARK: Merging

    /// Takes a run in: all of it or nothing.
    package mutating func insert(_ run: Run, trust: Trust) -> Outcome {
        guard let entries = try? run.entries() else { return .malformed }
        if authors[run.author] == nil, run.after > 0 { return .gap }
        guard var log = authors[run.author] ?? certified(entries, of: run.author, trust: trust)
        else { return .forged }
        let isNew = authors[run.author] == nil
        if isNew, !hasRoom(forAuthorOf: log.key) { return .refused }
        #if PlantedBugs
            let isGap = log.attachment(of: run, entries: entries) == nil
            if PlantedBug.isActive(.closesGap), isGap, run.after > log.branches[0].last {
                return closeGap(run, entries, log)
            }
        #endif
        guard let place = log.attachment(of: run, entries: entries) else { return .gap }
        guard place.held < entries.count else { return .held }
        if place.forks {
            #if PlantedBugs
                if PlantedBug.isActive(.dropsForkBranch) { return .held }
            #endif
            guard log.branches.count < Limits.branchesMax, hasRoom(forLeafOf: log.key) else {
                return .refused
            }
        }

        let start = place.held == 0 ? 0 : entries[place.held - 1].end
        let bytes = run.bytes[start...]
        let ends = entries[place.held...].map { $0.end - start }
        let digests = log.extend(
            branch: place.branch, after: place.after, bytes: bytes, ends: ends)
        if trust == .verify {
            guard isVouched(run, of: log, end: digests.end) else { return .forged }
        }

        // The dictionary lets go of its copy first, so that appending copies nothing.
        authors[run.author] = nil
        let branch = log.append(at: place, bytes: bytes, ends: ends, digests: digests)
        if let head = run.head { log.keep(head, on: branch) }
        authors[run.author] = log
        if isNew, let chain = startOf(entries)?.chain { members.admit(log.key, showing: chain) }
        return admitted(entries[place.held...].map(\.entry), of: log, forks: place.forks)
    }

    private func isVouched(_ run: Run, of log: AuthorLog, end: Digest) -> Bool {
        #if PlantedBugs
            if PlantedBug.isActive(.acceptsUnsigned) { if run.head == nil { return true } }
        #endif
        guard let head = run.head, head.sequence == run.last else { return false }
        #if PlantedBugs
            if PlantedBug.isActive(.acceptsWrongSignature) { return true }
        #endif
        let message = SignedHead.message(
            table: charter.table, author: run.author, sequence: head.sequence, digest: end)
        return seal.isValid(head.signature, of: message, by: log.key)
    }

    private mutating func admitted(
        _ entries: [Entry], of log: AuthorLog, forks: Bool
    ) -> Outcome {
        var reorders = forks
        for entry in entries {
            if lamports.insert(entry.lamport) { reorders = true }
            if entry.kind == .deviceAdded { members.note(entry, by: log.key) }
        }
        let placed = entries.map { Placed(entry: $0, place: place(of: $0, in: log)) }
        return .admitted(placed, reorders: reorders, fork: forks)
    }

    /// An author that its own first entry certifies: ID from key and nonce, key from the founder by
    /// invitations. Nil when it does not, or when the run does not start at the first entry.
    private func certified(
        _ entries: [(entry: Entry, end: Int)], of author: AuthorID, trust: Trust
    ) -> AuthorLog? {
        guard let start = startOf(entries) else { return nil }
        guard seal.authorID(of: start.key, nonce: start.nonce) == author else { return nil }
        if trust == .verify, !members.isMember(start.key) {
            guard members.isAdmissible(start.key, by: start.chain) else { return nil }
        }
        return AuthorLog(author: author, key: start.key, table: charter.table, seal: seal)
    }

    private func startOf(_ entries: [(entry: Entry, end: Int)]) -> AuthorStarted? {
        guard let first = entries.first?.entry, first.id.sequence == 1,
            first.kind == .authorStarted
        else { return nil }
        return try? AuthorStarted(body: first.body)
    }

    private func hasRoom(forAuthorOf key: PublicKey) -> Bool {
        guard authors.count < Limits.authorsMax else { return false }
        return authors.values.filter { $0.key == key }.count < Limits.incarnationsMax
            && hasRoom(forLeafOf: key)
    }

    private func hasRoom(forLeafOf key: PublicKey) -> Bool {
        var all = 0
        var ofDevice = 0
        for log in authors.values {
            all += log.branches.count
            if log.key == key { ofDevice += log.branches.count }
        }
        return all < Limits.leavesMax && ofDevice < Limits.leavesOfDeviceMax
    }

    /// Keeps a head that this device just signed over its own log.
    mutating func keep(_ head: SignedHead, of author: AuthorID, branch: Int) {
        authors[author]?.keep(head, on: branch)
    }

    /// Counts a device as a member: it greeted with a chain that leads to it.
    mutating func admit(_ key: PublicKey, chain: InvitationChain) {
        members.admit(key, chain: chain)
    }
}

#if PlantedBugs
    extension TableLog {
        /// Takes a run in as if it followed what is held.
        fileprivate mutating func closeGap(
            _ run: Run, _ entries: [(entry: Entry, end: Int)], _ known: AuthorLog
        ) -> Outcome {
            var log = known
            let place = AuthorLog.Attachment(
                branch: 0, after: log.branches[0].last, held: 0, forks: false)
            let (bytes, ends) = (run.bytes[0...], entries.map(\.end))
            let digests = log.extend(branch: 0, after: place.after, bytes: bytes, ends: ends)
            _ = log.append(at: place, bytes: bytes, ends: ends, digests: digests)
            authors[run.author] = log
            return admitted(entries.map(\.entry), of: log, forks: false)
        }
    }
#endif
