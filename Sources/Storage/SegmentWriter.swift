/// The segment to which records are appended. After an error the value must not be used again.
struct SegmentWriter {
    let number: UInt32
    /// The offset of the next record, including bytes in the buffer.
    var end: Int { written + buffer.count }
    private let mark: UInt32
    private let sizes: SegmentSizes
    /// The offset after the written bytes.
    private var written: Int
    /// The offset below which everything is durable.
    private var durable: Int
    /// The length of the file: records and reserved zeros.
    private var reserved: Int
    private var buffer: [UInt8] = []

    private var file: String { segmentName(number) }

    /// Creates a segment; it is durable with its directory entry before any record can follow.
    init(creating header: SegmentHeader, sizes: SegmentSizes, on disk: any Disk) throws(DiskError) {
        number = header.number
        mark = header.mark
        self.sizes = sizes
        written = SegmentHeader.length
        durable = SegmentHeader.length
        reserved = 0
        try disk.write(header.bytes, to: file, at: 0)
        try reserve(SegmentHeader.length, on: disk)
        try disk.makeDurable(file)
    }

    /// Continues a segment whose records end at `end`, all durable, with zeros after them.
    init(continuing number: UInt32, mark: UInt32, end: Int, reserved: Int, sizes: SegmentSizes) {
        self.number = number
        self.mark = mark
        self.sizes = sizes
        written = end
        durable = end
        self.reserved = max(reserved, end)
    }

    /// True if the segment has room for a record with this payload. An empty segment accepts any.
    func takes(payloadBytes: Int) -> Bool {
        end == SegmentHeader.length
            || end + payloadBytes + SegmentRecord.framingBytesMax <= sizes.segmentBytes
    }

    /// Appends the record of a payload to the buffer.
    mutating func add(_ payload: [UInt8], type: UInt8) {
        SegmentRecord.write(
            payload, type: type, mark: mark, at: end, durable: durable, to: &buffer)
    }

    /// Writes the buffer in one piece and makes it durable.
    mutating func commit(to disk: any Disk) throws(DiskError) {
        guard !buffer.isEmpty else { return }
        try writeBuffer(to: disk)
        try makeDurable(on: disk)
    }

    /// Writes the buffer, releases reserved space and makes all of it durable, so that the next
    /// segment may be begun.
    mutating func seal(on disk: any Disk) throws(DiskError) {
        if !buffer.isEmpty { try writeBuffer(to: disk) }
        guard reserved > written || durable < written else { return }
        try disk.resize(file, to: written)
        reserved = written
        try makeDurable(on: disk)
    }

    private mutating func writeBuffer(to disk: any Disk) throws(DiskError) {
        if end > reserved { try reserve(end, on: disk) }
        try disk.write(buffer, to: file, at: written)
        written += buffer.count
        buffer.removeAll(keepingCapacity: buffer.capacity <= SegmentLimits.bufferBytesKept)
    }

    /// Reserves at least `count` bytes in whole steps; if the disk has too little space, in the
    /// smallest steps.
    ///
    /// So a full disk fails a commit before anything is written. After a write or sync that failed
    /// a part may be in the files, and a whole record counts: `Ledger.recover` reads the log again,
    /// `LocalServer.refusal` answers 507 `disk-full`, `PeeringTurn` ends the links so that peers
    /// send again, and `Ledger.tick` retries.
    private mutating func reserve(_ count: Int, on disk: any Disk) throws(DiskError) {
        reserved = sizes.stepBytes.multiple(holding: count)
        do {
            try disk.resize(file, to: reserved)
        } catch {
            guard error.isFull else { throw error }
            reserved = min(SegmentLimits.leastStepBytes, sizes.stepBytes).multiple(holding: count)
            try disk.resize(file, to: reserved)
        }
    }

    private mutating func makeDurable(on disk: any Disk) throws(DiskError) {
        try disk.makeDurable(file)
        durable = written
    }
}

extension Int {
    /// The smallest multiple of this number that is not below `count`.
    fileprivate func multiple(holding count: Int) -> Int { (count + self - 1) / self * self }
}
