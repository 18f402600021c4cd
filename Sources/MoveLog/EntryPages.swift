/// The entries of a branch, in blocks that are filled and then never change: a log that grows for
/// hours neither copies its content nor reserves as much again. A full block is converted to
/// columns if that is shorter; a page that arrived in columns becomes a block unchanged. Entries
/// are counted from 0.
struct EntryPages: Sendable {
    private let author: AuthorID
    /// The sequence before the first entry.
    private let after: UInt64
    private var sheets: [EntrySheet] = []

    init(author: AuthorID, after: UInt64) {
        self.author = author
        self.after = after
    }

    var count: Int { sheets.last.map { $0.entriesBefore + $0.count } ?? 0 }

    /// The canonical bytes of all entries.
    var byteCount: Int { sheets.last.map { $0.bytesBefore + $0.byteCount } ?? 0 }

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
        sheets.reserveCapacity(sheets.count + pages)
    }

    /// Adds a page in columns as a block of its own. Returns false if the page takes more than its
    /// canonical bytes, would leave short blocks, or crosses a multiple of the stride; the caller
    /// then adds its entries one by one. Runs are cut by canonical bytes, so larger pages would
    /// exceed the limit of a run.
    mutating func append(_ page: Page, byteCount: Int) -> Bool {
        let place = Int((after + UInt64(count)) % Limits.chainStride)
        let end = place + page.count
        let stride = Int(Limits.chainStride)
        guard page.isInColumns, end <= stride, place == 0 || end == stride,
            page.count >= Limits.columnsCountMin, page.bytes.count <= byteCount
        else { return false }
        close()
        var sheet = nextSheet
        sheet.count = page.count
        sheet.gameCount = gameCount(of: page)
        sheet.byteCount = byteCount
        sheet.bytes = page.bytes
        sheet.isInColumns = true
        sheet.isClosed = true
        sheets.append(sheet)
        return true
    }

    private mutating func append(_ entry: ArraySlice<UInt8>) {
        let isFull = sheets.last.map {
            $0.isClosed || $0.bytes.count + entry.count > Limits.sheetBytes
        }
        if isFull ?? true { beginSheet() }
        let place = sheets.count - 1
        sheets[place].starts.append(UInt16(sheets[place].bytes.count))
        sheets[place].bytes.append(contentsOf: entry)
        sheets[place].count += 1
        sheets[place].gameCount += Self.isOfGame(entry) ? 1 : 0
        sheets[place].byteCount += entry.count
        if (after + UInt64(count)).isMultiple(of: Limits.chainStride) { close() }
    }

    /// The first block grows as it is filled, since most tables have authors with few entries.
    private mutating func beginSheet() {
        close()
        var sheet = nextSheet
        if !sheets.isEmpty { sheet.bytes.reserveCapacity(Limits.sheetBytes) }
        sheets.append(sheet)
    }

    private var nextSheet: EntrySheet {
        EntrySheet(entriesBefore: count, gamesBefore: gamesBefore(count), bytesBefore: byteCount)
    }

    /// Converts the last block to columns if that is shorter.
    private mutating func close() {
        guard let sheet = sheets.last, !sheet.isClosed else { return }
        let index = sheets.count - 1
        sheets[index].isClosed = true
        let page = Page(packing: sheet.bytes, count: sheet.count, author: author)
        var exact: [UInt8] = []
        exact.reserveCapacity(page.bytes.count)
        exact += page.bytes
        sheets[index].bytes = exact
        guard page.isInColumns else { return }
        sheets[index].isInColumns = true
        sheets[index].starts = []
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
        cuts(entries).map { sheet, part in
            let read = read(sheet)
            return (read.bytes, offset(part.lowerBound, read)..<offset(part.upperBound, read))
        }
    }

    /// A range as pages; whole blocks in columns are returned unchanged.
    func pages(_ entries: Range<Int>) -> [Page] {
        var pages: [Page] = []
        for (sheet, part) in cuts(entries) {
            if sheet.isInColumns, part.count == sheet.count {
                pages.append(Page(count: sheet.count, isInColumns: true, bytes: sheet.bytes))
                continue
            }
            let read = read(sheet)
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
        guard let last = sheets.last else { return 0 }
        guard entry < count else { return last.gamesBefore + last.gameCount }
        let sheet = sheets[sheet(of: entry)]
        let part = entry - sheet.entriesBefore
        guard part > 0 else { return sheet.gamesBefore }
        let read = read(sheet)
        let behind = (part..<sheet.count).count {
            Self.isOfGame(read.bytes[offset($0, read)..<offset($0 + 1, read)])
        }
        return sheet.gamesBefore + sheet.gameCount - behind
    }

    private func gameCount(of page: Page) -> Int {
        let summary = readAgain(author) { () throws(Malformed) in
            try EntryColumns.summary(of: page.bytes, author: author.octets, count: page.count)
        }
        return summary.games.reduce(0) { $0 + $1.count }
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
        let first = sheets[sheet(of: entries.lowerBound)].bytesBefore
        let last = sheets[sheet(of: entries.upperBound - 1)]
        guard last.bytesBefore + last.byteCount - first > most else { return false }
        return byteCount(entries) > most
    }

    /// The blocks of a range, and the part of each in it.
    private func cuts(_ entries: Range<Int>) -> [(sheet: EntrySheet, part: Range<Int>)] {
        guard !entries.isEmpty else { return [] }
        var cuts: [(sheet: EntrySheet, part: Range<Int>)] = []
        var index = sheet(of: entries.lowerBound)
        while index < sheets.count, sheets[index].entriesBefore < entries.upperBound {
            let sheet = sheets[index]
            let first = max(entries.lowerBound - sheet.entriesBefore, 0)
            let end = min(entries.upperBound - sheet.entriesBefore, sheet.count)
            cuts.append((sheet, first..<end))
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

    private func read(_ sheet: EntrySheet) -> Read {
        guard sheet.isInColumns else { return Read(bytes: sheet.bytes, starts: sheet.starts) }
        let page = Page(count: sheet.count, isInColumns: true, bytes: sheet.bytes)
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
        let sheet = sheets[sheet(of: entry)]
        guard entry > sheet.entriesBefore else { return sheet.bytesBefore }
        return sheet.bytesBefore + offset(entry - sheet.entriesBefore, read(sheet))
    }

    /// The index of the block that holds an entry.
    private func sheet(of entry: Int) -> Int {
        // Nearly always the last one.
        if sheets[sheets.count - 1].entriesBefore <= entry { return sheets.count - 1 }
        return sheets.indices.partitioningIndex { sheets[$0].entriesBefore > entry } - 1
    }
}

/// Entries in contiguous memory, with their place in the branch.
private struct EntrySheet: Sendable {
    /// Of the blocks before this one: entries, entries about games, canonical bytes.
    let entriesBefore: Int
    let gamesBefore: Int
    let bytesBefore: Int
    /// Canonical bytes, or columns.
    var bytes: [UInt8] = []
    /// The start of each entry; empty in columns. 16 bits suffice: only a block with a single entry
    /// is larger than `Limits.blockBytes`.
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
