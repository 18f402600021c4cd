import MoveLog

/// All segments of a directory, read and judged; changes nothing.
struct Survey {
    /// The findings; torn tails have no copies yet.
    private(set) var recovery = Recovery()
    /// The segment with the highest number; nil in an empty directory.
    private(set) var last: LastSegment?
    /// The end of the records of the segment before the last; 0 if unknown.
    private(set) var previousEnd = 0
    /// The names of all files in the directory.
    private(set) var files: Set<String> = []
    /// The offsets at which earlier openings cut torn tails off, by segment.
    private var cuts: [UInt32: [Int]] = [:]

    /// Reads everything. A table of nil means the table of the first readable header. Throws if the
    /// directory cannot be listed, or a segment belongs to another table or a newer format.
    init(_ disk: any Disk, table: TableID?) throws(StoreError) {
        recovery.table = table
        let numbers = try list(disk)
        var before: SegmentPart?
        for number in numbers {
            let part = SegmentPart(number, on: disk)
            try check(part)
            if let before { judge(before, followedBy: part) }
            let expected = (before?.number ?? 0) + 1
            if number > expected {
                recovery.findings.append(.missing(numbers: expected...(number - 1)))
                recovery.addLoss(behind: recovery.commits.count)
                previousEnd = 0
            }
            before = part
        }
        if let before { judgeLast(before) }
    }

    /// Sorts the files of the directory by role; returns the numbers of the segments in order.
    private mutating func list(_ disk: any Disk) throws(StoreError) -> [UInt32] {
        do throws(DiskError) {
            files = Set(try disk.files())
        } catch {
            throw StoreError(error)
        }
        var numbers: [UInt32] = []
        for file in files.sorted() {
            switch SegmentName(file) {
            case .segment(let number): numbers.append(number)
            case .torn(let number, let offset): cuts[number, default: []].append(offset)
            case .foreign: recovery.findings.append(.foreign(file: file))
            }
        }
        recovery.segments = numbers.count
        return numbers.sorted()
    }

    private mutating func check(_ part: SegmentPart) throws(StoreError) {
        guard let header = part.scan?.header else { return }
        if header.version > SegmentHeader.version {
            throw .newerFormat(file: part.file, version: header.version)
        }
        if header.table != recovery.table ?? header.table {
            throw .otherTable(file: part.file, table: header.table)
        }
        recovery.table = header.table
    }

    private mutating func judge(_ part: SegmentPart, followedBy next: SegmentPart) {
        guard let scan = part.scan else { return reportUnreadable(part) }
        var statedEnd = 0
        if let header = next.scan?.header, header.number == part.number + 1 {
            statedEnd = Int(header.previousEnd)
        }
        let verdict = SegmentVerdict(sealed: scan, statedEnd: statedEnd)
        record(part, verdict)
        previousEnd = verdict.end
    }

    private mutating func judgeLast(_ part: SegmentPart) {
        guard let scan = part.scan else {
            last = LastSegment(number: part.number)
            return reportUnreadable(part)
        }
        if scan.header == nil && scan.contentEnd <= SegmentHeader.length {
            // The header becomes durable before anything is written after it, so this segment never
            // held acknowledged entries, unless it was emptied since. The first segment of an empty
            // log has no author that could continue.
            if scan.length > 0 || part.number > 1 {
                recovery.findings.append(
                    .torn(file: part.file, range: 0..<scan.contentEnd, copy: nil))
            }
            if part.number > 1 {
                recovery.addLoss(behind: recovery.commits.count, isTorn: true)
            }
            last = LastSegment(
                number: part.number, torn: 0..<scan.contentEnd, isUnfinished: true,
                length: scan.length)
            return
        }
        let verdict = SegmentVerdict(last: scan, cutAt: cuts[part.number]?.max() ?? 0)
        record(part, verdict)
        last = LastSegment(
            number: part.number, torn: verdict.torn, mark: scan.mark, end: verdict.end,
            durable: verdict.durable, length: scan.length,
            isSound: scan.header?.number == part.number && verdict.corrupt.isEmpty)
    }

