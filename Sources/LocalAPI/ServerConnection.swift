package import Documents

/// The server side of one connection: bytes in, requests out; responses in, bytes out. It has no
/// socket and no clock: times are durations since a fixed start.
///
/// Each turn: `receive` the bytes read (or `endOfInput`), `tick`, then `takeRequests` and `respond`
/// (now or in a later turn, in any order: responses are written in the order of the requests), then
/// `takeOutput` if all taken output is written. When `wantsClose` is true and the taken output is
/// written, close the socket. Read from the socket only while `wantsInput`.
package struct ServerConnection: Sendable {
    /// A complete request and the number under which to respond.
    package struct Exchange: Equatable, Sendable {
        /// From 1, in order of arrival.
        package let number: Int
        package let request: Request
    }

    private enum Phase {
        case open
        /// The rest of the connection is an event stream.
        case streaming
        /// A refusal is written; input is dropped until the client ends or the time is over.
        case lingering(until: Duration)
        /// `output` is the last.
        case ending
        case closed
    }

    private var phase = Phase.open
    private var parser: RequestParser
    /// The lines of every answer that does not set them itself.
    private let headers: Headers
    private var lastNumber = 0
    /// The time at which the incomplete request began.
    private var requestStart: Duration?
    private var untaken: [Exchange] = []
    /// False once no further request is read: input is dropped.
    private var readsRequests = true
    /// True once the client sends no more.
    private var isInputEnded = false
    private var answers = AnswerQueue()
    private var output = ByteQueue()
    /// The request that was answered with an event stream, and its unsent events.
    private var stream: (number: Int, events: EventQueue)?
    /// The answer whose body is sent in parts; later answers wait for its end.
    private var parted: (number: Int, isChunked: Bool, closes: Bool)?
    /// The time at which bytes last moved or a response came.
    private var lastProgress: Duration
    /// The error that a client received whose input was refused, for diagnostics.
    package private(set) var refusal: APIError?
    /// True while the owner leaves the rest of a request unread, because other connections use the
    /// memory. The time limit of the request starts again afterwards.
    package var isHeldBack = false {
        didSet { if isHeldBack { requestStart = nil } }
    }

    /// `now` is the time of acceptance. The headers are those of every answer, unless it has lines
    /// of the same names; a request with a longer body is refused.
    package init(
        at now: Duration, headers: Headers = Headers(),
        bodyBytesMax: Int = HTTPLimits.requestBodyBytesMax
    ) {
        parser = RequestParser(bodyBytesMax: bodyBytesMax)
        self.headers = headers
        lastProgress = now
    }

    // MARK: - In

    package mutating func receive(_ bytes: [UInt8], at now: Duration) {
        guard case .open = phase, readsRequests else { return }
        lastProgress = now
        parser.receive(bytes)
        readRequests(at: now)
    }

    /// The client sends no more. Complete requests are still answered; an event stream ends, since
    /// its reader is gone.
    package mutating func endOfInput(at now: Duration) {
        isInputEnded = true
        if stream != nil { close() }
        readRequests(at: now)
    }

    package mutating func tick(at now: Duration) {
        readRequests(at: now)
        switch phase {
        case .open:
            tickOpen(at: now)
        case .streaming:
            if output.isEmpty, stream?.events.isEmpty == true,
                now >= lastProgress + HTTPLimits.streamCommentTime
            {
                output.append(ServerSentEvent.comment)
                lastProgress = now
            }
        case .lingering(let end):
            if now >= end { phase = .ending }
            closeIfStuck(at: now)
        case .ending:
            closeIfStuck(at: now)
        case .closed:
            break
        }
    }

    /// The complete requests, each once, in order.
    package mutating func takeRequests() -> [Exchange] {
        defer { untaken = [] }
        return untaken
    }

    // MARK: - Out

    /// Responds to a request. No effect if the connection has ended since.
    package mutating func respond(_ response: Response, to number: Int, at now: Duration) {
        if let stream, number >= stream.number { return }
        let response = completed(response)
        answers.answer(number) { asked in
            AnswerQueue.Answer(
                bytes: response.encode(for: asked.method, connection: asked.connection),
                after: asked.connection == "close" ? .close : .next)
        }
        release(at: now)
    }

    /// Begins an answer whose body follows in parts, of any length together: in chunks (RFC 9112,
    /// 7.1), or for a client of HTTP/1.0 up to the end of the connection. `head` has no body. False
    /// if no part is wanted: the request is gone, or asks for the head alone.
    package mutating func beginParts(_ head: Response, to number: Int, at now: Duration) -> Bool {
        if let stream, number >= stream.number { return false }
        let head = completed(head)
        answers.answer(number) { asked in
            let closes = asked.connection == "close" || !asked.isChunked
            var headers = head.headers
            headers["transfer-encoding"] = asked.isChunked ? "chunked" : nil
            headers["connection"] = closes ? "close" : asked.connection
            let isWanted = asked.method != .head
            return AnswerQueue.Answer(
                bytes: Response.head(head.status, headers),
                after: isWanted
                    ? .parts(number, isChunked: asked.isChunked, closes: closes)
                    : closes ? .close : .next)
        }
        release(at: now)
        return parted?.number == number
    }

    /// Appends a part of the body; no effect if the connection has ended since.
    package mutating func send(part bytes: [UInt8], to number: Int, at now: Duration) {
        guard case .open = phase, let parted, parted.number == number, !bytes.isEmpty else {
            return
        }
        if output.isEmpty { lastProgress = now }
        if parted.isChunked {
            output.append(Array(String(bytes.count, radix: 16).utf8) + Self.lineEnd)
        }
        output.append(bytes)
        if parted.isChunked { output.append(Self.lineEnd) }
    }

    /// Ends the body; without this call it is incomplete, which the client sees.
    package mutating func endParts(of number: Int, at now: Duration) {
        guard case .open = phase, let parted, parted.number == number else { return }
        if parted.isChunked { output.append(Array("0\r\n\r\n".utf8)) }
        self.parted = nil
        if parted.closes { finish(at: now) } else { release(at: now) }
    }

    private static let lineEnd: [UInt8] = [.carriageReturn, .lineFeed]

    /// Answers a request with an event stream that lasts until one side closes. Later requests of
    /// the connection are not answered. False if there is already a stream or the request is gone.
    package mutating func openStream(for number: Int, at now: Duration) -> Bool {
        guard case .open = phase, stream == nil, answers.isWaiting(number) else { return false }
        stopReading()
        untaken.removeAll { $0.number > number }
        stream = (number, EventQueue())
        let head = completed(Response(.ok, headers: Self.streamHeaders))
        answers.answer(number) { asked in
            AnswerQueue.Answer(
                bytes: Response.head(head.status, head.headers),
                after: asked.method == .head ? .close : .stream)
        }
        release(at: now)
        return true
    }

    /// Appends an event to the stream that answers this request; no effect once it has ended. Past
    /// `HTTPLimits.unsentBytesMax` the connection closes, and the client reconnects to a present state.
    package mutating func send(_ event: ServerSentEvent, to number: Int) {
        send(encoded: event.encode(), to: number)
    }

    /// The same for an encoded event or a comment.
    package mutating func send(encoded event: [UInt8], to number: Int) {
        guard stream?.number == number else { return }
        let limit = HTTPLimits.unsentBytesMax - output.count
        if stream?.events.append(event, limit: limit) == false { close() }
    }

    /// Ends the connection after the ready responses and events: the daemon stops.
    package mutating func finish(at now: Duration) {
        if case .closed = phase { return }
        if case .streaming = phase {
            while let event = stream?.events.takeFirst() { output.append(event) }
        }
        stream = nil
        parted = nil
        stopReading()
        untaken = []
        lastProgress = now
        phase = .ending
    }

    /// Removes and returns up to `limit` bytes to be written. Call it only when all taken output is
    /// written: what remains here counts for the limits.
    package mutating func takeOutput(
        upTo limit: Int = HTTPLimits.outputBytes, at now: Duration
    ) -> [UInt8] {
        if case .streaming = phase {
            while output.count < limit, let event = stream?.events.takeFirst() {
                output.append(event)
            }
        }
        let bytes = output.removeFirst(limit)
        if !bytes.isEmpty {
            lastProgress = now
            readRequests(at: now)
        }
        return bytes
    }

    // MARK: - State

    /// True if the socket is to be closed once the taken output is written.
    package var wantsClose: Bool {
        switch phase {
        case .closed: true
        case .ending: output.isEmpty
        case .lingering: isInputEnded && output.isEmpty
        case .open: isInputEnded && !readsRequests && hasNoAnswer && output.isEmpty
        case .streaming: false
        }
    }

    package var hasOutput: Bool {
        if case .streaming = phase, stream?.events.isEmpty == false { return true }
        return !output.isEmpty
    }

    /// Bytes of answers and events not yet taken.
    package var unsentBytes: Int {
        output.count + answers.readyBytes + (stream?.events.byteCount ?? 0)
    }

    /// Bytes of requests that are incomplete or unanswered.
    package var heldBytes: Int { parser.heldCount + answers.waitingBytes }

    /// True if there is no part of a request, no answer and no stream.
    package var isIdle: Bool {
        guard case .open = phase else { return false }
        return hasNoAnswer && output.isEmpty && parser.heldCount == 0
    }

    /// True while the socket should be read; false throttles a client that sends faster than it
    /// reads.
    package var wantsInput: Bool {
        guard !isInputEnded else { return false }
        switch phase {
        case .open: return !readsRequests || hasRoom
        case .streaming, .lingering: return true
        case .ending, .closed: return false
        }
    }

    /// The time at which `tick` is due; in the past if requests wait to be taken.
    package var nextDeadline: Duration? {
        guard untaken.isEmpty else { return .zero }
        switch phase {
        case .open:
            let unsent = output.isEmpty ? nil : lastProgress + HTTPLimits.unsentTime
            let idle = isQuiet ? lastProgress + HTTPLimits.keepAliveTime : nil
            return [requestDeadline, unsent, idle].compactMap(\.self).min()
        case .streaming:
            return hasOutput ? nil : lastProgress + HTTPLimits.streamCommentTime
        case .lingering(let end):
            return end
        case .ending:
            return output.isEmpty ? nil : lastProgress + HTTPLimits.unsentTime
        case .closed:
            return nil
        }
    }

    // MARK: - Private

    private func completed(_ response: Response) -> Response {
        var response = response
        for line in headers.lines where response.headers[line.name] == nil {
            response.headers[line.name] = line.value
        }
        return response
    }

    private static let streamHeaders: Headers = {
        var headers = Headers()
        headers["content-type"] = "text/event-stream"
        headers["cache-control"] = "no-store"
        headers["connection"] = "close"
        return headers
    }()

    private var hasRoom: Bool {
        answers.count < HTTPLimits.pipelineMax
            && output.count + answers.readyBytes < HTTPLimits.unsentBytesMax
            && answers.waitingBytes < HTTPLimits.waitingBytesMax
    }

    /// The time by which the incomplete request must be complete.
    private var requestDeadline: Duration? { requestStart.map { $0 + HTTPLimits.requestTime } }

    /// True if no answer is waited for or being sent.
    private var hasNoAnswer: Bool { answers.isEmpty && parted == nil }

    /// True if neither side waits for the other.
    private var isQuiet: Bool {
        hasNoAnswer && output.isEmpty && requestStart == nil && !isHeldBack
    }

    /// Reads requests while there is room for their answers.
    private mutating func readRequests(at now: Duration) {
        guard case .open = phase else { return }
        while hasRoom {
            guard readsRequests else { return }
            let held = parser.heldCount
            switch parser.next() {
            case .more:
                if isInputEnded { return endOfRequests(at: now) }
                requestStart = parser.isWithinRequest && !isHeldBack ? requestStart ?? now : nil
                return
            case .expectsContinue:
                answers.append(AnswerQueue.goOn)
                release(at: now)
            case .request(let request):
                requestStart = nil
                lastNumber += 1
                readsRequests = request.keepsAlive
                let exchange = Exchange(number: lastNumber, request: request)
                untaken.append(exchange)
                answers.append(waiting: exchange, bytes: held - parser.heldCount)
            case .refused(let refusal):
                refuse(refusal, at: now)
                return
            }
        }
        // Waiting for room does not count against the client.
        requestStart = nil
    }

    /// The client sends no more: an incomplete request stays so (RFC 9112, 8).
    private mutating func endOfRequests(at now: Duration) {
        stopReading()
        guard parser.isWithinRequest else { return }
        refuse(
            APIError(
                .badRequest, code: "incomplete-request",
                "the request ends before it is complete"), at: now)
    }

    private mutating func stopReading() {
        readsRequests = false
        requestStart = nil
    }

    private mutating func refuse(_ refusal: APIError, at now: Duration) {
        stopReading()
        self.refusal = refusal
        let bytes = completed(.error(refusal)).encode(for: .get, connection: "close")
        answers.append(AnswerQueue.Answer(bytes: bytes, after: .linger))
        release(at: now)
    }

    /// Moves the ready answers that are next in order to the output.
    private mutating func release(at now: Duration) {
        guard case .open = phase else { return }
        while parted == nil, let answer = answers.takeReady() {
            output.append(answer.bytes)
            lastProgress = now
            switch answer.after {
            case .next:
                continue
            case .parts(let number, let isChunked, let closes):
                parted = (number, isChunked, closes)
                return
            case .stream:
                phase = .streaming
            case .close:
                finish(at: now)
            case .linger:
                phase = .lingering(until: now + HTTPLimits.lingerTime)
            }
            answers = AnswerQueue()
            return
        }
    }

    private mutating func tickOpen(at now: Duration) {
        if let requestDeadline, now >= requestDeadline {
            let seconds = HTTPLimits.requestTime.components.seconds
            let late = APIError(
                .requestTimeout, code: "request-timeout",
                "the request was not complete within \(seconds) seconds")
            refuse(late, at: now)
        }
        closeIfStuck(at: now)
        if isQuiet, untaken.isEmpty, now >= lastProgress + HTTPLimits.keepAliveTime { close() }
    }

    private mutating func closeIfStuck(at now: Duration) {
        if !output.isEmpty, now >= lastProgress + HTTPLimits.unsentTime { close() }
    }

    /// Ends the connection now and drops unsent output.
    private mutating func close() {
        phase = .closed
        stopReading()
        untaken = []
        output.removeAll()
        stream = nil
        parted = nil
    }
}

