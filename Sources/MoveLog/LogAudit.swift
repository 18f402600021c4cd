/// A log merged again from the commits of a disk, by a device that trusts nobody: every signed head is
/// checked again. For `verify`; it changes nothing.
package struct LogAudit: Sendable {
    /// Something that is not as it should be.
    package enum Finding: Equatable, Sendable, CustomStringConvertible {
        /// Entries wait for earlier ones of their author that are not there.
        case gap(entries: Int)
        /// An author's log has several lines.
        case forked(AuthorID)
        /// A run is past a limit and was left out.
        case refused(AuthorID)
        /// A run's bytes are no entries.
        case malformed(AuthorID)
        /// A run's head is not its author's.
        case forged(AuthorID)
        /// Entries of another device bear no signature, which no device ever writes.
        case unsigned(AuthorID, entries: Int)

        /// One sentence for people.
        package var description: String {
            switch self {
            case .gap(let entries):
                "\(entries) entries wait for earlier ones that are not here"
            case .forked(let author): "the log of author \(author) is forked"
            case .refused(let author): "a run of author \(author) is past a limit"
            case .malformed(let author): "a run of author \(author) holds no entries"
            case .forged(let author): "a run of author \(author) is not signed by it"
            case .unsigned(let author, let entries):
                "\(entries) entries of author \(author) bear no signature"
            }
        }
    }

    /// The entries that were merged.
    package private(set) var log: TableLog
    /// How many heads were there and fitted.
    package private(set) var headCount = 0
    /// Own entries that were not sent yet, so that nothing signs for them but the device itself.
    package private(set) var unsignedCount = 0
    /// Entries of removed devices beyond their cuts: kept and not counted.
    package var uncountedCount: Int {
        log.deviceKeys.reduce(0) { $0 + log.uncountedCount(of: $1) }
    }
    /// The findings, in the order in which they were found.
    package private(set) var findings: [Finding] = []
    private let own: PublicKey

    /// Merges the commits in any order: what waits for an earlier one is tried again. The cost is
    /// a verification for each head, and for each entry that of reading it.
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

    /// Merges a run; false while what is before it is missing.
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
