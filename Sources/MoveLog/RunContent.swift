/// The entries of pages as canonical bytes, with the fields that merging needs.
struct RunContent {
    /// The canonical bytes, one entry after the other.
    private(set) var bytes: [UInt8] = []
    /// The end offset of each entry in `bytes`.
    private(set) var ends: [Int] = []
    private(set) var lamports: [UInt64] = []
    /// The indices of the entries that may be about devices, ascending.
    private(set) var membershipEntries: [Int] = []
    let author: AuthorID
    /// The sequence before the first entry.
    let after: UInt64

    var count: Int { ends.count }

    /// Decodes pages; malformed as soon as the bytes would exceed those of a run.
    init(
        _ pages: [Page], author: AuthorID, after: UInt64
    ) throws(Malformed) {
        self.author = author
        self.after = after
        if pages.count == 1, !pages[0].isInColumns {
            bytes = pages[0].bytes
            try skim(from: 0, count: pages[0].count)
            return
        }
        let count = pages.reduce(0) { $0 + $1.count }
        bytes.reserveCapacity(count * 40)
        ends.reserveCapacity(count)
        lamports.reserveCapacity(count)
        for page in pages {
            let start = bytes.count
            guard page.isInColumns else {
                guard start + page.bytes.count <= Limits.spanBytesMax else {
                    throw .tooLarge("entries")
                }
                bytes += page.bytes
                try skim(from: start, count: page.count)
                continue
            }
            let content = try EntryColumns.content(
                of: page.bytes, author: author.octets, count: page.count)
            let first = ends.count
            try content.appendCanonical(
                to: &bytes, ends: &ends, most: Limits.spanBytesMax - start)
            lamports += content.lamports
            membershipEntries += content.places { kind in
                MembershipEntry.limit(of: Kind(rawValue: kind)) != nil
            }.map { first + $0 }
        }
    }

    /// Reads the envelopes of canonical bytes and skips the bodies.
    private mutating func skim(from start: Int, count: Int) throws(Malformed) {
        guard count <= bytes.count - start else { throw .truncated }
        var reader = ByteReader(bytes, in: start..<bytes.count)
        for _ in 0..<count {
            let envelope = try Envelope(from: &reader)
            lamports.append(envelope.lamport)
            if MembershipEntry.limit(of: Kind(rawValue: envelope.kind)) != nil {
                membershipEntries.append(ends.count)
            }
            ends.append(reader.offset)
        }
        try reader.finish()
    }

    func start(of index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    func entry(_ index: Int) -> Entry {
        var reader = ByteReader(bytes, in: start(of: index)..<ends[index])
        let id = EntryID(author: author, sequence: after + UInt64(index) + 1)
        return readAgain(author) { () throws(Malformed) in try Entry(id: id, canonical: &reader) }
    }

    /// The canonical bytes of at least one entry.
    func bytes(of entries: Range<Int>) -> ArraySlice<UInt8> {
        bytes[start(of: entries.lowerBound)..<ends[entries.upperBound - 1]]
    }

    /// The number of canonical bytes of at least one entry.
    func byteCount(_ entries: Range<Int>) -> Int {
        ends[entries.upperBound - 1] - start(of: entries.lowerBound)
    }

    func bytes(of index: Int) -> ArraySlice<UInt8> {
        bytes(of: index..<(index + 1))
    }
}

/// Decodes entries that were decoded before they were admitted: a failure is a bug, not bad input.
func readAgain<Value>(_ author: AuthorID, _ read: () throws(Malformed) -> Value) -> Value {
    do throws(Malformed) {
        return try read()
    } catch {
        preconditionFailure("what was read once cannot be read again: \(author): \(error)")
    }
}
