/// How the end of a body is found (RFC 9112, 6).
enum BodyFraming: Equatable {
    case length(Int)
    case chunked, untilClose
}

/// Collects one body from the front of a queue, across any number of slices. Leaves the bytes after
/// its end in the queue.
struct BodyDecoder {
    private enum State {
        case fixed(remaining: Int)
        case chunkLine
        case chunkData(remaining: Int)
        case chunkEnd
        case trailer
        case untilClose
        case complete
    }

    /// The bytes not taken yet.
    private(set) var bytes: [UInt8] = []
    private var state: State
    private var trailerBytes = 0
    private let limit: Int

    /// At most `limit` bytes are held at a time.
    init(_ framing: BodyFraming, limit: Int) {
        self.limit = limit
        switch framing {
        case .length(let length): state = length == 0 ? .complete : .fixed(remaining: length)
        case .chunked: state = .chunkLine
        case .untilClose: state = .untilClose
        }
    }

    var isComplete: Bool {
        if case .complete = state { true } else { false }
    }

    /// True if the end of the connection is the end of the body.
    var endsWithConnection: Bool {
        if case .untilClose = state { true } else { false }
    }

    /// Removes and returns the bytes so far; a stream that is taken often never meets the limit.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    mutating func read(from input: inout ByteQueue) throws(LocalAPIError) {
        while try step(&input) {}
    }

    /// Reads one part of the body; false if more bytes are needed.
    private mutating func step(_ input: inout ByteQueue) throws(LocalAPIError) -> Bool {
        switch state {
        case .complete:
            return false
        case .untilClose:
            try move(input.count, from: &input)
            return false
        case .fixed(let remaining):
            let left = try move(remaining, from: &input)
            state = left == 0 ? .complete : .fixed(remaining: left)
            return false
        case .chunkLine:
            guard let line = try line(&input, HTTPLimits.chunkLineBytesMax) else { return false }
            let size = try Self.chunkSize(line)
            guard size <= limit - bytes.count else { throw .bodyTooLong(limit) }
            state = size == 0 ? .trailer : .chunkData(remaining: size)
            return true
        case .chunkData(let remaining):
            let left = try move(remaining, from: &input)
            state = left == 0 ? .chunkEnd : .chunkData(remaining: left)
            return left == 0
        case .chunkEnd:
            guard let line = try line(&input, HTTPLimits.chunkLineBytesMax) else { return false }
            guard line.isEmpty else { throw .badChunk("a chunk is longer than it says") }
            state = .chunkLine
            return true
        case .trailer:
            return try skipTrailerLine(&input)
        }
    }

    /// Moves up to `wanted` bytes; returns the number still missing.
    @discardableResult
    private mutating func move(
        _ wanted: Int, from input: inout ByteQueue
    ) throws(LocalAPIError) -> Int {
        let taken = input.removeFirst(wanted)
        guard taken.count <= limit - bytes.count else { throw .bodyTooLong(limit) }
        if bytes.isEmpty { bytes = taken } else { bytes += taken }
        return wanted - taken.count
    }

    private func line(_ input: inout ByteQueue, _ limit: Int) throws(LocalAPIError) -> [UInt8]? {
        do {
            return try input.takeLine(limit: limit)
        } catch {
            throw .badChunk(error.reason)
        }
    }

    /// Trailer lines are checked, counted and dropped.
    private mutating func skipTrailerLine(_ input: inout ByteQueue) throws(LocalAPIError) -> Bool {
        guard let line = try line(&input, HTTPLimits.headBytesMax - trailerBytes) else {
            return false
        }
        guard !line.isEmpty else {
            state = .complete
            return false
        }
        var headers = Headers()
        try headers.append(line: line)
        trailerBytes += line.count + 2
        guard trailerBytes <= HTTPLimits.headBytesMax else {
            throw .badChunk("the trailer is too long")
        }
        return true
    }

    /// The size before the extensions, which are ignored (RFC 9112, 7.1.1).
    private static func chunkSize(_ line: [UInt8]) throws(LocalAPIError) -> Int {
        let digits = line.prefix { $0.hexValue != nil }
        let rest = line[digits.endIndex...].drop { $0 == .space || $0 == .tab }
        guard !digits.isEmpty, rest.isEmpty || rest.first == UInt8(ascii: ";") else {
            throw .badChunk("a chunk's size is not hexadecimal")
        }
        var size = 0
        for digit in digits {
            // Clamped to 2^40, which is over every limit, to avoid overflow.
            size = min(size << 4 | Int(digit.hexValue ?? 0), 1 << 40)
        }
        return size
    }
}

/// The body and the connection of a message by its header lines, read strictly: a request whose end
/// two programs could see in different places is refused (RFC 9112, 6 and 11.2).
extension Headers {
    /// The body's framing; nil if no header line mentions a body.
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
                .notImplemented, code: "unknown-transfer-coding",
                "the transfer coding '\(unknown.prefix(40))' is not supported; "
                    + "send Content-Length or chunked")
        }
        guard codings.count == 1 else {
            throw .badFraming("Transfer-Encoding must be chunked, once")
        }
        return .chunked
    }

    /// The one value of all `Content-Length` lines; equal ones count as one. A number over 2^40 is
    /// returned as 2^40.
    private func contentLength() throws(LocalAPIError) -> Int? {
        var length: Int?
        for value in values("content-length") {
            for element in value.utf8.split(separator: .comma, omittingEmptySubsequences: false) {
                let digits = Self.trimmed(element)
                guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
                    throw .badFraming("Content-Length is not a number")
                }
                let number = digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), 1 << 40) }
                guard length == nil || length == number else {
                    throw .badFraming("several values of Content-Length differ")
                }
                length = number
            }
        }
        return length
    }

    /// True if the connection stays open after this message (RFC 9112, 9.3).
    func keepsAlive(_ version: Version) -> Bool {
        let options = tokens("connection")
        if options.contains("close") { return false }
        return version == .http11 || options.contains("keep-alive")
    }
}

/// A minor version of HTTP/1; later ones count as 1.1 (RFC 9110, 2.5).
package enum Version: Equatable, Sendable {
    /// Connections end after one response unless both sides agree otherwise; no chunks.
    case http10
    case http11

    /// Reads `HTTP/1.1`; nil if it is not a version.
    init?(parsing text: some Collection<UInt8>) throws(LocalAPIError) {
        let bytes = Array(text)
        guard bytes.count == 8, bytes.starts(with: "HTTP/".utf8), bytes[5].isDigit,
            bytes[6] == UInt8(ascii: "."), bytes[7].isDigit
        else { return nil }
        guard bytes[5] == UInt8(ascii: "1") else {
            throw .refused(
                .versionNotSupported, code: "version-not-supported",
                "only HTTP/1.1 and HTTP/1.0 are supported")
        }
        self = bytes[7] == UInt8(ascii: "0") ? .http10 : .http11
    }
}
