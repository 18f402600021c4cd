/// An input that is read as a script: steps and what they need, never too short. Behind its end it
/// gives zeros.
struct ByteScript {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset >= bytes.count }

    mutating func byte() -> UInt8 {
        guard offset < bytes.count else { return 0 }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// A number of two bytes.
    mutating func word() -> Int { Int(byte()) << 8 | Int(byte()) }

    /// A number of eight bytes.
    mutating func number() -> UInt64 {
        (0..<8).reduce(0) { value, _ in value << 8 | UInt64(byte()) }
    }

    /// Bytes after their count of two bytes, or what is left of them.
    mutating func chunk() -> [UInt8] {
        let count = word()
        let end = min(bytes.count, offset + count)
        defer { offset = max(offset, end) }
        return offset < end ? Array(bytes[offset..<end]) : []
    }

    /// A chunk as text, faulty UTF-8 replaced.
    mutating func text() -> String { String(decoding: chunk(), as: UTF8.self) }

    /// All that is left.
    mutating func rest() -> [UInt8] {
        defer { offset = bytes.count }
        return offset < bytes.count ? Array(bytes[offset...]) : []
    }

    /// What `chunk` reads.
    static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        let kept = bytes.prefix(0xffff)
        return [UInt8(kept.count >> 8), UInt8(kept.count & 0xff)] + kept
    }
}

extension [UInt8] {
    /// The same bytes in slices whose lengths the count turns through.
    func slices(of count: Int) -> [[UInt8]] {
        guard count > 0 else { return isEmpty ? [] : [self] }
        return stride(from: 0, to: self.count, by: count).map {
            Array(self[$0..<Swift.min(self.count, $0 + count)])
        }
    }
}
