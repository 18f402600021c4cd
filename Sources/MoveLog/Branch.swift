/// One branch of an author's log: the canonical bytes of its entries, the checkpoints of the digest
/// chain, and the kept signed heads. Only the first branch begins at the start of the log; any
/// other begins where it forks off its parent.
package struct Branch: Sendable {
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

    /// Calls `body` for the lamport of each own entry up to a sequence. Entries in columns are not
    /// decoded for it.
    func forEachLamport(upTo end: UInt64, _ body: (UInt64) -> Void) {
        entries.forEachLamport(places(after: after, upTo: end), body)
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
        entries.exceed(MoveLogLimits.spanBytesMax, places(after: lower, upTo: upper))
    }

    private func places(after lower: UInt64, upTo upper: UInt64) -> Range<Int> {
        Int(lower - after)..<Int(upper - after)
    }

    /// D at a multiple of the stride on this branch; nil for any other place.
    func checkpoint(_ sequence: UInt64) -> Digest? {
        let stride = MoveLogLimits.chainStride
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
            let base = (sequence - 1) / MoveLogLimits.chainStride * MoveLogLimits.chainStride
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
        if pages.count >= MoveLogLimits.pagesToReserveMin {
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
            head.sequence - start > MoveLogLimits.spanEntriesMax
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
        let boundary = (sequence / MoveLogLimits.spanEntriesMax + 1) * MoveLogLimits.spanEntriesMax
        let end = min(last, boundary)
        guard exceeds(after: sequence, upTo: end) else { return end }
        let first = Int(sequence - after)
        return sequence + UInt64(entries.count(from: first, within: MoveLogLimits.spanBytesMax))
    }
}

/// The first four bytes of a digest: enough to tell places of some hundred branches apart without
/// digesting them, but no proof.
struct PlaceMark: Equatable, Sendable {
    private let value: UInt32

    /// From the first half of a digest.
    init(_ mark: Octets16) { value = mark.firstWord }
}

/// The entries of a branch, in blocks that are filled and then never change: a log that grows for
/// hours neither copies its content nor reserves as much again. A full block is converted to
/// columns if that is shorter; a page that arrived in columns becomes a block unchanged. Entries
/// are counted from 0.
struct EntryPages: Sendable {
    private let author: AuthorID
    /// The sequence before the first entry.
    private let after: UInt64
    private var blocks: [EntryBlock] = []

    init(author: AuthorID, after: UInt64) {
        self.author = author
        self.after = after
    }

    var count: Int { blocks.last.map { $0.entriesBefore + $0.count } ?? 0 }

    /// The canonical bytes of all entries.
    var byteCount: Int { blocks.last.map { $0.bytesBefore + $0.byteCount } ?? 0 }

    // MARK: Growing

    /// Adds entries; `ends` are the offsets of the ends of the entries in `bytes`.
    mutating func append(_ bytes: ArraySlice<UInt8>, ends: some Collection<Int>) {
        var start = bytes.startIndex
        for end in ends {
            let next = bytes.startIndex + end
            append(bytes[start..<next])
            start = next
        }
    }

    /// Reserves room for exactly these pages: a season has thousands.
    mutating func reserve(pages: Int) {
        blocks.reserveCapacity(blocks.count + pages)
    }

    /// Adds a page in columns as a block of its own. Returns false if the page takes more than its
    /// canonical bytes, would leave short blocks, or crosses a multiple of the stride; the caller
    /// then adds its entries one by one. Runs are cut by canonical bytes, so larger pages would
    /// exceed the limit of a run.
    mutating func append(_ page: Page, byteCount: Int) -> Bool {
        let place = Int((after + UInt64(count)) % MoveLogLimits.chainStride)
        let end = place + page.count
        let stride = Int(MoveLogLimits.chainStride)
        guard page.isInColumns, end <= stride, place == 0 || end == stride,
            page.count >= MoveLogLimits.columnsCountMin, page.bytes.count <= byteCount
        else { return false }
        close()
        var block = nextBlock
        block.count = page.count
        block.gameCount = page.summary(of: author).games.reduce(0) { $0 + $1.count }
        block.byteCount = byteCount
        block.bytes = page.bytes
        block.isInColumns = true
        block.isClosed = true
        blocks.append(block)
        return true
    }

    private mutating func append(_ entry: ArraySlice<UInt8>) {
        let isFull = blocks.last.map {
            $0.isClosed || $0.bytes.count + entry.count > MoveLogLimits.blockBytes
        }
        if isFull ?? true { beginBlock() }
        let place = blocks.count - 1
        blocks[place].starts.append(UInt16(blocks[place].bytes.count))
        blocks[place].bytes.append(contentsOf: entry)
        blocks[place].count += 1
        blocks[place].gameCount += Self.isOfGame(entry) ? 1 : 0
        blocks[place].byteCount += entry.count
        if (after + UInt64(count)).isMultiple(of: MoveLogLimits.chainStride) { close() }
    }

    /// The first block grows as it is filled, since most tables have authors with few entries.
    private mutating func beginBlock() {
        close()
        var block = nextBlock
        if !blocks.isEmpty { block.bytes.reserveCapacity(MoveLogLimits.blockBytes) }
        blocks.append(block)
    }

    private var nextBlock: EntryBlock {
        EntryBlock(entriesBefore: count, gamesBefore: gamesBefore(count), bytesBefore: byteCount)
    }

    /// Converts the last block to columns if that is shorter.
    private mutating func close() {
        guard let block = blocks.last, !block.isClosed else { return }
        let index = blocks.count - 1
        blocks[index].isClosed = true
        let page = Page(packing: block.bytes, count: block.count, author: author)
        var exact: [UInt8] = []
        exact.reserveCapacity(page.bytes.count)
        exact += page.bytes
        blocks[index].bytes = exact
        guard page.isInColumns else { return }
        blocks[index].isInColumns = true
        blocks[index].starts = []
    }

    // MARK: Reading

    /// The canonical bytes of a range of entries.
    func bytes(_ entries: Range<Int>) -> [UInt8] {
        let parts = parts(entries)
        if parts.count == 1, parts[0].range == parts[0].bytes.indices { return parts[0].bytes }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.range.count })
        for part in parts { bytes += part.bytes[part.range] }
        return bytes
    }

    /// The canonical bytes of a range in pieces: the bytes of each block, and the part of them in
    /// the range. No entry crosses blocks. Cost: decodes the blocks in columns.
    func parts(_ entries: Range<Int>) -> [(bytes: [UInt8], range: Range<Int>)] {
        cuts(entries).map { block, part in
            let read = read(block)
            return (read.bytes, offset(part.lowerBound, read)..<offset(part.upperBound, read))
        }
    }

    /// Calls `body` for the lamport of each entry of a range.
    func forEachLamport(_ entries: Range<Int>, _ body: (UInt64) -> Void) {
        for (block, part) in cuts(entries) {
            readAgain(author) { () throws(Malformed) in
                if block.isInColumns {
                    let lamports = try EntryColumns.lamports(
                        of: block.bytes, author: author.octets, count: block.count)
                    for lamport in lamports[part] { body(lamport) }
                } else {
                    var reader = ByteReader(block.bytes)
                    for index in 0..<part.upperBound {
                        let envelope = try Envelope(from: &reader)
                        if index >= part.lowerBound { body(envelope.lamport) }
                    }
                }
            }
        }
    }

    /// A range as pages; whole blocks in columns are returned unchanged.
    func pages(_ entries: Range<Int>) -> [Page] {
        var pages: [Page] = []
        for (block, part) in cuts(entries) {
            if block.isInColumns, part.count == block.count {
                pages.append(Page(count: block.count, isInColumns: true, bytes: block.bytes))
                continue
            }
            let read = read(block)
            let bytes = read.bytes[offset(part.lowerBound, read)..<offset(part.upperBound, read)]
            pages.append(Page(packing: Array(bytes), count: part.count, author: author))
        }
        return pages
    }

    /// The number of entries of a range that are about games. Cost: decodes the first and the last
    /// block unless they are in the range as a whole.
    func gameCount(_ entries: Range<Int>) -> Int {
        gamesBefore(entries.upperBound) - gamesBefore(entries.lowerBound)
    }

    private func gamesBefore(_ entry: Int) -> Int {
        guard let last = blocks.last else { return 0 }
        guard entry < count else { return last.gamesBefore + last.gameCount }
        let block = blocks[block(of: entry)]
        let part = entry - block.entriesBefore
        guard part > 0 else { return block.gamesBefore }
        let read = read(block)
        let behind = (part..<block.count).count {
            Self.isOfGame(read.bytes[offset($0, read)..<offset($0 + 1, read)])
        }
        return block.gamesBefore + block.gameCount - behind
    }

    /// True for an entry about a game: the scope is the first byte after the varints of lamport and
    /// wall time. False for bytes that are no entry.
    private static func isOfGame(_ entry: ArraySlice<UInt8>) -> Bool {
        var numbersLeft = 2
        for byte in entry {
            if numbersLeft == 0 { return byte == 1 }
            if byte < 0x80 { numbersLeft -= 1 }
        }
        return false
    }

    /// The canonical bytes of a range.
    func byteCount(_ entries: Range<Int>) -> Int {
        offset(entries.upperBound) - offset(entries.lowerBound)
    }

    /// True if a range takes more than `most` bytes. Decodes nothing if its blocks as a whole take
    /// no more, which is the rule for entries between two signed heads.
    func exceed(_ most: Int, _ entries: Range<Int>) -> Bool {
        guard !entries.isEmpty else { return false }
        let first = blocks[block(of: entries.lowerBound)].bytesBefore
        let last = blocks[block(of: entries.upperBound - 1)]
        guard last.bytesBefore + last.byteCount - first > most else { return false }
        return byteCount(entries) > most
    }

    /// The number of entries from one on that take at most `most` bytes together, but at least that
    /// one. Cost: decodes the blocks of the first and of the last.
    func count(from first: Int, within most: Int) -> Int {
        let limit = offset(first) + most
        let place = blocks.indices.partitioningIndex {
            blocks[$0].bytesBefore + blocks[$0].byteCount > limit
        }
        guard place < blocks.count else { return count - first }
        let block = blocks[place]
        let read = read(block)
        let part = (0..<block.count).partitioningIndex {
            block.bytesBefore + offset($0 + 1, read) > limit
        }
        return max(1, block.entriesBefore + part - first)
    }

    /// The blocks of a range, and the part of each in it.
    private func cuts(_ entries: Range<Int>) -> [(block: EntryBlock, part: Range<Int>)] {
        guard !entries.isEmpty else { return [] }
        var cuts: [(block: EntryBlock, part: Range<Int>)] = []
        var index = block(of: entries.lowerBound)
        while index < blocks.count, blocks[index].entriesBefore < entries.upperBound {
            let block = blocks[index]
            let first = max(entries.lowerBound - block.entriesBefore, 0)
            let end = min(entries.upperBound - block.entriesBefore, block.count)
            cuts.append((block, first..<end))
            index += 1
        }
        return cuts
    }

    /// The canonical bytes of a block with the offsets of its entries: the ends if it was decoded
    /// from columns, else the starts.
    private struct Read {
        var bytes: [UInt8]
        var ends: [Int] = []
        var starts: [UInt16] = []
    }

    private func read(_ block: EntryBlock) -> Read {
        guard block.isInColumns else { return Read(bytes: block.bytes, starts: block.starts) }
        let page = Page(count: block.count, isInColumns: true, bytes: block.bytes)
        let content = readAgain(author) { () throws(Malformed) in
            try RunContent([page], author: author, after: 0)
        }
        return Read(bytes: content.bytes, ends: content.ends)
    }

    /// The start of an entry in its block, or the end of the last one.
    private func offset(_ entry: Int, _ read: Read) -> Int {
        if !read.ends.isEmpty { return entry == 0 ? 0 : read.ends[entry - 1] }
        return entry < read.starts.count ? Int(read.starts[entry]) : read.bytes.count
    }

    /// The number of canonical bytes before an entry; `count` gives those of all entries.
    private func offset(_ entry: Int) -> Int {
        guard entry < count else { return byteCount }
        let block = blocks[block(of: entry)]
        guard entry > block.entriesBefore else { return block.bytesBefore }
        return block.bytesBefore + offset(entry - block.entriesBefore, read(block))
    }

    /// The index of the block that holds an entry.
    private func block(of entry: Int) -> Int {
        // Nearly always the last one.
        if blocks[blocks.count - 1].entriesBefore <= entry { return blocks.count - 1 }
        return blocks.indices.partitioningIndex { blocks[$0].entriesBefore > entry } - 1
    }
}

/// Entries in contiguous memory, with their place in the branch.
private struct EntryBlock: Sendable {
    /// Of the blocks before this one: entries, entries about games, canonical bytes.
    let entriesBefore: Int
    let gamesBefore: Int
    let bytesBefore: Int
    /// Canonical bytes, or columns.
    var bytes: [UInt8] = []
    /// The start of each entry; empty in columns. 16 bits suffice: only a block with a single entry
    /// is larger than `MoveLogLimits.blockBytes`.
    var starts: [UInt16] = []
    var count = 0
    /// The number of entries about games.
    var gameCount = 0
    /// The canonical bytes of the entries.
    var byteCount = 0
    var isInColumns = false
    /// Full, and no longer a candidate for columns.
    var isClosed = false
}
