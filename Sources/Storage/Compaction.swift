package import MoveLog

/// What came of compacting a segment.
package enum Compaction: Equatable, Sendable {
    /// It takes so many bytes, and took so many.
    case written(bytes: Int, former: Int)
    /// It stays as it is: it would take no less, or it is not to be compacted.
    case left
    /// It stays as it is, and is no longer what it was when it was opened or written: something else
    /// changed the file of this name, or the disk did.
    case damaged(file: String)
    /// The disk failed; the segment is as it was, or written already.
    case failed(DiskError)
}

/// Compaction: a full segment is written again with its commits joined, each move in some bytes instead of
/// a hundred. The entries stay what they were, and so does the order of each author's.
extension MoveStore {
    /// The oldest segment that is worth being compacted; nil when there is none. Only segments behind the
    /// last of which the log goes on, in which nothing is damaged, and whose requests nobody repeats.
    package var compactable: UInt32? {
        guard poison == nil, let openNumber else { return nil }
        var behind = tallies.reduce(0) { $0 + $1.requests }
        for tally in tallies {
            behind -= tally.requests
            guard tally.isWorthCompacting, tally.number < openNumber,
                tally.requests == 0 || behind >= sizes.requestsBehindMin
            else { continue }
            return tally.number
        }
        return nil
    }

    /// Writes the segment of that number again with the commits that `join` makes of its own, in one step
    /// that a crash leaves undone or done. `join` must keep every entry and signature that vouches for
    /// something. Only where the disk failed is it tried again by the same store, which an error does not
    /// poison. Cost: the segment is read, and what is written is read once more.
    package mutating func compact(
        _ number: UInt32, joining join: ([Commit]) -> [Commit]
    ) -> Compaction {
        guard let index = tallies.firstIndex(where: { $0.number == number }),
            tallies[index].isWorthCompacting, let openNumber, number < openNumber
        else { return .left }
        tallies[index].isSettled = true
        do throws(DiskError) {
            let file = segmentName(number)
            let bytes = try disk.read(file, max: SegmentLimits.fileBytesMax)
            // An attempt that failed may have written it all the same.
            if SegmentSource(compacted: bytes, number: number, table: table) != nil { return .left }
            guard let source = SegmentSource(file: bytes, number: number, table: table),
                source.commits.count == tallies[index].commits
            else { return .damaged(file: file) }
            let joined = join(source.commits)
            let written = source.compacted(joined, mark: drawMark())
            guard written.count < source.end,
                SegmentSource(compacted: written, number: number, table: table)?.commits == joined
            else { return .left }
            try disk.replace(file, with: written)
            return .written(bytes: written.count, former: source.end)
        } catch {
            tallies[index].isSettled = false
            return .failed(error)
        }
    }
}

/// A sound segment's bytes, read.
private struct SegmentSource {
    let header: SegmentHeader
    let commits: [Commit]
    /// Where its records end.
    let end: Int

    /// Of one that was not compacted; nil where anything in it is not as it should be.
    init?(file bytes: [UInt8], number: UInt32, table: TableID) {
        self.init(SegmentScan(file: bytes), bytes, number: number, table: table)
        if header.isCompacted { return nil }
    }

    /// Of one that was.
    init?(compacted bytes: [UInt8], number: UInt32, table: TableID) {
        let scan = SegmentScan(file: bytes)
        self.init(scan, bytes, number: number, table: table)
        guard let ends = scan.ends, Int(ends.own) == end else { return nil }
    }

    private init?(_ scan: SegmentScan, _ bytes: [UInt8], number: UInt32, table: TableID) {
        guard let header = scan.header, header.number == number, header.table == table,
            scan.gaps.isEmpty, scan.contentEnd <= scan.recordsEnd
        else { return nil }
        self.header = header
        end = scan.recordsEnd
        var commits: [Commit] = []
        for record in scan.records {
            guard let commit = try? record.content(of: bytes) else { return nil }
            commits.append(commit)
        }
        self.commits = commits
    }

    /// The whole file with other commits. Each record states that all before it is durable, which it is
    /// when the file has its name.
    func compacted(_ commits: [Commit], mark: UInt32) -> [UInt8] {
        var header = header
        header.version = SegmentHeader.compactedVersion
        header.mark = mark
        var records: [UInt8] = []
        for commit in commits {
            let offset = header.recordsStart + records.count
            SegmentRecord.write(
                commit.payload, type: SegmentRecord.type(of: commit), mark: mark, at: offset,
                durable: offset, to: &records)
        }
        let ends = CompactedEnds(former: end, own: header.recordsStart + records.count)
        return header.bytes + ends.bytes(behind: header) + records
    }
}
