import Documents

/// What a request is about: path segments and query items, both percent-decoded.
package struct Target: Hashable, Sendable {
    /// `name=value` of the query; without `=` the value is empty.
    package struct QueryItem: Hashable, Sendable {
        /// Decoded.
        package let name: String
        /// Decoded.
        package let value: String

        /// One item of a query, not yet encoded.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The segments between the slashes: `/` has none, `/games/` has `games` and an empty one. A
    /// segment may hold any character, a slash too. `*` of `OPTIONS *` is a segment of its own.
    package let path: [String]
    /// In order; names may repeat.
    package let query: [QueryItem]

    /// A target to be asked for; both parts not yet encoded.
    package init(_ path: [String], query: [QueryItem] = []) {
        self.path = path
        self.query = query
    }

    /// The value of the first query item of this name.
    package subscript(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }

    /// The target as the request line has it, percent-encoded.
    package var encoded: String {
        var text = path.isEmpty ? "/" : ""
        for segment in path { text += "/" + PercentEncoding.encode(segment) }
        for (index, item) in query.enumerated() {
            text += index == 0 ? "?" : "&"
            text += PercentEncoding.encode(item.name) + "=" + PercentEncoding.encode(item.value)
        }
        return text
    }

    /// Reads the target of a request line: origin form, absolute form with `http`, or `*`
    /// (RFC 9112, 3.2).
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
        let scheme = Array("http://".utf8)
        let start = String(decoding: text.prefix(scheme.count), as: UTF8.self).lowercased()
        guard Array(start.utf8) == scheme else { throw .badTarget("does not start with /") }
        let rest = text.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        guard end != rest.startIndex, !rest.isEmpty else { throw .badTarget("names no host") }
        return end.map { rest[$0...] } ?? []
    }

    private static func path(_ text: ArraySlice<UInt8>) throws(LocalAPIError) -> [String] {
        let segments = text.dropFirst()
        guard !segments.isEmpty else { return [] }
        var path: [String] = []
        for segment in segments.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        {
            path.append(try decoded(segment, plusIsSpace: false))
        }
        return path
    }

    private static func query(_ text: ArraySlice<UInt8>) throws(LocalAPIError) -> [QueryItem] {
        var items: [QueryItem] = []
        for item in text.split(separator: UInt8(ascii: "&")) {
            let sides = item.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            items.append(
                QueryItem(
                    try decoded(sides[0], plusIsSpace: true),
                    sides.count > 1 ? try decoded(sides[1], plusIsSpace: true) : ""))
        }
        return items
    }

    private static func decoded(
        _ text: ArraySlice<UInt8>, plusIsSpace: Bool
    ) throws(LocalAPIError) -> String {
        do throws(PercentEncoding.Fault) {
            return try PercentEncoding.decode(text, plusIsSpace: plusIsSpace)
        } catch {
            throw .badTarget(error.reason)
        }
    }
}

extension LocalAPIError {
    static func badTarget(_ reason: String) -> LocalAPIError {
        .refused(APIError(.badRequest, code: "bad-target", "the target \(reason)"))
    }

    static let targetTooLong = LocalAPIError.refused(
        APIError(
            .targetTooLong, code: "target-too-long",
            "the target is longer than \(HTTPLimits.targetBytesMax) bytes"))
}
