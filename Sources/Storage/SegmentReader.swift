import MoveLog

/// The content of a segment file, before it is judged whether damaged bytes were durable.
struct SegmentScan {
    /// Nil if the header is damaged.
    let header: SegmentHeader?
    /// The mark of the records; nil if the header is damaged and no record confirms a mark.
    let mark: UInt32?
    /// The valid records in order.
    private(set) var records: [SegmentRecord] = []
    /// The ranges before and between the records that hold no valid record.
    private(set) var gaps: [Range<Int>] = []
    /// The offset after the last valid record, or after the header.
    private(set) var recordsEnd: Int
    /// The offset after the last byte that is not zero; a record with final zeros may end after it.
    let contentEnd: Int
    let length: Int

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

    /// The first record that starts at `start` or later and before `end`; tries every occurrence of
    /// the mark.
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

    /// The mark of a segment with a damaged header: the bytes at its place in the header, or at the
    /// first record, if a valid record confirms them.
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

/// The judgement of a segment, given its place in the log.
///
/// Valid records state how far the log was durable. In the last segment, bad bytes after that
/// offset are a torn tail; all others are damage. `Recovery` cuts and keeps, and
/// `Recovery.isDamaged` says which of the two ended an author.
struct SegmentVerdict {
    /// The number of valid records: all, or those before the torn part.
    private(set) var recordCount: Int
    /// Damaged ranges of durable bytes.
    private(set) var corrupt: [Range<Int>] = []
    /// The rest of a crash after the valid records; to be cut off.
    private(set) var torn: Range<Int>?
    /// The end of the valid records.
    private(set) var end: Int
    /// The highest offset below which everything is proven to have been durable.
    let durable: Int

    /// Judges the last segment: damage after the highest offset that a valid record states as
    /// durable may be torn; any other damage is corrupt. Everything before the cut of an earlier
    /// opening was durable too: the record that proved it may have been cut off with the tail.
    init(last scan: SegmentScan, cutAt cut: Int = 0) {
        self.init(records: scan, durable: cut)
        if scan.header == nil {
            // The damage to the header may extend to the rest, so nothing is cut.
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
    /// the end stated in the next header, or 0 if unknown.
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
