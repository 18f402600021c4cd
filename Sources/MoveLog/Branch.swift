/// One branch of an author's log: the canonical bytes of its entries, the checkpoints of the digest
/// chain, and the kept signed heads. Only the first branch begins at the start of the log; any
/// other begins where it forks off its parent.
struct Branch: Sendable {
    /// The branch from which this one forks off; nil for the first.
    let parent: Int?
    /// The last sequence shared with the parent; 0 for the first branch.
    let after: UInt64
    private var entries: EntryPages
    /// D at each multiple of the stride above `after`.
    private(set) var checkpoints: [Digest] = []
    /// Ascending by sequence.
    private(set) var heads: [SignedHead] = []
    /// D(last), kept because every exchange needs it.
    private(set) var end: Digest
    /// The digest of the canonical bytes of the first entry, which tells branches with the same
    /// starting place apart; nil for the first branch.
    let first: Digest?
    /// The mark of D after each entry; empty for the first branch. A device may have many ends, so
    /// a log may have many branches, and a place is looked up on all of them.
    private var marks: [PlaceMark] = []
    /// The marks of the large strides of the first branch, by the multiple of the stride before
    /// them: a digest there is expensive.
    private var largeStrides: [UInt64: [PlaceMark]] = [:]

    /// Begins a branch after a place with the given digest.
    init(
        author: AuthorID, parent: Int?, after: UInt64, digest: Digest, first: Digest? = nil
    ) {
        self.parent = parent
        self.after = after
        self.first = first
        entries = EntryPages(author: author, after: after)
        end = digest
    }

    var last: UInt64 { after + UInt64(entries.count) }

    /// The canonical bytes of all entries.
    var byteCount: Int { entries.byteCount }

    /// The canonical bytes of the entries after `lower` up to `upper`, both on this branch.
    func bytes(after lower: UInt64, upTo upper: UInt64) -> [UInt8] {
        entries.bytes(places(after: lower, upTo: upper))
    }

    /// The entries of a range as pages, in columns if there are enough of them.
    func pages(after lower: UInt64, upTo upper: UInt64) -> [Page] {
        entries.pages(places(after: lower, upTo: upper))
    }

    /// The entries of a range in pieces of whole entries.
    func parts(
        after lower: UInt64, upTo upper: UInt64
    ) -> [(bytes: [UInt8], range: Range<Int>)] {
        entries.parts(places(after: lower, upTo: upper))
    }

    /// The number of entries of a range that are about games.
    func gameCount(after lower: UInt64, upTo upper: UInt64) -> Int {
        entries.gameCount(places(after: lower, upTo: upper))
    }

    func byteCount(after lower: UInt64, upTo upper: UInt64) -> Int {
        entries.byteCount(places(after: lower, upTo: upper))
    }

    /// True if the range is longer than the span between two kept heads may be.
    private func exceeds(after lower: UInt64, upTo upper: UInt64) -> Bool {
        entries.exceed(Limits.spanBytesMax, places(after: lower, upTo: upper))
    }

    private func places(after lower: UInt64, upTo upper: UInt64) -> Range<Int> {
        Int(lower - after)..<Int(upper - after)
    }

    /// D at a multiple of the stride on this branch; nil for any other place.
    func checkpoint(_ sequence: UInt64) -> Digest? {
        let stride = Limits.chainStride
        guard sequence.isMultiple(of: stride) else { return nil }
        let first = (after / stride + 1) * stride
        guard sequence >= first, sequence <= last else { return nil }
        return checkpoints[Int((sequence - first) / stride)]
    }

    /// False if D at a sequence cannot start with the mark: the sequence is not on this branch, or
    /// its mark differs. Computes no digest.
    func mayHave(_ mark: PlaceMark, at sequence: UInt64) -> Bool {
        guard parent != nil else {
            guard sequence > 0, sequence <= last else { return sequence == 0 }
            let base = (sequence - 1) / Limits.chainStride * Limits.chainStride
            let marks = marks(ofLarge: base)
            return marks.isEmpty || marks[Int(sequence - base) - 1] == mark
        }
        guard sequence > after, sequence <= last else { return false }
        return marks[Int(sequence - after) - 1] == mark
    }

    /// The marks of a large stride of the first branch; empty for any other stride.
    func marks(ofLarge base: UInt64) -> [PlaceMark] { largeStrides[base] ?? [] }

    /// Keeps the marks of all places of a large stride that are in use.
    mutating func keep(_ marks: [PlaceMark], ofLarge base: UInt64) { largeStrides[base] = marks }

    /// Appends the entries of a run from an index on; keeps its pages as they are where possible.
    mutating func append(
        _ content: RunContent, from first: Int, pages: [Page],
        digests: AuthorLog.Digests, marks: [PlaceMark] = []
    ) {
        self.marks += marks
        if pages.count >= Limits.pagesToReserveMin {
            entries.reserve(pages: pages.count)
            checkpoints.reserveCapacity(checkpoints.count + digests.checkpoints.count)
        }
        var index = 0
        for page in pages {
            let part = max(index, first)..<max(index + page.count, first)
            if part.count < page.count || !entries.append(page, byteCount: content.byteCount(part))
            {
                append(content, part)
            }
            index += page.count
        }
        checkpoints.append(contentsOf: digests.checkpoints)
        end = digests.end
    }

    private mutating func append(_ content: RunContent, _ part: Range<Int>) {
        guard !part.isEmpty else { return }
        let start = content.start(of: part.lowerBound)
        entries.append(content.bytes[start...], ends: content.ends[part].map { $0 - start })
    }

    /// Keeps a head. The head before it is dropped unless the span between kept heads would become
    /// too long to be sent as one run.
    mutating func keep(_ head: SignedHead) {
        guard let newest = heads.last else {
            heads.append(head)
            return
        }
        guard head.sequence > newest.sequence else { return }
        let start = heads.count > 1 ? heads[heads.count - 2].sequence : after
        let isLong =
            head.sequence - start > Limits.spanEntriesMax
            || exceeds(after: start, upTo: head.sequence)
        if !isLong { heads.removeLast() }
        heads.append(head)
    }

    /// Keeps heads between the kept ones.
    mutating func fill(_ missing: [SignedHead]) {
        heads = (heads + missing).sorted { $0.sequence < $1.sequence }
    }

    /// The first kept head above a sequence.
    func head(above sequence: UInt64) -> SignedHead? {
        let place = heads.indices.partitioningIndex { heads[$0].sequence > sequence }
        return place < heads.count ? heads[place] : nil
    }

    /// The last sequence of a run after `sequence` within the limits of a span. Spans end at
    /// multiples of the entry limit.
    func spanEnd(after sequence: UInt64) -> UInt64 {
        let boundary = (sequence / Limits.spanEntriesMax + 1) * Limits.spanEntriesMax
        let end = min(last, boundary)
        guard exceeds(after: sequence, upTo: end) else { return end }
        let count = (1..<Int(end - sequence)).partitioningIndex {
            exceeds(after: sequence, upTo: sequence + UInt64($0) + 1)
        }
        return sequence + UInt64(count)
    }
}

/// The first four bytes of a digest: enough to tell places of some hundred branches apart without
/// digesting them, but no proof.
struct PlaceMark: Equatable, Sendable {
    private let value: UInt32

    /// From the first half of a digest.
    init(_ mark: Octets16) { value = mark.firstWord }
}
