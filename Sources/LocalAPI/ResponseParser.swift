import Documents

/// Reads responses from bytes in slices of any size (RFC 9112). Where a response's body ends
/// depends on the request, so each is told to `expect` first.
struct ResponseParser {
    /// What the bytes so far amount to.
    enum Step: Equatable {
        case more
        case response(Response)
        /// The head of an event stream: what follows comes as `streamBytes`.
        case streamOpened
        case streamBytes([UInt8])
        case streamEnded
    }

    private enum State {
        case statusLine, headers, body, stream
        /// The server said that no further response comes.
        case ended
        case failed
    }

    private var state = State.statusLine
    private var input = ByteQueue()
    private var headBytes = 0
    private var version = Version.http11
    private var response = Response(.ok)
    private var body = BodyDecoder(.length(0), limit: 0)
    private var isInputEnded = false
    /// The methods of the requests whose responses have not come.
    private var expected: [Method] = []

    /// False once the server said that the response before was the last one.
    private(set) var keepsAlive = true

    mutating func expect(_ method: Method) {
        expected.append(method)
    }

    mutating func receive(_ bytes: [UInt8]) {
        if state != .ended, state != .failed { input.append(bytes) }
    }

    mutating func endOfInput() {
        isInputEnded = true
    }

    mutating func next() throws(LocalAPIError) -> Step {
        do {
            return try read()
        } catch {
            state = .failed
            input.removeAll()
            guard case .refused(let refusal) = error else { throw error }
            throw .badResponse(reason: refusal.message)
        }
    }

    private mutating func read() throws(LocalAPIError) -> Step {
        while true {
            switch state {
            case .failed:
                return .more
            case .ended:
                guard expected.isEmpty else { throw .closedEarly(unanswered: expected.count) }
                return .more
            case .statusLine:
                guard let line = try headLine() else { return try atEnd() }
                try begin(line)
            case .headers:
                guard let line = try headLine() else { return try atEnd() }
                guard line.isEmpty else {
                    try response.headers.append(line: line)
                    continue
                }
                try endHead()
                if state == .stream { return .streamOpened }
            case .body:
                try body.read(from: &input)
                guard body.isComplete || (isInputEnded && body.endsWithConnection) else {
                    return try atEnd()
                }
                return endBody()
            case .stream:
                return try readStream()
            }
        }
    }

    /// Nothing can be read from what is here.
    private func atEnd() throws(LocalAPIError) -> Step {
        guard isInputEnded, !expected.isEmpty else { return .more }
        throw .closedEarly(unanswered: expected.count)
    }

    private mutating func headLine() throws(LocalAPIError) -> [UInt8]? {
        do throws(LineFault) {
            let line = try input.takeLine(limit: HTTPLimits.headBytesMax - headBytes)
            if let line { headBytes += line.count + 2 }
            guard headBytes <= HTTPLimits.headBytesMax else { throw .tooLong }
            return line
        } catch {
            throw .badResponse(reason: error.reason)
        }
    }

    /// `HTTP/1.1 200 OK`; the phrase may be missing (RFC 9112, 4).
    private mutating func begin(_ line: [UInt8]) throws(LocalAPIError) {
        guard !expected.isEmpty else { throw .badResponse(reason: "it answers no request") }
        let parts = line.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let version = try Version(parsing: parts[0]),
            parts[1].count == 3, parts[1].allSatisfy(\.isDigit)
        else { throw .badResponse(reason: "the status line is not 'HTTP/1.1 CODE PHRASE'") }
        let code = parts[1].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard (100..<600).contains(code), code != 101 else {
            throw .badResponse(reason: "the status \(code) is none that was asked for")
        }
        self.version = version
        response = Response(Status(code))
        state = .headers
    }

    private mutating func endHead() throws(LocalAPIError) {
        headBytes = 0
        guard response.status.code >= 200 else {
            // 100 Continue and its like announce the real response (RFC 9110, 15.2).
            state = .statusLine
            return
        }
        let limit = HTTPLimits.responseBodyBytesMax
        let isWithoutBody = response.status.isWithoutBody || expected.first == .head
        let framing =
            isWithoutBody
            ? .length(0) : try response.headers.bodyFraming(limit: limit) ?? .untilClose
        keepsAlive = response.headers.keepsAlive(version) && framing != .untilClose
        body = BodyDecoder(framing, limit: limit)
        let type = response.headers["content-type"]?.lowercased() ?? ""
        let isStream = response.status == .ok && type.hasPrefix("text/event-stream")
        state = isStream && !isWithoutBody ? .stream : .body
    }

    private mutating func endBody() -> Step {
        response.body = body.takeBytes()
        endResponse()
        return .response(response)
    }

    private mutating func readStream() throws(LocalAPIError) -> Step {
        try body.read(from: &input)
        let bytes = body.takeBytes()
        if !bytes.isEmpty { return .streamBytes(bytes) }
        guard body.isComplete || isInputEnded else { return .more }
        endResponse()
        return .streamEnded
    }

    private mutating func endResponse() {
        expected.removeFirst()
        state = keepsAlive ? .statusLine : .ended
        if !keepsAlive { input.removeAll() }
    }

    /// Requests that were sent and have no response yet.
    var unansweredCount: Int { expected.count }
}
