/// The method of a request; case counts (RFC 9110, 9.1).
package enum Method: Hashable, Sendable {
    case get
    /// A router may answer as to `get`: the connection sends the head alone.
    case head
    case post
    case other(String)

    init(parsing text: some Sequence<UInt8>) {
        let name = String(decoding: Array(text), as: UTF8.self)
        self = [.get, .head, .post].first { $0.name == name } ?? .other(name)
    }

    /// In the form of the request line.
    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .other(let name): name
        }
    }
}

package struct Request: Equatable, Sendable {
    package var method: Method
    package var target: Target
    /// As sent, with the framing headers, which were already applied.
    package var headers: Headers
    /// Empty if none was sent; chunks are joined.
    package var body: [UInt8]
    package var version: Version

    package init(
        _ method: Method, _ target: Target, headers: Headers = Headers(), body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        version = .http11
    }

    /// True if the client keeps the connection open afterwards.
    package var keepsAlive: Bool { headers.keepsAlive(version) }

    /// The bytes of this request for `host`, with the length of its body if it has one or its
    /// method implies one.
    func encode(host: String) -> [UInt8] {
        var bytes = Array("\(method.name) \(target.encoded) HTTP/1.1\r\n".utf8)
        var headers = headers
        headers["host"] = headers["host"] ?? host
        headers["transfer-encoding"] = nil
        let isWithoutBody = body.isEmpty && method != .post
        headers["content-length"] = isWithoutBody ? nil : String(body.count)
        headers.encode(into: &bytes)
        bytes += [.carriageReturn, .lineFeed]
        return bytes + body
    }
}
