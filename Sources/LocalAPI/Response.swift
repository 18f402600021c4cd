package import Documents

/// A response; its length, and whether the connection goes on, are written by the connection.
package struct Response: Equatable, Sendable {
    /// How it went.
    package var status: Status
    /// Without `Content-Length`, `Transfer-Encoding` and `Connection` on the way out.
    package var headers: Headers
    /// Dropped on the way out where none may be (HEAD, 204, 304).
    package var body: [UInt8]

    /// A response with these parts.
    package init(_ status: Status, headers: Headers = Headers(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// `value` as JSON and a line end, so that a terminal's prompt stands on its own line.
    package static func json(_ value: some Encodable, status: Status = .ok) -> Response {
        json(encoded: JSON.encode(value), status: status)
    }

    /// The same of a value that was encoded before.
    package static func json(encoded value: [UInt8], status: Status = .ok) -> Response {
        content(value + [.lineFeed], type: "application/json", status: status)
    }

    /// Text in UTF-8 of any media type, such as an export.
    package static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: Status = .ok
    ) -> Response {
        content(Array(text.utf8), type: type, status: status)
    }

    /// Bytes of a media type.
    package static func content(
        _ bytes: [UInt8], type: String, status: Status = .ok
    ) -> Response {
        var response = Response(status, body: bytes)
        response.headers["content-type"] = type
        response.headers["cache-control"] = "no-store"
        return response
    }

    /// A refusal as a JSON document.
    package static func error(_ error: APIError) -> Response {
        json(error, status: Status(error.status))
    }

    /// 405, naming the methods there are in `Allow` (RFC 9110, 15.5.6).
    package static func methodNotAllowed(_ method: Method, allowed: [Method]) -> Response {
        let names = allowed.map(\.name).joined(separator: ", ")
        var response = error(
            APIError(
                .methodNotAllowed, code: "method-not-allowed",
                "\(method.name) is not possible here; possible: \(names)"))
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
