package import Documents

extension APIError {
    /// A refusal for a reason of HTTP itself; `code` is one of `Protocol/openapi.yaml`.
    package init(_ status: Status, code: String, _ reason: String) {
        self.init(status: status.code, code: code, reason)
    }

    /// Reads the error of a response that is not a success; for a body of another shape, which no
    /// daemon of ours sends, makes one from the status.
    package init(of response: Response) {
        let status = response.status
        if let error = try? JSON.decode(APIError.self, from: response.body) {
            self = error
            self.status = status.code
            return
        }
        self.init(
            status, code: "status-\(status.code)",
            "the answer is status \(status.code) \(status.reason) without an explanation")
    }
}

/// An error of bytes from outside.
package enum LocalAPIError: Error, Equatable, Sendable {
    /// The bytes are not a request that this side serves. The connection cannot go on.
    case refused(APIError)
    /// The bytes are not a response to the request. The connection cannot go on.
    case badResponse(reason: String)
    /// The connection ended before `unanswered` requests had their responses. They may have taken
    /// effect or not; a request with an ID may be sent again.
    case closedEarly(unanswered: Int)
    /// The text is not JSON; `line` counts from 1 where the text is a line of a file.
    case notJSON(line: Int?, reason: String)
    /// JSON of another shape than expected: `path` is like `home.players[2].number`, empty at the
    /// top.
    case badValue(line: Int?, path: String, reason: String)
    /// A line of JSON Lines has more than `HTTPLimits.jsonLineBytesMax` bytes.
    case lineTooLong(line: Int)
    /// An event has more than `HTTPLimits.eventBytesMax` bytes.
    case eventTooLong
}

extension LocalAPIError {
    static func refused(
        _ status: Status = .badRequest, code: String, _ reason: String
    ) -> LocalAPIError {
        .refused(APIError(status, code: code, reason))
    }

    static func badHeader(_ reason: String) -> LocalAPIError {
        .refused(code: "bad-header", reason)
    }

    static func badRequestLine(_ reason: String) -> LocalAPIError {
        .refused(code: "bad-request-line", "the request line: \(reason)")
    }

    static func badTarget(_ reason: String) -> LocalAPIError {
        .refused(code: "bad-target", "the target \(reason)")
    }

    static func badChunk(_ reason: String) -> LocalAPIError {
        .refused(code: "bad-chunk", "the chunked body: \(reason)")
    }

    static func badFraming(_ reason: String) -> LocalAPIError {
        .refused(code: "bad-framing", reason)
    }

    static func bodyTooLong(_ limit: Int) -> LocalAPIError {
        .refused(
            .contentTooLarge, code: "body-too-large", "the body is longer than \(limit) bytes")
    }

    static let targetTooLong = refused(
        .targetTooLong, code: "target-too-long",
        "the target is longer than \(HTTPLimits.targetBytesMax) bytes")
}

extension LocalAPIError: CustomStringConvertible {
    /// A sentence without a full stop.
    package var description: String {
        switch self {
        case .refused(let refusal):
            return refusal.message
        case .badResponse(let reason):
            return "the answer is not valid HTTP: \(reason)"
        case .closedEarly(let unanswered):
            let requests = unanswered == 1 ? "a request" : "\(unanswered) requests"
            return "the daemon closed the connection before it answered \(requests)"
        case .notJSON(let line, let reason):
            return Self.place(line) + "not valid JSON: \(reason)"
        case .badValue(let line, let path, let reason):
            return Self.place(line) + (path.isEmpty ? reason : "\(path): \(reason)")
        case .lineTooLong(let line):
            return Self.place(line) + "longer than \(HTTPLimits.jsonLineBytesMax) bytes"
        case .eventTooLong:
            return "an event is longer than \(HTTPLimits.eventBytesMax) bytes"
        }
    }

    private static func place(_ line: Int?) -> String {
        line.map { "line \($0): " } ?? ""
    }
}
