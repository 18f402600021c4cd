/// One line of an author's log: canonical bytes, where each entry ends in them, the checkpoints of
/// the digest chain and the signed heads that are kept. Only the first branch starts at the log's
/// start; any other begins where it forks off its parent.
struct Branch: Sendable {
    /// The branch this one forks off; nil for the first.
    let parent: Int?
    /// The last sequence that this branch shares with its parent; 0 for the first branch.
    let after: UInt64
    private(set) var bytes: [UInt8] = []
    /// The offset in `bytes` behind each entry.
    private(set) var ends: [Int] = []
    /// D at each multiple of the stride above `after`.
    private(set) var checkpoints: [Digest] = []
    /// Ascending by sequence; the last is the newest.
    private(set) var heads: [SignedHead] = []
    /// D(last), kept because every exchange asks for it.
    private(set) var end: Digest

    init(parent: Int?, after: UInt64, digest: Digest) {
        self.parent = parent
        self.after = after
        end = digest
    }

    var last: UInt64 { after + UInt64(ends.count) }

    /// The bytes of the entries behind `lower` up to `upper`, both of this branch.
    func slice(after lower: UInt64, upTo upper: UInt64) -> ArraySlice<UInt8> {
        bytes[offset(of: lower)..<offset(of: upper)]
    }

    func byteCount(after lower: UInt64, upTo upper: UInt64) -> Int {
        offset(of: upper) - offset(of: lower)
    }

    /// The offset behind the entry with this sequence; 0 for `after`.
    private func offset(of sequence: UInt64) -> Int {
        sequence == after ? 0 : ends[Int(sequence - after) - 1]
    }

    /// D at a multiple of the stride that lies on this branch; nil for any other place.
    func checkpoint(_ sequence: UInt64) -> Digest? {
        let stride = Limits.chainStride
        guard sequence.isMultiple(of: stride) else { return nil }
        let first = (after / stride + 1) * stride
        guard sequence >= first, sequence <= last else { return nil }
        return checkpoints[Int((sequence - first) / stride)]
    }

    mutating func append(
        bytes new: some Collection<UInt8>, ends newEnds: [Int], checkpoints: [Digest], end: Digest
    ) {
        let start = bytes.count
        bytes.append(contentsOf: new)
        ends.append(contentsOf: newEnds.map { start + $0 })
        self.checkpoints.append(contentsOf: checkpoints)
        self.end = end
    }

    /// Keeps the head. The one before it goes unless dropping it would leave a span between kept
    /// heads that is too long to be sent as one run.
    mutating func keep(_ head: SignedHead) {
        guard let newest = heads.last else {
            heads.append(head)
            return
        }
        guard head.sequence > newest.sequence else { return }
        let start = heads.count > 1 ? heads[heads.count - 2].sequence : after
        let isLong =
            head.sequence - start > Limits.spanEntriesMax
            || byteCount(after: start, upTo: head.sequence) > Limits.spanBytesMax
        if !isLong { heads.removeLast() }
        heads.append(head)
    }

    /// The first kept head above a sequence.
    func head(above sequence: UInt64) -> SignedHead? {
        var low = 0
        var high = heads.count
        while low < high {
            let middle = (low + high) / 2
            if heads[middle].sequence > sequence { high = middle } else { low = middle + 1 }
        }
        return low < heads.count ? heads[low] : nil
    }

    /// The last sequence that a run behind `sequence` may reach within the limits of a span, the
    /// ends of spans lying on multiples of the entry limit.
    func spanEnd(after sequence: UInt64) -> UInt64 {
        let boundary = (sequence / Limits.spanEntriesMax + 1) * Limits.spanEntriesMax
        var end = min(last, boundary)
        guard byteCount(after: sequence, upTo: end) > Limits.spanBytesMax else { return end }
        var low = sequence + 1
        while low < end {
            let middle = (low + end + 1) / 2
            if byteCount(after: sequence, upTo: middle) <= Limits.spanBytesMax {
                low = middle
            } else {
                end = middle - 1
            }
        }
        return low
    }
}