/// The answers of one connection in the order of their requests, ready or not.
struct AnswerQueue {
    /// The next state of the connection after an answer.
    enum After {
        case next, stream, close, linger
        case parts(Int, isChunked: Bool, closes: Bool)
    }

    struct Answer {
        let bytes: [UInt8]
        let after: After
    }

    /// The parameters of encoding a response.
    struct Asked {
        let number: Int
        let method: Method
        /// The value of that header, if any.
        let connection: String?
        /// True if the client reads a body in chunks.
        let isChunked: Bool
        /// The length of the request.
        let bytes: Int
    }

    private enum Slot {
        case waiting(Asked)
        case ready(Answer)
    }

    /// `100 Continue` is sent in turn: a client that sends the request after others waits for their
    /// responses first.
    static let goOn = Answer(bytes: Response.head(.goOn, Headers()), after: .next)

    private var slots: [Slot] = []
    /// Bytes of the requests that wait for their answers.
    private(set) var waitingBytes = 0
    /// Bytes of ready answers that wait for an earlier one.
    private(set) var readyBytes = 0

    var count: Int { slots.count }
    var isEmpty: Bool { slots.isEmpty }

    mutating func append(_ answer: Answer) {
        readyBytes += answer.bytes.count
        slots.append(.ready(answer))
    }

