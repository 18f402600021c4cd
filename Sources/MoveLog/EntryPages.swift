/// The canonical bytes of consecutive entries, on pages that are filled and then left as they are: a
/// log that grows for hours neither copies what it holds nor keeps room for as much again. Beside its
/// bytes an entry costs two more. Entries are counted from 0.
struct EntryPages: Sendable {
    private struct Page: Sendable {
        /// How many entries, and bytes of them, stand on the pages before.
        let entriesBefore: Int
        let bytesBefore: Int
        var bytes: [UInt8] = []
        /// Where each entry begins. Of a page with more than one the last begins within its limit.
        var starts: [UInt16] = []

        /// Where an entry of the page begins, or the last one ends.
        func offset(_ entry: Int) -> Int {
            entry < starts.count ? Int(starts[entry]) : bytes.count
        }
    }

    private var pages: [Page] = []

    /// How many entries there are.
    var count: Int { pages.last.map { $0.entriesBefore + $0.starts.count } ?? 0 }

    /// The bytes of all entries.
    var byteCount: Int { pages.last.map { $0.bytesBefore + $0.bytes.count } ?? 0 }

    /// Adds entries; `ends` are the offsets behind each of them, from the start of the bytes.
    mutating func append(_ bytes: ArraySlice<UInt8>, ends: [Int]) {
        var start = bytes.startIndex
        for end in ends {
            let next = bytes.startIndex + end
            append(bytes[start..<next])
            start = next
        }
    }

    private mutating func append(_ entry: ArraySlice<UInt8>) {
        if pages.last.map({ $0.bytes.count + entry.count > Limits.pageBytes }) ?? true {
            beginPage()
        }
        let place = pages.count - 1
        pages[place].starts.append(UInt16(pages[place].bytes.count))
        pages[place].bytes.append(contentsOf: entry)
    }

    /// The first page grows as it is filled, since most tables have authors of few entries.
    private mutating func beginPage() {
        var page = Page(entriesBefore: count, bytesBefore: byteCount)
        if !pages.isEmpty { page.bytes.reserveCapacity(Limits.pageBytes) }
        pages.append(page)
    }

    /// The bytes of some entries, one after the other.
    func bytes(_ entries: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount(entries))
        for part in parts(entries) { bytes += part.bytes[part.range] }
        return bytes
    }

    /// The same without copying: the pages on which the entries stand, and which part of each. No
    /// entry stands on two.
    func parts(_ entries: Range<Int>) -> [(bytes: [UInt8], range: Range<Int>)] {
        guard !entries.isEmpty else { return [] }
        var parts: [(bytes: [UInt8], range: Range<Int>)] = []
        var index = page(of: entries.lowerBound)
        while index < pages.count, pages[index].entriesBefore < entries.upperBound {
            let page = pages[index]
            let first = max(entries.lowerBound - page.entriesBefore, 0)
            let end = min(entries.upperBound - page.entriesBefore, page.starts.count)
            parts.append((page.bytes, page.offset(first)..<page.offset(end)))
            index += 1
        }
        return parts
    }

    /// How many bytes some entries take.
    func byteCount(_ entries: Range<Int>) -> Int {
        offset(entries.upperBound) - offset(entries.lowerBound)
    }

    /// Whether an entry has these bytes.
    func holds(_ bytes: ArraySlice<UInt8>, at entry: Int) -> Bool {
        let page = pages[page(of: entry)]
        let first = entry - page.entriesBefore
        return page.bytes[page.offset(first)..<page.offset(first + 1)].elementsEqual(bytes)
    }

    /// How many bytes stand before an entry, or behind the last one.
    private func offset(_ entry: Int) -> Int {
        guard entry < count else { return byteCount }
        let page = pages[page(of: entry)]
        return page.bytesBefore + page.offset(entry - page.entriesBefore)
    }

    /// The page on which an entry stands.
    private func page(of entry: Int) -> Int {
        var low = 0
        var high = pages.count - 1
        // What is asked for is nearly always at the end.
        if pages[high].entriesBefore <= entry { return high }
        while low < high {
            let middle = (low + high + 1) / 2
            if pages[middle].entriesBefore <= entry { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
