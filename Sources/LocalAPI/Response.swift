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

    /// The media type of RFC 8259.
    package static let jsonType = "application/json"

    /// `value` as JSON and a line end, so that a terminal's prompt starts on its own line.
    package static func json(_ value: some Encodable, status: Status = .ok) -> Response {
        json(encoded: JSON.encode(value), status: status)
    }

    package static func json(encoded value: [UInt8], status: Status = .ok) -> Response {
        content(value + [.lineFeed], type: jsonType, status: status)
    }

    /// Text in UTF-8 of any media type, such as an export.
    package static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: Status = .ok
    ) -> Response {
        content(Array(text.utf8), type: type, status: status)
    }

    /// A page of OpenMetrics 1.0, in the media type that the format demands.
    package static func metrics(_ text: String) -> Response {
        .text(text, type: "application/openmetrics-text; version=1.0.0; charset=utf-8")
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
    /// The phrase of the status line, for people; programs ignore it.
    let reason: String

    /// Without a phrase if the code is none of these.
    package init(_ code: Int) {
        self = Self.known.first { $0.code == code } ?? Status(code, "")
    }

    private init(_ code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    static let goOn = Status(100, "Continue")
    package static let ok = Status(200, "OK")
    static let noContent = Status(204, "No Content")
    static let notModified = Status(304, "Not Modified")
    package static let badRequest = Status(400, "Bad Request")
    package static let forbidden = Status(403, "Forbidden")
    package static let notFound = Status(404, "Not Found")
    /// The path exists, the method does not; `Allow` names those that do.
    package static let methodNotAllowed = Status(405, "Method Not Allowed")
    package static let requestTimeout = Status(408, "Request Timeout")
    package static let conflict = Status(409, "Conflict")
    package static let lengthRequired = Status(411, "Length Required")
    package static let contentTooLarge = Status(413, "Content Too Large")
    package static let targetTooLong = Status(414, "URI Too Long")
    /// An `Expect` other than `100-continue`.
    package static let expectationFailed = Status(417, "Expectation Failed")
    /// The server does not answer for the request's host.
    package static let misdirected = Status(421, "Misdirected Request")
    package static let unprocessable = Status(422, "Unprocessable Content")
    package static let headTooLarge = Status(431, "Request Header Fields Too Large")
    package static let internalError = Status(500, "Internal Server Error")
    /// An unknown transfer coding.
    package static let notImplemented = Status(501, "Not Implemented")
    package static let unavailable = Status(503, "Service Unavailable")
    /// A major version of HTTP other than 1.
    package static let versionNotSupported = Status(505, "HTTP Version Not Supported")
    /// The disk is full.
    package static let insufficientStorage = Status(507, "Insufficient Storage")

    private static let known = [
        goOn, ok, noContent, notModified, badRequest, forbidden, notFound, methodNotAllowed,
        requestTimeout, conflict, lengthRequired, contentTooLarge, targetTooLong,
        expectationFailed, misdirected, unprocessable, headTooLarge, internalError, notImplemented,
        unavailable, versionNotSupported, insufficientStorage,
    ]

    package var isSuccess: Bool { (200..<300).contains(code) }

    /// True if no body follows a head with this status, whatever its headers say (RFC 9112, 6.3).
    var isWithoutBody: Bool { code < 200 || code == 204 || code == 304 }
}
