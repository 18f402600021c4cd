/// Splits the bytes of a link into frames. Holds at most one incomplete frame. The limit is that of
/// a greeting until the owner raises it.
package struct FrameReader: Sendable {
    private var buffer: [UInt8] = []
    private var offset = 0
    /// The largest allowed length of a frame.
    package var frameBytesMax = Limits.greetingBytesMax

    package init() {}

    /// Received bytes that do not form a whole frame yet.
    var waitingBytes: Int { buffer.count - offset }

    /// Takes received bytes, in any division. Cost: no copy unless bytes of an earlier call are
    /// waiting.
    package mutating func receive(_ bytes: [UInt8]) {
        guard !buffer.isEmpty else {
            buffer = bytes
            return
        }
        if offset > 0 {
            buffer.removeFirst(offset)
            offset = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Type and payload of the next frame; nil while it is incomplete. The length is checked before
    /// the rest has arrived.
    package mutating func next() throws(Malformed) -> [UInt8]? {
        guard buffer.count - offset >= 4 else { return nil }
        var reader = ByteReader(buffer, in: offset..<buffer.count)
        let length = Int(try reader.fixed32())
        guard length > 0 else { throw .invalid("length") }
        guard length <= frameBytesMax else { throw .tooLarge("length") }
        guard reader.remaining >= length else { return nil }
        let start = reader.offset
        offset = start + length
        // Release the memory: a link is mostly idle, and a catch-up receives a megabyte at a time.
        defer { if offset == buffer.count { (buffer, offset) = ([], 0) } }
        return Array(buffer[start..<offset])
    }
}
