package import MoveLog

/// The durable log of one table: commits in segment files of one directory.
///
/// `append` collects commits; `commit` writes them and returns when all are durable; only then may
/// they be acknowledged. After any error of `commit` the store is poisoned: a failed sync is never
/// retried, because the system may have discarded the bytes. Drop the store and `open` another,
/// which verifies the content of the disk.
package struct MoveStore {
    private let disk: any Disk
    private let table: TableID
    private let sizes: SegmentSizes
    private let random: () -> UInt64
    private var segment: SegmentWriter?
    /// The number of the next segment, and the end of the records of the segment before it.
    private var nextNumber: UInt32
    private var previousEnd: Int
    /// The collected commits, as payloads and types of their records.
    private var waiting: [(payload: [UInt8], type: UInt8)] = []
    /// The error after which the store accepts nothing more; nil while there is none.
    package private(set) var poison: DiskError?

    /// Reads the log, copies a torn tail and cuts it off, makes the rest durable, and continues
    /// after it. An empty directory is an empty log; nothing is written before the first commit.
    ///
    /// `random` draws the marks of new segments; it must give different numbers in every run of the
    /// program. Cost: reads every byte of the log once.
    package static func open(
        _ disk: any Disk, table: TableID, random: @escaping () -> UInt64,
        sizes: SegmentSizes = .standard
    ) throws(StoreError) -> (store: MoveStore, recovery: Recovery) {
        let survey = try Survey(disk, table: table)
        var recovery = survey.recovery
        if let last = survey.last {
            let copy = try Repair(disk: disk, files: survey.files).finish(last)
            recovery.nameCopy(copy)
        }
        let store = MoveStore(
            disk: disk, table: table, sizes: sizes, random: random, survey: survey)
        return (store, recovery)
    }

    /// Reads the log without changes, for `verify` and for `status` without a daemon. A table of
    /// nil means the table that the segments name.
    package static func inspect(
        _ disk: any Disk, table: TableID? = nil
    ) throws(StoreError) -> Recovery {
        try Survey(disk, table: table).recovery
    }

    private init(
        disk: any Disk, table: TableID, sizes: SegmentSizes, random: @escaping () -> UInt64,
        survey: Survey
    ) {
        self.disk = disk
        self.table = table
        self.sizes = sizes
        self.random = random
        nextNumber = (survey.last?.number ?? 0) + 1
        previousEnd = survey.last?.end ?? 0
        guard let last = survey.last else { return }
        if last.isUnfinished {
            nextNumber = last.number
            previousEnd = survey.previousEnd
        } else if last.isSound, let mark = last.mark {
            segment = SegmentWriter(
                continuing: last.number, mark: mark, end: last.end,
                reserved: last.torn == nil ? last.length : last.end, sizes: sizes)
        }
    }

    /// True if `commit` has anything to write.
    package var hasWaiting: Bool { !waiting.isEmpty }

    /// Adds a commit to the group that the next `commit` makes durable. Does not touch the disk.
    package mutating func append(_ commit: Commit) throws(StoreError) {
        if let poison { throw .poisoned(poison) }
        let payload = commit.payload
        guard commit.run.byteCount <= MoveLogLimits.spanBytesMax,
            payload.count <= SegmentLimits.payloadBytesMax
        else {
            throw .tooLarge(bytes: payload.count)
        }
        waiting.append((payload, SegmentRecord.type(of: commit)))
    }

    /// Writes the group, with one write a segment, and returns when it is durable. Does not touch
    /// the disk if the group is empty. After an error any part of the group may be on the disk, and
    /// no part may be acknowledged.
    package mutating func commit() throws(StoreError) {
        if let poison { throw .poisoned(poison) }
        for item in waiting {
            if segment?.takes(payloadBytes: item.payload.count) != true {
                try guarding { (store) throws(DiskError) in try store.rotate() }
            }
            segment?.add(item.payload, type: item.type)
        }
        waiting.removeAll(keepingCapacity: true)
        let disk = self.disk
        try guarding { (store) throws(DiskError) in try store.segment?.commit(to: disk) }
    }

    /// Seals the segment, if there is one, and begins the next.
    private mutating func rotate() throws(DiskError) {
        guard nextNumber <= SegmentLimits.numberMax else {
            throw DiskError(
                operation: .write, file: segmentName(nextNumber - 1), number: 0,
                words: "no segment number is left after it", isFull: false)
        }
        if var sealed = segment {
            try sealed.seal(on: disk)
            previousEnd = sealed.end
        }
        let header = SegmentHeader(
            table: table, number: nextNumber, previousEnd: UInt32(previousEnd), mark: drawMark())
        try refuseRecords(in: segmentName(nextNumber))
        segment = try SegmentWriter(creating: header, sizes: sizes, on: disk)
        nextNumber += 1
    }

    /// A file that is there already has nothing after its header: a start that failed left it. With
    /// records it was overlooked when the log was opened, and must not be overwritten.
    private func refuseRecords(in file: String) throws(DiskError) {
        guard try disk.files().contains(file) else { return }
        let bytes = try disk.read(file, max: SegmentLimits.fileBytesMax)
        guard bytes.dropFirst(SegmentHeader.length).contains(where: { $0 != 0 }) else { return }
        throw DiskError(
            operation: .write, file: file, number: 0,
            words:
                "it has records that were not seen when the log was opened; it was left as it is",
            isFull: false)
    }

    /// The number of the segment that is appended to; nil if the next commit begins one.
    package var openNumber: UInt32? { segment?.number }

    /// The first byte of a mark is not zero, so that no reserved space looks like a record.
    private func drawMark() -> UInt32 {
        var mark = UInt32(truncatingIfNeeded: random())
        if mark >> 24 == 0 { mark |= 0xa5 << 24 }
        return mark
    }

    /// Runs `work`, which uses the disk; the first error poisons the store.
    private mutating func guarding(
        _ work: (inout MoveStore) throws(DiskError) -> Void
    ) throws(StoreError) {
        do throws(DiskError) {
            try work(&self)
        } catch {
            poison = error
            segment = nil
            waiting = []
            throw StoreError(error)
        }
    }
}