    private mutating func reportUnreadable(_ part: SegmentPart) {
        previousEnd = 0
        recovery.addLoss(behind: recovery.commits.count)
        guard let error = part.error else { return }
        recovery.findings.append(.unreadable(file: part.file, error: error))
    }

    private mutating func record(_ part: SegmentPart, _ verdict: SegmentVerdict) {
        let file = part.file
        if let header = part.scan?.header, header.number != part.number {
            recovery.findings.append(.misnamed(file: file, number: header.number))
            recovery.addLoss(behind: recovery.commits.count)
        }
        for range in verdict.corrupt {
            recovery.addCorrupt(file, range, holding: part.commits(ofDamaged: range))
        }
        addLosses(in: part, verdict)
        for record in part.scan?.records.prefix(verdict.recordCount) ?? [] {
            do throws(Malformed) {
                recovery.commits.append(try record.content(of: part.bytes))
            } catch {
                recovery.findings.append(
                    .malformed(file: file, offset: record.offset, reason: error))
                recovery.addLoss(behind: recovery.commits.count)
            }
        }
        if let torn = verdict.torn {
            recovery.findings.append(.torn(file: file, range: torn, copy: nil))
        }
        recovery.bytes += verdict.end
    }

    /// Adds the places, in the order of the commits, where entries were lost. To be called before
    /// the commits of the part are added.
    private mutating func addLosses(in part: SegmentPart, _ verdict: SegmentVerdict) {
        var tears = (cuts[part.number] ?? []).filter { $0 > 0 }
        if let torn = verdict.torn { tears.append(torn.lowerBound) }
        let records = part.scan?.records.prefix(verdict.recordCount) ?? []
        for (places, isTorn) in [(verdict.corrupt.map(\.lowerBound), false), (tears, true)] {
            for place in places {
                let before = records.count { $0.offset < place }
                recovery.addLoss(behind: recovery.commits.count + before, isTorn: isTorn)
            }
        }
    }
}

/// The segment with the highest number, where appending may continue.
struct LastSegment {
    var number: UInt32
    /// The range to be cut off after the records; empty if it has only zeros.
    var torn: Range<Int>?
    /// True if the segment was being created at a crash: it never held acknowledged entries.
    var isUnfinished = false
    /// The mark of its records; nil if unknown.
    var mark: UInt32?
    /// The end of its records.
    var end = 0
    /// The offset below which everything is proven to have been durable.
    var durable = 0
    /// The length of the file.
    var length = 0
    /// True if appending may continue after its records; else a new segment is begun.
    var isSound = false
}

/// A segment file as it was read.
private struct SegmentPart {
    let number: UInt32
    /// The content; nil if the file could not be read.
    private(set) var scan: SegmentScan?
    /// The error if the file could not be read.
    private(set) var error: DiskError?
    /// The bytes of the file; empty if it could not be read.
    private(set) var bytes: [UInt8] = []

    var file: String { segmentName(number) }

    init(_ number: UInt32, on disk: any Disk) {
        self.number = number
        do throws(DiskError) {
            bytes = try disk.read(segmentName(number), max: SegmentLimits.fileBytesMax)
            scan = SegmentScan(file: bytes)
        } catch {
            self.error = error
        }
    }
}

extension SegmentPart {
    /// The probable content of a damaged range: a record of either type; a header has none. Nil if
    /// unknown.
    fileprivate func commits(ofDamaged stretch: Range<Int>) -> [Commit]? {
        if stretch == 0..<SegmentHeader.length, scan?.gaps.isEmpty == true { return [] }
        guard let payload = SegmentRecord.payload(ofDamaged: bytes, at: stretch) else {
            return nil
        }
        let read = [false, true].compactMap { try? Commit(in: bytes, at: payload, isPaged: $0) }
        return read.isEmpty ? nil : read
    }
}

extension SegmentRecord {
    func content(of file: [UInt8]) throws(Malformed) -> Commit {
        guard type == Self.commitType || type == Self.pagedCommitType else {
            throw .invalid("type")
        }
        return try Commit(in: file, at: payload, isPaged: type == Self.pagedCommitType)
    }
}
