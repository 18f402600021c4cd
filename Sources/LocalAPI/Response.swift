package import Documents

/// A response; the connection adds `Content-Length` and `Connection`.
package struct Response: Equatable, Sendable {
    package var status: Status
    /// `Content-Length`, `Transfer-Encoding` and `Connection` are replaced when it is encoded.
    package var headers: Headers
    /// Dropped when encoded where none is allowed (HEAD, 204, 304).
    package var body: [UInt8]

    package init(_ status: Status, headers: Headers = Headers(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// `value` as JSON and a line end, so that a terminal's prompt starts on its own line.
    package static func json(_ value: some Encodable, status: Status = .ok) -> Response {
        json(encoded: JSON.encode(value), status: status)
    }

    /// The same for an encoded value.
    package static func json(encoded value: [UInt8], status: Status = .ok) -> Response {
        content(value + [.lineFeed], type: "application/json", status: status)
    }

    /// Text in UTF-8 of any media type, such as an export.
    package static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: Status = .ok
    ) -> Response {
        content(Array(text.utf8), type: type, status: status)
    }

    package static func content(
        _ bytes: [UInt8], type: String, status: Status = .ok
    ) -> Response {
        var response = Response(status, body: bytes)
        response.headers["content-type"] = type
        response.headers["cache-control"] = "no-store"
        return response
    }

    package static func error(_ error: APIError) -> Response {
        json(error, status: Status(error.status))
    }

    /// 405, with the allowed methods in `Allow` (RFC 9110, 15.5.6).
    package static func methodNotAllowed(_ method: Method, allowed: [Method]) -> Response {
        let names = allowed.map(\.name).joined(separator: ", ")
        var response = error(
            APIError(
                .methodNotAllowed, code: "method-not-allowed",
                "\(method.name) is not allowed here; allowed: \(names)"))
        response.headers["allow"] = names
        return response
    }

    /// The bytes for a request by `method`; `connection` is the value of that header, if any.
    func encode(for method: Method, connection: String?) -> [UInt8] {
        var headers = headers
        headers["transfer-encoding"] = nil
        headers["content-length"] = status.isWithoutBody ? nil : String(body.count)
        headers["connection"] = connection
        var bytes = Self.head(status, headers)
        if method != .head, !status.isWithoutBody { bytes += body }
        return bytes
    }

    /// The status line and the header lines with the empty line that ends them.
    static func head(_ status: Status, _ headers: Headers) -> [UInt8] {
        var bytes = Array("HTTP/1.1 \(status.code) \(status.reason)\r\n".utf8)
        headers.encode(into: &bytes)
        bytes += [.carriageReturn, .lineFeed]
        return bytes
    }
}

/// A status code of HTTP (RFC 9110, 15).
package struct Status: Hashable, Sendable {
    /// 100 to 599.
    package let code: Int

    package init(_ code: Int) {
        self.code = code
    }

    package static let ok = Status(200)
    package static let badRequest = Status(400)
    package static let notFound = Status(404)
    /// The path exists, the method does not; `Allow` names those that do.
    package static let methodNotAllowed = Status(405)
    package static let requestTimeout = Status(408)
    package static let conflict = Status(409)
    package static let lengthRequired = Status(411)
    package static let contentTooLarge = Status(413)
    package static let targetTooLong = Status(414)
    /// An `Expect` other than `100-continue`.
    package static let expectationFailed = Status(417)
    package static let unprocessable = Status(422)
    package static let headTooLarge = Status(431)
    package static let internalError = Status(500)
    /// An unknown transfer coding.
    package static let notImplemented = Status(501)
    package static let unavailable = Status(503)
    /// A major version of HTTP other than 1.
    package static let versionNotSupported = Status(505)
    /// The disk is full.
    package static let insufficientStorage = Status(507)

    package var isSuccess: Bool { (200..<300).contains(code) }

    /// True if no body follows a head with this status, whatever its headers say (RFC 9112, 6.3).
    var isWithoutBody: Bool { code < 200 || code == 204 || code == 304 }

    /// The phrase of the status line, for people; programs ignore it.
    var reason: String {
        switch code {
        case 100: "Continue"
        case 200: "OK"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 417: "Expectation Failed"
        case 422: "Unprocessable Content"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        default: ""
        }
    }
}
