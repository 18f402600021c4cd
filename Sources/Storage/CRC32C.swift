/// CRC-32C (Castagnoli; RFC 3720 appendix B.4): polynomial 0x1EDC6F41, reflected, initial and final
/// XOR of all ones.
package struct CRC32C: Sendable {
    private var register: UInt32 = 0xffff_ffff

    package init() {}

    /// The checksum of the bytes added so far.
    package var value: UInt32 { ~register }

    package mutating func add(_ bytes: [UInt8], in range: Range<Int>) {
        register = advanced(register, over: bytes, from: range.lowerBound, to: range.upperBound)
    }

    /// Adds four bytes, most significant first.
    mutating func add(_ word: UInt32) {
        let tables = slicingTables
        for shift in [24, 16, 8, 0] as [UInt32] {
            register = register >> 8 ^ tables[Int((register ^ word >> shift) & 255)]
        }
    }

    package mutating func add(_ bytes: [UInt8]) { add(bytes, in: 0..<bytes.count) }
}

/// The hot loop, on plain arrays: slicing by eight, with independent table look-ups.
private func advanced(_ start: UInt32, over bytes: [UInt8], from first: Int, to end: Int) -> UInt32
{
    let tables = slicingTables
    var register = start
    var index = first
    while end - index >= 8 {
        let low =
            register
            ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
                | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24)
        let early =
            tables[1792 + Int(low & 255)] ^ tables[1536 + Int(low >> 8 & 255)]
            ^ tables[1280 + Int(low >> 16 & 255)] ^ tables[1024 + Int(low >> 24)]
        let late =
            tables[768 + Int(bytes[index + 4])] ^ tables[512 + Int(bytes[index + 5])]
            ^ tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
        register = early ^ late
        index += 8
    }
    while index < end {
        register = register >> 8 ^ tables[Int((register ^ UInt32(bytes[index])) & 255)]
        index += 1
    }
    return register
}

/// Eight tables of 256: the k-th gives the effect of a byte on the register k bytes later.
private let slicingTables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
        var register = UInt32(byte)
        for _ in 0..<8 {
            register = register & 1 == 1 ? register >> 1 ^ 0x82f6_3b78 : register >> 1
        }
        tables[byte] = register
    }
    for index in 256..<tables.count {
        let before = tables[index - 256]
        tables[index] = before >> 8 ^ tables[Int(before & 255)]
    }
    return tables
}()
