package import MoveLog

/// The durable log of one table: commits in segment files of one directory.
///
/// `append` gathers, `commit` writes what was gathered and returns when all of it is durable; only
/// then may anybody be told. After any error of `commit` the store is poisoned: a failed sync is
/// never tried again, because the system may already have given up the bytes. Drop the store and
/// `open` another, which verifies what the disk really holds.
package struct MoveStore {
    private let disk: any Disk
    private let table: TableID
    private let sizes: SegmentSizes
    private let random: () -> UInt64
    private var segment: SegmentWriter?
    /// The number of the next segment, when one must be begun, and where the one before it ends.
    private var nextNumber: UInt32
    private var previousEnd: Int
    /// The commits of the group as their records will have them.
    private var waiting: [(payload: [UInt8], type: UInt8)] = []
    private var failure: DiskError?

    /// Reads the log, cuts a torn tail off after keeping a copy, makes the rest durable, and goes on
    /// behind it. An empty directory is an empty log; nothing is written before the first commit.
    ///
    /// `random` marks new segments; it must give other numbers in every run of the program. The
    /// cost is that of reading every byte of the log once.
    package static func open(
        _ disk: any Disk, table: TableID, random: @escaping () -> UInt64,
        sizes: SegmentSizes = .standard
    ) throws(StoreError) -> (store: MoveStore, recovery: Recovery) {
        let survey = try Survey(disk, table: table)
        var recovery = survey.recovery
        if let last = survey.last {
            let copy = try Repair(on: disk, files: survey.files).finish(last)
            recovery.nameCopy(copy)
        }
        let store = MoveStore(
            disk: disk, table: table, sizes: sizes, random: random, survey: survey)
        return (store, recovery)
    }

    /// Reads the log and changes nothing, for `verify` and for `status` without a daemon; a table
    /// of nil takes the one that the segments name.
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

    /// Whether `commit` has anything to write.
    package var hasWaiting: Bool { !waiting.isEmpty }

    /// Why the store takes nothing more; nil while it is well.
    package var poison: DiskError? { failure }

    /// Takes a commit into the group that the next `commit` makes durable. The disk is not touched.
    package mutating func append(_ commit: Commit) throws(StoreError) {
        if let failure { throw .poisoned(failure) }
        let payload = commit.payload
        guard commit.run.byteCount <= Limits.spanBytesMax,
            payload.count <= SegmentLimits.payloadBytesMax
        else {
            throw .tooLarge(bytes: payload.count)
        }
        waiting.append((payload, SegmentRecord.type(of: commit)))
    }

    /// Writes the group, in one piece for each segment, and returns when it is durable. With
    /// nothing waiting the disk is not touched. After an error any part of the group may be on the
    /// disk and nothing of it may be acknowledged.
    package mutating func commit() throws(StoreError) {
        if let failure { throw .poisoned(failure) }
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
                words: "no segment number is left behind it", isFull: false)
        }
        if var sealed = segment {
            try sealed.seal(on: disk)
            previousEnd = sealed.end
        }
        let header = SegmentHeader(
            table: table, number: nextNumber, previousEnd: UInt32(previousEnd), mark: drawMark())
        segment = try SegmentWriter(creating: header, sizes: sizes, on: disk)
        nextNumber += 1
    }

    /// The number of the segment that is appended to; nil when the next commit begins one.
    package var openNumber: UInt32? { segment?.number }

    /// A mark never starts with a zero byte, so that no reserved space looks like a record.
    private func drawMark() -> UInt32 {
        var mark = UInt32(truncatingIfNeeded: random())
        if mark >> 24 == 0 { mark |= 0xa5 << 24 }
        return mark
    }

    /// Runs what touches the disk; the first error poisons the store.
    private mutating func guarding(
        _ work: (inout MoveStore) throws(DiskError) -> Void
    ) throws(StoreError) {
        do throws(DiskError) {
            try work(&self)
        } catch {
            failure = error
            segment = nil
            waiting = []
            throw StoreError(error)
        }
    }
}

extension Recovery {
    /// Says in the finding of the torn tail where its copy is.
    fileprivate mutating func nameCopy(_ copy: String?) {
        guard let copy, case .torn(let file, let range, _)? = findings.last else { return }
        findings[findings.count - 1] = .torn(file: file, range: range, copy: copy)
    }
}
