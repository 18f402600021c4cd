/// Cuts the bytes of a link into frames. It holds at most one incomplete frame, and demands the
/// lower limit of a greeting until it is told that the greeting was accepted.
package struct FrameReader: Sendable {
    private var buffer: [UInt8] = []
    private var offset = 0
    /// The largest length that a frame may have.
    package var frameBytesMax = Limits.greetingBytesMax

    /// A reader at the beginning of a link.
    package init() {}

    /// Bytes that came and were not given out.
    var waitingBytes: Int { buffer.count - offset }

    /// Takes what arrived; frames end wherever they want to. Cost: none where nothing waits, else a copy.
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

    /// Type and payload of the next frame; nil while it is incomplete. The length is judged before
    /// the rest is waited for.
    package mutating func next() throws(Malformed) -> [UInt8]? {
        guard buffer.count - offset >= 4 else { return nil }
        var reader = ByteReader(buffer, in: offset..<buffer.count)
        let length = Int(try reader.fixed32())
        guard length > 0 else { throw .invalid("length") }
        guard length <= frameBytesMax else { throw .tooLarge("length") }
        guard reader.remaining >= length else { return nil }
        let start = reader.offset
        offset = start + length
        // A link is idle for most of its time, and what came in a catch-up is a megabyte.
        defer { if offset == buffer.count { (buffer, offset) = ([], 0) } }
        return Array(buffer[start..<offset])
    }
}
