/// A route of the local API: a method and a path, shared by the daemon and its clients. The routes
/// are made from `Protocol/openapi.yaml`.
package struct Route: Hashable, Sendable {
    /// `GET` or `POST`.
    package let method: String
    /// Begins with `/v1/`; `{name}` stands for one segment of the path.
    package let path: String

    init(_ method: String, _ path: String) {
        self.method = method
        self.path = path
    }

    /// The path with its `{name}` replaced by an encoded segment: bytes other than the unreserved
    /// of RFC 3986 as `%XX`.
    package func path(name: String) -> String {
        guard let range = Self.parameter(in: path) else { return path }
        return path[..<range.lowerBound] + Self.encoded(name) + path[range.upperBound...]
    }

    /// The segment at `{name}` in a decoded path of this route; empty for a route without one; nil
    /// for another route's path.
    package func match(_ decodedPath: String) -> String? {
        guard let range = Self.parameter(in: path) else { return decodedPath == path ? "" : nil }
        let head = path[..<range.lowerBound]
        let tail = path[range.upperBound...]
        guard decodedPath.hasPrefix(head), decodedPath.hasSuffix(tail),
            decodedPath.utf8.count > head.utf8.count + tail.utf8.count
        else { return nil }
        let name = decodedPath.dropFirst(head.count).dropLast(tail.count)
        return name.utf8.contains(UInt8(ascii: "/")) ? nil : String(name)
    }

    private static func parameter(in path: String) -> Range<String.Index>? {
        guard let open = path.firstIndex(of: "{"), let close = path.firstIndex(of: "}") else {
            return nil
        }
        return open..<path.index(after: close)
    }

    private static func encoded(_ segment: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var text = ""
        for byte in segment.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                text.append("%")
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
        }
        return text
    }
}
