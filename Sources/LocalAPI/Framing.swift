import Documents

/// What the header lines say about a message's body and its connection, read strictly: where two
/// programs could disagree about the end of a request, it is refused (RFC 9112, 6 and 11.2).
extension Headers {
    /// The body's framing; nil if no line speaks of a body.
    func bodyFraming(limit: Int) throws(LocalAPIError) -> BodyFraming? {
        let hasCoding = !values("transfer-encoding").isEmpty
        let length = try contentLength()
        guard hasCoding else {
            guard let length else { return nil }
            guard length <= limit else { throw .bodyTooLong(limit) }
            return .length(length)
        }
        guard length == nil else {
            throw .badFraming("Content-Length and Transfer-Encoding exclude each other")
        }
        let codings = tokens("transfer-encoding")
        if let unknown = codings.first(where: { $0 != "chunked" }) {
            throw .refused(
                APIError(
                    .notImplemented, code: "unknown-transfer-coding",
                    "the transfer coding '\(unknown.prefix(40))' is not supported; "
                        + "send Content-Length or chunked"))
        }
        guard codings.count == 1 else {
            throw .badFraming("Transfer-Encoding must be chunked, once")
        }
        return .chunked
    }

    /// The one value of all `Content-Length` lines; equal ones count as one. A number over 2^40 is
    /// given as 2^40.
    private func contentLength() throws(LocalAPIError) -> Int? {
        var length: Int?
        for value in values("content-length") {
            for element in value.utf8.split(separator: .comma, omittingEmptySubsequences: false) {
                let digits = element.drop { $0 == .space || $0 == .tab }
                    .reversed().drop { $0 == .space || $0 == .tab }.reversed()
                guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
                    throw .badFraming("Content-Length is not a number")
                }
                let number = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 40) }
                guard length == nil || length == number else {
                    throw .badFraming("several Content-Length differ")
                }
                length = number
            }
        }
        return length
    }

    /// True if the connection goes on after this message (RFC 9112, 9.3).
    func keepsAlive(_ version: Version) -> Bool {
        let options = tokens("connection")
        if options.contains("close") { return false }
        return version == .http11 || options.contains("keep-alive")
    }
}

/// A minor version of HTTP/1; later ones count as 1.1 (RFC 9110, 2.5).
package enum Version: Equatable, Sendable {
    /// Connections end after one response unless both sides say otherwise; no chunks.
    case http10
    /// The usual one.
    case http11

    /// Reads `HTTP/1.1`; nil if it is no version at all.
    init?(parsing text: some Collection<UInt8>) throws(LocalAPIError) {
        let bytes = Array(text)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), bytes[5].isDigit,
            bytes[6] == UInt8(ascii: "."), bytes[7].isDigit
        else { return nil }
        guard bytes[5] == UInt8(ascii: "1") else {
            throw .refused(
                APIError(
                    .versionNotSupported, code: "version-not-supported",
                    "only HTTP/1.1 and HTTP/1.0 are spoken here"))
        }
        self = bytes[7] == UInt8(ascii: "0") ? .http10 : .http11
    }
}

extension LocalAPIError {
    static func badFraming(_ message: String) -> LocalAPIError {
        .refused(APIError(.badRequest, code: "bad-framing", message))
    }
}