    mutating func append(waiting exchange: ServerConnection.Exchange, bytes: Int) {
        let request = exchange.request
        let connection: String? =
            !request.keepsAlive ? "close" : request.version == .http10 ? "keep-alive" : nil
        waitingBytes += bytes
        let asked = Asked(
            number: exchange.number, method: request.method, connection: connection,
            isChunked: request.version == .http11, bytes: bytes)
        slots.append(.waiting(asked))
    }

    func isWaiting(_ number: Int) -> Bool { position(number) != nil }

    /// Makes the answer to a waiting request; no effect if it is not waiting.
    mutating func answer(_ number: Int, _ make: (Asked) -> Answer) {
        guard let position = position(number), case .waiting(let asked) = slots[position] else {
            return
        }
        let answer = make(asked)
        waitingBytes -= asked.bytes
        readyBytes += answer.bytes.count
        slots[position] = .ready(answer)
    }

    /// The first answer, if it is ready.
    mutating func takeReady() -> Answer? {
        guard case .ready(let answer)? = slots.first else { return nil }
        slots.removeFirst()
        readyBytes -= answer.bytes.count
        return answer
    }

    private func position(_ number: Int) -> Int? {
        slots.firstIndex {
            if case .waiting(let asked) = $0 { asked.number == number } else { false }
        }
    }
}
