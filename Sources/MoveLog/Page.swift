/// Consecutive entries of one author in transit or at rest: their canonical bytes, or columns
/// (`EntryColumns`) if those are shorter. A page in columns has at most `Limits.chainStride`
/// entries, so that finding one of them is cheap.
package struct Page: Hashable, Sendable {
    /// At least 1.
    package var count: Int { Int(entries) }
    /// 32 bits, because a season has thousands of pages.
    private let entries: UInt32
    package let isInColumns: Bool
    /// The canonical bytes of the entries, one after the other, or columns.
    let bytes: [UInt8]

    init(count: Int, isInColumns: Bool = false, bytes: [UInt8]) {
        entries = UInt32(count)
        self.isInColumns = isInColumns
        self.bytes = bytes
    }

    /// Packs canonical bytes into columns if they are well-formed, have enough entries, and become
    /// shorter.
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

    /// Count, then twice the length of the bytes, plus one for columns, and the bytes.
    func write(to writer: inout ByteWriter) {
        writer.count(count)
        writer.count(bytes.count * 2 + (isInColumns ? 1 : 0))
        writer.raw(bytes)
    }

    /// Checks the counts only; `RunContent` decodes the entries.
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
    /// The same pages, or a single page of canonical bytes if none is in columns.
    var joined: [Page] {
        guard count > 1, !contains(where: \.isInColumns) else { return self }
        return [Page(count: reduce(0) { $0 + $1.count }, bytes: flatMap(\.bytes))]
    }
}
