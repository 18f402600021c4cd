/// Consecutive entries of one author as they travel and rest: their canonical bytes, or columns
/// (`EntryColumns`) where that takes fewer. A page in columns has at most `Limits.chainStride`
/// entries, so that finding one of them costs little.
package struct Page: Hashable, Sendable {
    /// How many entries stand on it; at least 1.
    package var count: Int { Int(entries) }
    /// A season has thousands of pages.
    private let entries: UInt32
    /// True if the bytes are columns.
    package let isInColumns: Bool
    /// Canonical bytes one entry after the other, or columns.
    let bytes: [UInt8]

    init(count: Int, isInColumns: Bool = false, bytes: [UInt8]) {
        entries = UInt32(count)
        self.isInColumns = isInColumns
        self.bytes = bytes
    }

    /// Entries with these canonical bytes, in columns where they can be read, are enough to be worth
    /// it, and take fewer bytes so.
    package init(packing bytes: [UInt8], count: Int, author: AuthorID) {
        guard count >= Limits.columnsCountMin, count <= Int(Limits.chainStride),
            let columns = try? EntryColumns.bytes(
                packing: bytes, count: count, author: author.octets),
            columns.count < bytes.count
        else {
            self.init(count: count, bytes: bytes)
            return
        }
        self.init(count: count, isInColumns: true, bytes: columns)
    }

    /// Count, then twice the length of the bytes, one more for columns, and the bytes.
    func write(to writer: inout ByteWriter) {
        writer.count(count)
        writer.count(bytes.count * 2 + (isInColumns ? 1 : 0))
        writer.raw(bytes)
    }

    /// Reads what `write` wrote; the entries themselves are read by `RunContent`.
    init(from reader: inout ByteReader) throws(Malformed) {
        let count = try reader.count("count", max: Int(Limits.spanEntriesMax))
        entries = UInt32(count)
        guard count > 0 else { throw .invalid("count") }
        let length = try reader.count("entries", max: Limits.spanBytesMax * 2 + 1)
        isInColumns = length % 2 == 1
        guard !isInColumns || count <= Int(Limits.chainStride) else { throw .tooLarge("count") }
        bytes = try reader.raw(length / 2)
    }
}

extension [Page] {
    /// The same with all that is not in columns on one page, if nothing is in columns.
    var joined: [Page] {
        guard count > 1, !contains(where: \.isInColumns) else { return self }
        return [Page(count: reduce(0) { $0 + $1.count }, bytes: flatMap(\.bytes))]
    }
}
