/// Path segments and query items of a request, both percent-decoded.
package struct Target: Hashable, Sendable {
    /// `name=value` of the query; without `=` the value is empty.
    package struct QueryItem: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The segments between the slashes: `/` has none, `/games/` has `games` and an empty one. A
    /// segment may contain any character, also a slash. `*` of `OPTIONS *` is a segment of its own.
    package let path: [String]
    /// In order; names may repeat.
    package let query: [QueryItem]

    package init(_ path: [String], query: [QueryItem] = []) {
        self.path = path
        self.query = query
    }

    /// The value of the first query item of this name.
    package subscript(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// In the form of the request line, percent-encoded.
    package var encoded: String {
        var text = path.isEmpty ? "/" : ""
        for segment in path { text += "/" + PercentEncoding.encode(segment) }
        for (index, item) in query.enumerated() {
            text += index == 0 ? "?" : "&"
            text += PercentEncoding.encode(item.name) + "=" + PercentEncoding.encode(item.value)
        }
        return text
    }

    /// Reads the target of a request line: origin form, absolute form with `http`, or `*` (RFC
    /// 9112, 3.2).
    init(parsing text: ArraySlice<UInt8>) throws(LocalAPIError) {
        guard text.count <= HTTPLimits.targetBytesMax else { throw .targetTooLong }
        guard text.allSatisfy({ $0 > .space && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .badTarget("has a character that must be percent-encoded")
        }
        if text.elementsEqual([UInt8(ascii: "*")]) {
            self.init(["*"])
            return
        }
        let local = try Self.withoutAuthority(text)
        let parts = local.split(
            separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            try Self.path(parts[0]), query: parts.count > 1 ? try Self.query(parts[1]) : [])
    }

    /// `http://localhost/games` to `/games`.
    private static func withoutAuthority(
        _ text: ArraySlice<UInt8>
    ) throws(LocalAPIError) -> ArraySlice<UInt8> {
        if text.first == UInt8(ascii: "/") { return text }
        guard let rest = behindScheme(text) else { throw .badTarget("does not start with /") }
        let end = rest.firstIndex(where: isEnd)
        guard end != rest.startIndex, !rest.isEmpty else { throw .badTarget("names no host") }
        return end.map { rest[$0...] } ?? []
    }

    /// `http://localhost:7422/games` to `localhost:7422`; nil for a target in another form.
    static func authority(of text: ArraySlice<UInt8>) -> String? {
        behindScheme(text).map { String(decoding: $0.prefix { !isEnd($0) }, as: UTF8.self) }
    }

    private static func behindScheme(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let scheme = "http://"
        let start = String(decoding: text.prefix(scheme.utf8.count), as: UTF8.self).lowercased()
        return start == scheme ? text.dropFirst(scheme.utf8.count) : nil
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
    }

    private static func path(_ text: ArraySlice<UInt8>) throws(LocalAPIError) -> [String] {
        let segments = text.dropFirst()
        guard !segments.isEmpty else { return [] }
        return try segments.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { segment throws(LocalAPIError) in
                try PercentEncoding.decode(segment, plusIsSpace: false)
            }
    }

    private static func query(_ text: ArraySlice<UInt8>) throws(LocalAPIError) -> [QueryItem] {
        try text.split(separator: UInt8(ascii: "&")).map { item throws(LocalAPIError) in
            let sides = item.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return QueryItem(
                try PercentEncoding.decode(sides[0], plusIsSpace: true),
                sides.count > 1 ? try PercentEncoding.decode(sides[1], plusIsSpace: true) : "")
        }
    }
}

/// Percent-encoding of path segments and query items (RFC 3986, 2.1).
package enum PercentEncoding {
    /// Decodes one segment or one side of a query item.
    static func decode(
        _ text: some Sequence<UInt8>, plusIsSpace: Bool
    ) throws(LocalAPIError) -> String {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next()?.hexValue, let low = rest.next()?.hexValue else {
                    throw .badTarget("has a % without two hexadecimal digits after it")
                }
                guard high << 4 | low != 0 else {
                    throw .badTarget("has a NUL (%00), which no name or text may contain")
                }
                bytes.append(high << 4 | low)
            } else if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(.space)
            } else {
                bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw .badTarget("is not UTF-8 once its percent-encoding is decoded")
        }
        guard MarkRun.isBounded(in: decoded) else {
            throw .badTarget(
                "has more than \(HTTPLimits.marksInARowMax) combining marks in a row")
        }
        return decoded
    }

    /// Encodes all characters but letters, digits and `-._~`, for a segment or a side of a query
    /// item.
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
