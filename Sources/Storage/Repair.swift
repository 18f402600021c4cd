import MoveLog

/// Brings the end of the log into a state in which appending can go on. A crash at any point leaves
/// what the next opening repairs to the same end.
struct Repair {
    private let disk: any Disk
    private let files: Set<String>

    init(on disk: any Disk, files: Set<String>) {
        self.disk = disk
        self.files = files
    }

    /// Makes what stays durable, then cuts the torn tail off behind a copy of it. Returns the copy's
    /// name, when there was anything to copy: it proves to every later opening that all before the
    /// cut is durable, so that this comes first.
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

    /// Stores the copy under the first name that is free or holds the same bytes already, as after
    /// a crash between the copy and the cut.
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

    /// The cut is durable before anything is written behind it, so that what was cut off can never
    /// be read as records again.
    private func cut(_ last: LastSegment) throws(DiskError) {
        try disk.resize(segmentName(last.number), to: last.isUnfinished ? 0 : last.end)
        try disk.makeDurable(segmentName(last.number))
    }

    /// States again what was read but is not proven durable, up to what is torn, the length and the
    /// reserved zeros too, and makes it durable: after a failed sync the system may show what it has
    /// given up writing to the disk, where an earlier tail may still stand.
    private func confirm(_ last: LastSegment, _ bytes: [UInt8]) throws(DiskError) {
        let end = last.torn == nil ? last.length : last.end
        let start = min(last.durable, last.end)
        try disk.resize(segmentName(last.number), to: last.length)
        try disk.write(Array(bytes[start..<end]), to: segmentName(last.number), at: start)
        try disk.makeDurable(segmentName(last.number))
    }
}
