/// One line of an author's log: its entries' canonical bytes, the checkpoints of the digest chain and
/// the signed heads that are kept. Only the first branch starts at the log's
/// start; any other begins where it forks off its parent.
struct Branch: Sendable {
    /// The branch this one forks off; nil for the first.
    let parent: Int?
    /// The last sequence that this branch shares with its parent; 0 for the first branch.
    let after: UInt64
    private var entries: EntryPages
    /// D at each multiple of the stride above `after`.
    private(set) var checkpoints: [Digest] = []
    /// Ascending by sequence; the last is the newest.
    private(set) var heads: [SignedHead] = []
    /// D(last), kept because every exchange asks for it.
    private(set) var end: Digest
    /// The digest of the first entry's canonical bytes, by which branches that fork off at one place are
    /// told apart; nil for the first branch.
    let first: Digest?
    /// The first bytes of D after each entry; of the first branch nothing. A log may have as many branches
    /// as a device may have ends, and a place is looked up on all of them.
    private var marks: [PlaceMark] = []
    /// The same of those strides of the first branch that are so large that a digest would cost much, by
    /// the multiple of the stride before them.
    private var largeStrides: [UInt64: [PlaceMark]] = [:]

    /// Begins a branch behind a place with that digest.
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

    /// The bytes of all entries of this branch.
    var byteCount: Int { entries.byteCount }

    /// The bytes of the entries behind `lower` up to `upper`, both of this branch.
    func bytes(after lower: UInt64, upTo upper: UInt64) -> [UInt8] {
        entries.bytes(places(after: lower, upTo: upper))
    }

    /// The same as pages, in columns where they are many.
    func pages(after lower: UInt64, upTo upper: UInt64) -> [Page] {
        entries.pages(places(after: lower, upTo: upper))
    }

    /// The same in pieces, each of whole entries.
    func parts(
        after lower: UInt64, upTo upper: UInt64
    ) -> [(bytes: [UInt8], range: Range<Int>)] {
        entries.parts(places(after: lower, upTo: upper))
    }

    /// How many of the same are about games.
    func gameCount(after lower: UInt64, upTo upper: UInt64) -> Int {
        entries.gameCount(places(after: lower, upTo: upper))
    }

    func byteCount(after lower: UInt64, upTo upper: UInt64) -> Int {
        entries.byteCount(places(after: lower, upTo: upper))
    }

    /// True if these are more bytes than may stand between two kept heads.
    private func exceeds(after lower: UInt64, upTo upper: UInt64) -> Bool {
        entries.exceed(Limits.spanBytesMax, places(after: lower, upTo: upper))
    }

    private func places(after lower: UInt64, upTo upper: UInt64) -> Range<Int> {
        Int(lower - after)..<Int(upper - after)
    }

    /// D at a multiple of the stride that lies on this branch; nil for any other place.
    func checkpoint(_ sequence: UInt64) -> Digest? {
        let stride = Limits.chainStride
        guard sequence.isMultiple(of: stride) else { return nil }
        let first = (after / stride + 1) * stride
        guard sequence >= first, sequence <= last else { return nil }
        return checkpoints[Int((sequence - first) / stride)]
    }

    /// True if D at a sequence may start with a mark: false where the sequence is not of this branch, or
    /// starts with another. Costs no digest.
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

    /// The first bytes of D in a large stride of the first branch; empty for any other.
    func marks(ofLarge base: UInt64) -> [PlaceMark] { largeStrides[base] ?? [] }

    /// Keeps them, of all places of the stride that are taken.
    mutating func keep(_ marks: [PlaceMark], ofLarge base: UInt64) { largeStrides[base] = marks }

    /// Appends the entries of a run from one on; its pages as they came where that can be.
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
            || exceeds(after: start, upTo: head.sequence)
        if !isLong { heads.removeLast() }
        heads.append(head)
    }

    /// Keeps heads of places between those that are kept.
    mutating func fill(_ missing: [SignedHead]) {
        heads = (heads + missing).sorted { $0.sequence < $1.sequence }
    }

    /// The first kept head above a sequence.
    func head(above sequence: UInt64) -> SignedHead? {
        let place = heads.indices.partitioningIndex { heads[$0].sequence > sequence }
        return place < heads.count ? heads[place] : nil
    }

    /// The last sequence that a run behind `sequence` may reach within the limits of a span, the
    /// ends of spans lying on multiples of the entry limit.
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

/// The first four bytes of a digest: enough to tell the places of some hundred branches apart without
/// digesting them, and no proof.
struct PlaceMark: Equatable, Sendable {
    private let value: UInt32

    /// Of the first half of a digest.
    init(_ mark: Octets16) { value = mark.firstWord }
}