extension Recovery {
    /// Adds the name of the copy to the finding of the torn tail.
    fileprivate mutating func nameCopy(_ copy: String?) {
        guard let copy, case .torn(let file, let range, _)? = findings.last else { return }
        findings[findings.count - 1] = .torn(file: file, range: range, copy: copy)
    }
}

package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk or the quota is full. Acknowledged entries are safe; an opening after space was
    /// freed continues.
    case full(DiskError)
    /// The disk failed. Acknowledged entries are safe as far as the disk keeps them; only a new
    /// opening can tell.
    case disk(DiskError)
    /// The store failed before, with this first error, and accepts nothing more until it is
    /// reopened.
    case poisoned(DiskError)
    /// A segment was written by a newer version of the program; nothing was changed.
    case newerFormat(file: String, version: UInt32)
    /// A segment belongs to another table; nothing was changed.
    case otherTable(file: String, table: TableID)
    /// A commit, given by the bytes of its payload, is larger than a record may be. Nothing was
    /// changed.
    case tooLarge(bytes: Int)

    package init(_ error: DiskError) { self = error.isFull ? .full(error) : .disk(error) }

    /// True if freeing space on the disk and reopening helps.
    package var isFull: Bool {
        switch self {
        case .full: true
        case .poisoned(let first): first.isFull
        case .disk, .newerFormat, .otherTable, .tooLarge: false
        }
    }

    /// The file of the log that was deleted while it was open; nil for any other error.
    package var deletedFile: String? {
        switch self {
        case .disk(let error), .full(let error), .poisoned(let error):
            error.isDeleted ? error.file : nil
        case .newerFormat, .otherTable, .tooLarge: nil
        }
    }

    /// One sentence: what failed, on what, what still holds, what to do.
    package var description: String {
        switch self {
        case .full(let error):
            "\(error); everything acknowledged is safe; free some space, and recording resumes"
        case .disk(let error):
            "\(error); nothing more is recorded until the log is reopened and verified"
        case .poisoned(let error):
            "the log is closed after an earlier failure (\(error)); reopen it"
        case .newerFormat(let file, let version):
            "cannot read \(file): it has format \(version), and this program reads up to format "
                + "\(SegmentHeader.version); nothing was changed; "
                + "use the newer version of the program"
        case .otherTable(let file, let table):
            "cannot open the log: \(file) belongs to another table (\(table)); "
                + "nothing was changed; give each table its own directory"
        case .tooLarge(let bytes):
            "cannot record a commit of \(bytes) bytes: the limit is "
                + "\(SegmentLimits.payloadBytesMax); nothing was written"
        }
    }
}
