/// Files in a row, as `tar` reads and writes them: the ustar format of POSIX.1-2017 (pax, "ustar
/// Interchange Format"), plain files alone. Bytes in, bytes out.
enum TapeArchive {
    /// The length of a header, and the unit to which files are filled up.
    static let blockBytes = 512
    /// Bytes of a name: one of a header's two fields for it.
    static let nameBytesMax = 100
    /// Bytes of a file: eleven octal digits.
    static let fileBytesMax = 1 << 33 - 1
    /// The end of an archive.
    static let end = [UInt8](repeating: 0, count: 2 * blockBytes)

    /// The header of a file that only its owner may read.
    static func header(_ name: String, bytes count: Int, seconds: Int) -> [UInt8] {
        precondition(name.utf8.count <= nameBytesMax && (0...fileBytesMax).contains(count))
        var block = [UInt8](repeating: 0, count: blockBytes)
        func put(_ text: String, at offset: Int) {
            block.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        func put(_ number: Int, digits: Int, at offset: Int) {
            let text = String(number, radix: 8)
            put(String(repeating: "0", count: digits - text.count) + text, at: offset)
        }
        put(name, at: 0)
        put(0o600, digits: 7, at: 100)
        put(0, digits: 7, at: 108)
        put(0, digits: 7, at: 116)
        put(count, digits: 11, at: 124)
        put(max(0, seconds), digits: 11, at: 136)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(sum(of: block), digits: 6, at: 148)
        block[155] = UInt8(ascii: " ")
        return block
    }

    /// The zeros behind a file.
    static func padding(bytes count: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: (blockBytes - count % blockBytes) % blockBytes)
    }

    /// The name and length in a header; nil for anything but a plain file with a whole header.
    static func file(_ block: [UInt8]) -> (name: String, bytes: Int)? {
        guard block.count == blockBytes, block[257..<262].elementsEqual("ustar".utf8),
            [UInt8(ascii: "0"), 0].contains(block[156]),
            // The other field for a name and the one for links are empty.
            block[345] == 0, block[157] == 0,
            number(block[148..<156]) == sum(of: block), let count = number(block[124..<136])
        else { return nil }
        let name = block[..<nameBytesMax].prefix { $0 != 0 }
        guard !name.isEmpty, name.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        return (String(decoding: name, as: UTF8.self), count)
    }

    /// Octal digits, then spaces or zeros.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.prefix { (0x30...0x37).contains($0) }
        guard !digits.isEmpty, field.dropFirst(digits.count).allSatisfy({ $0 == 0 || $0 == 0x20 })
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }

    /// The sum of all bytes, with spaces in the place of the sum.
    private static func sum(of block: [UInt8]) -> Int {
        var sum = 8 * 0x20
        for (offset, byte) in block.enumerated() where !(148..<156).contains(offset) {
            sum += Int(byte)
        }
        return sum
    }
}
