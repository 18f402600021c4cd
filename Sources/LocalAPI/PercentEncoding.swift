/// Percent-encoding of path segments and query items (RFC 3986, 2.1).
package enum PercentEncoding {
    /// Decodes one segment or one side of a query item; nil for `%` without two hexadecimal digits,
    /// for an encoded NUL and for what is not UTF-8. `+` is a space where `plusIsSpace`.
    static func decode(_ text: some Sequence<UInt8>, plusIsSpace: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue,
                    high << 4 | low != 0
                else { return nil }
                bytes.append(high << 4 | low)
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(.space)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Encodes everything but letters, digits and `-._~`, so that it may stand as a segment or as a
    /// side of a query item.
    package static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isDigit || byte.isLetter || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
