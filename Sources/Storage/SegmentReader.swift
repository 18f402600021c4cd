import MoveLog

/// Everything that a segment's bytes hold, before it is judged whether what is damaged was durable.
struct SegmentScan {
    /// The header; nil when it is damaged.
    let header: SegmentHeader?
    /// The mark of the records; nil when the header is damaged and no record betrays it.
    let mark: UInt32?
    /// The whole records in order.
    private(set) var records: [SegmentRecord] = []
    /// The stretches before, between them that are no records.
    private(set) var gaps: [Range<Int>] = []
    /// The offset behind the last whole record, or behind the header.
    private(set) var recordsEnd = SegmentHeader.length
    /// The offset behind the last byte that is not zero, at least `recordsEnd`.
    let contentEnd: Int
    /// The file's length.
    let length: Int

    /// Reads a whole file.
    init(file bytes: [UInt8]) {
        header = SegmentHeader(file: bytes)
        mark = header?.mark ?? Self.betrayedMark(bytes)
        length = bytes.count
        let last = bytes.lastIndex { $0 != 0 }
        contentEnd = last.map { $0 + 1 } ?? 0
        guard let mark else { return }
        var position = SegmentHeader.length
        while let record = Self.nextRecord(in: bytes, from: position, mark: mark) {
            if record.offset > position { gaps.append(position..<record.offset) }
            records.append(record)
            position = record.end
        }
        recordsEnd = position
    }

    /// The record at or behind `start`: every place where the mark stands is tried.
    private static func nextRecord(
        in bytes: [UInt8], from start: Int, mark: UInt32
    ) -> SegmentRecord? {
        let first = UInt8(truncatingIfNeeded: mark >> 24)
        var position = start
        while position + 8 < bytes.count {
            if bytes[position] == first,
                let record = SegmentRecord(in: bytes, at: position, mark: mark)
            {
                return record
            }
            position += 1
        }
        return nil
    }

    /// The mark of a segment with a damaged header: where the header has it, or where the first
    /// record starts; a whole record must prove it.
    private static func betrayedMark(_ bytes: [UInt8]) -> UInt32? {
        for offset in [SegmentHeader.markOffset, SegmentHeader.length]
        where bytes.count >= offset + 4 {
            let mark = word(bytes, at: offset)
            guard mark >> 24 != 0 else { continue }
            if nextRecord(in: bytes, from: SegmentHeader.length, mark: mark) != nil { return mark }
        }
        return nil
    }
}

/// What a segment's scan means for its place in the log.
struct SegmentVerdict {
    /// How many of the scan's records count: all, or those before the torn part.
    var recordCount: Int
    /// Damage to what was durable.
    var corrupt: [Range<Int>] = []
    /// What a crash left behind the records; to be cut off.
    var torn: Range<Int>?
    /// Where the records that count end.
    var end: Int
    /// The highest offset below which everything is proven to have been durable.
    var durable: Int

    /// Judges the last segment: what lies behind the highest offset that a whole record states as
    /// durable may be torn, whatever else is damaged is corrupt.
    init(last scan: SegmentScan) {
        recordCount = scan.records.count
        end = scan.recordsEnd
        let proven = scan.records.reduce(0) { max($0, $1.durable) }
        durable = proven
        if scan.header == nil { corrupt.append(0..<SegmentHeader.length) }
        if let gap = scan.gaps.first(where: { $0.lowerBound >= proven }) {
            recordCount = scan.records.count { $0.offset < gap.lowerBound }
            end = gap.lowerBound
        }
        corrupt += scan.gaps.filter { $0.lowerBound < proven }
        let contentEnd = max(scan.contentEnd, scan.recordsEnd)
        if contentEnd > end { torn = end..<contentEnd }
    }

    /// Judges a segment that others follow: all of it was durable before the next was begun, up to
    /// the end that the next one's header states, when that is known.
    init(sealed scan: SegmentScan, statedEnd: Int?) {
        recordCount = scan.records.count
        end = scan.recordsEnd
        durable = scan.recordsEnd
        if scan.header == nil { corrupt.append(0..<min(SegmentHeader.length, scan.length)) }
        corrupt += scan.gaps
        let due = max(scan.contentEnd, statedEnd ?? 0)
        if due > end { corrupt.append(end..<due) }
    }
}
