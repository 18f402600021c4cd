package import MoveLog

/// What an opening found on the disk.
package struct Recovery: Equatable, Sendable {
    /// The table that the segments name; nil when no segment has a readable header.
    package var table: TableID?
    /// Everything that is on the disk, in the order in which it was appended.
    package var commits: [Commit] = []
    /// What was not as it should be, in the order of the files.
    package var findings: [Finding] = []
    /// What damaged stretches seem to have held, by the words of their findings: no commits, or one that
    /// may be read in two ways.
    private var damaged: [String: [Commit]] = [:]
    /// How many segment files there are.
    package var segments = 0
    /// How many bytes the records and headers take, without reserved space.
    package var bytes = 0

    /// Whether this opening found that entries that were once acknowledged may be missing: the
    /// peers should be asked. What it means for the own incarnation, `mayLackEntries(of:)` says.
    package var mayLackEntries: Bool { findings.contains { $0.mayLoseEntries } }

    /// How many of the commits were appended before the last place where acknowledged entries are
    /// or were missing: a finding, or a cut that an earlier opening made. Nil without such a place.
    package private(set) var lossIndex: Int?

    /// Whether acknowledged entries of this author may be missing: a loss lies behind the first of
    /// its entries that was found, or that is not its first. True at every opening until the device
    /// has gone on as another author, whose first entry then lies behind the loss; so a crash
    /// between a repair and the new incarnation is harmless. True for an author without entries
    /// when anything may be missing.
    package func mayLackEntries(of author: AuthorID) -> Bool {
        guard let lossIndex else { return false }
        guard let first = commits.firstIndex(where: { $0.run.author == author }) else {
            return true
        }
        return first < lossIndex || commits[first].run.after > 0
    }

    /// What is damaged and not made good: all findings but those of damaged records of which `log` holds the
    /// entries again, which the peers have sent. A record that cannot be read is never made good.
    package func unhealed(in log: TableLog) -> [Finding] {
        findings.filter { finding in
            guard let commits = damaged[finding.description] else { return true }
            return !commits.isEmpty && !commits.contains { log.holdsEntries(ofDamaged: $0.run) }
        }
    }

    /// Adds a damaged stretch, and what it seems to have held; nil where that cannot be told.
    mutating func addCorrupt(_ file: String, _ range: Range<Int>, holding commits: [Commit]?) {
        let finding = Finding.corrupt(file: file, range: range)
        findings.append(finding)
        damaged[finding.description] = commits
    }

    /// Adds a place, behind this many commits, where acknowledged entries may be missing.
    mutating func addLoss(behind count: Int) {
        lossIndex = max(lossIndex ?? 0, count)
    }
}

/// One thing on the disk that is not as it should be.
package enum Finding: Equatable, Sendable, CustomStringConvertible {
    /// Bytes that had been durable are damaged or gone; what follows them was kept.
    case corrupt(file: String, range: Range<Int>)
    /// What a crash left at the end of the log: never acknowledged, unless the last records were
    /// damaged later, which looks the same. Opening keeps a copy under the name (nil when all of it
    /// is zeros, or after a read-only opening) and cuts it off. From 0 to 0 is the last of several
    /// segments without any bytes: it was being made, or it was emptied, which looks the same.
    case torn(file: String, range: Range<Int>, copy: String?)
    /// The disk did not give the file's content back. It stays as it is.
    case unreadable(file: String, error: DiskError)
    /// The segments of these numbers are gone, while later ones are there.
    case missing(numbers: ClosedRange<UInt32>)
    /// A record is whole, but what it carries is not a commit. It stays where it is.
    case malformed(file: String, offset: Int, reason: Malformed)
    /// The segment's header bears another number than the file's name. Its records were taken; what
    /// had the name may be gone.
    case misnamed(file: String, number: UInt32)
    /// Not a file of this log; left alone.
    case foreign(file: String)

    /// Whether acknowledged entries may be missing because of it.
    package var mayLoseEntries: Bool {
        switch self {
        case .corrupt, .unreadable, .missing, .malformed, .misnamed: true
        // The first segment, torn from its start, was being made: nothing in it ever counted. Of a
        // later one it cannot be told, and a new incarnation costs little.
        case .torn(let file, let range, _): range.lowerBound > 0 || file != segmentName(1)
        case .foreign: false
        }
    }

    /// Whether the opening mended it and every start after a crash may find it: nothing that stays,
    /// and nothing that calls for anybody.
    package var isUnfinishedWrite: Bool {
        switch self {
        case .torn: true
        case .corrupt, .unreadable, .missing, .malformed, .misnamed, .foreign: false
        }
    }

    /// One sentence for `status`, `verify` and the diagnostics.
    package var description: String {
        switch self {
        case .corrupt(let file, let range):
            "\(file): \(range.count) bytes at \(range.lowerBound) are damaged; the rest was kept; "
                + "the peers are asked for what is lost"
        case .torn(let file, let range, _) where range.upperBound == 0:
            "\(file) holds nothing: it was being made when the machine stopped, or was emptied since"
        case .torn(let file, let range, let copy):
            "\(file): unfinished write of \(range.count) bytes at \(range.lowerBound)"
                + (copy.map { ", kept as \($0)" } ?? "")
        case .unreadable(let file, let error):
            "\(file): not readable (\(error.words)); the rest was kept; "
                + "the peers are asked for what is lost"
        case .missing(let numbers):
            numbers.count == 1
                ? "\(segmentName(numbers.lowerBound)) is missing"
                : "\(segmentName(numbers.lowerBound)) to \(segmentName(numbers.upperBound)) "
                    + "are missing"
        case .malformed(let file, let offset, let reason):
            "\(file): the record at \(offset) is whole but holds no commit (\(reason)); left alone"
        case .misnamed(let file, let number):
            "\(file) holds segment \(number); its records were read"
        case .foreign(let file):
            "\(file) is not a file of the log; left alone"
        }
    }
}
