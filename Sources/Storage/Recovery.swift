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
    /// As `lossIndex`, without writes that were cut off.
    private var damageIndex: Int?

    /// True if acknowledged entries of this author may be missing: a loss comes after its first
    /// entry that was found, or that entry is not its first. Stays true at every opening until the
    /// device has continued as another author, whose first entry comes after the loss, so a crash
    /// between a repair and the new incarnation is harmless. True for an author without entries if
    /// anything may be missing.
    package func mayLackEntries(of author: AuthorID) -> Bool {
        isAtRisk(author, by: lossIndex)
    }

    /// As `mayLackEntries(of:)`, by damage: false if writes that were cut off are all that was
    /// found.
    package func isDamaged(of author: AuthorID) -> Bool { isAtRisk(author, by: damageIndex) }

    private func isAtRisk(_ author: AuthorID, by lossIndex: Int?) -> Bool {
        guard let lossIndex else { return false }
        guard let first = commits.firstIndex(where: { $0.run.author == author }) else {
            return true
        }
        return first < lossIndex || commits[first].run.after > 0
    }

    /// The damage that is not repaired: all findings except damaged records whose entries `log`
    /// holds again, because peers have sent them. An unreadable record is never repaired.
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
    mutating func addLoss(behind count: Int, isTorn: Bool = false) {
        lossIndex = max(lossIndex ?? 0, count)
        if !isTorn { damageIndex = max(damageIndex ?? 0, count) }
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
                + "the other devices are asked for the lost entries"
        case .torn(let file, let range, _) where range.upperBound == 0:
            "\(file) is empty: it was being created when the machine stopped, or was emptied later"
        case .torn(let file, let range, let copy):
            "\(file): unfinished write of \(range.count) bytes at \(range.lowerBound)"
                + (copy.map { ", copied to \($0)" } ?? "")
        case .unreadable(let file, let error):
            "\(file): cannot be read (\(error.words)); the rest was kept; "
                + "the other devices are asked for the lost entries"
        case .missing(let numbers):
            numbers.count == 1
                ? "\(segmentName(numbers.lowerBound)) is missing"
                : "\(segmentName(numbers.lowerBound)) to \(segmentName(numbers.upperBound)) "
                    + "are missing"
        case .malformed(let file, let offset, let reason):
            "\(file): the record at \(offset) is intact but does not contain a commit "
                + "(\(reason)); it was left alone"
        case .misnamed(let file, let number):
            "\(file) contains segment \(number); its records were read"
        case .foreign(let file):
            "\(file) is not a file of the log; it was left alone"
        }
    }
}

/// Repairs the end of the log so that appending can continue. After a crash at any point the next
/// opening repairs to the same result.
struct Repair {
    let disk: any Disk
    /// The names of all files on it.
    let files: Set<String>

    /// Makes the part that stays durable, then copies the torn tail and cuts it off. Returns the
    /// name of the copy, or nil if there was nothing to copy. The order matters: a copy proves to
    /// every later opening that everything before the cut is durable.
    func finish(_ last: LastSegment) throws(StoreError) -> String? {
        do throws(DiskError) {
            guard last.isUnfinished ? last.length > 0 : last.mark != nil else { return nil }
            let bytes = try disk.read(segmentName(last.number), max: SegmentLimits.fileBytesMax)
            if !last.isUnfinished { try confirm(last, bytes) }
            let copy = try last.torn.flatMap { (torn) throws(DiskError) in
                try keep(Array(bytes[torn]), at: torn.lowerBound, of: last.number)
            }
            if last.torn != nil { try cut(last) }
            return copy
        } catch {
            throw StoreError(error)
        }
    }

    /// Stores the copy under the first name that is free or already has the same bytes, as after a
    /// crash between copy and cut.
    private func keep(
        _ tail: [UInt8], at offset: Int, of number: UInt32
    ) throws(DiskError) -> String? {
        guard !tail.isEmpty else { return nil }
        for copy in 1...SegmentLimits.tornCopiesMax {
            let name = tornName(number, offset: offset, copy: copy)
            if files.contains(name), !holds(name, tail) { continue }
            try disk.write(tail, to: name, at: 0)
            try disk.makeDurable(name)
            return name
        }
        throw DiskError(
            operation: .write, file: segmentName(number), number: 0,
            words: "all \(SegmentLimits.tornCopiesMax) names for copies of torn tails are in use; "
                + "move the oldest copies away", isFull: false)
    }

    private func holds(_ name: String, _ bytes: [UInt8]) -> Bool {
        (try? disk.read(name, max: SegmentLimits.fileBytesMax)) == bytes
    }

    /// Makes the cut durable before anything is written after it, so that the bytes cut off can
    /// never be read as records again.
    private func cut(_ last: LastSegment) throws(DiskError) {
        try disk.resize(segmentName(last.number), to: last.isUnfinished ? 0 : last.end)
        try disk.makeDurable(segmentName(last.number))
    }

    /// Rewrites the bytes that were read but are not proven durable, up to the torn part, including
    /// the length and the reserved zeros, and makes them durable: after a failed sync, reads may
    /// show bytes that the system will never write to the disk, where an earlier tail may remain.
    private func confirm(_ last: LastSegment, _ bytes: [UInt8]) throws(DiskError) {
        let end = last.torn == nil ? last.length : last.end
        let start = min(last.durable, last.end)
        try disk.resize(segmentName(last.number), to: last.length)
        try disk.write(Array(bytes[start..<end]), to: segmentName(last.number), at: start)
        try disk.makeDurable(segmentName(last.number))
    }
}
