import Documents

/// The client side of one connection: requests in, bytes out; bytes in, responses and events out.
/// It has no socket. Requests may be sent before earlier ones are answered; the responses come in
/// their order.
///
/// Each turn: write `takeOutput`; `receive` the bytes read (or `endOfInput`); then call `next`
/// until nil.
package struct ClientConnection: Sendable {
    package enum Arrival: Equatable, Sendable {
        /// A complete response.
        case response(Response, to: Int)
        /// The response is an event stream; only its events follow on this connection.
        case streamOpened(Int)
        /// The next event of the stream.
        case event(ServerSentEvent, of: Int)
        /// The daemon ended the stream, or the connection broke: ask again on a new connection.
        case streamEnded(Int)
    }

    private let host: String
    private var output = ByteQueue()
    private var parser = ResponseParser()
    private var events = EventStreamParser()
    private var arrivals: [Arrival] = []
    private var lastNumber = 0

    /// `host` only appears in the requests.
    package init(host: String = "localhost") {
        self.host = host
    }

    /// Encodes a request; its response comes under the returned number, from 1.
    package mutating func send(_ request: Request) -> Int {
        lastNumber += 1
        output.append(request.encode(host: host))
        parser.expect(request.method)
        return lastNumber
    }

    /// Removes and returns up to `limit` bytes to be written.
    package mutating func takeOutput(upTo limit: Int = .max) -> [UInt8] {
        output.removeFirst(limit)
    }

    package var hasOutput: Bool { !output.isEmpty }

    /// False once the daemon announced that it closes this connection: send further requests on
    /// another.
    package var keepsAlive: Bool { parser.keepsAlive }

    /// Requests without a complete response.
    package var unansweredCount: Int { parser.unansweredCount }

    package mutating func receive(_ bytes: [UInt8]) {
        parser.receive(bytes)
    }

    /// The daemon closed the connection.
    package mutating func endOfInput() {
        parser.endOfInput()
    }

    /// The next arrival, in order; nil until more bytes are there. After an error nothing more
    /// arrives.
    package mutating func next() throws(LocalAPIError) -> Arrival? {
        while arrivals.isEmpty {
            let number = lastNumber - parser.unansweredCount + 1
            switch try parser.next() {
            case .more:
                return nil
            case .response(let response):
                return .response(response, to: number)
            case .streamOpened:
                return .streamOpened(number)
            case .streamEnded:
                return .streamEnded(number)
            case .streamBytes(let bytes):
                // Reversed, so that removing the next one is cheap.
                let received = try events.receive(bytes)
                arrivals = received.reversed().map { .event($0, of: number) }
            }
        }
        return arrivals.removeLast()
    }
}

/// Reads responses from bytes in slices of any size (RFC 9112). The end of a response's body
/// depends on the request, so each request is announced with `expect` first.
struct ResponseParser {
    enum Step: Equatable {
        case more
        case response(Response)
        /// The head of an event stream; its bytes follow as `streamBytes`.
        case streamOpened
        case streamBytes([UInt8])
        case streamEnded
    }

    private enum State {
        case statusLine, headers, body, stream
        /// The server announced that no further response follows.
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
    /// The methods of the requests without a response.
    private var expected: [Method] = []

    /// False once a response announced that it was the last.
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

    /// The input is incomplete: an error if the connection ended.
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
            // Interim responses such as 100 Continue precede the final one (RFC 9110, 15.2).
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

    /// Requests without a complete response.
    var unansweredCount: Int { expected.count }
}
