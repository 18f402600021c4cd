/// The header lines of a message, in order; names compare without case (RFC 9110, 5.1).
package struct Headers: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        /// In lower case.
        package let name: String
        /// Without surrounding white space.
        package let value: String
    }

    /// In order of arrival.
    package private(set) var lines: [Line] = []

    package init() {}

    /// The values under this name joined by `, `, the meaning of several lines of one name (RFC
    /// 9110, 5.2); nil if there is none. Setting replaces them all.
    package subscript(_ name: String) -> String? {
        get {
            let values = values(name)
            guard values.count > 1 else { return values.first }
            return values.joined(separator: ", ")
        }
        set {
            let name = name.lowercased()
            lines.removeAll { $0.name == name }
            if let newValue { lines.append(Line(name: name, value: newValue)) }
        }
    }

    /// One value for each line of this name.
    package func values(_ name: String) -> [String] {
        let name = name.lowercased()
        return lines.filter { $0.name == name }.map(\.value)
    }

    /// The elements of a list such as `Connection`: split at commas, in lower case. Empty elements
    /// are dropped (RFC 9110, 5.6.1), and those that are not ASCII, which no token is.
    func tokens(_ name: String) -> [String] {
        values(name).flatMap { value in
            value.utf8.split(separator: .comma).filter { $0.allSatisfy { $0 < 0x80 } }
                .map { String(decoding: Self.trimmed($0), as: UTF8.self).lowercased() }
        }.filter { !$0.isEmpty }
    }

    /// Reads `name: value` (RFC 9112, 5) and appends it.
    mutating func append(line: [UInt8]) throws(LocalAPIError) {
        guard lines.count < HTTPLimits.headerCountMax else {
            throw .refused(
                .headTooLarge, code: "head-too-large",
                "more than \(HTTPLimits.headerCountMax) header lines")
        }
        if line.first == .space || line.first == .tab {
            throw .badHeader("a header line starts with white space (obsolete folding)")
        }
        guard let colon = line.firstIndex(of: .colon) else {
            throw .badHeader("a header line has no colon")
        }
        let name = line[..<colon]
        guard !name.isEmpty, name.allSatisfy(\.isToken) else {
            throw .badHeader("a header's name is empty or has a character that names may not have")
        }
        let value = Self.trimmed(line[(colon + 1)...])
        guard value.allSatisfy({ $0 == .tab || ($0 >= .space && $0 != 0x7F) }) else {
            throw .badHeader("a header's value has a control character")
        }
        lines.append(
            Line(
                name: String(decoding: name, as: UTF8.self).lowercased(),
                value: String(decoding: value, as: UTF8.self)))
    }

    /// Writes the lines as `Name: value`. A control character in a value becomes a space: a name
    /// that a person chose cannot start another header line.
    func encode(into bytes: inout [UInt8]) {
        for line in lines {
            var startsWord = true
            for byte in line.name.utf8 {
                bytes.append(startsWord && byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte)
                startsWord = byte == UInt8(ascii: "-")
            }
            bytes += [.colon, .space]
            for byte in line.value.utf8 {
                bytes.append(byte < .space || byte == 0x7F ? .space : byte)
            }
            bytes += [.carriageReturn, .lineFeed]
        }
    }

    static func trimmed(
        _ bytes: some BidirectionalCollection<UInt8>
    ) -> some BidirectionalCollection<UInt8> {
        let isSpace = { (byte: UInt8) in byte == .space || byte == .tab }
        let rest = bytes.drop(while: isSpace)
        let end = rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) }
        return rest[rest.startIndex..<(end ?? rest.startIndex)]
    }
}
