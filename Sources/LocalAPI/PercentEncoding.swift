/// Percent-encoding of path segments and query items (RFC 3986, 2.1).
package enum PercentEncoding {
    /// Why a segment or a side of a query item is no text, as the end of a sentence about it.
    enum Fault: Error {
        case badEscape, nul, notUTF8, tooManyMarks

        var reason: String {
            switch self {
            case .badEscape: "has a % without two hexadecimal digits behind it"
            case .nul: "has a NUL (%00), which no name and no text holds"
            case .notUTF8: "is not UTF-8 once its percent-encoding is decoded"
            case .tooManyMarks:
                "has more than \(HTTPLimits.marksInARowMax) combining marks in a row"
            }
        }
    }

    /// Decodes one segment or one side of a query item. `+` is a space where `plusIsSpace`.
    static func decode(
        _ text: some Sequence<UInt8>, plusIsSpace: Bool
    ) throws(Fault) -> String {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue else {
                    throw .badEscape
                }
                guard high << 4 | low != 0 else { throw .nul }
                bytes.append(high << 4 | low)
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(.space)
            } else {
                bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        guard MarkRun.isBounded(in: decoded) else { throw .tooManyMarks }
        return decoded
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
