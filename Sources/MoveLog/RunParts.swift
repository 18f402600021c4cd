/// A run in several frames, for a peer that takes no frame as long as the run's: each part but the
/// last is without a signature, and continues the part before it.
extension Run {
    /// Bytes of a frame around the pages of a run: type, author, after, base, count of pages, head.
    private static let frameHeadBytes = 1 + 16 + 8 + 16 + 3 + 65
    /// Bytes of a page's count and length.
    private static let pageHeadBytes = 6

    /// The frame of the run, or of a part of it.
    var frame: Frame { head == nil ? .part(self) : .run(self) }

    /// The run itself if its frame has at most `limit` bytes, of type and payload; else parts with
    /// such frames. `mark` is the first half of D at a place of the run's branch. An entry that
    /// fits `MoveLogLimits.frameBytesMin` is never divided.
    func parts(frameBytesMax limit: Int, mark: (UInt64) -> Octets16) -> [Run] {
        // Most runs are small, and none is above the limit of nearly every peer.
        if Self.frameHeadBytes + byteCount + pages.count * Self.pageHeadBytes <= limit {
            return [self]
        }
        var writer = ByteWriter()
        write(to: &writer, isPaged: isPaged)
        if writer.bytes.count < limit { return [self] }
        let most = limit - Self.frameHeadBytes
        var parts: [Run] = []
        var (part, size, place): ([Page], Int, UInt64) = ([], 0, after)
        for page in pieces(of: most) {
            let bytes = page.bytes.count + Self.pageHeadBytes
            if size + bytes > most, !part.isEmpty {
                let run = Run(
                    author: author, after: place, base: mark(place), pages: part.joined, head: nil)
                parts.append(run)
                (part, size, place) = ([], 0, run.last)
            }
            part.append(page)
            size += bytes
        }
        let base = parts.isEmpty ? base : mark(place)
        parts.append(
            Run(author: author, after: place, base: base, pages: part.joined, head: head))
        return parts
    }

    /// The pages; one that is above a number of bytes as smaller ones of canonical bytes.
    private func pieces(of most: Int) -> [Page] {
        pages.flatMap { page in
            guard page.bytes.count + Self.pageHeadBytes > most else { return [page] }
            let content = readAgain(author) { () throws(Malformed) in
                try RunContent([page], author: author, after: after)
            }
            var pages: [Page] = []
            var first = 0
            for index in 1...content.count
            where index == content.count
                || content.byteCount(first..<(index + 1)) + Self.pageHeadBytes > most
            {
                let bytes = Array(content.bytes(of: first..<index))
                pages.append(Page(count: index - first, bytes: bytes))
                first = index
            }
            return pages
        }
    }

    /// The run with the entries of a part behind its own, and with the part's head; malformed
    /// unless the part continues the run, and while the limits of a run hold.
    func continued(by part: Run) throws(Malformed) -> Run {
        guard part.author == author, part.after == last else { throw .invalid("part") }
        let whole = Run(
            author: author, after: after, base: base, pages: (pages + part.pages).joined,
            head: part.head)
        guard whole.count <= Int(MoveLogLimits.spanEntriesMax),
            whole.pages.count <= MoveLogLimits.runPagesMax
        else { throw .tooLarge("count") }
        guard whole.byteCount <= MoveLogLimits.spanBytesMax else { throw .tooLarge("entries") }
        return whole
    }
}
