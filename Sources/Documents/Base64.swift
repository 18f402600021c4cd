/// Bytes as a text of JSON, in the base 64 of RFC 4648 section 4 with padding.
package struct Base64: Hashable, Sendable {
    /// The bytes.
    package var bytes: [UInt8]

    /// Wraps the bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let pad = UInt8(ascii: "=")

    /// What each byte of a text stands for; 64 for a byte that stands for nothing.
    private static let values = letters.enumerated().reduce(
        into: [UInt8](repeating: 64, count: 256)
    ) { values, letter in
        values[Int(letter.element)] = UInt8(letter.offset)
    }

    /// Four characters for each three bytes.
    package var text: String {
        let letters = Self.letters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let word =
                Int(bytes[index]) << 16 | (left > 1 ? Int(bytes[index + 1]) << 8 : 0)
                | (left > 2 ? Int(bytes[index + 2]) : 0)
            text.append(letters[word >> 18])
            text.append(letters[word >> 12 & 63])
            text.append(left > 1 ? letters[word >> 6 & 63] : Self.pad)
            text.append(left > 2 ? letters[word & 63] : Self.pad)
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a text in its only form: padded, nothing between, the bits that are left over 0. Nil
    /// for anything else.
    package init?(text: String) {
        let letters = Array(text.utf8)
        guard letters.count.isMultiple(of: 4) else { return nil }
        let padding = letters.suffix(2).count { $0 == Self.pad }
        let values = Self.values
        bytes = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        var word = 0
        for (index, letter) in letters.enumerated() {
            let isPadding = index >= letters.count - padding
            let value = Int(values[Int(letter)])
            guard isPadding ? letter == Self.pad : value < 64 else { return nil }
            word = word << 6 | (isPadding ? 0 : value)
            guard index % 4 == 3 else { continue }
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word))
            word = 0
        }
        let spare = bytes.suffix(padding)
        guard spare.allSatisfy({ $0 == 0 }) else { return nil }
        bytes.removeLast(padding)
    }
}

extension Base64: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let read = Base64(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the text is not base 64")
        }
        self = read
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
