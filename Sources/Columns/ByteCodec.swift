/// A fault in bytes from outside.
package enum Malformed: Error, Equatable, Sendable {
    /// The bytes end inside a field.
    case truncated
    /// The value of a field, given by name, is not allowed.
    case invalid(String)
    /// The count or length of a field, given by name, exceeds its limit.
    case tooLarge(String)
    /// Bytes are left after the last field.
    case trailing
    /// A number of a list to which a later version may add: what follows cannot be read.
    case later
}

/// Appends fields to bytes: big-endian integers, LEB128 varints, counted bytes.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package init(capacity: Int) { bytes.reserveCapacity(capacity) }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Four bytes, most significant first.
    package mutating func fixed32(_ value: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// Eight bytes, most significant first.
    package mutating func fixed64(_ value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// An unsigned LEB128 number in its shortest form: 1 to 10 bytes.
    package mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// A non-negative count as a varint.
    package mutating func count(_ value: Int) { varint(UInt64(value)) }

    /// A signed number, zigzag-folded, as a varint.
    package mutating func signed(_ value: Int64) {
        varint(zigzag(UInt64(bitPattern: value)))
    }

    /// Bytes without a length.
    package mutating func raw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

    /// Bytes after their count as a varint.
    package mutating func counted(_ value: [UInt8]) {
        count(value.count)
        bytes.append(contentsOf: value)
    }

    /// Counted UTF-8.
    package mutating func text(_ value: String) { counted(Array(value.utf8)) }
}

/// Reads an unsigned LEB128 number in its shortest form and advances the offset.
@inline(__always)
func readVarint(
    _ bytes: [UInt8], at offset: inout Int, end: Int
) throws(Malformed) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var place = offset
    var next: UInt8
    repeat {
        guard place < end else { throw .truncated }
        next = bytes[place]
        place &+= 1
        value |= UInt64(next & 0x7f) &<< shift
        shift &+= 7
    } while next >= 0x80 && shift < 70
    // The tenth byte holds only the highest bit; a final byte 0 is not the shortest form.
    guard next < 0x80, shift < 70 || next <= 1, next > 0 || shift == 7 else {
        throw .invalid("varint")
    }
    offset = place
    return value
}

