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
        /// Some of the body of a successful response that was asked for in parts; the response
        /// itself follows without them.
        case part([UInt8], of: Int)
        /// The response is an event stream; only its events follow on this connection.
        case streamOpened(Int)
        /// The next event of the stream.
        case event(ServerSentEvent, of: Int)
        /// The daemon ended the stream, or the connection broke: ask again on a new connection.
        case streamEnded(Int)
    }

    private enum State {
        case statusLine, headers, body, stream
        /// The server announced that no further response follows.
        case ended
        case failed
    }

    private var output = ByteQueue()
    private var state = State.statusLine
    private var input = ByteQueue()
    private var headBytes = 0
    private var version = Version.http11
    private var response = Response(.ok)
    private var body = BodyDecoder(.length(0), limit: 0)
    private var isInputEnded = false
    /// The requests without a response: their methods, on which the end of its body depends, and
    /// whether it is taken in parts.
    private var expected: [(method: Method, isInParts: Bool)] = []
    private var lastNumber = 0
    private var parser = EventStreamParser()
    /// Events of the stream that were read, the next one last.
    private var events: [ServerSentEvent] = []

    /// False once the daemon announced that it closes this connection: send further requests on
    /// another.
    package private(set) var keepsAlive = true

    package init() {}

    /// Encodes a request; its response comes under the returned number, from 1. In parts its body
    /// may have any length.
    package mutating func send(_ request: Request, inParts: Bool = false) -> Int {
        lastNumber += 1
        output.append(request.encode(host: "localhost"))
        expected.append((request.method, inParts))
        return lastNumber
    }

    /// Removes and returns up to `limit` bytes to be written.
    package mutating func takeOutput(upTo limit: Int = .max) -> [UInt8] {
        output.removeFirst(limit)
    }

    /// Requests without a complete response.
    package var unansweredCount: Int { expected.count }

    /// Accepts slices of any size (RFC 9112).
    package mutating func receive(_ bytes: [UInt8]) {
        if state != .ended, state != .failed { input.append(bytes) }
    }

    /// The daemon closed the connection.
    package mutating func endOfInput() {
        isInputEnded = true
    }

    /// The next arrival, in order; nil until more bytes are there. After an error nothing more
    /// arrives.
    package mutating func next() throws(LocalAPIError) -> Arrival? {
        do {
            return try read()
        } catch {
            state = .failed
            input.removeAll()
            guard case .refused(let refusal) = error else { throw error }
            throw .badResponse(reason: refusal.message)
        }
    }

    private mutating func read() throws(LocalAPIError) -> Arrival? {
        while true {
            switch state {
            case .failed:
                return nil
            case .ended:
                guard expected.isEmpty else { throw .closedEarly(unanswered: expected.count) }
                return nil
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
                if state == .stream { return .streamOpened(number) }
            case .body:
                try body.read(from: &input)
                if isInParts, !body.bytes.isEmpty { return .part(body.takeBytes(), of: number) }
                guard body.isComplete || (isInputEnded && body.endsWithConnection) else {
                    return try atEnd()
                }
                response.body = body.takeBytes()
                return .response(response, to: endResponse())
            case .stream:
                if let event = events.popLast() { return .event(event, of: number) }
                try body.read(from: &input)
                let bytes = body.takeBytes()
                guard bytes.isEmpty else {
                    events = try parser.receive(bytes).reversed()
                    continue
                }
                return body.isComplete || isInputEnded ? .streamEnded(endResponse()) : nil
            }
        }
    }

    /// True if the body of the response that is being read is taken in parts: an error is whole.
    private var isInParts: Bool { response.status.isSuccess && expected.first?.isInParts == true }

    /// The number of the oldest request without a response.
    private var number: Int { lastNumber - expected.count + 1 }

    /// The input is incomplete: an error if the connection ended.
    private func atEnd() throws(LocalAPIError) -> Arrival? {
        guard isInputEnded, !expected.isEmpty else { return nil }
        throw .closedEarly(unanswered: expected.count)
    }

    private mutating func headLine() throws(LocalAPIError) -> [UInt8]? {
        do throws(LineFault) {
            return try input.takeHeadLine(&headBytes)
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
        let limit = isInParts ? .max : HTTPLimits.responseBodyBytesMax
        let isWithoutBody = response.status.isWithoutBody || expected.first?.method == .head
        let framing =
            isWithoutBody
            ? .length(0) : try response.headers.bodyFraming(limit: limit) ?? .untilClose
        keepsAlive = response.headers.keepsAlive(version) && framing != .untilClose
        body = BodyDecoder(framing, limit: limit)
        let type = response.headers["content-type"]?.lowercased() ?? ""
        let isStream = response.status == .ok && type.hasPrefix("text/event-stream")
        state = isStream && !isWithoutBody ? .stream : .body
    }

    /// The number of the request that is answered now.
    private mutating func endResponse() -> Int {
        defer { expected.removeFirst() }
        state = keepsAlive ? .statusLine : .ended
        if !keepsAlive { input.removeAll() }
        return number
    }
}
