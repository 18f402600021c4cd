/// A status code of HTTP (RFC 9110, 15).
package struct Status: Hashable, Sendable {
    /// 100 to 599.
    package let code: Int

    /// The status with this code.
    package init(_ code: Int) {
        self.code = code
    }

    /// Done; the answer is in the body.
    package static let ok = Status(200)
    /// Done, and something new exists.
    package static let created = Status(201)
    /// Understood, done later.
    package static let accepted = Status(202)
    /// Done, and there is nothing to say.
    package static let noContent = Status(204)
    /// The bytes are no request, or its values are not what the route takes.
    package static let badRequest = Status(400)
    /// This device or keeper may not.
    package static let forbidden = Status(403)
    /// Nothing has this name.
    package static let notFound = Status(404)
    /// The path exists, the method does not; the answer names the methods in `Allow`.
    package static let methodNotAllowed = Status(405)
    /// The request did not come to its end in time.
    package static let requestTimeout = Status(408)
    /// Not in the present state.
    package static let conflict = Status(409)
    /// Was there, is no more.
    package static let gone = Status(410)
    /// A body of unknown length where none can be read.
    package static let lengthRequired = Status(411)
    /// The body is over the limit.
    package static let contentTooLarge = Status(413)
    /// The target is over the limit.
    package static let targetTooLong = Status(414)
    /// An `Expect` other than `100-continue`.
    package static let expectationFailed = Status(417)
    /// Well formed, but it makes no sense.
    package static let unprocessable = Status(422)
    /// The head is over the limit.
    package static let headTooLarge = Status(431)
    /// A fault of ours.
    package static let internalError = Status(500)
    /// A transfer coding nobody knows here.
    package static let notImplemented = Status(501)
    /// Not now: starting, stopping, or without its disk.
    package static let unavailable = Status(503)
    /// A major version of HTTP other than 1.
    package static let versionNotSupported = Status(505)
    /// The disk is full.
    package static let insufficientStorage = Status(507)

    /// 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(code) }

    /// No body follows a head with this status, whatever its headers say (RFC 9112, 6.3).
    var isWithoutBody: Bool { code < 200 || code == 204 || code == 304 }

    /// The phrase of the status line: for people who read the bytes, no program does.
    var reason: String {
        switch code {
        case 100: "Continue"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
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