/// Reads fields from bytes. Every count is checked against the remaining bytes before anything is
/// allocated; the position after an error is unspecified.
package struct ByteReader: Sendable {
    private let bytes: [UInt8]
    /// The offset of the next byte, from the start of the array.
    package private(set) var offset: Int
    private let end: Int

    /// Reads the bytes of `range`, or all of them.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        offset = range?.lowerBound ?? 0
        end = range?.upperBound ?? bytes.count
    }

    package var remaining: Int { end - offset }

    package mutating func byte() throws(Malformed) -> UInt8 {
        guard offset < end else { throw .truncated }
        defer { offset += 1 }
        return bytes[offset]
    }

    /// Four bytes, most significant first.
    package mutating func fixed32() throws(Malformed) -> UInt32 {
        guard remaining >= 4 else { throw .truncated }
        var value: UInt32 = 0
        for _ in 0..<4 { value = value << 8 | UInt32(try byte()) }
        return value
    }

    /// Eight bytes, most significant first.
    package mutating func fixed64() throws(Malformed) -> UInt64 {
        guard remaining >= 8 else { throw .truncated }
        var value: UInt64 = 0
        for _ in 0..<8 { value = value << 8 | UInt64(try byte()) }
        return value
    }

    /// An unsigned LEB128 number; only its shortest form within 64 bits is valid, so that one value
    /// has one encoding.
    package mutating func varint() throws(Malformed) -> UInt64 {
        try readVarint(bytes, at: &offset, end: end)
    }

    /// A count of at most `max`.
    package mutating func count(_ field: String, max: Int) throws(Malformed) -> Int {
        let value = try varint()
        guard value <= UInt64(max) else { throw .tooLarge(field) }
        return Int(value)
    }

    /// A zigzag-folded signed number.
    package mutating func signed() throws(Malformed) -> Int64 {
        let folded = try varint()
        return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }

    package mutating func raw(_ count: Int) throws(Malformed) -> [UInt8] {
        guard count >= 0, remaining >= count else { throw .truncated }
        defer { offset += count }
        return Array(bytes[offset..<(offset + count)])
    }

    /// Bytes of the array at any offset.
    package func bytes(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

    mutating func skip(_ count: Int) throws(Malformed) {
        guard count >= 0, remaining >= count else { throw .truncated }
        offset += count
    }

    /// Counted bytes, at most `max`.
    package mutating func counted(_ field: String, max: Int) throws(Malformed) -> [UInt8] {
        try raw(try count(field, max: max))
    }

    /// Counted UTF-8 of at most `max` bytes; anything else is invalid.
    package mutating func text(_ field: String, max: Int) throws(Malformed) -> String {
        let bytes = try counted(field, max: max)
        // Nearly all texts are ASCII, which this test detects in a tenth of the time.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid(field) }
        return text
    }

    package mutating func octets16() throws(Malformed) -> Octets16 {
        guard remaining >= 16 else { throw .truncated }
        defer { offset += 16 }
        return Octets16(bytes, at: offset)
    }

    package mutating func octets32() throws(Malformed) -> Octets32 {
        guard remaining >= 32 else { throw .truncated }
        defer { offset += 32 }
        return Octets32(bytes, at: offset)
    }

    /// Numbers of `width` bits each, the lowest bit of the first byte first, plus `base`. The
    /// unused bits of the last byte must be zero.
    mutating func packed(
        _ count: Int, width: Int, above base: UInt64, to numbers: inout [UInt64]
    ) throws(Malformed) {
        let (bits, isOverflow) = count.multipliedReportingOverflow(by: width)
        guard !isOverflow, remaining >= (bits + 7) / 8 else { throw .truncated }
        let start = numbers.count
        numbers += [UInt64](repeating: base, count: count)
        guard width > 0 else { return }
        let rest =
            width <= 56
            ? unpackNarrow(width, to: &numbers, from: start)
            : unpackWide(width, to: &numbers, from: start)
        guard rest == 0 else { throw .invalid("bits") }
    }

    /// Up to 56 bits: with another byte they still fit a word. Returns the unused bits.
    private mutating func unpackNarrow(
        _ width: Int, to numbers: inout [UInt64], from start: Int
    ) -> UInt64 {
        let bytes = bytes
        let source = bytes.span
        var target = numbers.mutableSpan
        let mask = (1 << UInt64(width)) - 1 as UInt64
        var held: UInt64 = 0
        var heldBits = 0
        var place = offset
        for index in start..<target.count {
            while heldBits < width {
                held |= UInt64(source[place]) &<< UInt64(heldBits)
                heldBits &+= 8
                place &+= 1
            }
            target[index] &+= held & mask
            held &>>= UInt64(width)
            heldBits &-= width
        }
        offset = place
        return held
    }

    private mutating func unpackWide(
        _ width: Int, to numbers: inout [UInt64], from start: Int
    ) -> UInt64 {
        let mask = width == 64 ? UInt64.max : (1 << UInt64(width)) - 1
        var held: UInt64 = 0
        var heldBits = 0
        for index in start..<numbers.count {
            var number = held
            var have = heldBits
            while have < width {
                let next = UInt64(bytes[offset])
                offset += 1
                number |= next << UInt64(have)
                have += 8
                // The bits that did not fit are the start of the next number.
                held = have > 64 ? next >> UInt64(72 - have) : 0
            }
            let rest = width == 64 ? 0 : number >> UInt64(width)
            held = have <= 64 ? rest : held << UInt64(64 - width) | rest
            heldBits = have - width
            numbers[index] &+= number & mask
        }
        return held
    }

    /// Throws unless all bytes are read.
    package func finish() throws(Malformed) {
        guard remaining == 0 else { throw .trailing }
    }
}

/// The length of a value as a varint.
func varintBytes(_ value: UInt64) -> Int {
    // The bits, plus an eighth, in whole bytes: equal to seven bits a byte for each width up to 64.
    ((64 - (value | 1).leadingZeroBitCount) * 9 + 64) / 64
}

/// Zigzag code of a signed number given as its bit pattern: 0, -1, 1, -2, ... become 0, 1, 2, 3,
/// ...
func zigzag(_ pattern: UInt64) -> UInt64 {
    let number = Int64(bitPattern: pattern)
    return UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63)
}

extension Range<Int> {
    /// The first index for which `isAfter` holds, given that it holds for all later ones too; the
    /// upper bound if it holds for none. Calls the condition log2(count) times.
    package func partitioningIndex(where isAfter: (Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
