import Documents

/// How the end of a body is found (RFC 9112, 6).
enum BodyFraming: Equatable {
    case length(Int)
    case chunked, untilClose
}

/// Collects one body from the front of a queue, across any number of slices, and takes no byte
/// behind its end.
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

    /// What has come and was not taken yet.
    private(set) var bytes: [UInt8] = []
    private var state: State
    private var trailerBytes = 0
    private let limit: Int

    /// A body of which at most `limit` bytes are held at a time.
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

    /// Hands out what has come; a stream takes as it goes and so never meets the limit.
    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Takes what belongs to the body from `input`.
    mutating func read(from input: inout ByteQueue) throws(LocalAPIError) {
        while try step(&input) {}
    }

    /// One part of the body; false once there is nothing to do without more bytes.
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
            guard let line = try chunkLine(&input) else { return false }
            let size = try Self.chunkSize(line)
            guard size <= limit - bytes.count else { throw .bodyTooLong(limit) }
            state = size == 0 ? .trailer : .chunkData(remaining: size)
            return true
        case .chunkData(let remaining):
            let left = try move(remaining, from: &input)
            state = left == 0 ? .chunkEnd : .chunkData(remaining: left)
            return left == 0
        case .chunkEnd:
            guard let line = try chunkLine(&input) else { return false }
            guard line.isEmpty else { throw .badChunk("a chunk is longer than it says") }
            state = .chunkLine
            return true
        case .trailer:
            return try skipTrailerLine(&input)
        }
    }

    /// Moves up to `wanted` bytes over; returns how many are still to come.
    @discardableResult
    private mutating func move(
        _ wanted: Int, from input: inout ByteQueue
    ) throws(LocalAPIError) -> Int {
        let taken = input.removeFirst(wanted)
        guard taken.count <= limit - bytes.count else { throw .bodyTooLong(limit) }
        if bytes.isEmpty { bytes = taken } else { bytes += taken }
        return wanted - taken.count
    }

    private func chunkLine(_ input: inout ByteQueue) throws(LocalAPIError) -> [UInt8]? {
        do {
            return try input.takeLine(limit: HTTPLimits.chunkLineBytesMax)
        } catch {
            throw .badChunk(error.reason)
        }
    }

    /// Trailer lines are checked, counted and dropped: nothing here has a use for them.
    private mutating func skipTrailerLine(
        _ input: inout ByteQueue
    ) throws(LocalAPIError) -> Bool {
        let line: [UInt8]?
        do {
            line = try input.takeLine(limit: HTTPLimits.headBytesMax - trailerBytes)
        } catch {
            throw .badChunk(error.reason)
        }
        guard let line else { return false }
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
            // Past 2^40 only "too large" matters, and nothing overflows on the way.
            size = min(size << 4 | Int(digit.hexValue ?? 0), 1 << 40)
        }
        return size
    }
}

extension LocalAPIError {
    static func badChunk(_ reason: String) -> LocalAPIError {
        .refused(APIError(.badRequest, code: "bad-chunk", "the chunked body: \(reason)"))
    }

    static func bodyTooLong(_ limit: Int) -> LocalAPIError {
        .refused(
            APIError(
                .contentTooLarge, code: "body-too-large",
                "the body is longer than \(limit) bytes"))
    }
}
