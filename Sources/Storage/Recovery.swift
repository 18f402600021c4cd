package import MoveLog

/// The findings of an opening.
package struct Recovery: Equatable, Sendable {
    /// The table that the segments name; nil if no segment has a readable header.
    package var table: TableID?
    /// The commits on the disk, in the order in which they were appended.
    package var commits: [Commit] = []
    /// The defects, in the order of the files.
    package var findings: [Finding] = []
    /// The probable content of damaged ranges, by the description of their findings: no commits, or
    /// one that can be read in two ways.
    private var damaged: [String: [Commit]] = [:]
    /// The number of segment files.
    package var segments = 0
    /// The bytes of records and headers, without reserved space.
    package var bytes = 0

    /// True if acknowledged entries may be missing, so that peers should be asked.
    /// `mayLackEntries(of:)` says whether the own incarnation must end.
    package var mayLackEntries: Bool { findings.contains { $0.mayLoseEntries } }

    /// The number of commits that were appended before the last place where acknowledged entries
    /// may be missing: a finding, or a cut by an earlier opening. Nil if there is no such place.
    package private(set) var lossIndex: Int?

    /// True if acknowledged entries of this author may be missing: a loss comes after its first
    /// entry that was found, or that entry is not its first. Stays true at every opening until the
    /// device has continued as another author, whose first entry comes after the loss, so a crash
    /// between a repair and the new incarnation is harmless. True for an author without entries if
    /// anything may be missing.
    package func mayLackEntries(of author: AuthorID) -> Bool {
        guard let lossIndex else { return false }
        guard let first = commits.firstIndex(where: { $0.run.author == author }) else {
            return true
        }
        return first < lossIndex || commits[first].run.after > 0
    }

    /// The damage that is not made good: all findings except damaged records whose entries `log`
    /// holds again, because peers have sent them. A record that cannot be read is never made good.
    package func unhealed(in log: TableLog) -> [Finding] {
        findings.filter { finding in
            guard let commits = damaged[finding.description] else { return true }
            return !commits.isEmpty && !commits.contains { log.holdsEntries(ofDamaged: $0.run) }
        }
    }

    /// Adds a damaged range and its probable content, nil if unknown.
    mutating func addCorrupt(_ file: String, _ range: Range<Int>, holding commits: [Commit]?) {
        let finding = Finding.corrupt(file: file, range: range)
        findings.append(finding)
        damaged[finding.description] = commits
    }

    /// Adds a place, after `count` commits, where acknowledged entries may be missing.
    mutating func addLoss(behind count: Int) {
        lossIndex = max(lossIndex ?? 0, count)
    }
}

/// A defect on the disk.
package enum Finding: Equatable, Sendable, CustomStringConvertible {
    /// Durable bytes are damaged or gone; the bytes after them were kept.
    case corrupt(file: String, range: Range<Int>)
    /// The rest of a crash at the end of the log: never acknowledged, unless the last records were
    /// damaged later, which looks the same. Opening keeps a copy (nil if all bytes are zeros, or
    /// after a read-only opening) and cuts the range off. The range 0..<0 is a last segment without
    /// any bytes, after others: it was being created, or was emptied, which looks the same.
    case torn(file: String, range: Range<Int>, copy: String?)
    /// The content of the file could not be read. The file stays as it is.
    case unreadable(file: String, error: DiskError)
    /// The segments with these numbers are gone, while later ones exist.
    case missing(numbers: ClosedRange<UInt32>)
    /// A valid record does not contain a commit. It stays where it is.
    case malformed(file: String, offset: Int, reason: Malformed)
    /// The header of a segment has another number than the name of the file. Its records were
    /// accepted; the segment with that name may be gone.
    case misnamed(file: String, number: UInt32)
    /// Not a file of this log; left alone.
    case foreign(file: String)

    /// True if acknowledged entries may be missing because of the defect.
    package var mayLoseEntries: Bool {
        switch self {
        case .corrupt, .unreadable, .missing, .malformed, .misnamed: true
        // A first segment that is torn from its start was being created: it never held acknowledged
        // entries. For a later segment this is unknown, and a new incarnation costs little.
        case .torn(let file, let range, _): range.lowerBound > 0 || file != segmentName(1)
        case .foreign: false
        }
    }

    /// True if opening repaired the defect and any start after a crash may find it: no lasting
    /// damage, no action needed.
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
