import MoveLog

/// Repairs the end of the log so that appending can continue. After a crash at any point the next
/// opening repairs to the same result.
struct Repair {
    private let disk: any Disk
    private let files: Set<String>

    init(on disk: any Disk, files: Set<String>) {
        self.disk = disk
        self.files = files
    }

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
            words: "all \(SegmentLimits.tornCopiesMax) names for copies of torn tails are taken; "
                + "move the oldest away", isFull: false)
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
