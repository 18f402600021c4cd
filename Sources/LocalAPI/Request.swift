/// The method of a request; case counts (RFC 9110, 9.1).
package enum Method: Hashable, Sendable {
    /// Read.
    case get
    /// Read, and send the head alone: the connection sees to it, a router may answer as to `get`.
    case head
    /// Record.
    case post
    /// Set.
    case put
    /// Change in part.
    case patch
    /// Withdraw.
    case delete
    /// Ask what is possible.
    case options
    /// Any other token.
    case other(String)

    init(parsing text: some Sequence<UInt8>) {
        let name = String(decoding: Array(text), as: UTF8.self)
        let known: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
        self = known.first { $0.name == name } ?? .other(name)
    }

    /// As the request line has it.
    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        case .other(let name): name
        }
    }
}

/// A complete request.
package struct Request: Equatable, Sendable {
    /// What to do.
    package var method: Method
    /// With what.
    package var target: Target
    /// As sent; `Content-Length` and the like are already seen to.
    package var headers: Headers
    /// Empty if none was sent; chunks are joined.
    package var body: [UInt8]
    /// What the client speaks.
    package var version: Version

    /// A request to be sent, or one for a test.
    package init(
        _ method: Method, _ target: Target, headers: Headers = Headers(), body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        version = .http11
    }

    /// True if the client wants to go on with the connection afterwards.
    package var keepsAlive: Bool { headers.keepsAlive(version) }

    /// The bytes of this request for `host`, with the length of its body if it has one or its
    /// method means one.
    func encode(host: String) -> [UInt8] {
        var bytes = Array("\(method.name) \(target.encoded) HTTP/1.1\r\n".utf8)
        var headers = headers
        headers["host"] = headers["host"] ?? host
        headers["transfer-encoding"] = nil
        let meansBody = method == .post || method == .put || method == .patch
        headers["content-length"] = body.isEmpty && !meansBody ? nil : String(body.count)
        headers.encode(into: &bytes)
        bytes += [.carriageReturn, .lineFeed]
        return bytes + body
    }
}
