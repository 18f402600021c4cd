/// Sixteen bytes stored inline, so that identifiers as dictionary keys need no allocation.
///
/// Ordered by bytes, first byte most significant.
package struct Octets16: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Nil unless there are exactly 16 bytes.
    package init?(_ bytes: some Collection<UInt8>) { self.init(Array(bytes)) }

    /// Not generic, for speed: digests come by the hundred thousand.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.init(bytes, at: 0)
    }

    /// The caller has checked that 16 bytes follow the offset.
    init(_ bytes: [UInt8], at offset: Int) {
        high = bigEndianWord(bytes, at: offset)
        low = bigEndianWord(bytes, at: offset + 8)
    }

    /// The first four bytes, most significant first.
    package var firstWord: UInt32 { UInt32(truncatingIfNeeded: high >> 32) }

    package static let zero = Octets16(high: 0, low: 0)

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        write(to: &bytes, at: 0)
        return bytes
    }

    fileprivate func write(to bytes: inout [UInt8], at offset: Int) {
        for index in 0..<8 {
            let shift = UInt64(56 - 8 * index)
            bytes[offset + index] = UInt8(truncatingIfNeeded: high >> shift)
            bytes[offset + 8 + index] = UInt8(truncatingIfNeeded: low >> shift)
        }
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// Thirty-two bytes stored inline, ordered by bytes.
package struct Octets32: Hashable, Comparable, Sendable {
    package let high: Octets16
    package let low: Octets16

    /// Nil unless there are exactly 32 bytes.
    package init?(_ bytes: some Collection<UInt8>) { self.init(Array(bytes)) }

    /// Not generic, for speed.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.init(bytes, at: 0)
    }

    /// The caller has checked that 32 bytes follow the offset.
    init(_ bytes: [UInt8], at offset: Int) {
        high = Octets16(bytes, at: offset)
        low = Octets16(bytes, at: offset + 16)
    }

    package var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 32)
        high.write(to: &bytes, at: 0)
        low.write(to: &bytes, at: 16)
        return bytes
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

/// One check and written-out shifts, so that the compiler emits a single load.
func bigEndianWord(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= bytes.count - 8, "there are no eight bytes")
    let high =
        UInt64(bytes[offset]) << 56 | UInt64(bytes[offset &+ 1]) << 48
        | UInt64(bytes[offset &+ 2]) << 40 | UInt64(bytes[offset &+ 3]) << 32
    return high | UInt64(bytes[offset &+ 4]) << 24 | UInt64(bytes[offset &+ 5]) << 16
        | UInt64(bytes[offset &+ 6]) << 8 | UInt64(bytes[offset &+ 7])
}

/// Lower case, two digits a byte.
package func hexadecimal(_ bytes: some Collection<UInt8>) -> String { hexadecimal(Array(bytes)) }

/// Not generic, for speed: every document has identifiers.
package func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}

/// The bytes of a hexadecimal text of even length, in either case; nil for any other text.
package func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else {
            return nil
        }
        bytes.append(high << 4 | low)
    }
    return bytes
}

private func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}
