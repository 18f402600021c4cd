/// The segment that records are appended to. Nothing here survives a failure: after an error the
/// value must not be used again.
struct SegmentWriter {
    let number: UInt32
    /// Where the next record will stand, counting what is still in the buffer.
    var end: Int { written + buffer.count }
    private let mark: UInt32
    private let sizes: SegmentSizes
    /// The offset behind what was written.
    private var written: Int
    /// Everything below is durable.
    private var durable: Int
    /// The file's length: records and reserved zeros.
    private var reserved: Int
    private var buffer: [UInt8] = []

    private var file: String { segmentName(number) }

    /// Makes a new segment, durable with its directory entry before any record can follow.
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

    /// Goes on with a segment whose records end at `end`, all of them durable, with zeros behind.
    init(continuing number: UInt32, mark: UInt32, end: Int, reserved: Int, sizes: SegmentSizes) {
        self.number = number
        self.mark = mark
        self.sizes = sizes
        written = end
        durable = end
        self.reserved = max(reserved, end)
    }

    /// Whether the segment takes another record of this payload. An empty one takes any.
    func takes(payloadBytes: Int) -> Bool {
        end == SegmentHeader.length
            || end + payloadBytes + SegmentRecord.framingBytesMax <= sizes.segmentBytes
    }

    /// Frames a payload into the buffer.
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

    /// Writes what is buffered, gives reserved space back and makes all of it durable: the next
    /// segment may then be begun.
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

    /// Takes room for so many bytes in steps, or where the disk has not so much left, little more than that.
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
