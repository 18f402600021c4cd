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
    private(set) var recordsEnd: Int
    /// The offset behind the last byte that is not zero; a record may end in zeros behind it.
    let contentEnd: Int
    /// The file's length.
    let length: Int

    /// Reads a whole file.
    init(file bytes: [UInt8]) {
        header = SegmentHeader(file: bytes)
        recordsEnd = SegmentHeader.length
        mark = header?.mark ?? Self.betrayedMark(bytes)
        length = bytes.count
        let last = bytes.lastIndex { $0 != 0 }
        contentEnd = last.map { $0 + 1 } ?? 0
        guard let mark else { return }
        var position = recordsEnd
        while let record = Self.nextRecord(
            in: bytes, from: position, to: contentEnd, mark: mark)
        {
            if record.offset > position { gaps.append(position..<record.offset) }
            records.append(record)
            position = record.end
        }
        recordsEnd = position
    }

    /// The first record that starts from `start` to before `end`: every place where the mark stands
    /// is tried.
    private static func nextRecord(
        in bytes: [UInt8], from start: Int, to end: Int, mark: UInt32
    ) -> SegmentRecord? {
        let first = UInt8(truncatingIfNeeded: mark >> 24)
        var position = start
        while position < end {
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
        let start = SegmentHeader.length
        for offset in [SegmentHeader.markOffset, start] where bytes.count >= offset + 4 {
            let mark = word(bytes, at: offset)
            guard mark >> 24 != 0 else { continue }
            if nextRecord(in: bytes, from: start, to: bytes.count, mark: mark) != nil {
                return mark
            }
        }
        return nil
    }
}

/// What a segment's scan means for its place in the log.
struct SegmentVerdict {
    /// How many of the scan's records count: all, or those before the torn part.
    private(set) var recordCount: Int
    /// Damage to what was durable.
    private(set) var corrupt: [Range<Int>] = []
    /// What a crash left behind the records that count; to be cut off.
    private(set) var torn: Range<Int>?
    /// Where the records that count end.
    private(set) var end: Int
    /// The highest offset below which everything is proven to have been durable.
    let durable: Int

    /// Judges the last segment: what lies behind the highest offset that a whole record states as
    /// durable may be torn, whatever else is damaged is corrupt. Where an earlier opening cut, all
    /// before it is durable too: the record that proved it may have gone with the tail.
    init(last scan: SegmentScan, cutAt cut: Int = 0) {
        self.init(records: scan, durable: cut)
        if scan.header == nil {
            // Whoever damaged the header may have damaged the rest, so nothing is cut.
            judgeDurable(scan, statedEnd: 0)
            return
        }
        corrupt += scan.gaps.filter { $0.lowerBound < durable }
        if let gap = scan.gaps.first(where: { $0.lowerBound >= durable }) {
            recordCount = scan.records.count { $0.offset < gap.lowerBound }
            end = gap.lowerBound
        }
        if end < durable {
            corrupt.append(end..<max(scan.contentEnd, durable))
        } else if scan.contentEnd > end {
            torn = end..<scan.contentEnd
        }
    }

    /// Judges a segment that others follow: all of it was durable before the next was begun, up to
    /// the end that the next one's header states, or 0 when that is not known.
    init(sealed scan: SegmentScan, statedEnd: Int) {
        self.init(records: scan)
        judgeDurable(scan, statedEnd: statedEnd)
    }

    private init(records scan: SegmentScan, durable cut: Int = 0) {
        recordCount = scan.records.count
        end = scan.recordsEnd
        durable = scan.records.reduce(cut) { max($0, $1.durable) }
    }

    private mutating func judgeDurable(_ scan: SegmentScan, statedEnd: Int) {
        if scan.header == nil { corrupt.append(0..<SegmentHeader.length) }
        corrupt += scan.gaps
        let due = max(scan.contentEnd, statedEnd)
        if due > end { corrupt.append(end..<due) }
    }
}
