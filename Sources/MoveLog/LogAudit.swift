/// A log merged again from the commits of a disk, without trust: every signed head is verified
/// again. For `verify`; changes nothing.
package struct LogAudit: Sendable {
    package enum Finding: Equatable, Sendable, CustomStringConvertible {
        /// Entries wait for earlier ones of their author that are missing.
        case gap(entries: Int)
        /// An author's log has several branches.
        case forked(AuthorID)
        /// A run exceeds a limit and was left out.
        case refused(AuthorID)
        /// The bytes of a run are not entries.
        case malformed(AuthorID)
        /// The head of a run is not signed by its author.
        case forged(AuthorID)
        /// Entries of another device have no signature, which no correct device writes.
        case unsigned(AuthorID, entries: Int)

        package var description: String {
            switch self {
            case .gap(let entries):
                "\(entries) entries wait for earlier entries that are missing"
            case .forked(let author): "the log of author \(author) is forked"
            case .refused(let author): "a run of author \(author) exceeds a limit and was left out"
            case .malformed(let author): "a run of author \(author) cannot be decoded"
            case .forged(let author): "a run of author \(author) has no valid signature"
            case .unsigned(let author, let entries):
                "\(entries) entries of author \(author) have no signature"
            }
        }
    }

    package private(set) var log: TableLog
    /// The number of heads with a valid signature.
    package private(set) var headCount = 0
    /// The number of own entries without a head, because they were not sent yet.
    package private(set) var unsignedCount = 0
    /// The number of entries of removed devices after their cuts: kept, but not counted.
    package var uncountedCount: Int {
        log.deviceKeys.reduce(0) { $0 + log.uncountedCount(of: $1) }
    }
    /// In the order of detection.
    package private(set) var findings: [Finding] = []
    private let own: PublicKey

    /// Merges the commits in any order; a run that waits for an earlier one is tried again. Cost:
    /// one verification a head, and one decoding an entry.
    package init(_ commits: [Commit], charter: Charter, seal: any Seal) {
        log = TableLog(charter: charter, seal: seal)
        own = seal.publicKey
        var waiting = commits.map(\.run)
        var isGrowing = true
        while isGrowing, !waiting.isEmpty {
            let before = waiting.count
            waiting = waiting.filter { !merges($0) }
            isGrowing = waiting.count < before
        }
        guard !waiting.isEmpty else { return }
        findings.append(.gap(entries: waiting.reduce(0) { $0 + $1.count }))
    }

    /// Merges a run; returns false while the entries before it are missing.
    private mutating func merges(_ run: Run) -> Bool {
        switch log.insert(run, trust: run.head == nil ? .ownDisk : .audit) {
        case .admitted(_, _, let isFork):
            inspect(run)
            if isFork { findings.append(.forked(run.author)) }
        case .held, .beyondCut: inspect(run)
        case .gap: return false
        case .refused: findings.append(.refused(run.author))
        case .malformed: findings.append(.malformed(run.author))
        case .forged: findings.append(.forged(run.author))
        }
        return true
    }

    private mutating func inspect(_ run: Run) {
        if run.head != nil {
            headCount += 1
        } else if log.key(of: run.author) == own || run.author == log.charter.founder {
            unsignedCount += run.count
        } else {
            findings.append(.unsigned(run.author, entries: run.count))
        }
    }
}
